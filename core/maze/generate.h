/* Random initial states for Maze. */
#ifndef MAZE_GENERATE_H
#define MAZE_GENERATE_H

#include "base/random.h"
#include "maze/state.h"

/* How many homes, places that never move, a board of this size has. */
int maze_generate_homes(int rows, int columns);

/* A board with random tiles and different treasures, and players on different homes with goals on fixed places. There
 * must be enough homes. */
bool maze_generate(struct maze_setup *setup, int rows, int columns, int players, struct random *chance,
                   struct arena *arena, struct error *err);

#endif
