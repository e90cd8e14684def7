/* Players in this process that play at a server, each over a connection of its own. */
#ifndef CLIENTS_H
#define CLIENTS_H

#include "harness.h"
#include "remote/net.h"
#include "remote/spoil.h"
#include "remote/wire.h"

/* One of them. The game fills it in. */
struct clients_player {
    const char *name;
    /* Plays until all is over, and closes the wire. False if the server did something wrong; why says what. */
    bool (*play)(void *self, struct wire *wire, struct error *why);
    void *self;
    struct spoil *spoil; /* how it misbehaves, or NULL; then self is about everything but the name */
};

/* What the command line says: PORT [HOST] and --interval. */
struct clients {
    struct net_address server;
    int64_t interval;  /* nanoseconds between one client and the next; less than 0: not said */
    const char *spoil; /* "NAME=WAY,...": who misbehaves, and how; or NULL */
};

extern const struct harness_option clients_options[]; /* into a struct clients */

/* Reads PORT [HOST] from the program's arguments. */
bool clients_server(struct harness *h, struct clients *clients);

/* Whether a client misbehaves, as --spoil says, and how. calls: see spoil_find. False if it says nonsense. */
bool clients_spoil(struct harness *h, const struct clients *clients, const char *name, const char *const *calls,
                   struct spoil *spoil, bool *spoiled);

/* Signs all of them up, in their order, and waits until everything is over. The first one waits up to 30 s for the
 * server to be there. Problems of single clients are said on stderr; false if nobody could sign up. */
bool clients_run(struct harness *h, const struct clients *clients, struct clients_player *list, int count);

#endif
