/* Players of Maze that join a server. */
#ifndef MAZE_CLIENTS_H
#define MAZE_CLIENTS_H

#include "clients.h"

/* Lets the players of the input, which has been read, join and play until everything is over. */
bool maze_clients_join(struct harness *h, const struct clients *clients, const char *dialect_name);

#endif
