/* All destinations of a map: the pairs of different cities with a path between them, ordered by name.
 *
 * A map of 2,000 cities has two million of them, so they are counted and looked up, not listed. */
#ifndef TRAINS_DESTINATIONS_H
#define TRAINS_DESTINATIONS_H

#include "base/random.h"
#include "trains/state.h"

enum { TRAINS_OFFERED = 5, TRAINS_PLAYERS_MIN = 2, TRAINS_PLAYERS_MAX = 8 };

struct trains_destinations {
    const struct trains_map *map;
    int *member;     /* all cities, grouped by which are connected */
    int *index;      /* each city's index in `member` */
    int64_t *before; /* for each city: how many destinations start at a smaller one */
    int64_t total;
};

/* Counts the destinations of a map, which must outlive the result. */
bool trains_destinations_init(struct trains_destinations *all, const struct trains_map *map, struct arena *arena,
                              struct error *err);

/* How many destinations a game of `players` players needs. */
int trains_destinations_needed(int players);

/* Offers five destinations that are not taken: the first five by name, or random ones if `chance` is not NULL. They are
 * sorted. There must be enough. */
void trains_destinations_offer(const struct trains_destinations *all, const struct trains_destination *taken, int count,
                               struct random *chance, struct trains_destination offered[TRAINS_OFFERED]);

#endif
