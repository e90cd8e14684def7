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

/* What a player does with its turn. The destination may be anywhere, also off the board; its row is MAZE_NOWHERE if the
 * player has not said it. */
struct maze_choice {
    bool pass;
    struct maze_slide slide;
    int quarters; /* turns of the spare, counter-clockwise, 0 to 3 */
    struct maze_spot to;
};

/* A copy that shares nothing with the original but the colors. */
bool maze_state_copy(struct maze_state *to, const struct maze_state *from, struct arena *arena, struct error *err);

/* Slides a line, inserts the spare and carries the avatars along; remembers the slide. */
void maze_state_slide(struct maze_state *state, struct maze_slide slide, int quarters);

#endif
