/* Many games of Maze among the same players, on random boards. */
#ifndef MAZE_SERIES_H
#define MAZE_SERIES_H

#include "maze/strategy.h"
#include "tournament/series.h"

struct maze_series {
    struct series series; /* without `play`; no more players than the board has homes */
    int rows, columns;
    const struct maze_entry *entry;
    const struct maze_player *program; /* for entries with a program: player p of job j is program[j * players + p] */
    bool skip;                         /* see struct maze_game */
};

/* Plays the games; scores are numbers of treasures. False if out of memory. */
bool maze_series_play(const struct maze_series *series, struct series_totals *totals, struct error *err);

#endif
