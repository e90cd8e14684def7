/* What xclients and xbonus share: players of Trains that join a server. */
#ifndef TRAINS_CLIENTS_H
#define TRAINS_CLIENTS_H

#include "clients.h"
#include "remote/fault.h"
#include "trains_run.h"

struct trains_clients {
    struct trains_run run;
    struct clients clients;
    const struct fault
        *fault; /* if not NULL, each player has a twin that misbehaves like this, named like it with an "r" in front */
};

/* `struct trains_clients join = TRAINS_CLIENTS;` */
#define TRAINS_CLIENTS \
    { \
        .run = TRAINS_RUN, .clients = {.interval = -1 } \
    }

/* Lets all players join and play until everything is over. */
bool trains_clients_join(struct harness *h, const struct trains_clients *join);

/* The names of the calls in which a client may misbehave, NULL-terminated. */
extern const char *const trains_clients_calls[];

#endif
