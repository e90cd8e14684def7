#include "trains/destinations.h"

#include "trains.h"

/* Cities A to G, connected A-C, C-E, B-D and F-G. So the destinations are AC AE CE, BD, FG. */
#define MAP_GROUPS \
    "{\"width\":100,\"height\":100,\"cities\":[[\"A\",[1,1]],[\"B\",[2,2]],[\"C\",[3,3]],[\"D\",[4,4]],[\"E\",[5,5]]," \
    "[\"F\",[6,6]],[\"G\",[7,7]],[\"H\",[8,8]]],\"connections\":{\"A\":{\"C\":{\"red\":3}},\"C\":{\"E\":{\"red\":3}}," \
    "\"B\":{\"D\":{\"red\":3}},\"F\":{\"G\":{\"red\":3}}}}"

static const struct trains_destination all_of_groups[] = {{0, 2}, {0, 4}, {1, 3}, {2, 4}, {5, 6}};

TEST the_first_ones_are_offered_in_order(void)
{
    struct reading r;
    struct trains_map map;
    struct trains_destinations all;
    struct trains_destination offered[TRAINS_OFFERED];
    ASSERT(start_with_map(&r, MAP_GROUPS, &map));
    ASSERT(trains_destinations_init(&all, &map, &r.arena, &r.error));
    ASSERT_EQ(5, all.total);
    trains_destinations_offer(&all, NULL, 0, NULL, offered);
    for (int i = 0; i < TRAINS_OFFERED; i++) {
        ASSERT_EQ(all_of_groups[i].from, offered[i].from);
        ASSERT_EQ(all_of_groups[i].to, offered[i].to);
    }
    reading_end(&r);
    PASS();
}

TEST chance_offers_any_five_that_are_not_taken(void)
{
    enum { CITIES = 6, TOTAL = 15 };
    struct trains_city city[CITIES] = {{.group = 0}};
    struct trains_map map = {.cities = CITIES, .city = city};
    struct arena arena = {0};
    struct error error = {0};
    struct trains_destinations all;
    struct trains_destination taken[] = {{0, 1}, {4, 5}, {2, 3}}, offered[TRAINS_OFFERED];
    struct random chance = random_stream(1, 0);
    int seen[CITIES][CITIES] = {{0}};
    ASSERT(trains_destinations_init(&all, &map, &arena, &error));
    ASSERT_EQ(TOTAL, all.total);
    for (int round = 0; round < 1200; round++) {
        trains_destinations_offer(&all, taken, 3, &chance, offered);
        for (int i = 0; i < TRAINS_OFFERED; i++) {
            ASSERT(offered[i].from < offered[i].to);
            ASSERT(i == 0 || offered[i - 1].from < offered[i].from ||
                   (offered[i - 1].from == offered[i].from && offered[i - 1].to < offered[i].to));
            seen[offered[i].from][offered[i].to]++;
        }
    }
    for (int from = 0; from < CITIES; from++) {
        for (int to = from + 1; to < CITIES; to++) {
            bool is_taken = (from == 0 && to == 1) || (from == 4 && to == 5) || (from == 2 && to == 3);
            ASSERT(is_taken ? seen[from][to] == 0 : seen[from][to] > 400 && seen[from][to] < 600);
        }
    }
    arena_free(&arena);
    PASS();
}

TEST a_game_needs_five_and_two_for_every_other_player(void)
{
    ASSERT_EQ(5, trains_destinations_needed(1));
    ASSERT_EQ(7, trains_destinations_needed(2));
    ASSERT_EQ(19, trains_destinations_needed(8));
    PASS();
}

SUITE(trains_destinations)
{
    RUN_TEST(the_first_ones_are_offered_in_order);
    RUN_TEST(chance_offers_any_five_that_are_not_taken);
    RUN_TEST(a_game_needs_five_and_two_for_every_other_player);
}
