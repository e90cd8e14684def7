/* Games played in parallel, whose observers are told as if they had been played in sequence.
 *
 * Events of the first unfinished game are passed on immediately; those of later games are kept until their turn
 * comes. */
#ifndef TRAINS_ROUND_H
#define TRAINS_ROUND_H

#include "trains/observer.h"

enum { TRAINS_ROUND_JOBS_MAX = 256 };

struct trains_round {
    int games;
    int jobs; /* how many are played at once */
    struct observer *const *observers;
    void *context;
    /* Plays a game, on any thread. worker: from 0 to jobs - 1; each plays one game at a time. Returning false ends the
     * round. */
    bool (*play)(void *context, int worker, int game, struct observer *const *observers, struct error *err);
};

/* Plays all games. False if one fails, if out of memory, or if no thread can be started. */
bool trains_round_play(const struct trains_round *round, struct error *err);

#endif
