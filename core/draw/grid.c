#include "draw/grid.h"

enum { CELLS_MAX = 1 << 20 };

struct draw_grid_node {
    int item, next; /* next: index of a node, or 0 */
};

bool draw_grid_init(struct draw_grid *grid, struct draw_box bounds, double cell, struct arena *arena)
{
    double width = fmax(1, bounds.right - bounds.left), height = fmax(1, bounds.bottom - bounds.top);
    cell = fmax(cell, fmax(sqrt(width * height / CELLS_MAX), fmax(width, height) / CELLS_MAX));
    *grid = (struct draw_grid){.bounds = bounds, .cell = cell, .arena = arena, .nodes = 1};
    grid->columns = (int)(width / cell) + 1;
    grid->rows = (int)(height / cell) + 1;
    grid->head = arena_array(arena, (size_t)grid->columns * (size_t)grid->rows, sizeof *grid->head);
    return grid->head;
}

static int clamp(double value, int high)
{
    return value < 0 ? 0 : value > high ? high : (int)value;
}

struct cells {
    int left, top, right, bottom;
};

static struct cells cells_of(const struct draw_grid *grid, struct draw_box box)
{
    return (struct cells){
        clamp((box.left - grid->bounds.left) / grid->cell, grid->columns - 1),
        clamp((box.top - grid->bounds.top) / grid->cell, grid->rows - 1),
        clamp((box.right - grid->bounds.left) / grid->cell, grid->columns - 1),
        clamp((box.bottom - grid->bounds.top) / grid->cell, grid->rows - 1),
    };
}

static bool add_node(struct draw_grid *grid, int *head, int item)
{
    if (!arena_grow(grid->arena, &grid->node, &grid->room, (size_t)grid->nodes, sizeof *grid->node)) {
        return false;
    }
    grid->node[grid->nodes] = (struct draw_grid_node){item, *head};
    *head = grid->nodes++;
    return true;
}

bool draw_grid_add(struct draw_grid *grid, struct draw_box box, int item)
{
    struct cells cells = cells_of(grid, box);
    for (int row = cells.top; row <= cells.bottom; row++) {
        for (int column = cells.left; column <= cells.right; column++) {
            if (!add_node(grid, &grid->head[row * grid->columns + column], item)) {
                return false;
            }
        }
    }
    return true;
}

bool draw_grid_cities(struct draw_grid *grid, const struct draw_cities *cities, double cell, struct arena *arena)
{
    bool ok = draw_grid_init(grid, cities->bounds, cell, arena);
    for (int i = 0; ok && i < cities->count; i++) {
        ok = draw_grid_add(grid, draw_box_around(cities->at[i], 0), i);
    }
    return ok;
}

void draw_grid_find(const struct draw_grid *grid, struct draw_box box, void (*see)(void *context, int item),
                    void *context)
{
    struct cells cells = cells_of(grid, box);
    for (int row = cells.top; row <= cells.bottom; row++) {
        for (int column = cells.left; column <= cells.right; column++) {
            for (int n = grid->head[row * grid->columns + column]; n; n = grid->node[n].next) {
                see(context, grid->node[n].item);
            }
        }
    }
}
