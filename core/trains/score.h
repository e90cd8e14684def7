/* What a player's connections are worth. */
#ifndef TRAINS_SCORE_H
#define TRAINS_SCORE_H

#include "trains/state.h"

enum {
    TRAINS_OWNED_MAX = TRAINS_RAILS / TRAINS_LENGTH_MIN, /* more connections nobody can pay */
    TRAINS_DESTINATION_POINTS = 10,
    TRAINS_PATH_POINTS = 20,
};

struct trains_score {
    int segments;                 /* one point each */
    int destination[TRAINS_KEPT]; /* plus or minus 10 */
    int path;                     /* the length of the longest path; no points by itself */
    int bonus;                    /* 20 if nobody's path is longer; the referee knows */
    int total;
};

/* The score for connections of a map and two destinations, without the bonus. owned holds no connection twice. */
struct trains_score trains_score(const struct trains_map *map, const int *owned, int count,
                                 const struct trains_destination destination[TRAINS_KEPT]);

#endif
