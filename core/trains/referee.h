/* The referee: plays games, from the setup to telling the players whether they have won. It allocates nothing while it
 * plays. */
#ifndef TRAINS_REFEREE_H
#define TRAINS_REFEREE_H

#include "trains/observer.h"

enum { TRAINS_FIRST_CARDS = 4, TRAINS_MORE_CARDS = 2, TRAINS_LAST_RAILS = 2 };

struct trains_game {
    int number; /* in a tournament, from 1 */
    int players;
    const struct trains_player *player; /* in turn order */
    struct trains_deck deck;
    struct random *chance; /* draws the offered destinations; NULL: the first ones are offered */
    struct observer *const *observers;
};

/* A player's result in a game. */
struct trains_standing {
    int place; /* 1 for the first rank; 0: it misbehaved */
    int rank;  /* place before the winners were told, when players may still misbehave; 0: it had misbehaved earlier */
    struct trains_score score;
};

/* Plays any number of games on one map, in sequence. */
struct trains_referee {
    /* private */
    struct trains_destinations destinations;
    int *owner; /* of each connection; TRAINS_NONE between games */
};

/* The map and the arena must outlive the referee. False if out of memory. */
bool trains_referee_init(struct trains_referee *referee, const struct trains_map *map, struct arena *arena,
                         struct error *err);

/* Another referee for the same map, for another thread. They share read-only data. */
bool trains_referee_copy(struct trains_referee *copy, const struct trains_referee *referee, struct arena *arena,
                         struct error *err);

/* Whether the map has enough destinations for a game of `players` players. */
bool trains_referee_can_play(const struct trains_referee *referee, int players);

/* Plays a game; the map must be large enough. `standing` has room for all players. False if out of memory while talking
 * to a player: the game was aborted. */
bool trains_referee_play(struct trains_referee *referee, const struct trains_game *game,
                         struct trains_standing *standing, struct error *err);

#endif
