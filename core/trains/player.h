/* A player, as the referee and the manager see it: a table of calls.
 *
 * A house player, a program and somebody at the other end of a socket are different tables. Every call may fail, and
 * then says why; what comes of it is the same for all: the player is out, and nothing is called on it again but
 * `kicked`. Only when memory is too short to speak with it (ERROR_MEMORY), it is not the player's fault: then the game
 * is broken off. */
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

/* Their names, and a NULL behind the last. */
extern const char *const trains_call_names[TRAINS_CALLS + 1];

/* What a player is shown: the table, its place at it, and its own hand. */
struct trains_view {
    const struct trains_state *state;
    int seat;
    const struct trains_hand *hand;
};

/* A call that is NULL is one that the player has no use for; start, pick and play it must have. Each returns false and
 * fills why when it fails. */
struct trains_player_calls {
    /* The tournament begins: suggests a map, which must live as long as the player. */
    const struct trains_map *(*start)(void *self, struct error *why);
    /* It may lose that many games before it is out of the tournament. */
    bool (*losses)(void *self, int losses, struct error *why);
    /* A game begins. */
    bool (*setup)(void *self, const struct trains_map *map, int rails, const enum trains_color *cards, int count,
                  struct error *why);
    /* Says which of the offered destinations it does not want: bit i is set for offered[i]. */
    bool (*pick)(void *self, const struct trains_map *map, const struct trains_destination offered[TRAINS_OFFERED],
                 unsigned *returned, struct error *why);
    /* Its turn: says what it asks for. The action must live until the next call. */
    bool (*play)(void *self, const struct trains_view *view, struct trains_action *action, struct error *why);
    /* The cards that it asked for. */
    bool (*more)(void *self, const enum trains_color *cards, int count, struct error *why);
    /* Somebody has taken a turn. */
    bool (*update)(void *self, const struct trains_view *view, struct error *why);
    /* The game is over. */
    bool (*win)(void *self, bool won, struct error *why);
    /* The tournament is over. */
    bool (*end)(void *self, bool won, struct error *why);
    /* It is out, in a game or in the tournament; it has no say in this. */
    void (*kicked)(void *self, bool in_game, const char *reason);
};

struct trains_player {
    const char *name;
    const struct trains_player_calls *calls;
    void *self;
};

#endif
