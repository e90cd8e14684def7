/* A game state that is handed over, and whether a player may hand it over.
 *
 * On its turn a player hands back the last legal state with its action filled in. It may have touched anything. */
#ifndef TRAINS_PROPOSAL_H
#define TRAINS_PROPOSAL_H

#include "trains/state.h"

/* That a player owns a connection. */
struct trains_claim {
    int player;     /* index into the names */
    int connection; /* TRAINS_NONE: one that is not on the map */
};

struct trains_proposal {
    struct trains_map map;
    int players;
    const char **names; /* in the order of their characters */
    int claims;
    struct trains_claim *claim; /* by player, then by connection; none twice */
    int remaining;              /* cards in the deck */
    const char *asks;           /* the player that the action names; NULL if there is no action */
    struct trains_action action;
};

/* Brings claims into their order and drops the repeated ones. */
void trains_proposal_sort_claims(struct trains_proposal *proposal);

/* Whether the player whose turn it is, and who holds this hand, may turn the last legal state into the proposed one.
 * Says in `why`, in a few words, what the player asks for or what is wrong. False with err set when memory is short. */
bool trains_proposal_judge(const struct trains_proposal *last, const char *turn, const struct trains_hand *hand,
                           const struct trains_proposal *proposed, struct arena *arena, char *why, size_t size,
                           struct error *err);

#endif
