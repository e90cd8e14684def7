#include "trains/rules.h"

#include "trains.h"

/* On MAP_ABCD, where Ann owns connection 0 (A - B, blue, 3). */
static const struct row {
    enum trains_request request;
    int connection;
    struct trains_hand hand;
    enum trains_ruling ruling;
    const char *why;
} rows[] = {
    {TRAINS_ASK_CARDS, TRAINS_NONE, {0}, TRAINS_LEGAL, "asked for cards"},
    {TRAINS_NOTHING, TRAINS_NONE, {0}, TRAINS_NO_REQUEST, "asked for nothing"},
    {TRAINS_ASK_CONNECTION,
     TRAINS_NONE,
     {45, {{9, 9, 9, 9}}, {{0}}},
     TRAINS_NOT_ON_MAP,
     "asked for \"X - Y, red, 3\", which is not on the map"},
    {TRAINS_ASK_CONNECTION,
     0,
     {45, {{9, 9, 9, 9}}, {{0}}},
     TRAINS_OWNED,
     "asked for \"A - B, blue, 3\", which Ann owns"},
    {TRAINS_ASK_CONNECTION, 0, {0, {{0}}, {{0}}}, TRAINS_OWNED, "asked for \"A - B, blue, 3\", which Ann owns"},
    {TRAINS_ASK_CONNECTION, 1, {3, {{0, 0, 3, 0}}, {{0}}}, TRAINS_LEGAL, "asked for \"A - B, red, 3\""},
    {TRAINS_ASK_CONNECTION,
     1,
     {2, {{0, 0, 3, 0}}, {{0}}},
     TRAINS_FEW_RAILS,
     "asked for \"A - B, red, 3\" with 2 rails"},
    {TRAINS_ASK_CONNECTION, 1, {1, {{9, 9, 2, 9}}, {{0}}}, TRAINS_FEW_RAILS, "asked for \"A - B, red, 3\" with 1 rail"},
    {TRAINS_ASK_CONNECTION,
     1,
     {45, {{9, 9, 2, 9}}, {{0}}},
     TRAINS_FEW_CARDS,
     "asked for \"A - B, red, 3\" with 2 red cards"},
    {TRAINS_ASK_CONNECTION,
     3,
     {45, {{9, 1, 9, 9}}, {{0}}},
     TRAINS_FEW_CARDS,
     "asked for \"A - C, green, 5\" with 1 green card"},
    {TRAINS_ASK_CONNECTION,
     3,
     {TRAINS_MANY, {{0, TRAINS_MANY, 0, 0}}, {{0}}},
     TRAINS_LEGAL,
     "asked for \"A - C, green, 5\""},
};

TEST judges(const struct row *row)
{
    static const char *const names[] = {"Ann"};
    static const struct trains_named nowhere = {"X", "Y", TRAINS_RED, 3};
    struct reading r;
    struct trains_map map;
    struct trains_state state;
    char why[200];
    ASSERT(start_with_map(&r, MAP_ABCD, &map));
    ASSERT(trains_state_init(&state, &map, 1, names, &r.arena, &r.error));
    state.owner[0] = 0;
    struct trains_action action = {row->request, row->connection, &nowhere};
    ASSERT_EQ(row->ruling, trains_rules_judge(&state, &row->hand, action));
    trains_rules_explain(row->ruling, &state, &row->hand, action, why, sizeof why);
    ASSERT_STR_EQ(row->why, why);
    reading_end(&r);
    PASS();
}

/* Where players have no names, they are told apart as those of a PlayerState are. */
TEST players_need_no_names(void)
{
    static const char *const whys[] = {"asked for \"A - B, blue, 3\", which this player owns",
                                       "asked for \"A - B, blue, 3\", which other player 1 owns",
                                       "asked for \"A - B, blue, 3\", which other player 2 owns"};
    struct reading r;
    struct trains_map map;
    struct trains_state state;
    char why[200];
    ASSERT(start_with_map(&r, MAP_ABCD, &map));
    ASSERT(trains_state_init(&state, &map, 3, NULL, &r.arena, &r.error));
    for (int i = 0; i < 3; i++) {
        state.owner[0] = i;
        struct trains_action action = {.request = TRAINS_ASK_CONNECTION, .connection = 0};
        trains_rules_explain(TRAINS_OWNED, &state, &(struct trains_hand){0}, action, why, sizeof why);
        ASSERT_STR_EQ(whys[i], why);
    }
    reading_end(&r);
    PASS();
}

SUITE(trains_rules)
{
    RUN_TEST(players_need_no_names);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        greatest_set_test_suffix(rows[i].why);
        RUN_TEST1(judges, &rows[i]);
    }
}
