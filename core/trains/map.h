/* A map: cities, and the connections between them.
 *
 * Cities are numbered in the order of their names, connections in the order in which the rules compare them. So every
 * tie-break of the rules is an integer comparison, and the first one is the one with the smallest number. */
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
    int group; /* the same for all cities with a path between them */
};

/* One of up to four connections between two cities. */
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

/* To build a map, fill in cities in any order, without repeated names, and sort them, which gives them their numbers;
 * then fill in connections between those numbers and sort these. The arrays must live as long as the map. */
void trains_map_sort_cities(struct trains_map *map);

/* Sorts the connections, drops duplicates, links those of equal cost, and finds which cities are connected. */
void trains_map_sort_connections(struct trains_map *map);

/* The city with this name, or TRAINS_NONE. */
int trains_map_city(const struct trains_map *map, const char *name);

/* The connection equal to this one, or TRAINS_NONE. */
int trains_map_connection(const struct trains_map *map, struct trains_connection wanted);

/* Whether there is a path between two cities. A city has a path to itself if it has a connection. */
bool trains_map_connected(const struct trains_map *map, int from, int to);

/* Whether two maps are equal, whatever order they were written in. */
bool trains_map_equal(const struct trains_map *a, const struct trains_map *b);

#endif
