/* The strategies of house players, by name. Some misbehave, for tests. */
#ifndef TRAINS_STRATEGY_H
#define TRAINS_STRATEGY_H

#include "trains/player.h"
#include "trains/state.h"

struct trains_strategy {
    const char *name;
    int holds; /* with at most this many cards it asks for more; otherwise it buys the first connection that it can */
    bool keeps_last; /* keeps the last two of the offered destinations, not the first two */
    bool cheats;     /* asks for a connection that is not on the map */
    bool fails;      /* never returns from a call */
    enum trains_call fails_in;
    int answers; /* how many times it answers that call before failing */
};

/* Ends with an entry without a name. */
extern const struct trains_strategy trains_strategies[];

/* The strategy with this name, or NULL. */
const struct trains_strategy *trains_strategy_find(const char *name);

/* The action that a strategy takes on its turn. */
struct trains_action trains_strategy_turn(const struct trains_strategy *strategy, const struct trains_state *state,
                                          const struct trains_hand *hand);

/* A player in an input: its name and how it plays. */
struct trains_entry {
    const char *name;
    const struct trains_strategy *strategy; /* NULL: it is a program, */
    const char *program;                    /* at this path */
};

/* A player in this process that follows a strategy. */
struct trains_house_player {
    const struct trains_strategy *strategy;
    const struct trains_map *map; /* the map that it suggests */
    int answered;                 /* how often it has answered the call that it fails in */
};

extern const struct trains_player_calls trains_house_player_calls;

#endif
