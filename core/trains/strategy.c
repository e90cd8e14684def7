#include "trains/strategy.h"

#include <string.h>

const struct trains_strategy trains_strategies[] = {
    {.name = "Hold-10", .holds = 10},
    {.name = "Buy-Now", .keeps_last = true},
    {.name = "Cheat", .cheats = true},
    {.name = "player-bad-start", .keeps_last = true, .fails = true, .fails_in = TRAINS_CALL_START},
    {.name = "player-bad-setup", .keeps_last = true, .fails = true, .fails_in = TRAINS_CALL_SETUP},
    {.name = "player-bad-pick", .keeps_last = true, .fails = true, .fails_in = TRAINS_CALL_PICK},
    {.name = "player-bad-play", .keeps_last = true, .fails = true, .fails_in = TRAINS_CALL_PLAY, .answers = 3},
    {.name = "player-bad-more", .keeps_last = true, .fails = true, .fails_in = TRAINS_CALL_MORE},
    {.name = "player-bad-win", .keeps_last = true, .fails = true, .fails_in = TRAINS_CALL_WIN},
    {.name = "player-bad-end", .keeps_last = true, .fails = true, .fails_in = TRAINS_CALL_END},
    {.name = NULL},
};

const struct trains_strategy *trains_strategy_find(const char *name)
{
    const struct trains_strategy *strategy = trains_strategies;
    while (strategy->name && strcmp(strategy->name, name) != 0) {
        strategy++;
    }
    return strategy->name ? strategy : NULL;
}

/* The first connection that the player may acquire, or TRAINS_NONE. Of those with equal cost only the first free one
 * matters, and few are taken: players have 45 rails each. */
static int first_legal(const struct trains_state *state, const struct trains_hand *hand)
{
    const struct trains_map *map = state->map;
    int best = TRAINS_NONE;
    for (int color = 0; color < TRAINS_COLORS; color++) {
        for (int length = TRAINS_LENGTH_MIN; length <= TRAINS_LENGTH_MAX; length++) {
            if (hand->rails < length || hand->cards.count[color] < length) {
                break; /* longer ones cost more */
            }
            int i = map->first[color][length - TRAINS_LENGTH_MIN];
            while (i != TRAINS_NONE && state->owner[i] != TRAINS_NONE) {
                i = map->connection[i].next;
            }
            best = best == TRAINS_NONE || (i != TRAINS_NONE && i < best) ? i : best;
        }
    }
    return best;
}

struct trains_action trains_strategy_turn(const struct trains_strategy *strategy, const struct trains_state *state,
                                          const struct trains_hand *hand)
{
    if (strategy->cheats) {
        static const struct trains_named nowhere = {"Nowhere", "Utopia", TRAINS_WHITE, TRAINS_LENGTH_MAX};
        return (struct trains_action){TRAINS_ASK_CONNECTION, TRAINS_NONE, &nowhere};
    }
    int wanted = trains_cards_total(&hand->cards) > strategy->holds ? first_legal(state, hand) : TRAINS_NONE;
    return (struct trains_action){.request = wanted == TRAINS_NONE ? TRAINS_ASK_CARDS : TRAINS_ASK_CONNECTION,
                                  .connection = wanted};
}

/* Whether the player answers this call. A call that it would never return from fails at once here. */
static bool answers(struct trains_house_player *player, enum trains_call call, struct error *why)
{
    const struct trains_strategy *strategy = player->strategy;
    if (!strategy->fails || strategy->fails_in != call || player->answered++ < strategy->answers) {
        return true;
    }
    return error_set(why, ERROR_PLAYER, "did not answer \"%s\"", trains_call_names[call]);
}

static const struct trains_map *house_start(void *self, struct error *why)
{
    struct trains_house_player *player = self;
    return answers(player, TRAINS_CALL_START, why) ? player->map : NULL;
}

static bool house_setup(void *self, const struct trains_map *map, int rails, const enum trains_color *cards, int count,
                        struct error *why)
{
    (void)map, (void)rails, (void)cards, (void)count;
    return answers(self, TRAINS_CALL_SETUP, why);
}

static bool house_pick(void *self, const struct trains_map *map,
                       const struct trains_destination offered[TRAINS_OFFERED], unsigned *returned, struct error *why)
{
    struct trains_house_player *player = self;
    const unsigned all = (1U << TRAINS_OFFERED) - 1, first = (1U << TRAINS_KEPT) - 1;
    (void)map, (void)offered;
    *returned = all & ~(player->strategy->keeps_last ? first << (TRAINS_OFFERED - TRAINS_KEPT) : first);
    return answers(player, TRAINS_CALL_PICK, why);
}

static bool house_play(void *self, const struct trains_view *view, struct trains_action *action, struct error *why)
{
    struct trains_house_player *player = self;
    if (!answers(player, TRAINS_CALL_PLAY, why)) {
        return false;
    }
    *action = trains_strategy_turn(player->strategy, view->state, view->hand);
    return true;
}

static bool house_more(void *self, const enum trains_color *cards, int count, struct error *why)
{
    (void)cards, (void)count;
    return answers(self, TRAINS_CALL_MORE, why);
}

static bool house_win(void *self, bool won, struct error *why)
{
    (void)won;
    return answers(self, TRAINS_CALL_WIN, why);
}

static bool house_end(void *self, bool won, struct error *why)
{
    (void)won;
    return answers(self, TRAINS_CALL_END, why);
}

/* Those that fail in a call of every game are soon out, so nobody asks how they play. */
static int house_habit(const void *self)
{
    const struct trains_strategy *strategy = ((const struct trains_house_player *)self)->strategy;
    bool fails_in_games = strategy->fails && strategy->fails_in != TRAINS_CALL_END;
    if (strategy->cheats || (fails_in_games && strategy->fails_in != TRAINS_CALL_MORE)) {
        return TRAINS_NONE;
    }
    return fails_in_games ? 2 : strategy->keeps_last;
}

const struct trains_player_calls trains_house_player_calls = {
    .start = house_start,
    .setup = house_setup,
    .pick = house_pick,
    .play = house_play,
    .more = house_more,
    .win = house_win,
    .end = house_end,
    .habit = house_habit,
};
