/* How much of a box the rails cover: fast to query, for use in layout. */
#ifndef DRAW_COVERAGE_H
#define DRAW_COVERAGE_H

#include "base/arena.h"
#include "draw/geometry.h"

struct draw_coverage {
    /* private */
    struct draw_box bounds;
    double cell;
    int columns, rows;
    double *sum; /* over all cells above and left of a corner */
};

/* Initializes an empty coverage. False if out of memory. */
bool draw_coverage_init(struct draw_coverage *coverage, struct draw_box bounds, struct arena *arena);

/* Covers a curve of the given width. Add all curves first, then call draw_coverage_sum, then query. */
void draw_coverage_add(struct draw_coverage *coverage, struct draw_curve curve, double width);
void draw_coverage_sum(struct draw_coverage *coverage);

/* Approximately how many pixels of a box are covered; overlaps count more than once. */
double draw_coverage_of(const struct draw_coverage *coverage, struct draw_box box);

#endif
