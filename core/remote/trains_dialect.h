/* The wire formats of calls on a player of Trains: three dialects, each a table (docs/protocol.md). */
#ifndef REMOTE_TRAINS_DIALECT_H
#define REMOTE_TRAINS_DIALECT_H

#include "remote/trains_message.h"

struct trains_dialect {
    const char *name;
    unsigned unsent;     /* bit i: call i is not sent */
    unsigned unanswered; /* bit i: call i is sent, but has no answer */
    int repeats_at;      /* where the map in an answer may repeat a key: see json_stream_next */
    bool taken;          /* which kind of state a PLAY has: see trains_codec_state_text */

    /* The server's part. */
    void (*write_call)(struct text *out, const struct trains_message *m);
    bool (*read_answer)(const struct json_at *at, const struct trains_message *m, struct arena *arena,
                        struct trains_answer *out, struct error *err);
    /* NULL: the connection is closed without a word. */
    void (*write_kick)(struct text *out, bool in_game, const char *reason);

    /* The client's part. What is read lives until the next message. A message that removes the player is not a call:
     * read_call fails, with the reason. */
    bool (*read_call)(const struct json_at *at, struct trains_listener *listener, struct trains_message *out,
                      struct error *err);
    const char *const *play; /* the text before and after the state in a PLAY, as write_call writes it */
    void (*write_answer)(struct text *out, const struct trains_message *m, const struct trains_answer *answer);
    const char *more_cards; /* the answer that asks for cards, as write_answer writes it */
};

/* The dialects, terminated by one with a NULL name. The first is the default. */
extern const struct trains_dialect trains_dialects[];

/* The dialect of that name, or NULL. */
const struct trains_dialect *trains_dialect_find(const char *name);

#endif
