#include "trains/rules.h"

#include <stdio.h>

enum trains_ruling trains_rules_judge(const struct trains_state *state, const struct trains_hand *hand,
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

void trains_rules_explain(enum trains_ruling ruling, const struct trains_state *state, const struct trains_hand *hand,
                          struct trains_action action, char *text, size_t size)
{
    if (action.request != TRAINS_ASK_CONNECTION) {
        snprintf(text, size, "asked for %s", action.request == TRAINS_ASK_CARDS ? "cards" : "nothing");
        return;
    }
    if (ruling == TRAINS_NOT_ON_MAP) {
        const struct trains_named *n = action.asked;
        snprintf(text, size, "asked for \"%s - %s, %s, %d\", which is not on the map", n->from, n->to,
                 trains_color_names[n->color], n->length);
        return;
    }
    const struct trains_connection *c = &state->map->connection[action.connection];
    const char *color = trains_color_names[c->color];
    char why[80] = "";
    int owner = state->owner[action.connection];
    if (ruling == TRAINS_OWNED && (state->names || owner == 0)) {
        snprintf(why, sizeof why, ", which %s owns", state->names ? state->names[owner] : "this player");
    } else if (ruling == TRAINS_OWNED) {
        snprintf(why, sizeof why, ", which other player %d owns", owner);
    } else if (ruling == TRAINS_FEW_RAILS) {
        snprintf(why, sizeof why, " with %d rail%s", hand->rails, hand->rails == 1 ? "" : "s");
    } else if (ruling == TRAINS_FEW_CARDS) {
        int cards = hand->cards.count[c->color];
        snprintf(why, sizeof why, " with %d %s card%s", cards, color, cards == 1 ? "" : "s");
    }
    snprintf(text, size, "asked for \"%s - %s, %s, %d\"%s", state->map->city[c->from].name,
             state->map->city[c->to].name, color, c->length, why);
}
