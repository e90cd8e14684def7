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

/* Whether the player with this hand may have what it asks for. It may always ask for cards, even if none are left. */
enum trains_ruling trains_rules_judge(const struct trains_state *state, const struct trains_hand *hand,
                                      struct trains_action action);

/* Writes what the player asked for and, unless that is legal, what is wrong with it: `asked for "A - B, red, 3", which
 * Ann owns`. */
void trains_rules_explain(enum trains_ruling ruling, const struct trains_state *state, const struct trains_hand *hand,
                          struct trains_action action, char *text, size_t size);

#endif
