/* The public state of a game of Maze. */
#ifndef MAZE_STATE_H
#define MAZE_STATE_H

#include "maze/board.h"

enum { MAZE_NOBODY = -1 }; /* no player */

struct maze_avatar {
    int current; /* a place */
    struct maze_spot home;
    const char *color;
    bool out; /* its player is out of the game, and the avatar is nowhere */
};

struct maze_state {
    struct maze_board board;
    bool has_last;
    struct maze_slide last; /* the last slide, if any */
    int players;
    struct maze_avatar *avatar; /* in turn order */
};

/* The initial state of a game, as the referee knows it. */
struct maze_setup {
    struct maze_state state;
    struct maze_spot *goal;  /* of each player: the first one to visit */
    struct maze_spot *extra; /* goals assigned as others are reached */
    int extra_count;
};

/* What a player does on its turn. The destination may be anywhere, even off the board; its row is MAZE_NOWHERE if the
 * player gave none. */
struct maze_choice {
    bool pass;
    struct maze_slide slide;
    int quarters; /* rotation of the spare, counterclockwise, 0 to 3 */
    struct maze_spot to;
};

/* Allocates a state of this size. */
bool maze_state_init(struct maze_state *state, int rows, int columns, int players, struct arena *arena,
                     struct error *err);

/* Copies a state into one of the same size; they share only the colors. */
void maze_state_assign(struct maze_state *to, const struct maze_state *from);

/* Copies a state, allocating in the arena. */
bool maze_state_copy(struct maze_state *to, const struct maze_state *from, struct arena *arena, struct error *err);

/* Slides a line, inserts the spare, moves the avatars along, and records the slide. */
void maze_state_slide(struct maze_state *state, struct maze_slide slide, int quarters);

#endif
