/* What the tests of Maze over a wire have on the table: the input of the recorded sessions,
 * fixtures/remote/maze.json, and the moment at which its game begins. Ann is player 0 and has the first turn, Ben is
 * player 1. */
#ifndef UNIT_MAZE_TABLE_H
#define UNIT_MAZE_TABLE_H

#include "peer.h"
#include "remote/maze_hub.h"

enum { MAZE_TABLE_PLAYERS = 2 };

struct maze_table {
    char *text;
    struct reading reading;
    struct maze_setup setup;
    struct maze_trial trial;

    struct maze_hub hub; /* of the dialect memo */
    struct maze_proxy_player proxy[MAZE_TABLE_PLAYERS];
    struct peer peer[MAZE_TABLE_PLAYERS];
    const char *names[MAZE_TABLE_PLAYERS];
};

bool maze_table_open(struct maze_table *table);

/* Closes what is open; "", or what was wrong with a peer. */
const char *maze_table_close(struct maze_table *table);

/* Has a player's other end follow a script. */
bool maze_table_script(struct maze_table *table, int player, const char *script, int64_t allowed);

/* Gives a player a wire. */
void maze_table_wire(struct maze_table *table, int player, int fd, int64_t allowed);

/* Has the players meet in the hub, and begins the game as far as the hub is concerned. */
bool maze_table_meet(struct maze_table *table);

/* A house player that follows the strategy Euclid. */
struct maze_house_player maze_table_house(struct maze_table *table);

#define BOARD \
    "{\"connectors\":[[\"│\",\"┬\",\"┐\",\"─\",\"┐\"],[\"┌\",\"┴\",\"─\",\"┬\",\"┘\"],[\"└\",\"─\",\"┘\",\"└\",\"─" \
    "\"]],\"treasures\":[[[\"ruby\",\"beryl\"],[\"ruby\",\"garnet\"],[\"ruby\",\"zircon\"],[\"ruby\",\"jasper\"],[" \
    "\"ruby\",\"spinel\"]],[[\"aplite\",\"beryl\"],[\"aplite\",\"garnet\"],[\"aplite\",\"zircon\"],[\"aplite\"," \
    "\"jasper\"],[\"aplite\",\"spinel\"]],[[\"unakite\",\"beryl\"],[\"unakite\",\"garnet\"],[\"unakite\"," \
    "\"zircon\"],[\"unakite\",\"jasper\"],[\"unakite\",\"spinel\"]]]}"
#define SPARE "{\"1-image\":\"diamond\",\"2-image\":\"emerald\",\"tilekey\":\"└\"}"
#define AT(row, column) "{\"column#\":" #column ",\"row#\":" #row "}"

#endif
