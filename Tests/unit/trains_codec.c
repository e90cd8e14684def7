#include "trains.h"

#define MAP(cities, connections) "{\"width\":100,\"height\":50,\"cities\":" cities ",\"connections\":" connections "}"
#define AB "[[\"A\",[0,0]],[\"B\",[100,50]]]"

/* Invalid maps, and the error messages. */
static const struct bad_map {
    const char *text, *message;
} bad_maps[] = {
    {"[]", "text:1:1: expected an object, found an array of 0"},
    {"{\"width\":100}", "text:1:1: the member \"height\" is missing"},
    {"{\"width\":9,\"height\":50,\"cities\":[],\"connections\":{}}",
     "text:1:10: width: expected a whole number from 10 to 800, found 9"},
    {"{\"width\":99,\"height\":801,\"cities\":[],\"connections\":{}}",
     "text:1:22: height: expected a whole number from 10 to 800, found 801"},
    {"{\"width\":99,\"height\":80,\"cities\":[],\"connections\":{},\"size\":1}",
     "text:1:54: \"size\" is not a member of this object"},
    {MAP("{}", "{}"), "text:1:35: cities: expected an array, found an object"},
    {MAP("[[\"A\"]]", "{}"), "text:1:36: cities[0]: expected an array of 2, found an array of 1"},
    {MAP("[[\"A-B\",[0,0]]]", "{}"),
     "text:1:37: cities[0][0]: \"A-B\" is not a valid city name; expected 1 to 25 letters, digits, "
     "blanks, dots or commas"},
    {MAP("[[\"\",[0,0]]]", "{}"),
     "text:1:37: cities[0][0]: \"\" is not a valid city name; expected 1 to 25 letters, digits, "
     "blanks, dots or commas"},
    {MAP("[[\"A\\u0000\",[0,0]]]", "{}"),
     "text:1:37: cities[0][0]: \"A\\u0000\" is not a valid city name; expected 1 to 25 "
     "letters, digits, blanks, dots or commas"},
    {MAP("[[\"A\",[101,0]]]", "{}"), "text:1:42: cities[0][1][0]: expected a whole number from 0 to 100, found 101"},
    {MAP("[[\"A\",[0,-1]]]", "{}"), "text:1:44: cities[0][1][1]: expected a whole number from 0 to 50, found -1"},
    {MAP("[[\"A\",[7,8]],[\"B\",[0,0]],[\"A\",[1,1]]]", "{}"),
     "text:1:60: cities[2]: there is a city \"A\" already, at [7,8]"},
    {MAP("[[\"A\",[7,8]],[\"B\",[0,0]],[\"C\",[7,8]]]", "{}"), "text:1:60: cities[2]: \"A\" is already at [7,8]"},
    {MAP(AB, "[]"), "text:1:78: connections: expected an object, found an array of 0"},
    {MAP(AB, "{\"C\":{}}"), "text:1:79: connections: city \"C\" is not on the map"},
    {MAP(AB, "{\"A\":{\"C\":{}}}"), "text:1:84: connections.A: city \"C\" is not on the map"},
    {MAP(AB, "{\"A\":{\"A\":{}}}"), "text:1:84: connections.A: \"A\" is connected to itself"},
    {MAP(AB, "{\"A\":{\"B\":{\"pink\":3}}}"),
     "text:1:89: connections.A.B: \"pink\" is not a color; expected blue, green, red or white"},
    {MAP(AB, "{\"A\":{\"B\":{\"red\":6}}}"),
     "text:1:95: connections.A.B.red: expected a whole number from 3 to 5, found 6"},
    {MAP(AB, "{\"A\":{\"B\":{\"red\":3}},\"B\":{\"A\":{\"red\":4}}}"),
     "text:1:115: connections.B.A.red: the same connection is listed with another length before"},
};

