/* What the programs that play Maze share. */
#ifndef MAZE_RUN_H
#define MAZE_RUN_H

#include "bot_players.h"
#include "maze/codec.h"
#include "maze/log.h"
#include "recording.h"

/* `struct maze_run run = MAZE_RUN;` */
#define MAZE_RUN \
    { \
        .bots = BOT_PLAYERS \
    }

/* The state of the examples in --help. */
#define MAZE_RUN_EXAMPLE \
    "    {\"board\": {\"connectors\": [[\"┼\", \"┼\", \"┼\"], [\"┼\", \"┼\", \"┼\"], [\"┼\", \"┼\", \"┼\"]],\n" \
    "               \"treasures\": [[[\"ruby\", \"beryl\"], [\"ruby\", \"zircon\"], [\"ruby\", \"spinel\"]],\n" \
    "                             [[\"beryl\", \"zircon\"], [\"diamond\", \"ruby\"], [\"beryl\", \"spinel\"]],\n" \
    "                             [[\"jasper\", \"ruby\"], [\"jasper\", \"beryl\"], [\"jasper\", \"zircon\"]]]},\n" \
    "     \"spare\": {\"tilekey\": \"─\", \"1-image\": \"diamond\", \"2-image\": \"beryl\"},\n" \
    "     \"plmt\": [{\"current\": {\"row#\": 0, \"column#\": 0}, \"home\": {\"row#\": 1, \"column#\": 1},\n" \
    "               \"goto\": {\"row#\": 1, \"column#\": 1}, \"color\": \"red\"},\n" \
    "              {\"current\": {\"row#\": 2, \"column#\": 2}, \"home\": {\"row#\": 1, \"column#\": 1},\n" \
    "               \"goto\": {\"row#\": 1, \"column#\": 1}, \"color\": \"blue\"}],\n" \
    "     \"last\": null}\n"

struct maze_run {
    struct bot_players bots;
    struct recording recording;
    bool show, no_skip;
};

extern const struct harness_option maze_run_options[]; /* into a struct maze_run */

/* Reads players of these kinds and a state, plays the game, and prints the winners and, if asked to, the dropouts. */
bool maze_run(struct harness *h, struct maze_run *run, enum maze_spec spec, bool dropouts);

#endif
