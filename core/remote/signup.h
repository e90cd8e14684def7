/* The sign-up of a server: whoever connects and sends a name in time is a player. Who connected first is the oldest,
 * whenever its name came.
 *
 * All connections are served at once, so one that is slow, silent or talks nonsense delays nobody. There are at most
 * two waiting periods; the first one whose minimum is reached at its end is the last. */
#ifndef REMOTE_SIGNUP_H
#define REMOTE_SIGNUP_H

#include "base/arena.h"
#include "base/json_at.h"
#include "remote/wire.h"

enum { SIGNUP_PERIODS = 2 };

/* What a message begins with, a JSON string, to somebody who is not taken in; then the connection is closed. */
#define SIGNUP_REFUSED "refused: "

struct signup {
    int listener; /* of net_listen */
    int stop;     /* see struct wire */
    int64_t wait; /* nanoseconds that a period takes */
    int least[SIGNUP_PERIODS];
    int most;             /* with so many the waiting ends at once */
    int64_t name_allowed; /* nanoseconds between the connection and its whole name */
    int64_t allowed;      /* for everything later: see struct wire */
    int name_max;         /* a name has 1 to so many letters and digits */
    bool rename;          /* a name that is taken gets letters (base/names.h); otherwise several may have the same */
    /* Told of everybody who has signed up, by the name that it sent, and how many there are now; may be NULL. */
    void (*joined)(void *context, const char *name, int count);
    void *context;
};

/* Somebody who has signed up. */
struct signup_guest {
    const char *name;
    struct wire wire;
    int64_t connection; /* the lower, the older */
};

/* Whether a message says that somebody is not taken in; then err says what it says. */
bool signup_is_refusal(const struct json_at *message, struct error *err);

/* How many files sign-up needs at once. */
size_t signup_files(int most);

/* Waits for guests, the oldest first; their list lives in the arena, and the caller closes the wires. Fewer than
 * needed: nobody is in the list. False if it was stopped, as *stopped says, or if something failed: when there are too
 * few because the system does not accept connections, that is a failure. */
bool signup_run(const struct signup *signup, struct arena *arena, struct signup_guest **guests, int *count,
                bool *stopped, struct error *err);

#endif
