/* What a player may ask for. */
#ifndef TRAINS_RULES_H
#define TRAINS_RULES_H

#include "trains/state.h"

#include <stddef.h>

enum trains_ruling {
    TRAINS_LEGAL,
    TRAINS_NO_REQUEST,
    TRAINS_NOT_ON_MAP,
    TRAINS_OWNED,
    TRAINS_FEW_RAILS,
    TRAINS_FEW_CARDS,
};

/* Whether the player with this hand may have what it asks for. Cards it may always ask for, also when none are left.
 * It is here to be inlined: a strategy asks it of one connection after the other. */
static inline enum trains_ruling trains_rules_judge(const struct trains_state *state, const struct trains_hand *hand,
                                                    struct trains_action action)
{
    if (action.request != TRAINS_ASK_CONNECTION) {
        return action.request == TRAINS_ASK_CARDS ? TRAINS_LEGAL : TRAINS_NO_REQUEST;
    }
    if (action.connection < 0 || action.connection >= state->map->connections) {
        return TRAINS_NOT_ON_MAP;
    }
    if (state->owner[action.connection] != TRAINS_NONE) {
        return TRAINS_OWNED;
    }
    const struct trains_connection *c = &state->map->connection[action.connection];
    if (hand->rails < c->length) {
        return TRAINS_FEW_RAILS;
    }
    return hand->cards.count[c->color] < c->length ? TRAINS_FEW_CARDS : TRAINS_LEGAL;
}

/* Writes what the player asked for and, unless it is legal, what is wrong with it:
 * `asked for "A - B, red, 3", which Ann owns`. */
void trains_rules_explain(enum trains_ruling ruling, const struct trains_state *state, const struct trains_hand *hand,
                          struct trains_action action, char *text, size_t size);

#endif
