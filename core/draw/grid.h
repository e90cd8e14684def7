/* A spatial index: finds items near a box by sorting them into the cells of a grid. */
#ifndef DRAW_GRID_H
#define DRAW_GRID_H

#include "base/arena.h"
#include "draw/geometry.h"

struct draw_grid {
    /* private */
    struct draw_box bounds;
    double cell;
    int columns, rows;
    int *head;
    struct draw_grid_node *node;
    int nodes;
    size_t room;
    struct arena *arena;
};

/* Cities, as they will be drawn. */
struct draw_cities {
    int count;
    struct draw_point *at;
    double *radius;
    struct draw_box bounds; /* of all points */
};

/* An empty grid. Items outside the bounds are found, too, but more slowly. False if out of memory. */
bool draw_grid_init(struct draw_grid *grid, struct draw_box bounds, double cell, struct arena *arena);

/* A grid of cities. */
bool draw_grid_cities(struct draw_grid *grid, const struct draw_cities *cities, double cell, struct arena *arena);

bool draw_grid_add(struct draw_grid *grid, struct draw_box box, int item);

/* Calls `see` with every item whose cells overlap those of the box, sometimes more than once. */
void draw_grid_find(const struct draw_grid *grid, struct draw_box box, void (*see)(void *context, int item),
                    void *context);

#endif
