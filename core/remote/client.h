/* The client's end of a connection, for any game: receives the server's messages and sends the player's answers. */
#ifndef REMOTE_CLIENT_H
#define REMOTE_CLIENT_H

#include "base/text.h"
#include "remote/wire.h"

struct client {
    struct wire wire; /* owned */
    /* Sends the answer to a call; answer is NULL for a call that has none. If send is NULL, answers are sent as they
     * are. False, with a reason, ends the connection. */
    bool (*send)(void *sender, struct wire *wire, const char *call, struct text *answer, struct error *why);
    void *sender;

    /* private */
    struct text answer; /* to the last message; empty if there is none */
};

enum client_progress {
    CLIENT_GOES_ON,
    CLIENT_IS_DONE,   /* all is over */
    CLIENT_IS_SILENT, /* the player does not answer: the connection breaks, as if its program had crashed */
    CLIENT_FAILED,
};

/* How a dialect handles messages. */
struct client_service {
    /* Fast path: reads a message from its text without building JSON values. Returns its end, or NULL if it cannot.
     * May be NULL. */
    const char *(*read)(void *self, const char *text);
    /* Does what a message asks for and writes the answer; message is NULL for the one that `read` has just read. *call
     * becomes the name of the call, for `send`, or stays NULL if there is nothing to send. */
    enum client_progress (*serve)(void *self, const struct json_at *message, struct text *answer, const char **call,
                                  struct error *why);
};

/* Serves until all is over or the other side hangs up, and closes the wire. False if the other side broke the protocol;
 * why says how. */
bool client_run(struct client *client, const struct client_service *service, void *self, struct error *why);

#endif
