/* The referee and the manager at the other end of a wire, as a player in this process knows them: what they call
 * arrives here, and the player's answers go back. */
#ifndef REMOTE_TRAINS_PROXY_REFEREE_H
#define REMOTE_TRAINS_PROXY_REFEREE_H

#include "remote/client.h"
#include "remote/trains_dialect.h"

struct trains_proxy_referee {
    struct client client;
    const struct trains_dialect *dialect;
    struct trains_player player;

    /* private */
    struct trains_listener listener;
    struct trains_message message; /* the last one */
};

/* Plays until the tournament is over: see client_run. */
bool trains_proxy_referee_run(struct trains_proxy_referee *referee, struct error *why);

#endif
