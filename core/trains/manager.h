/* The manager: runs a tournament, from the call that starts it to the one that ends it. */
#ifndef TRAINS_MANAGER_H
#define TRAINS_MANAGER_H

#include "tournament/rounds.h"
#include "trains/referee.h"

/* Maximum numbers of players in an input, and in one of which all games are kept. */
enum { TRAINS_TOURNAMENT_MAX = 20000, TRAINS_KEPT_GAMES_MAX = 5000 };

struct trains_tournament {
    int players;
    const struct trains_player *player; /* oldest first */
    int losses;                         /* a player is out after this many */
    const struct trains_deck *deck;     /* for every game; NULL: shuffled, and destinations are offered at random */
    uint64_t seed;                      /* for random choices */
    bool keeps_games;                   /* in the outcome */
    struct observer *const *observers;
    int jobs; /* how many games of a round are played in parallel; affects neither the outcome nor what observers see */
};

/* The result of one game, in a list in order of play. */
struct trains_played {
    int players;
    int player[TRAINS_PLAYERS_MAX], place[TRAINS_PLAYERS_MAX];
    struct trains_played *next;
};

struct trains_outcome {
    bool enough;                /* false: no suggested map has enough destinations, and nothing was played */
    enum tournament_fate *fate; /* of each player; those still in have won */
    struct trains_played *games;
};

/* Runs a tournament. The outcome is allocated in the arena. False if out of memory. */
bool trains_manager_run(const struct trains_tournament *tournament, struct arena *arena, struct trains_outcome *outcome,
                        struct error *err);

#endif