TEST rejects_map(const struct bad_map *bad)
{
    struct reading r;
    struct trains_map map;
    ASSERT(reading_start(&r, bad->text));
    ASSERT_FALSE(trains_codec_map(&r.at[0], &r.arena, &map, &r.error));
    ASSERT_EQ(ERROR_INPUT, r.error.kind);
    ASSERT_STR_EQ(bad->message, r.error.text);
    reading_end(&r);
    PASS();
}

TEST either_side_may_list_a_connection(void)
{
    struct reading r;
    struct trains_map map;
    ASSERT(start_with_map(&r, MAP(AB, "{\"B\":{\"A\":{\"red\":3,\"blue\":5}},\"A\":{\"B\":{\"red\":3}}}"), &map));
    ASSERT_EQ(2, map.connections);
    ASSERT_EQ(0, trains_map_connection(&map, (struct trains_connection){.to = 1, .length = 3, .color = TRAINS_RED}));
    ASSERT_EQ(1, trains_map_connection(&map, (struct trains_connection){.to = 1, .length = 5, .color = TRAINS_BLUE}));
    reading_end(&r);
    PASS();
}

#define STATE(rails, cards, mine, others) \
    MAP_ABCD "{\"this\":{\"destination1\":[\"A\",\"B\"],\"destination2\":[\"A\",\"C\"],\"rails\":" rails \
             ",\"cards\":" cards ",\"acquired\":" mine "},\"acquired\":" others "}"

TEST reads_a_player_state(void)
{
    static const int owners[] = {0, TRAINS_NONE, 2, TRAINS_NONE, 1};
    struct reading r;
    struct trains_map map;
    struct trains_state state;
    struct trains_hand hand;
    ASSERT(start_with_map(&r,
                          STATE("12", "{\"red\":3,\"green\":1.0}", "[[\"A\",\"B\",\"blue\",3]]",
                                "[[[\"B\",\"C\",\"white\",3],[\"A\",\"B\",\"red\",5]],[[\"A\",\"B\",\"white\",4]],[]]"),
                          &map));
    ASSERT(trains_codec_state(&r.at[1], &map, false, false, &r.arena, &state, &hand, &r.error));
    ASSERT_EQ(4, state.players);
    ASSERT_EQ(NULL, state.names);
    for (int i = 0; i < 5; i++) {
        ASSERT_EQ(owners[i], state.owner[i]);
    }
    ASSERT_EQ(12, hand.rails);
    ASSERT_EQ(3, hand.cards.count[TRAINS_RED]);
    ASSERT_EQ(1, hand.cards.count[TRAINS_GREEN]);
    ASSERT_EQ(0, hand.cards.count[TRAINS_BLUE]);
    ASSERT_EQ(0, hand.destination[1].from);
    ASSERT_EQ(2, hand.destination[1].to);
    reading_end(&r);
    PASS();
}

static const char *const bad_states[] = {
    STATE("-1", "{}", "[]", "[]"),
    STATE("1", "{\"pink\":1}", "[]", "[]"),
    STATE("1", "{\"red\":-1}", "[]", "[]"),
    STATE("1", "[]", "[]", "[]"),
    STATE("1", "{}", "{}", "[]"),
    STATE("1", "{}", "[[\"A\",\"B\",\"red\"]]", "[]"),
    STATE("1", "{}", "[[\"B\",\"A\",\"red\",3]]", "[]"),
    STATE("1", "{}", "[[\"A\",\"A\",\"red\",3]]", "[]"),
    STATE("1", "{}", "[[\"A\",\"B\",\"Red\",3]]", "[]"),
    STATE("1", "{}", "[[\"A\",\"B\",\"red\",2]]", "[]"),
    STATE("1", "{}", "[]", "{}"),
    STATE("1", "{}", "[]", "[[[]]]"),
    MAP_ABCD "{}",
    MAP_ABCD "{\"this\":{},\"acquired\":[]}",
    MAP_ABCD "{\"this\":{\"destination1\":[\"A\",\"D\"],\"destination2\":[\"A\",\"C\"],\"rails\":1,\"cards\":{},"
             "\"acquired\":[]},\"acquired\":[]}",
    MAP_ABCD "{\"this\":{\"destination1\":[\"B\",\"A\"],\"destination2\":[\"A\",\"C\"],\"rails\":1,\"cards\":{},"
             "\"acquired\":[]},\"acquired\":[]}",
    MAP_ABCD "{\"this\":{\"destination1\":[\"A\",\"E\"],\"destination2\":[\"A\",\"C\"],\"rails\":1,\"cards\":{},"
             "\"acquired\":[]},\"acquired\":[]}",
};

