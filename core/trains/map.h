/* A map: cities, and the connections between them.
 *
 * Cities are numbered in the order of their names, connections in the order in which the rules compare them. So every
 * tie-break of the rules is a comparison of integers, and "the first one" is the one with the smallest number. */
#ifndef TRAINS_MAP_H
#define TRAINS_MAP_H

#include "base/arena.h"
#include "base/error.h"
#include "trains/cards.h"

#include <stdbool.h>

enum {
    TRAINS_NAME_MAX = 25,
    TRAINS_SIZE_MIN = 10,
    TRAINS_SIZE_MAX = 800,
    TRAINS_LENGTH_MIN = 3,
    TRAINS_LENGTH_MAX = 5,
    TRAINS_LENGTHS = TRAINS_LENGTH_MAX - TRAINS_LENGTH_MIN + 1,
    TRAINS_NONE = -1, /* no city, no connection, no player */
};

struct trains_city {
    const char *name;
    int x, y;
    int group; /* cities with a path between them have the same */
};

/* One of up to four between two cities. */
struct trains_connection {
    int from, to; /* from < to */
    int length;
    enum trains_color color;
    int next; /* the next one of the same length and color, or TRAINS_NONE */
};

struct trains_map {
    int width, height;
    int cities, connections;
    struct trains_city *city;
    struct trains_connection *connection;
    int first[TRAINS_COLORS][TRAINS_LENGTHS]; /* connection of that color and length, or TRAINS_NONE */
};

/* Makes a map of cities in any order, without repeated names, and of connections whose ends are their final numbers.
 * The arrays are taken over and must live as long as the map. trains_map_sort_cities comes first: it gives the cities
 * their numbers. */
void trains_map_sort_cities(struct trains_map *map);

/* Sorts the connections, drops those that are listed twice, links those that cost the same, and finds out which cities
 * are connected. */
void trains_map_sort_connections(struct trains_map *map);

/* The city of that name, or TRAINS_NONE. */
int trains_map_city(const struct trains_map *map, const char *name);

/* The connection that is exactly this one, or TRAINS_NONE. */
int trains_map_connection(const struct trains_map *map, struct trains_connection wanted);

/* Whether a path leads from one city to the other. From a city to itself one does if the city has a connection. */
bool trains_map_connected(const struct trains_map *map, int from, int to);

/* Whether two maps are the same, whatever the order in which they were written. */
bool trains_map_equal(const struct trains_map *a, const struct trains_map *b);

#endif
