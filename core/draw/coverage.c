#include "draw/coverage.h"

#include <stddef.h>

enum { CELLS_MAX = 1 << 17, CELL = 4 };

bool draw_coverage_init(struct draw_coverage *coverage, struct draw_box bounds, struct arena *arena)
{
    double width = fmax(1, bounds.right - bounds.left), height = fmax(1, bounds.bottom - bounds.top);
    double cell = fmax(CELL, fmax(sqrt(width * height / CELLS_MAX), fmax(width, height) / CELLS_MAX));
    *coverage = (struct draw_coverage){.bounds = bounds, .cell = cell};
    coverage->columns = (int)(width / cell) + 2;
    coverage->rows = (int)(height / cell) + 2;
    coverage->sum = arena_array(arena, (size_t)coverage->columns * (size_t)coverage->rows, sizeof *coverage->sum);
    return coverage->sum;
}

/* The index of the cell at a coordinate; cells at the border include everything beyond it. */
static int cell_at(double value, double start, double cell, int count)
{
    double number = (value - start) / cell;
    return number < 0 ? 0 : number > count - 2 ? count - 2 : (int)number;
}

void draw_coverage_add(struct draw_coverage *coverage, struct draw_curve curve, double width)
{
    double length = draw_distance(curve.from, curve.to);
    int steps = (int)(length / coverage->cell) + 1;
    struct draw_point direction = draw_unit(draw_minus(curve.to, curve.from));
    struct draw_point aside = {-direction.y * width / 3, direction.x * width / 3};
    for (int i = 0; i < steps; i++) {
        struct draw_point at = draw_minus(draw_curve_at(curve, (i + 0.5) / steps), aside);
        for (int line = 0; line < 3; line++) {
            int column = cell_at(at.x, coverage->bounds.left, coverage->cell, coverage->columns);
            int row = cell_at(at.y, coverage->bounds.top, coverage->cell, coverage->rows);
            coverage->sum[(row + 1) * coverage->columns + column + 1] += width * length / (3 * steps);
            at = draw_add(at, aside);
        }
    }
}

void draw_coverage_sum(struct draw_coverage *coverage)
{
    for (int row = 1; row < coverage->rows; row++) {
        double *here = &coverage->sum[(ptrdiff_t)row * coverage->columns], *above = here - coverage->columns, line = 0;
        for (int column = 1; column < coverage->columns; column++) {
            line += here[column];
            here[column] = above[column] + line;
        }
    }
}

double draw_coverage_of(const struct draw_coverage *coverage, struct draw_box box)
{
    int left = cell_at(box.left, coverage->bounds.left, coverage->cell, coverage->columns);
    int right = cell_at(box.right, coverage->bounds.left, coverage->cell, coverage->columns) + 1;
    int top = cell_at(box.top, coverage->bounds.top, coverage->cell, coverage->rows);
    int bottom = cell_at(box.bottom, coverage->bounds.top, coverage->cell, coverage->rows) + 1;
    const double *sum = coverage->sum;
    return sum[bottom * coverage->columns + right] - sum[bottom * coverage->columns + left] -
           sum[top * coverage->columns + right] + sum[top * coverage->columns + left];
}