TEST rejects_state(const char *text)
{
    struct reading r;
    struct trains_map map;
    struct trains_state state;
    struct trains_hand hand;
    ASSERT(start_with_map(&r, text, &map));
    ASSERT_FALSE(trains_codec_state(&r.at[1], &map, false, false, &r.arena, &state, &hand, &r.error));
    ASSERT_EQ(ERROR_INPUT, r.error.kind);
    reading_end(&r);
    PASS();
}

/* Whether a map survives being written and read again. */
static bool comes_back(const char *text)
{
    struct reading r, again;
    struct trains_map map, copy;
    struct text out = {0};
    bool same = start_with_map(&r, text, &map);
    trains_codec_write_map(&out, &map);
    same = same && start_with_map(&again, out.bytes, &copy) && trains_map_equal(&map, &copy);
    reading_end(&again);
    reading_end(&r);
    text_free(&out);
    return same;
}

TEST maps_are_written(void)
{
    struct reading r;
    struct trains_map map;
    struct text out = {0};
    ASSERT(start_with_map(&r,
                          "{\"width\":10,\"height\":20,\"cities\":[[\"B\",[1,2]],[\"A\",[3,4]],[\"C\",[5,6]]],"
                          "\"connections\":{\"C\":{\"B\":{\"red\":3},\"A\":{\"blue\":4}},"
                          "\"A\":{\"B\":{\"white\":5,\"red\":3},\"C\":{}}}}",
                          &map));
    trains_codec_write_map(&out, &map);
    ASSERT_STR_EQ(
        "{\"connections\":{\"A\":{\"B\":{\"red\":3,\"white\":5},\"C\":{\"blue\":4}},\"B\":{\"C\":{\"red\":3}}},"
        "\"cities\":[[\"A\",[3,4]],[\"B\",[1,2]],[\"C\",[5,6]]],\"height\":20,\"width\":10}",
        out.bytes);
    ASSERT(comes_back(MAP_ABCD));
    ASSERT(comes_back("{\"width\":10,\"height\":20,\"cities\":[],\"connections\":{}}"));
    text_free(&out);
    reading_end(&r);
    PASS();
}

TEST actions_are_written(void)
{
    struct reading r;
    struct trains_map map;
    ASSERT(start_with_map(&r, MAP_ABCD, &map));
    struct text out = {0};
    trains_codec_write_action(&out, &map, (struct trains_action){TRAINS_ASK_CONNECTION, 3, NULL});
    trains_codec_write_action(&out, &map, (struct trains_action){TRAINS_ASK_CARDS, TRAINS_NONE, NULL});
    ASSERT_STR_EQ("[\"A\",\"C\",\"green\",5]\"more cards\"", out.bytes);
    text_free(&out);
    reading_end(&r);
    PASS();
}

SUITE(trains_codec)
{
    for (size_t i = 0; i < sizeof bad_maps / sizeof *bad_maps; i++) {
        RUN_TEST1(rejects_map, &bad_maps[i]);
    }
    RUN_TEST(either_side_may_list_a_connection);
    RUN_TEST(reads_a_player_state);
    for (size_t i = 0; i < sizeof bad_states / sizeof *bad_states; i++) {
        RUN_TEST1(rejects_state, bad_states[i]);
    }
    RUN_TEST(maps_are_written);
    RUN_TEST(actions_are_written);
}
