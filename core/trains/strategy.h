/* The house strategies: what a player asks for when it is its turn. */
#ifndef TRAINS_STRATEGY_H
#define TRAINS_STRATEGY_H

#include "trains/state.h"

struct trains_strategy {
    const char *name;
    int holds; /* with so many cards or fewer it asks for more; with more it buys the first connection that it can */
};

/* The strategies, and one without a name behind the last. */
extern const struct trains_strategy trains_strategies[];

/* The strategy of that name, or NULL. */
const struct trains_strategy *trains_strategy_find(const char *name);

struct trains_action trains_strategy_turn(const struct trains_strategy *strategy, const struct trains_state *state,
                                          const struct trains_hand *hand);

#endif
