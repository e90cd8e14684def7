/* Many games of Trains among the same players, on one map, with shuffled decks. */
#ifndef TRAINS_SERIES_H
#define TRAINS_SERIES_H

#include "tournament/series.h"
#include "trains/referee.h"
#include "trains/strategy.h"

struct trains_series {
    const struct trains_map *map;
    int players;
    const struct trains_entry *entry;
    const struct trains_player *program; /* those without a strategy: player p of job j is program[j * players + p] */
    uint64_t seed;
    int64_t games;
    int jobs;
    void (*progress)(int64_t done, int64_t of); /* may be NULL */
};

/* Plays them and sums up, as series_write does; the string for a map without enough destinations if it is one. The
 * caller owns the result; NULL, with err filled, when memory is short. */
json_object *trains_series_play(const struct trains_series *series, struct arena *arena, struct error *err);

#endif
