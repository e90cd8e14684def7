/* The strategies of house players, by name. Some players misbehave, for tests. */
#ifndef MAZE_STRATEGY_H
#define MAZE_STRATEGY_H

#include "maze/player.h"
#include "maze/rules.h"

/* The order in which a strategy tries places if its target is out of reach. */
enum maze_strategy { MAZE_RIEMANN, MAZE_EUCLID, MAZE_STRATEGIES };

/* NULL-terminated. */
extern const char *const maze_strategy_names[MAZE_STRATEGIES + 1];

/* What the strategy does for a player with this target. */
struct maze_choice maze_strategy_choose(enum maze_strategy strategy, struct maze_trial *trial,
                                        const struct maze_state *state, int player, struct maze_spot target);

/* How a player breaks the rules. */
enum maze_cheat {
    MAZE_HONEST,          /* it does not */
    MAZE_TO_UNREACHABLE,  /* goes to a place without a path to it */
    MAZE_OFF_COORDINATES, /* goes to coordinates off the board */
    MAZE_FIXED_ROW,       /* slides a fixed row */
    MAZE_FIXED_COLUMN,    /* slides a fixed column */
    MAZE_UNDO,            /* undoes the last slide */
    MAZE_STAY,            /* does not move its avatar */
    MAZE_CHEATS,
};

/* Their names, from MAZE_TO_UNREACHABLE on; NULL-terminated. */
extern const char *const maze_cheat_names[MAZE_CHEATS];

/* A player in an input: its name and how it plays. */
struct maze_entry {
    const char *name;
    enum maze_strategy strategy;
    const char *program; /* its path, instead of a strategy; or NULL */
    int fails_at;        /* fails in this call of its kind, counted from 1; 0: never */
    enum maze_call fails_in;
    enum maze_cheat cheat;
};

/* A player in this process that follows a strategy, but may fail in the n-th call of a kind or cheat as soon as it
 * can. */
struct maze_house_player {
    enum maze_strategy strategy;
    int fails_at; /* 0: never */
    enum maze_call fails_in;
    enum maze_cheat cheat;
    struct maze_trial *trial; /* shared by the players of a game, which take turns */

    int called; /* how often the call that it fails in has been made */
    struct maze_spot goal;
};

extern const struct maze_player_calls maze_house_player_calls;

/* A house player for an entry. */
struct maze_house_player maze_house_player(const struct maze_entry *entry, struct maze_trial *trial);

#endif
