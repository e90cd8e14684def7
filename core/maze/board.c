#include "maze/board.h"

#include <stddef.h>
#include <string.h>

const char *const maze_direction_names[MAZE_DIRECTIONS + 1] = {"LEFT", "RIGHT", "UP", "DOWN", NULL};

bool maze_board_init(struct maze_board *board, int rows, int columns, struct arena *arena, struct error *err)
{
    *board = (struct maze_board){.rows = rows, .columns = columns};
    board->tile = arena_array(arena, (size_t)rows * (size_t)columns, sizeof *board->tile);
    return board->tile ? true : error_memory(err);
}

void maze_board_copy(struct maze_board *to, const struct maze_board *from)
{
    memcpy(to->tile, from->tile, (size_t)from->rows * (size_t)from->columns * sizeof *from->tile);
    to->spare = from->spare;
}

int maze_board_place(const struct maze_board *board, struct maze_spot spot)
{
    bool on_board = spot.row >= 0 && spot.row < board->rows && spot.column >= 0 && spot.column < board->columns;
    return on_board ? spot.row * board->columns + spot.column : MAZE_NOWHERE;
}

struct maze_spot maze_board_spot(const struct maze_board *board, int place)
{
    return (struct maze_spot){place / board->columns, place % board->columns};
}

int64_t maze_board_distance(const struct maze_board *board, int place, struct maze_spot spot)
{
    int64_t down = place / board->columns - (int64_t)spot.row, right = place % board->columns - (int64_t)spot.column;
    return down * down + right * right;
}

/* -- sliding -- */

/* The places of a line, from the end where a tile is inserted to the end where one falls off. */
struct line {
    int first, step, count;
};

static struct line line_of(const struct maze_board *board, struct maze_slide slide)
{
    int r = board->rows, c = board->columns, i = slide.index;
    switch (slide.direction) {
    case MAZE_LEFT:
        return (struct line){i * c + c - 1, -1, c};
    case MAZE_RIGHT:
        return (struct line){i * c, 1, c};
    case MAZE_UP:
        return (struct line){(r - 1) * c + i, -c, r};
    default:
        return (struct line){i, c, r};
    }
}

bool maze_board_can_slide(const struct maze_board *board, struct maze_slide slide)
{
    int lines = slide.direction == MAZE_LEFT || slide.direction == MAZE_RIGHT ? board->rows : board->columns;
    return slide.direction < MAZE_DIRECTIONS && slide.index >= 0 && slide.index < lines && slide.index % 2 == 0;
}

void maze_board_slide(struct maze_board *board, struct maze_slide slide, int quarters)
{
    struct line line = line_of(board, slide);
    int last = line.first + (line.count - 1) * line.step;
    struct maze_tile fallen = board->tile[last];
    for (int place = last; place != line.first; place -= line.step) {
        board->tile[place] = board->tile[place - line.step];
    }
    board->tile[line.first] = board->spare;
    board->tile[line.first].sides = maze_tile_rotate(board->spare.sides, quarters);
    board->spare = fallen;
}

int maze_board_insertion(const struct maze_board *board, struct maze_slide slide)
{
    return line_of(board, slide).first;
}

int maze_board_carry(const struct maze_board *board, struct maze_slide slide, int place)
{
    struct line line = line_of(board, slide);
    bool in_row = slide.direction == MAZE_LEFT || slide.direction == MAZE_RIGHT;
    if (slide.index != (in_row ? place / board->columns : place % board->columns)) {
        return place;
    }
    return place == line.first + (line.count - 1) * line.step ? line.first : place + line.step;
}

/* -- finding paths -- */

bool maze_walker_init(struct maze_walker *walker, const struct maze_board *board, struct arena *arena,
                      struct error *err)
{
    struct maze_set *reached = &walker->reached;
    reached->words = (board->rows * board->columns + 63) / 64;
    reached->word = arena_array(arena, (size_t)reached->words, sizeof *reached->word);
    walker->stack = arena_array(arena, (size_t)board->rows * (size_t)board->columns, sizeof *walker->stack);
    return (reached->word && walker->stack) || error_memory(err);
}

static void visit(struct maze_walker *walker, int place, int *waiting)
{
    uint64_t *word = &walker->reached.word[place / 64], bit = UINT64_C(1) << (place % 64);
    if (!(*word & bit)) {
        *word |= bit;
        walker->stack[(*waiting)++] = place;
    }
}

void maze_walk(struct maze_walker *walker, const struct maze_board *board, int from)
{
    const struct maze_tile *tile = board->tile;
    int columns = board->columns, cells = board->rows * columns, waiting = 0;
    memset(walker->reached.word, 0, (size_t)walker->reached.words * sizeof *walker->reached.word);
    visit(walker, from, &waiting);
    while (waiting > 0) {
        int at = walker->stack[--waiting], column = at % columns;
        uint8_t sides = tile[at].sides;
        if (sides & MAZE_NORTH && at >= columns && tile[at - columns].sides & MAZE_SOUTH) {
            visit(walker, at - columns, &waiting);
        }
        if (sides & MAZE_SOUTH && at + columns < cells && tile[at + columns].sides & MAZE_NORTH) {
            visit(walker, at + columns, &waiting);
        }
        if (sides & MAZE_WEST && column > 0 && tile[at - 1].sides & MAZE_EAST) {
            visit(walker, at - 1, &waiting);
        }
        if (sides & MAZE_EAST && column < columns - 1 && tile[at + 1].sides & MAZE_WEST) {
            visit(walker, at + 1, &waiting);
        }
    }
}
