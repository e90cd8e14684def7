/* The public state of a game, and what one player holds.
 *
 * The referee and the players share this type: players are shown the state, and the referee judges their actions
 * against it. */
#ifndef TRAINS_STATE_H
#define TRAINS_STATE_H

#include "trains/map.h"

enum { TRAINS_RAILS = 45, TRAINS_KEPT = 2 };

enum trains_request { TRAINS_NOTHING, TRAINS_ASK_CARDS, TRAINS_ASK_CONNECTION };

/* A connection given by name, on the map or not. */
struct trains_named {
    const char *from, *to;
    enum trains_color color;
    int length;
};

/* A player's action on its turn. */
struct trains_action {
    enum trains_request request;
    int connection;                   /* TRAINS_NONE: not on the map */
    const struct trains_named *asked; /* the connection, if it is not on the map */
};

struct trains_state {
    const struct trains_map *map;
    int players;
    const char *const *names; /* of the players, for explanations; NULL: "this player", "other player 1" and so on */
    const bool *out;          /* for each player: whether it is out of the game; NULL: nobody is */
    int *owner;               /* for each connection: a player or TRAINS_NONE */
    int remaining;            /* cards in the deck */
};

struct trains_destination {
    int from, to; /* from < to */
};

/* Known only to its player and the referee. */
struct trains_hand {
    int rails;
    struct trains_cards cards;
    struct trains_destination destination[TRAINS_KEPT];
};

/* Initializes a state in which nobody owns anything; false if out of memory. `names` is borrowed. */
bool trains_state_init(struct trains_state *state, const struct trains_map *map, int players, const char *const *names,
                       struct arena *arena, struct error *err);

#endif
