/* A player of Trains at the other end of a wire, as the referee and the manager see it. */
#ifndef REMOTE_TRAINS_PROXY_PLAYER_H
#define REMOTE_TRAINS_PROXY_PLAYER_H

#include "remote/trains_dialect.h"
#include "remote/wire.h"

/* Initialize with `struct trains_proxy_player p = {.wire = wire, .dialect = dialect};`. It owns the wire. */
struct trains_proxy_player {
    struct wire wire;
    const struct trains_dialect *dialect;

    /* private */
    struct arena map, last;      /* hold the map it suggested, and its last answer */
    struct text message;         /* the last one sent */
    struct trains_answer answer; /* to that, unless it is "void" */
};

extern const struct trains_player_calls trains_proxy_player_calls;

/* Closes the connection, if still open, and frees what the player holds, including the map it suggested. */
void trains_proxy_player_close(struct trains_proxy_player *player);

#endif
