/* The state of a game of Maze, as far as everybody may know it. */
#ifndef MAZE_STATE_H
#define MAZE_STATE_H

#include "maze/board.h"

enum { MAZE_NOBODY = -1 }; /* no player */

struct maze_avatar {
    int current; /* a place */
    struct maze_spot home;
    const char *color;
    bool out; /* its player is out of the game; it is nowhere then */
};

struct maze_state {
    struct maze_board board;
    bool has_last;
    struct maze_slide last; /* the most recent slide, if there is one */
    int players;
    struct maze_avatar *avatar; /* in the order of turns */
};

/* What a referee begins a game with. */
struct maze_setup {
    struct maze_state state;
    struct maze_spot *goal;  /* of each player: what it has to visit first */
    struct maze_spot *extra; /* goals that are handed out as others are reached */
    int extra_count;
};

/* What a player does with its turn. The destination may be anywhere, also off the board; its row is MAZE_NOWHERE if the
 * player has not said it. */
struct maze_choice {
    bool pass;
    struct maze_slide slide;
    int quarters; /* turns of the spare, counter-clockwise, 0 to 3 */
    struct maze_spot to;
};

/* Room for a state of that size. */
bool maze_state_init(struct maze_state *state, int rows, int columns, int players, struct arena *arena,
                     struct error *err);

/* Copies a state into one of the same size; they share nothing but the colors. */
void maze_state_assign(struct maze_state *to, const struct maze_state *from);

/* A copy, in the arena. */
bool maze_state_copy(struct maze_state *to, const struct maze_state *from, struct arena *arena, struct error *err);

/* Slides a line, inserts the spare and carries the avatars along; remembers the slide. */
void maze_state_slide(struct maze_state *state, struct maze_slide slide, int quarters);

#endif
