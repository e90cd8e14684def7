#include "trains/proposal.h"

#include "trains/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_claims(const void *left, const void *right)
{
    const struct trains_claim *a = left, *b = right;
    if (a->player != b->player) {
        return a->player - b->player;
    }
    return a->connection - b->connection;
}

void trains_proposal_sort_claims(struct trains_proposal *p)
{
    int kept = 0;
    qsort(p->claim, (size_t)p->claims, sizeof *p->claim, compare_claims);
    for (int i = 0; i < p->claims; i++) {
        if (kept == 0 || compare_claims(&p->claim[kept - 1], &p->claim[i]) != 0) {
            p->claim[kept++] = p->claim[i];
        }
    }
    p->claims = kept;
}

/* Which part of the proposal, other than the action, differs from the last state; NULL if none does. */
static const char *difference(const struct trains_proposal *last, const struct trains_proposal *proposed)
{
    if (!trains_map_equal(&last->map, &proposed->map)) {
        return "the map";
    }
    if (last->remaining != proposed->remaining) {
        return "the number of cards that remain";
    }
    if (last->players != proposed->players) {
        return "the players";
    }
    for (int i = 0; i < last->players; i++) {
        if (strcmp(last->names[i], proposed->names[i]) != 0) {
            return "the players";
        }
    }
    if (last->claims != proposed->claims) {
        return "who owns what";
    }
    for (int i = 0; i < last->claims; i++) {
        if (compare_claims(&last->claim[i], &proposed->claim[i]) != 0) {
            return "who owns what";
        }
    }
    return NULL;
}

bool trains_proposal_judge(const struct trains_proposal *last, const char *turn, const struct trains_hand *hand,
                           const struct trains_proposal *proposed, struct arena *arena, char *why, size_t size,
                           struct error *err)
{
    const char *changed = difference(last, proposed);
    if (changed) {
        snprintf(why, size, "changed %s", changed);
        return false;
    }
    if (proposed->action.request == TRAINS_NOTHING) {
        snprintf(why, size, "asked for nothing");
        return false;
    }
    if (strcmp(proposed->asks, turn) != 0) {
        snprintf(why, size, "it is %s's turn, not %s's", turn, proposed->asks);
        return false;
    }
    struct trains_state state;
    if (!trains_state_init(&state, &last->map, last->players, last->names, arena, err)) {
        return false;
    }
    for (int i = 0; i < last->claims; i++) {
        if (last->claim[i].connection != TRAINS_NONE) {
            state.owner[last->claim[i].connection] = last->claim[i].player;
        }
    }
    enum trains_ruling ruling = trains_rules_judge(&state, hand, proposed->action);
    trains_rules_explain(ruling, &state, hand, proposed->action, why, size);
    return ruling == TRAINS_LEGAL;
}
