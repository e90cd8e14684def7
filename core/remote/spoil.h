/* Clients that misbehave, to see that a server bears them: ways of spoiling an answer, whatever the game.
 *
 * Most are named KIND-in-CALL, like "half-in-play": the first answer to that call is spoiled. Kinds that are about the
 * name, and "slow", which is good but slow, stand alone. The course's own names are there, too. */
#ifndef REMOTE_SPOIL_H
#define REMOTE_SPOIL_H

#include "remote/wire.h"

enum spoil_kind {
    /* instead of an answer, or with it */
    SPOIL_SILENT,  /* none at all */
    SPOIL_HALF,    /* half of it, then silence */
    SPOIL_CUT,     /* 4,090 blanks and all of it but the last character */
    SPOIL_DRIP,    /* a byte a second */
    SPOIL_TWICE,   /* two at once */
    SPOIL_UNASKED, /* it, and then another one that nobody asked for */
    SPOIL_TYPE,    /* JSON of another kind */
    SPOIL_NUMBER,  /* a number beyond everything */
    SPOIL_DEEP,    /* 100,000 open brackets */
    SPOIL_HUGE,    /* 100 MB */
    SPOIL_JUNK,    /* bytes that are no text */
    SPOIL_WORD,    /* the word MORE, without quotes */
    SPOIL_WRAPPED, /* it, in one more array */
    SPOIL_CITY,    /* a map without its first city */
    SPOIL_FLOOD,   /* one after the other, without end */
    SPOIL_CLOSE,   /* hangs up */
    SPOIL_RESET,   /* breaks the connection */
    SPOIL_DEAF,    /* reads no more */
    SPOIL_STORM,   /* 999 queries of Maze's memo dialect, and then it; nobody may mind, and not if it asks once more */
    SPOIL_QUERIES, /* 1,001, which are too many */

    /* instead of the name */
    SPOIL_NO_NAME,
    SPOIL_LATE_NAME,
    SPOIL_ENDLESS_NAME,
    SPOIL_JUNK_NAME,
    SPOIL_BAD_NAME, /* one with a blank in it */

    SPOIL_SLOW, /* 5,000 blanks before each answer, which comes in 100 pieces, 5 ms apart; nobody may mind */
    SPOIL_KINDS,
};

struct spoil {
    enum spoil_kind kind;
    const char *call; /* the one that it is about; NULL: none */

    bool done; /* it has misbehaved */
};

/* The way of that name. calls: the names of the game's calls, and a NULL behind them. False if there is none. */
bool spoil_find(const char *name, const char *const *calls, struct spoil *out);

/* Whether it is about the name. */
bool spoil_is_name(const struct spoil *spoil);

/* Signs up, wrongly, and waits until the server has hung up. */
void spoil_name(const struct spoil *spoil, struct wire *wire, const char *name);

/* Sends the answer to a call, spoiled if it is that call's turn; self is a struct spoil. A message without an answer
 * has NULL, which can be spoiled as well. False, with the reason, if there is nothing more to be said. */
bool spoil_send(void *self, struct wire *wire, const char *call, struct text *answer, struct error *why);

#endif
