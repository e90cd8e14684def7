/* The referee and the manager at the other end of a wire, as a player in this process sees them: receives their calls
 * and sends back the player's answers. */
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
    struct trains_message message; /* the last one received */
};

/* Plays until the tournament is over: see client_run. */
bool trains_proxy_referee_run(struct trains_proxy_referee *referee, struct error *why);

#endif
