/* Sign-up on a server: a client that connects and sends a name in time becomes a player. The first to connect is the
 * oldest, no matter when its name arrives.
 *
 * All connections are served at once, so a slow, silent or broken client delays nobody. There are at most two waiting
 * periods; sign-up ends after the first one that reaches its minimum. */
#ifndef REMOTE_SIGNUP_H
#define REMOTE_SIGNUP_H

#include "base/arena.h"
#include "base/json_at.h"
#include "remote/wire.h"

enum { SIGNUP_PERIODS = 2 };

/* The prefix of the message, a JSON string, that a rejected client gets before the connection is closed. */
#define SIGNUP_REFUSED "refused: "

struct signup {
    int listener; /* of net_listen */
    int stop;     /* see struct wire */
    int64_t wait; /* nanoseconds per period */
    int least[SIGNUP_PERIODS];
    int most;             /* sign-up ends at once with this many players */
    int64_t name_allowed; /* nanoseconds from connecting to a complete name */
    int64_t allowed;      /* for everything later: see struct wire */
    int name_max;         /* a name has 1 to name_max letters and digits */
    bool rename;          /* append letters to names that are taken (base/names.h); otherwise names may repeat */
    /* Told of each player that signs up (the name it sent, and how many there are now), of each client that is turned
     * away, and every second how many nanoseconds are left for how many players to come. Each may be NULL. */
    void (*joined)(void *context, const char *name, int count);
    void (*refused)(void *context, const char *reason);
    void (*waits)(void *context, int64_t left, int count, int needed);
    void *context;
};

/* A client that has signed up. */
struct signup_guest {
    const char *name;
    struct wire wire;
    int64_t connection; /* the lower, the older */
};

/* Whether a message is a rejection; then err gives its reason. */
bool signup_is_refusal(const struct json_at *message, struct error *err);

/* How many files sign-up needs at once. */
size_t signup_files(int most);

/* Waits for guests and lists them, oldest first, in the arena; the caller closes their wires. The list is empty if
 * there are too few. False if it was stopped (*stopped is set) or failed; too few guests because the system accepts no
 * connections is a failure. */
bool signup_run(const struct signup *signup, struct arena *arena, struct signup_guest **guests, int *count,
                bool *stopped, struct error *err);

#endif
