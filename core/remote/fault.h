/* Fault injection: clients that misbehave, to see that a server bears them, whatever the game.
 *
 * Most are named KIND-in-CALL, like "half-in-play": it is the first answer to that call that is wrong. Kinds that are
 * about the name, and "slow", which is good but slow, stand alone. The course's own names are there, too. */
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
    FAULT_UNASKED, /* it, and then another one that nobody asked for */
    FAULT_TYPE,    /* JSON of another kind */
    FAULT_NUMBER,  /* a number beyond everything */
    FAULT_DEEP,    /* 100,000 open brackets */
    FAULT_HUGE,    /* 100 MB */
    FAULT_JUNK,    /* bytes that are no text */
    FAULT_WORD,    /* the word MORE, without quotes */
    FAULT_WRAPPED, /* it, in one more array */
    FAULT_CITY,    /* a map without its first city */
    FAULT_FLOOD,   /* one after the other, without end */
    FAULT_CLOSE,   /* hangs up */
    FAULT_RESET,   /* breaks the connection */
    FAULT_DEAF,    /* reads no more */
    FAULT_STORM,   /* 999 queries of Maze's memo dialect, and then it; nobody may mind, and not if it asks once more */
    FAULT_QUERIES, /* 1,001, which are too many */

    /* instead of the name */
    FAULT_NO_NAME,
    FAULT_LATE_NAME,
    FAULT_ENDLESS_NAME,
    FAULT_JUNK_NAME,
    FAULT_BAD_NAME, /* one with a blank in it */

    FAULT_SLOW, /* 5,000 blanks before each answer, which comes in 100 pieces, 5 ms apart; nobody may mind */
    FAULT_KINDS,
};

struct fault {
    enum fault_kind kind;
    const char *call; /* the one that it is about; NULL: none */

    bool done; /* it has misbehaved */
};

/* The way of that name. calls: the names of the game's calls, and a NULL behind them. False if there is none. */
bool fault_find(const char *name, const char *const *calls, struct fault *out);

/* Whether it is about the name. */
bool fault_is_name(const struct fault *fault);

/* Signs up, wrongly, and waits until the server has hung up. */
void fault_sign_up(const struct fault *fault, struct wire *wire, const char *name);

/* Sends the answer to a call, or what the fault makes of it if it is that call's turn; self is a struct fault. A
 * message without an answer has NULL, which the fault can change as well. False, with the reason, if there is nothing
 * more to be said. */
bool fault_send(void *self, struct wire *wire, const char *call, struct text *answer, struct error *why);

#endif
