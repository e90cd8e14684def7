/* Players in this process that play on a server, each over its own connection. */
#ifndef CLIENTS_H
#define CLIENTS_H

#include "harness.h"
#include "remote/client.h"
#include "remote/fault.h"
#include "remote/net.h"

#include <pthread.h>

enum { CLIENTS_MAX = 20000 }; /* players in an input */

/* A client. The game fills it in. */
struct clients_player {
    const char *name;
    struct client *client; /* its end of the connection */
    /* Plays until everything is over, and closes the wire. False, with the reason in why, if the server did something
     * wrong. */
    bool (*play)(void *self, struct error *why);
    void *self;
    struct fault *fault; /* how it misbehaves, or NULL */

    /* private */
    pthread_t thread;
    bool started, fine;
    struct error why; /* it is not */
};

/* What the command line says: PORT [HOST] and --interval. */
struct clients {
    struct net_address server;
    int64_t interval;   /* nanoseconds between one client and the next; negative: not given */
    const char *faults; /* "NAME=WAY,...": who misbehaves, and how; or NULL */
};

/* Takes PORT [HOST] from the program's arguments. */
bool clients_server(struct harness *h, struct clients *clients);

/* Has a client misbehave if --spoil says so. calls: see fault_find. False if --spoil is wrong. */
bool clients_spoil(struct harness *h, const struct clients *clients, struct clients_player *client,
                   const char *const *calls);

/* Signs up all clients in order, and waits until everything is over. The first one waits up to 30 s for the server to
 * listen. Problems of single clients are reported on stderr. interval: the usual one. False if nobody could sign up. */
bool clients_run(struct harness *h, const struct clients *clients, struct clients_player *list, int count,
                 int64_t interval);

#endif
