/* --show: states of Maze drawn on stderr. */
#ifndef SHOW_H
#define SHOW_H

#include "harness.h"
#include "maze/board.h"
#include "maze/show.h"

/* A state, for the examples of --help. */
#define SHOW_EXAMPLE \
    "    {\"board\": {\"connectors\": [[\"┌\", \"─\"], [\"└\", \"│\"]],\n" \
    "               \"treasures\": [[[\"ruby\", \"beryl\"], [\"ruby\", \"zircon\"]],\n" \
    "                             [[\"beryl\", \"zircon\"], [\"diamond\", \"ruby\"]]]},\n" \
    "     \"spare\": {\"tilekey\": \"┴\", \"1-image\": \"diamond\", \"2-image\": \"beryl\"},\n" \
    "     \"plmt\": [{\"current\": {\"row#\": 0, \"column#\": 0}, \"home\": {\"row#\": 1, \"column#\": 1},\n" \
    "               \"color\": \"red\"}],\n" \
    "     \"last\": null}\n"

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
