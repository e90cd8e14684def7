#include "compare/log.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* A log and how much of it has been read. */
struct reader {
    const char *at, *end;
    bool cut; /* the log goes on after the end */
};

/* If only part of a log was kept, its last line may be incomplete. */
static struct reader reader_of(const struct excerpt *log)
{
    struct reader r = {log->bytes, log->bytes + log->length, log->length < log->total};
    if (r.cut) {
        const char *last = memrchr(log->bytes, '\n', log->length);
        r.end = last ? last + 1 : log->bytes;
    }
    return r;
}

static bool is_same(struct compare *c, const char *a, size_t m, const char *b, size_t n)
{
    static const struct compare_way json = {.kind = COMPARE_JSON};
    if (m == n && memcmp(a, b, m) == 0) {
        return true;
    }
    enum compare_result result = compare_answers(c, &json, a, m, b, n);
    return result == COMPARE_SAME || result == COMPARE_OUT_OF_MEMORY; /* not known to differ */
}

/* The place in the game, as far as the line tells. */
static void name_place(struct log_difference *d, size_t line)
{
    static const char *const names[] = {"game", "round", "turn"};
    struct json_nodes tree = {0};
    size_t used = (size_t)snprintf(d->place, sizeof d->place, "line %zu", line);
    bool parsed = d->expected ? json_nodes_parse(&tree, d->expected, d->expected_length, false)
                              : json_nodes_parse(&tree, d->got, d->got_length, false);
    for (int i = 0; parsed && tree.values && tree.nodes[0].kind == JSON_OBJECT && i < 3; i++) {
        enum { DIGITS = 12 };
        uint32_t node = json_nodes_member(&tree, 0, names[i]);
        const struct json_node *n = &tree.nodes[node];
        if (node && n->kind == JSON_NUMBER && n->end - n->start <= DIGITS) {
            used += (size_t)snprintf(d->place + used, sizeof d->place - used, ", %s %.*s", names[i],
                                     (int)(n->end - n->start), tree.text + n->start);
        }
    }
    json_nodes_free(&tree);
}

bool log_differ(struct log_difference *d, struct compare *c, struct excerpt expected, struct excerpt got)
{
    struct reader a = reader_of(&expected), b = reader_of(&got);
    for (size_t line = 1;; line++) {
        *d = (struct log_difference){0};
        d->expected = text_line(&a.at, a.end, &d->expected_length);
        d->got = text_line(&b.at, b.end, &d->got_length);
        if ((!d->expected && (!d->got || a.cut)) || (!d->got && b.cut)) {
            return false;
        }
        if (!d->expected || !d->got || !is_same(c, d->expected, d->expected_length, d->got, d->got_length)) {
            name_place(d, line);
            return true;
        }
    }
}
