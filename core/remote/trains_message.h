/* The calls on a player of Trains and its answers as data, for the dialects to read and write. */
#ifndef REMOTE_TRAINS_MESSAGE_H
#define REMOTE_TRAINS_MESSAGE_H

#include "trains/codec.h"

/* A call. Members it does not use are not set. Everything is borrowed. */
struct trains_message {
    enum trains_call call;
    const struct trains_map *map;             /* SETUP; and PICK, PLAY, UPDATE, which refer to it */
    int rails;                                /* SETUP */
    struct trains_deck cards;                 /* SETUP, MORE */
    const struct trains_destination *offered; /* PICK: TRAINS_OFFERED */
    const struct trains_view *view;           /* PLAY, UPDATE */
    int losses;                               /* LOSSES */
    bool won;                                 /* WIN, END */
};

/* An answer other than "void". */
struct trains_answer {
    const struct trains_map *map; /* START */
    unsigned returned;            /* PICK: bit i is set for offered[i] */
    struct trains_action action;  /* PLAY */
};

/* What a client must remember to understand messages. Initialize with `struct trains_listener l = {0};`. */
struct trains_listener {
    bool started, in_game;
    struct trains_map map; /* of the game */

    /* private: what the last message points to */
    struct arena game, last;
    struct trains_state state;
    struct trains_hand hand;
    struct trains_view view;
    struct trains_destination offered[TRAINS_OFFERED];
};

/* Frees what the last message pointed to, before the next one is read. */
void trains_listener_next(struct trains_listener *listener);
void trains_listener_free(struct trains_listener *listener);

/* Read the arguments of calls, as a client, into the message. They accept any order of names in a destination and of
 * destinations in an offer. Cards are an array of colors, or a Card*. SETUP has the map, the rails and cards. */
bool trains_message_setup(struct trains_listener *listener, const struct json_at argument[3],
                          struct trains_message *out, struct error *err);
bool trains_message_pick(struct trains_listener *listener, const struct json_at *offered, struct trains_message *out,
                         struct error *err);
bool trains_message_state(struct trains_listener *listener, const struct json_at *state, bool taken,
                          struct trains_message *out, struct error *err);
/* The same from text: see trains_codec_state_text. */
const char *trains_message_state_text(struct trains_listener *listener, const char *state, bool taken,
                                      struct trains_message *out);
bool trains_message_more(struct trains_listener *listener, const struct json_at *cards, struct trains_message *out,
                         struct error *err);

/* The bare form of answers: a Map, three Destinations, an Action, or "void". The server reads them; an answer lives in
 * the arena. */
void trains_message_write_answer(struct text *out, const struct trains_message *m, const struct trains_answer *answer);
bool trains_message_read_answer(const struct json_at *at, const struct trains_message *m, struct arena *arena,
                                struct trains_answer *out, struct error *err);

void trains_message_write_offer(struct text *out, const struct trains_message *m);

#endif
