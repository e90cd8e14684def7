/* How good the tests of each team are, in a fest. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

static int compare_authors(const void *left, const void *right)
{
    const struct report_author *a = left, *b = right;
    return strcmp(a->name, b->name);
}

static struct report_author *find(const struct report *report, const char *name)
{
    const struct report_author key = {.name = name};
    return report->author_count ? bsearch(&key, report->authors, report->author_count, sizeof key, compare_authors)
                                : NULL;
}

/* The teams whose tests were run. */
static void list_authors(struct report *report)
{
    size_t used = 0;
    for (size_t i = 0; i < report->case_count; i++) {
        const struct report_case *c = &report->cases[i];
        if (*c->team && c->ran) {
            report->authors[used++] = (struct report_author){.name = c->team, .tests = 1};
        }
    }
    if (used) {
        qsort(report->authors, used, sizeof *report->authors, compare_authors);
    }
    for (size_t i = 0; i < used; i++) {
        struct report_author *last = report->author_count ? &report->authors[report->author_count - 1] : NULL;
        if (last && strcmp(last->name, report->authors[i].name) == 0) {
            last->tests++;
        } else {
            report->authors[report->author_count++] = report->authors[i];
        }
    }
}

/* Whether a test has found something wrong. What cannot be built is found by nobody's skill. */
static bool has_caught(const struct result *r)
{
    return r->verdict != VERDICT_PASS && r->verdict != VERDICT_BUILD_FAILED && verdict_counts(r->verdict);
}

/* Counts one submission for all authors but its own. caught_in: the last submission, from 1, that an author caught. */
static void count_submission(const struct report *report, size_t number, size_t *caught_in)
{
    const struct report_submission *s = &report->submissions[number];
    bool wrong = false;
    for (size_t i = s->first; i < s->first + s->count; i++) {
        const struct result *r = &report->results->list[i];
        struct report_author *author = find(report, r->team);
        wrong = wrong || has_caught(r);
        if (author && has_caught(r)) {
            caught_in[author - report->authors] = number + 1;
        }
    }
    for (size_t i = 0; wrong && i < report->author_count; i++) {
        struct report_author *author = &report->authors[i];
        bool own = strcmp(author->name, s->name) == 0;
        author->wrong += !own;
        author->caught += !own && caught_in[i] == number + 1;
    }
}

bool report_find_authors(struct report *report, struct arena *arena)
{
    report->authors = arena_array(arena, report->case_count, sizeof *report->authors);
    size_t *caught_in = arena_array(arena, report->case_count, sizeof *caught_in);
    if (!report->authors || !caught_in) {
        return false;
    }
    list_authors(report);
    for (size_t i = 0; report->author_count && i < report->submission_count; i++) {
        count_submission(report, i, caught_in);
    }
    return true;
}
