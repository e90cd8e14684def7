/* The value of a player's connections. */
#ifndef TRAINS_SCORE_H
#define TRAINS_SCORE_H

#include "trains/state.h"

enum {
    TRAINS_OWNED_MAX = TRAINS_RAILS / TRAINS_LENGTH_MIN, /* the most that a player's rails can pay for */
    TRAINS_DESTINATION_POINTS = 10,
    TRAINS_PATH_POINTS = 20,
};

struct trains_score {
    int segments;                 /* one point each */
    int destination[TRAINS_KEPT]; /* plus or minus 10 */
    int path;                     /* length of the longest path; scores nothing by itself */
    int bonus;                    /* 20 if nobody's path is longer; set by the referee */
    int total;
};

/* The score for connections of a map and two destinations, without the bonus. `owned` has no duplicates. */
struct trains_score trains_score(const struct trains_map *map, const int *owned, int count,
                                 const struct trains_destination destination[TRAINS_KEPT]);

#endif
