/* Many games among the same players, to find out who is better. Independent of the game; a callback plays one. */
#ifndef TOURNAMENT_SERIES_H
#define TOURNAMENT_SERIES_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { SERIES_PLAYERS_MAX = 16 };

/* A player's result in one game. */
struct series_result {
    int place; /* 1 for the first rank; 0: it misbehaved */
    int score; /* valid only if it did not misbehave */
};

struct series {
    int players;
    uint64_t seed;
    int64_t games;    /* of the whole series, */
    int64_t from, to; /* and those to play: from number `from` up to, but not including, `to` */
    int jobs;         /* threads */
    /* Called periodically by the thread that runs the series, and once when all games are done; may be NULL. */
    void (*progress)(int64_t done, int64_t of);
    /* Plays game number 0, 1, ... with player `first` in the first seat, followed by the others in order. `results` is
     * indexed by player. Called from several threads at once, each with its own `worker` number from 0. Returning false
     * ends the series. */
    bool (*play)(void *context, int worker, int64_t game, int first, struct series_result *results, struct error *err);
    void *context;
};

enum { SERIES_COUNTS = 6 };

/* What is counted for a player, by name and as a list. */
union series_player {
    struct {
        int64_t games, wins, ties, kicked; /* ties: others share the first rank */
        int64_t sum, squares;              /* of the scores */
    };
    int64_t count[SERIES_COUNTS];
};

/* How a series, or the part of it from game `from` up to game `to`, has ended. */
struct series_totals {
    uint64_t seed;
    int64_t games, from, to;
    int players; /* 0: nobody can play, because the map is too small */
    const char *names[SERIES_PLAYERS_MAX];
    union series_player player[SERIES_PLAYERS_MAX];
};

/* The totals of a series before its first game, without names. */
struct series_totals series_totals(const struct series *series);

/* Plays the games and adds to the players' totals, which do not depend on the number of jobs. False if a game fails or
 * no thread can be started. */
bool series_play(const struct series *series, union series_player *totals, struct error *err);

/* Adds the results of `count` players to their totals. */
void series_add(union series_player *totals, const union series_player *more, int count);

/* Writes {"games": N, "seed": S, "players": [...], "elo": {...}}: see docs/rules-trains.md. */
void series_write(struct text *out, const struct series_totals *totals);

#endif
