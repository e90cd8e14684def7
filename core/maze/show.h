/* A board drawn with characters, for a terminal. */
#ifndef MAZE_SHOW_H
#define MAZE_SHOW_H

#include "maze/state.h"

#include <stdio.h>

/* Draws a state; a board may lack a spare tile. goal is NULL or the goal of each player; reached is NULL or what to
 * mark. color: with escape sequences. False when memory is short. */
bool maze_show(FILE *stream, const struct maze_state *state, const struct maze_spot *goal,
               const struct maze_set *reached, bool color);

#endif
