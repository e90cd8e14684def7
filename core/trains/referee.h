/* The referee: plays games, each from the set-up to the calls that tell the players whether they have won. It allocates
 * nothing while it plays. */
#ifndef TRAINS_REFEREE_H
#define TRAINS_REFEREE_H

#include "trains/observer.h"

enum { TRAINS_FIRST_CARDS = 4, TRAINS_MORE_CARDS = 2, TRAINS_LAST_RAILS = 2 };

struct trains_game {
    int number; /* in a tournament, from 1 */
    int players;
    const struct trains_player *player; /* in the order of their turns */
    struct trains_deck deck;
    struct random *chance; /* draws the offered destinations; NULL: the first ones are offered */
    struct observer *const *observers;
};

/* How a player came out of a game. */
struct trains_standing {
    int place; /* 1 for the first rank; 0: it misbehaved */
    int rank;  /* the place before the winners were told, in which it may misbehave; 0: it had misbehaved by then */
    struct trains_score score;
};

/* Plays any number of games on one map, one after the other. */
struct trains_referee {
    /* private */
    struct trains_destinations destinations;
    int *owner; /* of each connection; between games nobody owns any */
};

/* The map and the arena must outlive the referee. False when memory is short. */
bool trains_referee_init(struct trains_referee *referee, const struct trains_map *map, struct arena *arena,
                         struct error *err);

/* Another referee for the same map, for another thread. What they only read, they share. */
bool trains_referee_copy(struct trains_referee *copy, const struct trains_referee *referee, struct arena *arena,
                         struct error *err);

/* Whether the map has enough destinations for a game of that many players. */
bool trains_referee_can_play(const struct trains_referee *referee, int players);

/* Plays a game that the map is large enough for. standing has room for all players. False when memory was too short to
 * speak with a player: the game was broken off. */
bool trains_referee_play(struct trains_referee *referee, const struct trains_game *game,
                         struct trains_standing *standing, struct error *err);

#endif
