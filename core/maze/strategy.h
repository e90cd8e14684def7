/* What house players do, by name. Some of them misbehave, for tests. */
#ifndef MAZE_STRATEGY_H
#define MAZE_STRATEGY_H

#include "maze/player.h"
#include "maze/rules.h"

/* In which order a strategy tries the places of the board once its target is out of reach. */
enum maze_strategy { MAZE_RIEMANN, MAZE_EUCLID, MAZE_STRATEGIES };

/* Their names, and a NULL behind the last. */
extern const char *const maze_strategy_names[MAZE_STRATEGIES + 1];

/* What the strategy does for a player whose target is that spot. */
struct maze_choice maze_strategy_choose(enum maze_strategy strategy, struct maze_trial *trial,
                                        const struct maze_state *state, int player, struct maze_spot target);

/* What is wrong with the turn of a player that breaks the rules. */
enum maze_cheat {
    MAZE_HONEST,          /* nothing */
    MAZE_TO_UNREACHABLE,  /* goes to a place that no path leads to */
    MAZE_OFF_COORDINATES, /* goes to coordinates that are not on the board */
    MAZE_FIXED_ROW,       /* slides a row that does not move */
    MAZE_FIXED_COLUMN,    /* slides a column that does not move */
    MAZE_UNDO,            /* takes the last slide back */
    MAZE_STAY,            /* does not move its avatar */
    MAZE_CHEATS,
};

/* Their names, from MAZE_TO_UNREACHABLE on, and a NULL behind the last. */
extern const char *const maze_cheat_names[MAZE_CHEATS];

/* A player of an input: who it is and how it plays. */
struct maze_entry {
    const char *name;
    enum maze_strategy strategy;
    const char *program; /* instead of a strategy: the path of one; or NULL */
    int fails_at;        /* the count of the call that it fails in; 0: it does not */
    enum maze_call fails_in;
    enum maze_cheat cheat;
};

/* A player in this process that follows a strategy, but may fail in the Count-th call of one kind or cheat as soon as
 * it can. */
struct maze_house_player {
    enum maze_strategy strategy;
    int fails_at; /* 0: never */
    enum maze_call fails_in;
    enum maze_cheat cheat;
    struct maze_trial *trial; /* shared by the players of a game, who think one after the other */

    int called; /* how often the call that it fails in was made */
    struct maze_spot goal;
};

extern const struct maze_player_calls maze_house_player_calls;

/* A house player for an entry. */
struct maze_house_player maze_house_player(const struct maze_entry *entry, struct maze_trial *trial);

#endif
