/* Somebody at the other end of a socket who follows a script, on a thread of its own; and what the tests of remote play
 * have on the table. */
#ifndef UNIT_PEER_H
#define UNIT_PEER_H

#include "remote/trains_message.h"
#include "remote/wire.h"
#include "trains.h"

#include <pthread.h>

struct peer {
    int fd;
    bool is_server;
    const char *script;
    pthread_t thread;
    char wrong[800]; /* the first thing that was not as in the script; "" */
};

/* Starts a peer; the descriptor of the other end, or -1. A script has lines:
 *     -> TEXT     a client sends TEXT and a newline; a server waits for a line and compares it
 *     <- TEXT     the other way round
 *     skip        waits for a line, whatever it says
 *     send TEXT   sends TEXT without a newline
 *     drip TEXT   the same, byte by byte, with a millisecond between two
 *     listen      waits until the other side has closed
 *     wait        waits until the other side has sent something, and leaves it there
 * At its end the peer closes. What it has not read then, the other side finds out. */
int peer_start(struct peer *peer, bool is_server, const char *script);

/* Waits until the peer is done; "", or what was wrong. */
const char *peer_join(struct peer *peer);

#define SHORT (CLOCK_SECOND / 20)
#define LONG (20 * CLOCK_SECOND) /* nothing takes that long unless it is broken */

/* A wire with its other end in the test's own hands. */
struct ends {
    struct wire wire;
    int other;
    struct error why;
    struct json_value value;
};

bool open_ends(struct ends *e, int64_t allowed);
void close_ends(struct ends *e);

/* Closes the other end. */
void hang_up(struct ends *e);

/* Has the other end say something, and the wire receive. */
bool say(const struct ends *e, const char *text);
enum json_stream_result receive(struct ends *e);

/* Blanks, and behind them a string of so many bytes with its quotes; no NUL. For the caller to free. */
char *big_message(size_t blanks, size_t string);

/* The input of the recorded sessions, fixtures/remote/trains.json. */
struct table {
    char *text;
    struct reading reading;
    struct trains_map map;
    struct trains_entry *entries;
    int players;
    struct trains_deck deck;

    /* a moment of a game of three, as the second one sees it */
    struct trains_state state;
    struct trains_hand hand;
    struct trains_view view;
    struct trains_destination offered[TRAINS_OFFERED];
};

bool table_open(struct table *table);
void table_close(struct table *table);

/* A call with what is on the table. */
struct trains_message table_message(const struct table *table, enum trains_call call);

/* A whole file, for the caller to free; NULL if it cannot be read. */
char *read_text(const char *path);

/* The map of that input, as it is written. */
#define TABLE_MAP \
    "{\"connections\":{\"Ash\":{\"Bay\":{\"red\":3},\"Fox\":{\"blue\":3}},\"Bay\":{\"Elm\":{\"green\":3},\"Kew\":{" \
    "\"white\":3,\"red\":4}},\"Elm\":{\"Oak\":{\"white\":4}},\"Fox\":{\"Kew\":{\"green\":3}}},\"cities\":[[\"Ash\",[" \
    "10,10]],[\"Bay\",[50,10]],[\"Elm\",[90,10]],[\"Fox\",[10,60]],[\"Kew\",[50,60]],[\"Oak\",[90,60]]],\"height\":" \
    "80,\"width\":100}"

#endif
