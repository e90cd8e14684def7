#include "trains.h"

TEST cities_are_numbered_by_name(void)
{
    const char *text =
        "{\"width\":100,\"height\":100,\"connections\":{},\"cities\":[[\"c2\",[0,0]],[\"b\",[1,0]],"
        "[\"c10\",[2,0]],[\"B\",[3,0]],[\"9\",[4,0]],[\"c\",[5,0]],[\".\",[6,0]],[\",\",[7,0]],[\" \",[8,0]]]}";
    static const char *const order[] = {" ", ",", ".", "9", "B", "b", "c", "c10", "c2"};
    struct reading r;
    struct trains_map map;
    ASSERT(start_with_map(&r, text, &map));
    ASSERT_EQ(9, map.cities);
    for (int i = 0; i < 9; i++) {
        ASSERT_STR_EQ(order[i], map.city[i].name);
        ASSERT_EQ(i, trains_map_city(&map, order[i]));
    }
    ASSERT_EQ(TRAINS_NONE, trains_map_city(&map, "C"));
    reading_end(&r);
    PASS();
}

TEST connections_are_numbered_as_the_rules_compare_them(void)
{
    static const struct trains_connection order[] = {{0, 1, 3, TRAINS_BLUE, TRAINS_NONE},
                                                     {0, 1, 3, TRAINS_RED, TRAINS_NONE},
                                                     {0, 1, 4, TRAINS_WHITE, TRAINS_NONE},
                                                     {0, 2, 5, TRAINS_GREEN, TRAINS_NONE},
                                                     {1, 2, 3, TRAINS_WHITE, TRAINS_NONE}};
    struct reading r;
    struct trains_map map;
    ASSERT(start_with_map(&r, MAP_ABCD, &map));
    ASSERT_EQ(5, map.connections);
    for (int i = 0; i < 5; i++) {
        ASSERT_EQ(i, trains_map_connection(&map, order[i]));
    }
    ASSERT_EQ(TRAINS_NONE, trains_map_connection(&map, (struct trains_connection){0, 1, 4, TRAINS_RED, TRAINS_NONE}));
    ASSERT_EQ(TRAINS_NONE, trains_map_connection(&map, (struct trains_connection){0, 3, 3, TRAINS_RED, TRAINS_NONE}));
    reading_end(&r);
    PASS();
}

TEST paths_connect(void)
{
    struct reading r;
    struct trains_map map;
    ASSERT(start_with_map(&r, MAP_ABCD, &map));
    for (int from = 0; from < 4; from++) {
        for (int to = 0; to < 4; to++) {
            ASSERT_EQ(from != 3 && to != 3, trains_map_connected(&map, from, to));
        }
    }
    reading_end(&r);
    PASS();
}

/* Cities 0 to n-1, with i connected to i/2 and to i-2: only the halving joins odd and even ones. */
TEST long_chains_are_one_group(void)
{
    enum { N = 500 };
    static struct trains_city city[N];
    static struct trains_connection connection[N];
    struct trains_map map = {.cities = N, .city = city, .connections = N - 1, .connection = connection};
    for (int i = 0; i + 1 < N; i++) {
        connection[i] = (struct trains_connection){N - 2 - i, N - 1 - i, 3, TRAINS_RED, TRAINS_NONE};
    }
    trains_map_sort_connections(&map);
    for (int i = 0; i < N; i++) {
        ASSERT_EQ(0, city[i].group);
    }
    PASS();
}

TEST a_map_without_anything(void)
{
    struct reading r;
    struct trains_map map;
    ASSERT(start_with_map(&r, "{\"width\":10,\"height\":800,\"cities\":[],\"connections\":{}}", &map));
    ASSERT_EQ(0, map.cities);
    ASSERT_EQ(TRAINS_NONE, trains_map_city(&map, "A"));
    ASSERT_EQ(TRAINS_NONE, trains_map_connection(&map, (struct trains_connection){0, 1, 3, TRAINS_RED, TRAINS_NONE}));
    ASSERT(trains_map_equal(&map, &map));
    reading_end(&r);
    PASS();
}

SUITE(trains_map)
{
    RUN_TEST(cities_are_numbered_by_name);
    RUN_TEST(connections_are_numbered_as_the_rules_compare_them);
    RUN_TEST(paths_connect);
    RUN_TEST(long_chains_are_one_group);
    RUN_TEST(a_map_without_anything);
}
