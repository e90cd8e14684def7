/* A player of Trains at the other end of a wire, as the referee and the manager know players. */
#ifndef REMOTE_TRAINS_PROXY_PLAYER_H
#define REMOTE_TRAINS_PROXY_PLAYER_H

#include "remote/trains_dialect.h"
#include "remote/wire.h"

/* `struct trains_proxy_player p = {.wire = wire, .dialect = dialect};` takes the wire over. */
struct trains_proxy_player {
    struct wire wire;
    const struct trains_dialect *dialect;

    /* private */
    struct arena map, last; /* of the map that it suggested, and of its last answer */
    struct text message;    /* the last one to it */
};

extern const struct trains_player_calls trains_proxy_player_calls;

/* Closes the connection, if it is still there, and frees what the player holds, the map that it suggested, too. */
void trains_proxy_player_close(struct trains_proxy_player *player);

#endif
