/* The manager: runs a tournament from the call that starts it to the one that ends it. */
#ifndef TRAINS_MANAGER_H
#define TRAINS_MANAGER_H

#include "tournament/rounds.h"
#include "trains/referee.h"

enum { TRAINS_TOURNAMENT_MAX = 100000 }; /* players in an input */

struct trains_tournament {
    int players;
    const struct trains_player *player; /* in the order of their age, the oldest first */
    int losses;                         /* so many, and a player is out */
    const struct trains_deck *deck;     /* every game's; NULL: chance decides, about the offered destinations too */
    uint64_t seed;                      /* of chance */
    struct observer *const *observers;
    int jobs; /* so many games of a round are played side by side; nobody can tell from the outcome or the observers */
};

/* How one game went; the list is in the order in which they were played. */
struct trains_played {
    int players;
    int player[TRAINS_PLAYERS_MAX], place[TRAINS_PLAYERS_MAX];
    struct trains_played *next;
};

struct trains_outcome {
    bool enough;                /* false: no map that was suggested has enough destinations, and nothing was played */
    enum tournament_fate *fate; /* of each player; who is still in has won */
    struct trains_played *games;
};

/* Runs a tournament. The outcome lives in the arena. False when memory is short. */
bool trains_manager_run(const struct trains_tournament *tournament, struct arena *arena, struct trains_outcome *outcome,
                        struct error *err);

#endif
