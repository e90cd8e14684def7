/* Comparison of answers and of logs. A byte says how; then come two texts, separated by a NUL. Every text equals
 * itself, and no order of the two matters. */
#include "compare/compare.h"
#include "compare/log.h"
#include "compare/slip.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static const struct compare_way ways[] = {
    {.kind = COMPARE_JSON},
    {.kind = COMPARE_JSON, .tolerance = 0.5},
    {.kind = COMPARE_TEXT},
    {.kind = COMPARE_UNORDERED, .argument = "$"},
    {.kind = COMPARE_UNORDERED, .argument = "$", .tolerance = 0.5},
    {.kind = COMPARE_UNORDERED, .argument = "$[0]"},
    {.kind = COMPARE_UNORDERED, .argument = "$[*]"},
    {.kind = COMPARE_UNORDERED, .argument = "$.a[1].b"},
    {.kind = COMPARE_UNORDERED, .argument = "$[\"a b\"][*]"},
};
enum { WAYS = sizeof ways / sizeof *ways };

static bool is_decided(enum compare_result result)
{
    return result == COMPARE_SAME || result == COMPARE_DIFFERENT;
}

static void compare_logs(struct compare *c, const char *a, size_t m, const char *b, size_t n)
{
    struct log_difference difference;
    struct excerpt whole_a = {a, m, m, m}, whole_b = {b, n, n, n}, cut = {b, n, n, n + 1};
    fuzz_expect(!log_differ(&difference, c, whole_a, whole_a));
    log_differ(&difference, c, whole_a, whole_b);
    log_differ(&difference, c, whole_a, cut);
}

static void find_slips(const struct compare *c, enum compare_result result, const char *got, size_t length)
{
    struct slip slip;
    bool found = result == COMPARE_DIFFERENT ? slip_in_answer(c, &slip) : slip_in_text(got, length, &slip);
    fuzz_expect(!found || (slip.line > 0 && slip.length <= SLIP_SHOWN_MAX));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct compare c;
    struct fuzz_input input = {data, size};
    const struct compare_way *way = &ways[fuzz_byte(&input) % WAYS];
    size_t m, n;
    char *a = fuzz_part(&input, &m), *b = fuzz_rest(&input, &n);
    enum compare_result itself = compare_answers(&c, way, a, m, a, m);
    fuzz_expect(itself != COMPARE_DIFFERENT && itself != COMPARE_NO_JSON && itself != COMPARE_OUT_OF_MEMORY);
    enum compare_result back = compare_answers(&c, way, b, n, a, m), result = compare_answers(&c, way, a, m, b, n);
    fuzz_expect(!is_decided(result) || !is_decided(back) || result == back);
    fuzz_expect((result == COMPARE_SAME) <= (c.differences == 0));
    find_slips(&c, result, b, n);
    compare_logs(&c, a, m, b, n);
    struct compare_way parsed;
    fuzz_expect(!compare_way_parse("text", &parsed) && parsed.kind == COMPARE_TEXT);
    compare_way_parse(a, &parsed);
    free(a);
    free(b);
    return 0;
}
