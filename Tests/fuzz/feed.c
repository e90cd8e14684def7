/* Inputs, as programs are given them. A byte says how, or that they are lists of ways. However its values are written,
 * they stay the same. */
#include "run/feed.h"
#include "base/json_nodes.h"
#include "compare/compare.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { REWRITE = 1, PRETTY = 2, SPACE = 4, ESCAPED = 8, SPLIT = 16, SOME = 32, WAYS = 64 };

/* Some of the values: those that exist, once each. */
static void check_some(struct feed *feed, const char *text, size_t length, const struct run_feed *how)
{
    static const size_t index[] = {1, 0, 1, 1000000};
    const struct run_values some = {index, sizeof index / sizeof *index};
    struct json_nodes tree = {0};
    struct error err = {.kind = ERROR_NONE};
    fuzz_expect(feed_make(feed, fuzz_path(), how, &some, false, &err));
    if (json_nodes_parse(&tree, text, length, true)) {
        fuzz_expect(feed->count == (tree.values < 2 ? tree.values : 2));
    }
    json_nodes_free(&tree);
}

static void check_ways(const char *text, size_t length)
{
    struct feed_way ways[FEED_WAYS_MAX], again[FEED_WAYS_MAX];
    char *list = strndup(text ? text : "", length);
    fuzz_expect(list);
    int count = feed_ways_parse(list, ways);
    fuzz_expect(count >= 0 && count <= FEED_WAYS_MAX);
    for (int i = 0; i < count; i++) {
        for (char *p = ways[i].name; (p = strchr(p, '-'));) {
            *p = ',';
        }
        fuzz_expect(feed_ways_parse(ways[i].name, again) == 1 &&
                    memcmp(&again[0].feed, &ways[i].feed, sizeof ways[i].feed) == 0);
    }
    free(list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct feed feed;
    static struct compare c;
    static const struct compare_way json = {.kind = COMPARE_JSON};
    struct fuzz_input input = {data, size};
    struct error err = {.kind = ERROR_NONE};
    unsigned bits = fuzz_byte(&input);
    const struct run_feed how = {.rewrite = (bits & REWRITE) != 0,
                                 .pretty = (bits & PRETTY) != 0,
                                 .space = (bits & SPACE) != 0,
                                 .escaped = (bits & ESCAPED) != 0};
    struct fuzz_input again = input;
    size_t length;
    char *text = fuzz_rest(&again, &length);
    if (bits & WAYS) {
        check_ways(text, length);
    }
    fuzz_file(&input);
    if (bits & SOME) {
        check_some(&feed, text, length, &how);
    }
    bool made = feed_make(&feed, fuzz_path(), &how, &(struct run_values){0}, (bits & SPLIT) != 0, &err);
    fuzz_expect(made == (err.kind == ERROR_NONE));
    if (made) {
        enum compare_result result = compare_answers(&c, &json, text, length, feed.bytes, feed.length);
        fuzz_expect(result == COMPARE_SAME || result == COMPARE_BAD_EXPECTED);
    }
    free(text);
    return 0;
}
