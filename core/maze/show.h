/* Draws a board as text, for a terminal. */
#ifndef MAZE_SHOW_H
#define MAZE_SHOW_H

#include "maze/state.h"

#include <stdio.h>

/* Draws a state; the board may lack a spare tile. goal: the goal of each player, or NULL; reached: places to mark, or
 * NULL. color: use escape sequences. False if out of memory. */
bool maze_show(FILE *stream, const struct maze_state *state, const struct maze_spot *goal,
               const struct maze_set *reached, bool color);

#endif
