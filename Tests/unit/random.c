#include "base/random.h"

#include "unit.h"

TEST a_seed_gives_the_same_numbers(void)
{
    struct random a = random_stream(7, 3), b = random_stream(7, 3), c = random_stream(7, 4), d = random_stream(8, 3);
    int same_as_c = 0, same_as_d = 0;
    for (int i = 0; i < 1000; i++) {
        uint64_t number = random_below(&a, 1000000);
        ASSERT_EQ(number, random_below(&b, 1000000));
        same_as_c += number == random_below(&c, 1000000);
        same_as_d += number == random_below(&d, 1000000);
    }
    ASSERT(same_as_c < 5 && same_as_d < 5);
    PASS();
}

TEST all_numbers_are_equally_likely(void)
{
    enum { LIMIT = 7, DRAWS = 70000 };
    struct random r = random_stream(1, 0);
    int count[LIMIT] = {0};
    for (int i = 0; i < DRAWS; i++) {
        uint64_t number = random_below(&r, LIMIT);
        ASSERT(number < LIMIT);
        count[number]++;
    }
    for (int i = 0; i < LIMIT; i++) {
        ASSERT(count[i] > 9500 && count[i] < 10500);
    }
    ASSERT_EQ(0u, random_below(&r, 1));
    PASS();
}

/* The first numbers of some streams, so that a seed always gives the same game. */
TEST numbers_stay_what_they_are(void)
{
    struct random r = random_stream(1, 0);
    uint64_t first = random_below(&r, UINT64_C(1) << 32), second = random_below(&r, UINT64_C(1) << 32);
    ASSERT_EQ_FMT(UINT64_C(426140563), first, "%lu");
    ASSERT_EQ_FMT(UINT64_C(795301650), second, "%lu");
    PASS();
}

SUITE(random_numbers)
{
    RUN_TEST(a_seed_gives_the_same_numbers);
    RUN_TEST(all_numbers_are_equally_likely);
    RUN_TEST(numbers_stay_what_they_are);
}
