#include "draw/grid.h"

#include <string.h>

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
    if (grid->nodes >= grid->room) {
        int room = grid->room ? 2 * grid->room : 1024;
        struct draw_grid_node *bigger = arena_array(grid->arena, (size_t)room, sizeof *bigger);
        if (!bigger) {
            return false;
        }
        if (grid->node) {
            memcpy(bigger, grid->node, (size_t)grid->nodes * sizeof *bigger);
        }
        grid->node = bigger;
        grid->room = room;
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
