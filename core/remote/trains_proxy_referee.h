/* The referee and the manager at the other end of a wire, as a player in this process knows them: what they call
 * arrives here, and the player's answers go back. */
#ifndef REMOTE_TRAINS_PROXY_REFEREE_H
#define REMOTE_TRAINS_PROXY_REFEREE_H

#include "remote/trains_dialect.h"
#include "remote/wire.h"

struct trains_proxy_referee {
    struct wire wire; /* taken over */
    const struct trains_dialect *dialect;
    struct trains_player player;
    /* Sends the answer to a call; NULL: it is sent as it is. False, with a reason, ends the connection. */
    bool (*send)(void *self, struct wire *wire, enum trains_call call, const struct text *answer, struct error *why);
    void *self; /* of send */

    /* private */
    struct text answer; /* the last one */
};

/* Plays until the tournament is over or the other side hangs up, and closes the wire. A call that the player does not
 * answer breaks the connection, as a crash of its program would. False if the other side said something that it should
 * not; why says what. */
bool trains_proxy_referee_run(struct trains_proxy_referee *referee, struct error *why);

#endif
