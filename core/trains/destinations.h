/* All destinations of a map: the pairs of different cities with a path between them, in the order of their names.
 *
 * A map of 2,000 cities has two million of them, so they are counted and found, not listed. */
#ifndef TRAINS_DESTINATIONS_H
#define TRAINS_DESTINATIONS_H

#include "base/random.h"
#include "trains/state.h"

enum { TRAINS_OFFERED = 5, TRAINS_PLAYERS_MIN = 2, TRAINS_PLAYERS_MAX = 8 };

struct trains_destinations {
    const struct trains_map *map;
    int *member;     /* all cities, those that are connected side by side, */
    int *index;      /* and where each city is there */
    int64_t *before; /* of each city: how many destinations begin with a smaller one */
    int64_t total;
};

/* Counts the destinations of a map, which must outlive the result. */
bool trains_destinations_init(struct trains_destinations *all, const struct trains_map *map, struct arena *arena,
                              struct error *err);

/* How many destinations a game of so many players needs. */
int trains_destinations_needed(int players);

/* Offers five that are not among the taken ones: the first five by name, or any five when there is chance. They come
 * sorted. There must be enough. */
void trains_destinations_offer(const struct trains_destinations *all, const struct trains_destination *taken, int count,
                               struct random *chance, struct trains_destination offered[TRAINS_OFFERED]);

#endif
