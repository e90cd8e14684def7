/* A board of tiles, and how its lines slide.
 *
 * Places are numbered row by row from the top left, the order in which the rules compare coordinates. */
#ifndef MAZE_BOARD_H
#define MAZE_BOARD_H

#include "base/arena.h"
#include "base/error.h"
#include "maze/tile.h"

enum { MAZE_NOWHERE = -1 };

/* The coordinates of a home or goal. It never moves, and it may be off the board, where nobody can reach it. */
struct maze_spot {
    int row, column;
};

/* LEFT and RIGHT slide a row, UP and DOWN a column, in that direction. Opposites differ in the last bit. */
enum maze_direction { MAZE_LEFT, MAZE_RIGHT, MAZE_UP, MAZE_DOWN, MAZE_DIRECTIONS };

/* NULL-terminated. */
extern const char *const maze_direction_names[MAZE_DIRECTIONS + 1];

struct maze_slide {
    int index; /* of the row or column */
    enum maze_direction direction;
};

struct maze_board {
    int rows, columns;
    struct maze_tile *tile; /* rows x columns */
    struct maze_tile spare;
};

/* Allocates a board of this size, with all tiles 0. */
bool maze_board_init(struct maze_board *board, int rows, int columns, struct arena *arena, struct error *err);

/* Copies a board into one of the same size. */
void maze_board_copy(struct maze_board *to, const struct maze_board *from);

/* Whether the board has this line and it can slide. */
bool maze_board_can_slide(const struct maze_board *board, struct maze_slide slide);

/* Slides a line and inserts the spare, rotated by quarter turns counterclockwise; the tile that falls off is the new
 * spare. */
void maze_board_slide(struct maze_board *board, struct maze_slide slide, int quarters);

/* The place where a slide inserts the spare. */
int maze_board_insertion(const struct maze_board *board, struct maze_slide slide);

/* Where a slide moves whatever stands at a place. What falls off reappears on the inserted tile. */
int maze_board_carry(const struct maze_board *board, struct maze_slide slide, int place);

/* The place of a spot, or MAZE_NOWHERE; the spot of a place; and the squared distance from a place to a spot. */
int maze_board_place(const struct maze_board *board, struct maze_spot spot);
struct maze_spot maze_board_spot(const struct maze_board *board, int place);
int64_t maze_board_distance(const struct maze_board *board, int place, struct maze_spot spot);

/* A set of places. */
struct maze_set {
    uint64_t *word;
    int words;
};

static inline bool maze_set_has(const struct maze_set *set, int place)
{
    return set->word[place / 64] >> (place % 64) & 1;
}

/* Working memory for finding paths; one for each thread. */
struct maze_walker {
    struct maze_set reached;

    /* private */
    int *stack;
};

bool maze_walker_init(struct maze_walker *walker, const struct maze_board *board, struct arena *arena,
                      struct error *err);

/* Finds all places reachable from a place, including itself, and stores them in walker->reached. */
void maze_walk(struct maze_walker *walker, const struct maze_board *board, int from);

#endif
