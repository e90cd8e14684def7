#include "report/cover.h"

#include "base/random.h"
#include "unit.h"

enum { CASES = 9, PROGRAMS = 7 };

/* The size of a smallest set, by trying all. */
static size_t fewest(const struct cover *cover)
{
    size_t best = CASES + 1;
    for (unsigned set = 0; set < 1U << CASES; set++) {
        size_t size = 0;
        bool enough = true;
        for (size_t p = 0; p < PROGRAMS; p++) {
            bool caught = false, can_be = false;
            for (size_t c = 0; c < CASES; c++) {
                bool catches = cover->catches[c * PROGRAMS + p];
                caught = caught || (catches && (set >> c & 1));
                can_be = can_be || catches;
            }
            enough = enough && caught == can_be;
        }
        for (size_t c = 0; c < CASES; c++) {
            size += set >> c & 1;
        }
        best = enough && size < best ? size : best;
    }
    return best;
}

TEST nothing_smaller_is_enough(void)
{
    for (uint64_t i = 0; i < 300; i++) {
        struct arena arena = {0};
        struct random chance = random_stream(5, i);
        bool catches[CASES * PROGRAMS], smallest = false;
        for (size_t k = 0; k < (size_t)CASES * PROGRAMS; k++) {
            catches[k] = random_below(&chance, 10) < i % 8;
        }
        struct cover cover = {CASES, PROGRAMS, catches};
        size_t count, *found = cover_find(&cover, &arena, &count, &smallest);
        ASSERT(found && smallest);
        ASSERT_EQ(fewest(&cover), count);
        for (size_t p = 0; p < PROGRAMS; p++) {
            bool caught = false, can_be = false;
            for (size_t c = 0; c < CASES; c++) {
                can_be = can_be || catches[c * PROGRAMS + p];
            }
            for (size_t k = 0; k < count; k++) {
                ASSERT(k == 0 || found[k] > found[k - 1]);
                caught = caught || catches[found[k] * PROGRAMS + p];
            }
            ASSERT_EQ(can_be, caught);
        }
        arena_free(&arena);
    }
    PASS();
}

TEST there_may_be_nothing_to_catch(void)
{
    struct arena arena = {0};
    bool smallest;
    size_t count;
    ASSERT(cover_find(&(struct cover){0, 0, NULL}, &arena, &count, &smallest));
    ASSERT_EQ(0, count);
    arena_free(&arena);
    PASS();
}

/* 60 cases and 200 programs, in which a smallest set cannot be found by trying: it gives up, with a set that will do.
 */
TEST it_ends_in_any_case(void)
{
    enum { MANY = 60, LOTS = 200 };
    struct arena arena = {0};
    struct random chance = random_stream(6, 1);
    bool *catches = arena_array(&arena, (size_t)MANY * LOTS, sizeof *catches), smallest;
    size_t count;
    for (size_t k = 0; k < (size_t)MANY * LOTS; k++) {
        catches[k] = random_below(&chance, 10) == 0;
    }
    ASSERT(cover_find(&(struct cover){MANY, LOTS, catches}, &arena, &count, &smallest));
    ASSERT(count > 5 && count < MANY);
    arena_free(&arena);
    PASS();
}

SUITE(covers)
{
    RUN_TEST(nothing_smaller_is_enough);
    RUN_TEST(there_may_be_nothing_to_catch);
    RUN_TEST(it_ends_in_any_case);
}
