/* A player, as the referee and the manager see it: a table of calls.
 *
 * House players, programs and players across a network are different tables. Any call may fail, and then gives a
 * reason; the consequence is the same for all: the player is out, and only `kicked` is called on it from then on. But
 * if we run out of memory while talking to it (ERROR_MEMORY), it is not the player's fault, and the game is aborted. */
#ifndef TRAINS_PLAYER_H
#define TRAINS_PLAYER_H

#include "trains/destinations.h"
#include "trains/state.h"

enum trains_call {
    TRAINS_CALL_START,
    TRAINS_CALL_LOSSES,
    TRAINS_CALL_SETUP,
    TRAINS_CALL_PICK,
    TRAINS_CALL_PLAY,
    TRAINS_CALL_MORE,
    TRAINS_CALL_UPDATE,
    TRAINS_CALL_WIN,
    TRAINS_CALL_END,
    TRAINS_CALLS,
};

/* NULL-terminated. */
extern const char *const trains_call_names[TRAINS_CALLS + 1];

/* What a player is shown: the table, its seat, and its own hand. */
struct trains_view {
    const struct trains_state *state;
    int seat;
    const struct trains_hand *hand;
};

/* A call may be NULL if the player does not need it, except start, pick and play. Each returns false and fills why if
 * it fails. */
struct trains_player_calls {
    /* The tournament begins. Returns the player's suggestion of a map, which must live as long as the player. */
    const struct trains_map *(*start)(void *self, struct error *why);
    /* How many lost games put it out of the tournament. */
    bool (*losses)(void *self, int losses, struct error *why);
    /* A game begins. */
    bool (*setup)(void *self, const struct trains_map *map, int rails, const enum trains_color *cards, int count,
                  struct error *why);
    /* Chooses which of the offered destinations to return: bit i is set for offered[i]. */
    bool (*pick)(void *self, const struct trains_map *map, const struct trains_destination offered[TRAINS_OFFERED],
                 unsigned *returned, struct error *why);
    /* Its turn: chooses an action, which must stay valid until the next call. */
    bool (*play)(void *self, const struct trains_view *view, struct trains_action *action, struct error *why);
    /* Delivers the cards that it asked for. */
    bool (*more)(void *self, const enum trains_color *cards, int count, struct error *why);
    /* Somebody has taken a turn. */
    bool (*update)(void *self, const struct trains_view *view, struct error *why);
    /* The game is over. */
    bool (*win)(void *self, bool won, struct error *why);
    /* The tournament is over. */
    bool (*end)(void *self, bool won, struct error *why);
    /* It is out, of a game or of the tournament. It cannot object. */
    void (*kicked)(void *self, bool in_game, const char *reason);
    /* How it plays, as a number below TRAINS_HABITS: on the same map and deck, players of equal habits play equal
     * games, every time. TRAINS_NONE if that cannot be said. */
    int (*habit)(const void *self);
};

enum { TRAINS_HABITS = 3 };

struct trains_player {
    const char *name;
    const struct trains_player_calls *calls;
    void *self;
};

#endif
