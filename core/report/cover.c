#include "report/cover.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 2000000 }; /* tries before an exact answer is given up */

struct search {
    const struct cover *cover;
    size_t *caught; /* by program: how many of the chosen cases catch it */
    size_t *chosen, count, most;
    size_t steps;
};

static bool catches(const struct cover *cover, size_t test, size_t program)
{
    return cover->catches[test * cover->programs + program];
}

/* How many cases catch a program. */
static size_t catchers(const struct cover *cover, size_t program)
{
    size_t count = 0;
    for (size_t i = 0; i < cover->cases; i++) {
        count += catches(cover, i, program);
    }
    return count;
}

/* Among the programs that are not caught yet but can be, the one that the fewest cases catch; it leaves the fewest
 * choices. Returns the number of programs if there is none. */
static size_t hardest(const struct search *s)
{
    size_t best = s->cover->programs, least = SIZE_MAX;
    for (size_t p = 0; p < s->cover->programs; p++) {
        size_t count = s->caught[p] ? 0 : catchers(s->cover, p);
        if (count && count < least) {
            least = count;
            best = p;
        }
    }
    return best;
}

static void choose(struct search *s, size_t test)
{
    s->chosen[s->count++] = test;
    for (size_t p = 0; p < s->cover->programs; p++) {
        s->caught[p] += catches(s->cover, test, p);
    }
}

static void take_back(struct search *s)
{
    size_t test = s->chosen[--s->count];
    for (size_t p = 0; p < s->cover->programs; p++) {
        s->caught[p] -= catches(s->cover, test, p);
    }
}

/* Whether at most `most` cases, the chosen ones included, are enough. The depth of recursion is at most `most`. */
static bool complete(struct search *s) // NOLINT(misc-no-recursion)
{
    size_t program = hardest(s);
    if (program == s->cover->programs) {
        return true;
    }
    for (size_t i = 0; i < s->cover->cases && s->count < s->most && s->steps < STEPS_MAX; i++) {
        if (catches(s->cover, i, program)) {
            s->steps += s->cover->programs;
            choose(s, i);
            if (complete(s)) {
                return true;
            }
            take_back(s);
        }
    }
    return false;
}

/* Takes the case that catches the most of those not caught yet, again and again. */
static void choose_greedily(struct search *s)
{
    for (;;) {
        size_t best = 0, most = 0;
        for (size_t i = 0; i < s->cover->cases; i++) {
            size_t gain = 0;
            for (size_t p = 0; p < s->cover->programs; p++) {
                gain += catches(s->cover, i, p) && !s->caught[p];
            }
            if (gain > most) {
                most = gain;
                best = i;
            }
        }
        if (!most) {
            return;
        }
        choose(s, best);
    }
}

static int ascending(const void *left, const void *right)
{
    const size_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

size_t *cover_find(const struct cover *cover, struct arena *arena, size_t *count, bool *smallest)
{
    size_t most = cover->cases < cover->programs ? cover->cases : cover->programs;
    size_t *greedy = arena_array(arena, most + 1, sizeof *greedy);
    struct search s = {.cover = cover,
                       .caught = arena_array(arena, cover->programs + 1, sizeof *s.caught),
                       .chosen = arena_array(arena, most + 1, sizeof *s.chosen)};
    if (!greedy || !s.caught || !s.chosen) {
        return NULL;
    }
    choose_greedily(&s);
    *count = s.count;
    memcpy(greedy, s.chosen, s.count * sizeof *greedy);
    *smallest = true;
    for (s.most = 0; s.most < *count && s.steps < STEPS_MAX; s.most++) { /* fewer than that */
        memset(s.caught, 0, cover->programs * sizeof *s.caught);
        s.count = 0;
        if (complete(&s)) {
            *count = s.count;
            memcpy(greedy, s.chosen, s.count * sizeof *greedy);
            break;
        }
        *smallest = s.steps < STEPS_MAX;
    }
    qsort(greedy, *count, sizeof *greedy, ascending);
    return greedy;
}
