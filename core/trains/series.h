/* Many games of Trains among the same players, on one map, with shuffled decks. */
#ifndef TRAINS_SERIES_H
#define TRAINS_SERIES_H

#include "tournament/series.h"
#include "trains/referee.h"
#include "trains/strategy.h"

struct trains_series {
    struct series series; /* without `play` */
    const struct trains_map *map;
    const struct trains_entry *entry;
    const struct trains_player
        *program; /* for players without a strategy: player p of job j is program[j * players + p] */
};

/* Plays the games; the totals have no players if the map has too few destinations. False if out of memory. */
bool trains_series_play(const struct trains_series *series, struct series_totals *totals, struct arena *arena,
                        struct error *err);

#endif
