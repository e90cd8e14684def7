/* Tables that people write or edit. A byte says which: collected.csv, rosters and adjustments. What we write of them is
 * read again as the same. */
#include "fuzz.h"
#include "grade/collected.h"

enum { COLLECTED, ADJUSTMENTS, ROSTER, KINDS };

static void check_collected(const struct collected *collected, struct arena *arena)
{
    struct course_milestone milestone = {.name = "1", .deadline = 1000000000, .grace = 900};
    const struct course course = {.milestones = &milestone, .milestone_count = 1};
    struct text before = {0}, after = {0};
    struct collected again;
    struct error err = {.kind = ERROR_NONE};
    collected_write(&before, collected, &course);
    fuzz_expect(!before.failed && collected_read(&again, fuzz_store(0, before.bytes, before.length), arena, &err));
    collected_write(&after, &again, &course);
    fuzz_expect(again.count == collected->count);
    fuzz_expect_same(&before, &after);
    text_free(&before);
    text_free(&after);
}

static void read_adjustments(const char *path, struct arena *arena, struct error *err)
{
    struct course course = {0};
    if (course_read_adjustments(&course, path, arena, err)) {
        fuzz_expect_kept(&course);
    }
    course_free(&course);
}

static void read_roster(const char *path, struct arena *arena, struct error *err)
{
    static const char *const known[] = {"team", NULL};
    struct csv csv;
    struct course_field *fields;
    size_t count;
    if (csv_read(&csv, path, arena, err)) {
        size_t team = csv_column(&csv, "team");
        collected_takes(&csv);
        for (size_t i = 0; i < csv.count; i++) {
            collected_can_name(csv_field(&csv, &csv.rows[i], team));
            fuzz_expect(collected_fields(&csv, &csv.rows[i], known, arena, &fields, &count) &&
                        count == csv.columns - (team < csv.columns));
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct arena arena = {0};
    struct error err = {.kind = ERROR_NONE};
    struct collected collected;
    int kind = fuzz_byte(&input) % KINDS;
    fuzz_file(&input);
    if (kind == ADJUSTMENTS) {
        read_adjustments(fuzz_path(), &arena, &err);
    } else if (kind == ROSTER) {
        read_roster(fuzz_path(), &arena, &err);
    } else if (collected_read(&collected, fuzz_path(), &arena, &err)) {
        check_collected(&collected, &arena);
    }
    arena_free(&arena);
    return 0;
}
