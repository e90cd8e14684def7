/* --show: states of Maze drawn on stderr. */
#ifndef SHOW_H
#define SHOW_H

#include "harness.h"
#include "maze/board.h"
#include "maze/show.h"

struct show {
    bool wanted;
};

extern const struct harness_option show_options[]; /* into a struct show */

/* Draws a state as maze_show does, in color on a terminal unless NO_COLOR is set. If that fails, the program exits with
 * EXIT_IO once it has answered. */
void show_state(struct harness *h, const struct maze_state *state, const struct maze_spot *goal,
                const struct maze_set *reached);

/* Answers with the places that were reached, and draws them if that is wanted. */
void show_reached(struct harness *h, const struct show *show, const struct maze_state *state,
                  const struct maze_walker *walker);

#endif
