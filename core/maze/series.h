/* Many games of Maze among the same players, on boards that chance makes. */
#ifndef MAZE_SERIES_H
#define MAZE_SERIES_H

#include "maze/strategy.h"
#include "tournament/series.h"

struct maze_series {
    int rows, columns;
    int players; /* at most SERIES_PLAYERS_MAX, and as many as the board has homes for */
    const struct maze_entry *entry;
    const struct maze_player *program; /* of entries that have one: player p of job j is program[j * players + p] */
    bool skip;                         /* see struct maze_game */
    uint64_t seed;
    int64_t games;
    int jobs;
    void (*progress)(int64_t done, int64_t of); /* may be NULL */
};

/* Plays them and writes the summary, as series_write does; a score is a number of treasures. False when memory is
 * short. */
bool maze_series_play(const struct maze_series *series, struct text *out, struct error *err);

#endif
