/* A tournament: who plays whom, who advances, and when it is over. It is independent of the game; a callback plays one.
 *
 * Players are numbered by age, 0 for the oldest, and keep that order in every round. */
#ifndef TOURNAMENT_ROUNDS_H
#define TOURNAMENT_ROUNDS_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>

/* One game of a round. */
struct tournament_game {
    int number; /* in the tournament, from 1 */
    int players;
    const int *player; /* oldest first */
    int *place;        /* filled in by `play`: 1 for the first rank and so on, 0 for a player that misbehaved */
};

struct tournament {
    int players;
    int game_max; /* maximum players in a game, at least 3; the minimum is 2 */
    int losses;   /* a player is out after this many; 1 is a knockout tournament */
    void *context;
    /* Called when a round begins; may be NULL. */
    void (*begin_round)(void *context, int round, const struct tournament_game *games, int count);
    /* Plays all games of a round and fills in the places. Returning false ends the tournament at once. */
    bool (*play)(void *context, struct tournament_game *games, int count, struct error *err);
};

enum tournament_fate { TOURNAMENT_IN, TOURNAMENT_LOST, TOURNAMENT_MISBEHAVED };

/* Runs the tournament among the players whose fate is TOURNAMENT_IN. Those still in at the end have won. False if out
 * of memory or if a game could not be played. */
bool tournament_play(const struct tournament *tournament, enum tournament_fate *fate, struct error *err);

#endif
