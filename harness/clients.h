/* Players in this process that play at a server, each over a connection of its own. */
#ifndef CLIENTS_H
#define CLIENTS_H

#include "harness.h"
#include "remote/net.h"
#include "remote/wire.h"

/* One of them. The game fills it in. */
struct client {
    const char *name;
    /* Says the name, or something else; NULL: the name is sent as a JSON string. */
    bool (*sign_up)(void *self, struct wire *wire, const char *name, struct error *why);
    /* Plays until all is over, and closes the wire. False if the server did something wrong; why says what. */
    bool (*play)(void *self, struct wire *wire, struct error *why);
    void *self;
};

/* What the command line says: PORT [HOST] and --interval. */
struct clients {
    struct net_address server;
    int64_t interval; /* nanoseconds between one client and the next */
};

#define CLIENTS_HELP "      --interval S seconds between one player's sign-up and the next (default: 0.02)\n"

/* Reads PORT [HOST] from the program's arguments. */
bool clients_server(struct harness *h, struct clients *clients);

/* Signs all of them up, in their order, and waits until everything is over. The first one waits up to 30 s for the
 * server to be there. Problems of single clients are said on stderr; false if nobody could sign up. */
bool clients_run(struct harness *h, const struct clients *clients, struct client *list, int count);

#endif
