#include "trains/strategy.h"

#include "trains.h"
#include "trains/rules.h"

/* On MAP_ABCD: what a strategy chooses, given what is taken (bit i: connection i) and what it holds. */
static const struct row {
    const char *name, *strategy;
    unsigned taken;
    int rails;
    struct trains_cards cards;
    int connection; /* TRAINS_NONE: it asks for cards */
} rows[] = {
    {"ten cards are too few", "Hold-10", 0, 45, {{10, 0, 0, 0}}, TRAINS_NONE},
    {"eleven are enough", "Hold-10", 0, 45, {{11, 0, 0, 0}}, 0},
    {"all colors count", "Hold-10", 0, 45, {{3, 3, 3, 2}}, 0},
    {"blue before red", "Buy-Now", 0, 45, {{3, 0, 3, 0}}, 0},
    {"the first is taken", "Buy-Now", 1, 45, {{3, 0, 3, 0}}, 1},
    {"short before long", "Buy-Now", 0, 45, {{0, 5, 3, 4}}, 1},
    {"larger name before length", "Buy-Now", 3, 45, {{0, 5, 0, 4}}, 2},
    {"smaller name before larger", "Buy-Now", 7, 45, {{0, 5, 0, 3}}, 3},
    {"not the cards", "Buy-Now", 0, 45, {{2, 4, 2, 2}}, TRAINS_NONE},
    {"not the rails", "Buy-Now", 7, 4, {{0, 5, 0, 3}}, 4},
    {"no rails at all", "Buy-Now", 0, 2, {{9, 9, 9, 9}}, TRAINS_NONE},
    {"nothing is free", "Hold-10", 31, 45, {{9, 9, 9, 9}}, TRAINS_NONE},
    {"no cards", "Buy-Now", 0, 45, {{0}}, TRAINS_NONE},
    {"saturated counts add up", "Hold-10", 0, 45, {{TRAINS_MANY, TRAINS_MANY, TRAINS_MANY, TRAINS_MANY}}, 0},
};

TEST chooses(const struct row *row)
{
    static const char *const names[] = {"Ann"};
    struct reading r;
    struct trains_map map;
    struct trains_state state;
    ASSERT(start_with_map(&r, MAP_ABCD, &map));
    ASSERT(trains_state_init(&state, &map, 1, names, &r.arena, &r.error));
    for (int i = 0; i < map.connections; i++) {
        state.owner[i] = row->taken >> i & 1 ? 0 : TRAINS_NONE;
    }
    struct trains_hand hand = {.rails = row->rails, .cards = row->cards};
    struct trains_action action = trains_strategy_turn(trains_strategy_find(row->strategy), &state, &hand);
    ASSERT_EQ_FMT(row->connection, action.connection, "%d");
    ASSERT_EQ(row->connection == TRAINS_NONE ? TRAINS_ASK_CARDS : TRAINS_ASK_CONNECTION, action.request);
    reading_end(&r);
    PASS();
}

static int below(struct random *chance, int limit)
{
    return (int)random_below(chance, (uint64_t)limit);
}

/* A map of six cities with up to 40 connections, some of which are taken. */
TEST the_first_legal_connection_is_bought(void)
{
    enum { CITIES = 6, CONNECTIONS = 40 };
    for (uint64_t number = 0; number < 500; number++) {
        struct random chance = random_stream(5, number);
        struct trains_city city[CITIES] = {{.name = NULL}};
        struct trains_connection connection[CONNECTIONS];
        int owner[CONNECTIONS], expected = 0;
        struct trains_map map = {.cities = CITIES, .city = city, .connection = connection};
        struct trains_state state = {.map = &map, .players = 1, .owner = owner};
        struct trains_hand hand = {.rails = below(&chance, 8), .cards = {{0}}};
        for (map.connections = 0; map.connections < CONNECTIONS; map.connections++) {
            int from = below(&chance, CITIES - 1);
            connection[map.connections] =
                (struct trains_connection){.from = from,
                                           .to = from + 1 + below(&chance, CITIES - 1 - from),
                                           .length = TRAINS_LENGTH_MIN + below(&chance, TRAINS_LENGTHS),
                                           .color = (enum trains_color)below(&chance, TRAINS_COLORS)};
            owner[map.connections] = below(&chance, 2) - 1;
        }
        trains_map_sort_connections(&map);
        for (int color = 0; color < TRAINS_COLORS; color++) {
            hand.cards.count[color] = below(&chance, 7);
        }
        while (expected < map.connections &&
               trains_rules_judge(&state, &hand, (struct trains_action){TRAINS_ASK_CONNECTION, expected, NULL})) {
            expected++;
        }
        struct trains_action action = trains_strategy_turn(trains_strategy_find("Buy-Now"), &state, &hand);
        ASSERT_EQ_FMT(expected < map.connections ? expected : TRAINS_NONE, action.connection, "%d");
    }
    PASS();
}

TEST strategies_have_names(void)
{
    ASSERT_STR_EQ("Hold-10", trains_strategy_find("Hold-10")->name);
    ASSERT_STR_EQ("Buy-Now", trains_strategy_find("Buy-Now")->name);
    ASSERT_EQ(NULL, trains_strategy_find("hold-10"));
    ASSERT_EQ(NULL, trains_strategy_find(""));
    PASS();
}

SUITE(trains_strategy)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        greatest_set_test_suffix(rows[i].name);
        RUN_TEST1(chooses, &rows[i]);
    }
    RUN_TEST(the_first_legal_connection_is_bought);
    RUN_TEST(strategies_have_names);
}
