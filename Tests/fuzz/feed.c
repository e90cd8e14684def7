/* Inputs, as programs are given them. A byte says how. However its values are written, they stay the same. */
#include "run/feed.h"
#include "compare/compare.h"
#include "fuzz.h"

#include <stdlib.h>

enum { REWRITE = 1, PRETTY = 2, SPACE = 4, ESCAPED = 8, SPLIT = 16 };

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
    fuzz_file(&input);
    bool made = feed_make(&feed, fuzz_path(), &how, &(struct run_values){0}, (bits & SPLIT) != 0, &err);
    fuzz_expect(made == (err.kind == ERROR_NONE));
    if (made) {
        enum compare_result result = compare_answers(&c, &json, text, length, feed.bytes, feed.length);
        fuzz_expect(result == COMPARE_SAME || result == COMPARE_BAD_EXPECTED);
    }
    free(text);
    return 0;
}
