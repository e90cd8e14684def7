#include "trains/map.h"

#include <stdlib.h>
#include <string.h>

static int compare_cities(const void *left, const void *right)
{
    const struct trains_city *a = left, *b = right;
    return strcmp(a->name, b->name);
}

/* The order of the rules: smaller name, larger name, length, color. */
static int compare_connections(const void *left, const void *right)
{
    const struct trains_connection *a = left, *b = right;
    if (a->from != b->from) {
        return a->from < b->from ? -1 : 1;
    }
    if (a->to != b->to) {
        return a->to < b->to ? -1 : 1;
    }
    if (a->length != b->length) {
        return a->length - b->length;
    }
    return (int)a->color - (int)b->color;
}

void trains_map_sort_cities(struct trains_map *map)
{
    qsort(map->city, (size_t)map->cities, sizeof *map->city, compare_cities);
}

static void link_connections(struct trains_map *map)
{
    for (int color = 0; color < TRAINS_COLORS; color++) {
        for (int length = 0; length < TRAINS_LENGTHS; length++) {
            map->first[color][length] = TRAINS_NONE;
        }
    }
    for (int i = map->connections - 1; i >= 0; i--) {
        struct trains_connection *c = &map->connection[i];
        int *first = &map->first[c->color][c->length - TRAINS_LENGTH_MIN];
        c->next = *first;
        *first = i;
    }
}

static int find_group(struct trains_city *city, int i)
{
    while (city[i].group != i) {
        city[i].group = city[city[i].group].group;
        i = city[i].group;
    }
    return i;
}

void trains_map_sort_connections(struct trains_map *map)
{
    struct trains_connection *c = map->connection;
    int kept = 0;
    if (map->connections > 0) {
        qsort(c, (size_t)map->connections, sizeof *c, compare_connections);
    }
    for (int i = 0; i < map->connections; i++) {
        if (kept == 0 || compare_connections(&c[kept - 1], &c[i]) != 0) {
            c[kept++] = c[i];
        }
    }
    map->connections = kept;
    link_connections(map);

    for (int i = 0; i < map->cities; i++) {
        map->city[i].group = i;
    }
    for (int i = 0; i < kept; i++) {
        int a = find_group(map->city, c[i].from), b = find_group(map->city, c[i].to);
        map->city[a > b ? a : b].group = a > b ? b : a;
    }
    for (int i = 0; i < map->cities; i++) {
        map->city[i].group = find_group(map->city, i);
    }
}

int trains_map_city(const struct trains_map *map, const char *name)
{
    struct trains_city wanted = {.name = name};
    const struct trains_city *found =
        map->cities ? bsearch(&wanted, map->city, (size_t)map->cities, sizeof wanted, compare_cities) : NULL;
    return found ? (int)(found - map->city) : TRAINS_NONE;
}

int trains_map_connection(const struct trains_map *map, struct trains_connection wanted)
{
    const struct trains_connection *found = NULL;
    if (map->connections) {
        found = bsearch(&wanted, map->connection, (size_t)map->connections, sizeof wanted, compare_connections);
    }
    return found ? (int)(found - map->connection) : TRAINS_NONE;
}

bool trains_map_connected(const struct trains_map *map, int from, int to)
{
    if (from != to) {
        return map->city[from].group == map->city[to].group;
    }
    for (int i = 0; i < map->cities; i++) {
        if (i != from && map->city[i].group == map->city[from].group) {
            return true;
        }
    }
    return false;
}

bool trains_map_equal(const struct trains_map *a, const struct trains_map *b)
{
    if (a->width != b->width || a->height != b->height || a->cities != b->cities || a->connections != b->connections) {
        return false;
    }
    for (int i = 0; i < a->cities; i++) {
        if (a->city[i].x != b->city[i].x || a->city[i].y != b->city[i].y ||
            strcmp(a->city[i].name, b->city[i].name) != 0) {
            return false;
        }
    }
    for (int i = 0; i < a->connections; i++) {
        if (compare_connections(&a->connection[i], &b->connection[i]) != 0) {
            return false;
        }
    }
    return true;
}
