/* A proposed game state, and whether a player may propose it.
 *
 * On its turn a player returns the last legal state with its action filled in. It may have tampered with anything. */
#ifndef TRAINS_PROPOSAL_H
#define TRAINS_PROPOSAL_H

#include "trains/state.h"

/* States that a player owns a connection. */
struct trains_claim {
    int player;     /* index into the names */
    int connection; /* TRAINS_NONE: not on the map */
};

struct trains_proposal {
    struct trains_map map;
    int players;
    const char **names; /* in byte order */
    int claims;
    struct trains_claim *claim; /* sorted by player, then by connection; unique */
    int remaining;              /* cards in the deck */
    const char *asks;           /* the player named in the action; NULL if there is no action */
    struct trains_action action;
};

/* Sorts the claims and drops duplicates. */
void trains_proposal_sort_claims(struct trains_proposal *proposal);

/* Whether the player whose turn it is, holding this hand, may turn the last legal state into the proposed one. `why`
 * gets a short phrase: what the player asks for or what is wrong. Returns false, with err set, if out of memory. */
bool trains_proposal_judge(const struct trains_proposal *last, const char *turn, const struct trains_hand *hand,
                           const struct trains_proposal *proposed, struct arena *arena, char *why, size_t size,
                           struct error *err);

#endif
