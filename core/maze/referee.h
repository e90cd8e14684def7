/* The referee: plays one game of Maze from the set-up to the calls that tell the players whether they have won. */
#ifndef MAZE_REFEREE_H
#define MAZE_REFEREE_H

#include "maze/observer.h"
#include "maze/rules.h"

enum { MAZE_ROUNDS = 1000 };

struct maze_game {
    const struct maze_state *state;   /* how it begins; one avatar for each player */
    const struct maze_player *player; /* in the order of turns */
    const struct maze_spot *goal;     /* what each player has to visit first */
    const struct maze_spot *extra;    /* goals that are handed out as others are reached */
    int extra_count;
    bool skip; /* rounds that only repeat earlier ones need not be played; the result is the same, but for which gems
                * lie where */
    struct observer *const *observers;
};

/* How a player came out of a game. */
struct maze_standing {
    int place;     /* 1: it has won; 2: it has not; 0: it misbehaved */
    int treasures; /* that it has collected */
};

/* Plays a game. standing has room for all players; after is the state at the end, in the arena, with the colors of the
 * state at the beginning. False when memory is short, also if that was to speak with a player. */
bool maze_referee_play(const struct maze_game *game, struct maze_standing *standing, struct maze_state *after,
                       struct arena *arena, struct error *err);

#endif
