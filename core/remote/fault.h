/* Fault injection: clients of either game that misbehave, to test that a server copes with them.
 *
 * Most are named KIND-in-CALL, like "half-in-play": the first answer to that call is wrong. Kinds about the name, and
 * "slow", which is correct but slow, stand alone. The course's own names work, too. */
#ifndef REMOTE_FAULT_H
#define REMOTE_FAULT_H

#include "remote/wire.h"

enum fault_kind {
    /* instead of an answer, or with it */
    FAULT_SILENT,  /* none at all */
    FAULT_HALF,    /* half of it, then silence */
    FAULT_CUT,     /* 4,090 blanks and all of it but the last character */
    FAULT_DRIP,    /* a byte a second */
    FAULT_TWICE,   /* two at once */
    FAULT_UNASKED, /* it, and later an unsolicited one */
    FAULT_TYPE,    /* JSON of another kind */
    FAULT_NUMBER,  /* a number out of any range */
    FAULT_DEEP,    /* 100,000 open brackets */
    FAULT_HUGE,    /* 100 MB */
    FAULT_JUNK,    /* bytes that are not text */
    FAULT_WORD,    /* the word MORE, without quotes */
    FAULT_WRAPPED, /* it, wrapped in another array */
    FAULT_CITY,    /* a map without its first city */
    FAULT_FLOOD,   /* an endless stream of them */
    FAULT_CLOSE,   /* hangs up */
    FAULT_RESET,   /* breaks the connection */
    FAULT_DEAF,    /* stops reading */
    FAULT_STORM,   /* 999 queries of Maze's memo dialect, then it; allowed, and so is one more query */
    FAULT_QUERIES, /* 1,001 queries, which are too many */

    /* instead of the name */
    FAULT_NO_NAME,
    FAULT_LATE_NAME,
    FAULT_ENDLESS_NAME,
    FAULT_JUNK_NAME,
    FAULT_BAD_NAME, /* one with a blank in it */

    FAULT_SLOW, /* 5,000 blanks before each answer, which comes in 100 pieces, 5 ms apart; allowed */
    FAULT_KINDS,
};

struct fault {
    enum fault_kind kind;
    const char *call; /* whose answer is wrong; NULL: none */

    bool done; /* it has misbehaved */
};

/* Finds a fault by name; false if there is none. calls: the names of the game's calls, NULL-terminated. */
bool fault_find(const char *name, const char *const *calls, struct fault *out);

/* Whether it is about the name. */
bool fault_is_name(const struct fault *fault);

/* Signs up, wrongly, and waits until the server has hung up. */
void fault_sign_up(const struct fault *fault, struct wire *wire, const char *name);

/* Sends the answer to a call, or misbehaves if the fault is about that call; self is a struct fault. answer is NULL for
 * a message that has none, and the fault applies to that as well. False, with the reason, if nothing more can be sent.
 */
bool fault_send(void *self, struct wire *wire, const char *call, struct text *answer, struct error *why);

#endif
