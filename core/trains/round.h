/* Games side by side whose observers are told as if they had been played one after the other.
 *
 * The first game that is not over yet tells the observers as it goes; what happens in later ones is kept until their
 * turn comes. */
#ifndef TRAINS_ROUND_H
#define TRAINS_ROUND_H

#include "trains/observer.h"

enum { TRAINS_ROUND_JOBS_MAX = 256 };

struct trains_round {
    int games;
    int jobs; /* so many at a time */
    struct observer *const *observers;
    void *context;
    /* Plays a game, on any thread. worker: from 0 to jobs - 1, which plays one game at a time. False ends the round. */
    bool (*play)(void *context, int worker, int game, struct observer *const *observers, struct error *err);
};

/* Plays all games. False when one fails, memory is short or no thread could be started. */
bool trains_round_play(const struct trains_round *round, struct error *err);

#endif
