/* How much of any box is covered by rails, asked often and answered at once. */
#ifndef DRAW_COVERAGE_H
#define DRAW_COVERAGE_H

#include "base/arena.h"
#include "draw/geometry.h"

struct draw_coverage {
    /* private */
    struct draw_box bounds;
    double cell;
    int columns, rows;
    double *sum; /* of all cells above and left of a corner */
};

/* Nothing is covered. False when memory is short. */
bool draw_coverage_init(struct draw_coverage *coverage, struct draw_box bounds, struct arena *arena);

/* Covers a curve as wide as `width`. All curves come before draw_coverage_sum, all questions after it. */
void draw_coverage_add(struct draw_coverage *coverage, struct draw_curve curve, double width);
void draw_coverage_sum(struct draw_coverage *coverage);

/* About how many pixels of a box are covered, those that are covered twice counted twice. */
double draw_coverage_of(const struct draw_coverage *coverage, struct draw_box box);

#endif
