#include "trains/strategy.h"

#include "trains/rules.h"

#include <string.h>

const struct trains_strategy trains_strategies[] = {
    {.name = "Hold-10", .holds = 10},
    {.name = "Buy-Now", .holds = 0},
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

struct trains_action trains_strategy_turn(const struct trains_strategy *strategy, const struct trains_state *state,
                                          const struct trains_hand *hand)
{
    if (trains_cards_total(&hand->cards) > strategy->holds) {
        for (int i = 0; i < state->map->connections; i++) {
            struct trains_action buy = {.request = TRAINS_ASK_CONNECTION, .connection = i};
            if (trains_rules_judge(state, hand, buy) == TRAINS_LEGAL) {
                return buy;
            }
        }
    }
    return (struct trains_action){.request = TRAINS_ASK_CARDS, .connection = TRAINS_NONE};
}
