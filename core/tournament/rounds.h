/* A tournament: who meets whom, who goes on, and when it is over. It knows no game; a callback plays one.
 *
 * Players are numbers, 0 for the oldest. They keep that order in every round. */
#ifndef TOURNAMENT_ROUNDS_H
#define TOURNAMENT_ROUNDS_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>

/* One game of a round. */
struct tournament_game {
    int number; /* in the tournament, from 1 */
    int players;
    const int *player; /* in the order of their age */
    int *place;        /* to be filled in: 1 for the first rank and so on, 0 for who misbehaved */
};

struct tournament {
    int players;
    int game_max; /* players in a game, at least 3; the fewest are 2 */
    int losses;   /* so many, and a player is out; 1 is a knock-out tournament */
    void *context;
    /* A round begins; may be NULL. */
    void (*begin_round)(void *context, int round, const struct tournament_game *games, int count);
    /* Plays all games of a round and fills in the places. False ends the tournament at once. */
    bool (*play)(void *context, struct tournament_game *games, int count, struct error *err);
};

enum tournament_fate { TOURNAMENT_IN, TOURNAMENT_LOST, TOURNAMENT_MISBEHAVED };

/* Plays the tournament among the players whose fate is TOURNAMENT_IN at the beginning. Those who are at the end have
 * won. False when memory is short or a game could not be played. */
bool tournament_play(const struct tournament *tournament, enum tournament_fate *fate, struct error *err);

#endif
