#include "maze/prospects_ways.h"

#include <string.h>

/* Whether there is a bit for each cell in a word. */
static bool is_small(const struct maze_board *board)
{
    return board->columns <= 64 / board->rows;
}

bool maze_prospects_init(struct maze_prospects *p, const struct maze_board *board, struct arena *arena,
                         struct error *err)
{
    p->rank = arena_array(arena, (size_t)board->rows * (size_t)board->columns, sizeof *p->rank);
    bool done = p->rank && (is_small(board) || (maze_prospects_by_line_init(p, board, arena) &&
                                                maze_prospects_by_flood_init(p, board, arena)));
    return done || error_memory(err);
}

struct maze_region maze_prospects_both(const struct maze_prospects *p, struct maze_region a, struct maze_region b)
{
    bool second = b.best != MAZE_NOWHERE && (a.best == MAZE_NOWHERE || p->rank[b.best] < p->rank[a.best] ||
                                             (p->rank[b.best] == p->rank[a.best] && b.best < a.best));
    return (struct maze_region){second ? b.best : a.best, a.cells + b.cells};
}

struct maze_slide maze_prospects_slide(const struct maze_board *board, int number)
{
    int rows = 2 * board->rows, which = number < rows ? number : number - rows;
    return (struct maze_slide){which / 2, (enum maze_direction)((number < rows ? MAZE_LEFT : MAZE_UP) + which % 2)};
}

void maze_prospects_show(struct maze_prospects *p, const struct maze_state *state, int player, maze_prospects_see see,
                         void *context)
{
    const struct maze_board *board = &state->board;
    struct maze_prospects_viewer viewer = {.see = see, .context = context};
    for (int quarters = 0; quarters < 4; quarters++) {
        uint8_t sides = maze_tile_rotate(board->spare.sides, quarters);
        if (!memchr(viewer.sides, sides, (size_t)viewer.shapes)) {
            viewer.sides[viewer.shapes] = sides;
            viewer.quarters[viewer.shapes++] = quarters;
        }
    }
    if (is_small(board)) {
        maze_prospects_in_words(p, state, player, &viewer);
        return;
    }
    int shown = maze_prospects_by_flood(p, state, player, &viewer);
    if (shown >= 0) {
        maze_prospects_by_line(p, state, player, shown, &viewer);
    }
}
