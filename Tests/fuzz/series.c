/* Records of parts of a series. If the parts make a whole, that is written as JSON, and as a record, which is read
 * again as the same. */
#include "fuzz.h"
#include "tournament/shards.h"

static void summarize(const struct shards *shards, const struct series_totals *whole, struct text *out)
{
    struct text record = {0};
    struct shards again = {0};
    struct series_totals same;
    struct error err = {.kind = ERROR_NONE};
    struct text after = {0};
    series_write(out, whole);
    fuzz_expect_json(out);
    shards_write(&record, whole, shards->series);
    fuzz_expect(!record.failed && shards_load(&again, fuzz_store(0, record.bytes, record.length), &err) &&
                shards_has(&again, 0, whole->games) && shards_merge(&again, &same, &err));
    series_write(&after, &same);
    fuzz_expect_same(out, &after);
    shards_free(&again);
    text_free(&record);
    text_free(&after);
}

/* Parts follow upon each other, and together they are everything. */
static void check_ranges(int64_t games, uint64_t parts)
{
    int64_t from, to, next = 0;
    for (struct shards_part part = {0, parts}; part.index < parts; part.index++) {
        shards_range(games, &part, &from, &to);
        fuzz_expect(from == next && to >= from);
        next = to;
    }
    fuzz_expect(next == games);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct shards shards = {0};
    struct series_totals whole;
    struct error err = {.kind = ERROR_NONE};
    struct text out = {0};
    fuzz_file(&input);
    bool loaded = shards_load(&shards, fuzz_path(), &err);
    fuzz_expect(loaded == (err.kind == ERROR_NONE));
    if (loaded && shards_merge(&shards, &whole, &err)) {
        summarize(&shards, &whole, &out);
        check_ranges(whole.games, 1 + shards.count);
    }
    text_free(&out);
    shards_free(&shards);
    return 0;
}
