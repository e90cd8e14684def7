/* The client's end of a connection, whatever is played: what the server says comes in, the player's answers go out. */
#ifndef REMOTE_CLIENT_H
#define REMOTE_CLIENT_H

#include "base/text.h"
#include "remote/wire.h"

struct client {
    struct wire wire; /* taken over */
    /* Sends the answer to a call, or NULL for a call that has none; NULL: it is sent as it is. False, with a reason,
     * ends the connection. */
    bool (*send)(void *sender, struct wire *wire, const char *call, struct text *answer, struct error *why);
    void *sender;

    /* private */
    struct text answer; /* to the last message; empty if there is none */
};

enum client_progress {
    CLIENT_GOES_ON,
    CLIENT_IS_DONE,   /* all is over */
    CLIENT_IS_SILENT, /* the player gives no answer: the connection breaks, as it would if its program crashed */
    CLIENT_FAILED,
};

/* What a dialect does with messages. */
struct client_service {
    /* Reads a message from its text if it is one that needs no building, and says where it ends, or NULL. May be NULL.
     */
    const char *(*read)(void *self, const char *text);
    /* Does what a message asks for, which is the one that `read` has read if it is NULL, and writes the answer. *call
     * is the name of the call, for `send`; it stays NULL if nothing is to be sent. */
    enum client_progress (*serve)(void *self, const struct json_at *message, struct text *answer, const char **call,
                                  struct error *why);
};

/* Serves until all is over or the other side hangs up, and closes the wire. False if the other side said something that
 * it should not; why says what. */
bool client_run(struct client *client, const struct client_service *service, void *self, struct error *why);

#endif
