#include "maze/player.h"

#include <stddef.h>

const char *const maze_call_names[MAZE_CALLS + 1] = {"setUp", "takeTurn", "win", NULL};
