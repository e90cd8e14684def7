#include "trains/codec.h"

#include "tournament/entries.h"

#include <stdlib.h>
#include <string.h>

static int compare_names(const void *left, const void *right)
{
    const char *const *a = left, *const *b = right;
    return strcmp(*a, *b);
}

/* Reads the players that "owned" names, sorts them, and counts the claims. */
static bool read_owners(const struct json_at *at, struct arena *arena, struct trains_proposal *out, size_t *claims,
                        struct error *err)
{
    struct json_at member = {0};
    *claims = 0;
    if (!json_at_object(at, err)) {
        return false;
    }
    out->names = arena_array(arena, json_at_count(at), sizeof *out->names);
    while (out->names && json_at_each(at, &member)) {
        if (!entries_key(&member, TRAINS_PLAYER_NAME_MAX, err) || !json_at_array(&member, 0, SIZE_MAX, err)) {
            return false;
        }
        const char *name = arena_string(arena, member.key, strlen(member.key));
        if (!name) {
            return error_memory(err);
        }
        out->names[out->players++] = name;
        *claims += json_at_count(&member);
    }
    out->claim = arena_array(arena, *claims, sizeof *out->claim);
    if (!out->names || !out->claim) {
        return error_memory(err);
    }
    qsort(out->names, (size_t)out->players, sizeof *out->names, compare_names);
    return true;
}

/* In a legal state a connection is on the map and has one owner. */
static bool check_claim(const struct json_at *at, struct trains_claim claim, int *owner, const char **names,
                        struct error *err)
{
    if (claim.connection == TRAINS_NONE) {
        return json_at_fail(at, err, "this connection is not on the map");
    }
    int other = owner[claim.connection] - 1;
    if (other >= 0 && other != claim.player) {
        return json_at_fail(at, err, "%s owns this connection already", names[other]);
    }
    owner[claim.connection] = claim.player + 1;
    return true;
}

static bool read_owned(const struct json_at *at, bool legal, struct arena *arena, struct trains_proposal *out,
                       struct error *err)
{
    size_t claims;
    struct json_at member = {0};
    if (!read_owners(at, arena, out, &claims, err)) {
        return false;
    }
    int *owner = arena_array(arena, (size_t)out->map.connections, sizeof *owner); /* player + 1; 0: nobody */
    if (!owner) {
        return error_memory(err);
    }
    while (json_at_each(at, &member)) {
        const char **name = bsearch(&member.key, out->names, (size_t)out->players, sizeof *name, compare_names);
        for (size_t i = 0; i < json_at_count(&member); i++) {
            struct json_at one = json_at_element(&member, i);
            struct trains_action owned;
            if (!trains_codec_acquired(&one, &out->map, arena, &owned, err)) {
                return false;
            }
            struct trains_claim claim = {.player = (int)(name - out->names), .connection = owned.connection};
            if (legal && !check_claim(&one, claim, owner, out->names, err)) {
                return false;
            }
            out->claim[out->claims++] = claim;
        }
    }
    trains_proposal_sort_claims(out);
    return true;
}

/* A Request: null, or a player and its action. */
static bool read_request(const struct json_at *at, struct arena *arena, struct trains_proposal *out, struct error *err)
{
    static const char *const for_cards[] = {"player", "request", NULL};
    static const char *const for_connection[] = {"player", "request", "connection", NULL};
    static const char *const requests[] = {"cards", "connection", NULL};
    struct json_at member[3];
    int request;
    out->action.connection = TRAINS_NONE;
    if (!at->object) {
        return true;
    }
    if (!json_at_object(at, err)) {
        return false;
    }
    bool has_connection = json_object_object_get_ex(at->object, "connection", NULL);
    if (!json_at_members(at, has_connection ? for_connection : for_cards, member, err) ||
        !entries_name(&member[0], TRAINS_PLAYER_NAME_MAX, arena, &out->asks, err) ||
        !json_at_word(&member[1], requests, &request, err)) {
        return false;
    }
    if (request && !has_connection) {
        return json_at_fail(at, err, "the member \"connection\" is missing");
    }
    if (!request && has_connection) {
        return json_at_fail_key(&member[2], err, "a request for cards has no \"connection\"");
    }
    out->action.request = TRAINS_ASK_CARDS;
    return request == 0 || trains_codec_acquired(&member[2], &out->map, arena, &out->action, err);
}

bool trains_codec_game_state(const struct json_at *at, bool legal, struct arena *arena, struct trains_proposal *state,
                             struct error *err)
{
    static const char *const names[] = {"map", "owned", "remaining", "action", NULL};
    struct json_at member[4];
    *state = (struct trains_proposal){0};
    if (!json_at_members(at, names, member, err) || !trains_codec_map(&member[0], arena, &state->map, err) ||
        !read_owned(&member[1], legal, arena, state, err) ||
        !json_at_range(&member[2], 0, TRAINS_DECK, &state->remaining, err)) {
        return false;
    }
    if (legal && member[3].object) {
        return json_at_fail(&member[3], err, "the last legal state has no action; expected null");
    }
    return read_request(&member[3], arena, state, err);
}

bool trains_codec_hands(const struct json_at *at, struct arena *arena, const char **turn, struct trains_hand *hand,
                        struct error *err)
{
    static const char *const members[] = {"turn", "rails", "cards", NULL};
    struct json_at member[3], rails = {0};
    if (!json_at_members(at, members, member, err) ||
        !entries_name(&member[0], TRAINS_PLAYER_NAME_MAX, arena, turn, err) || !json_at_object(&member[1], err) ||
        !json_at_object(&member[2], err)) {
        return false;
    }
    if (!json_object_object_get_ex(member[1].object, *turn, NULL)) {
        return json_at_fail(&member[1], err, "%s, whose turn it is, is missing", *turn);
    }
    while (json_at_each(&member[1], &rails)) {
        struct json_at cards;
        struct trains_hand one = {0};
        if (!entries_key(&rails, TRAINS_PLAYER_NAME_MAX, err)) {
            return false;
        }
        if (!json_at_find(&member[2], rails.key, &cards)) {
            return json_at_fail(&member[2], err, "%s, who has rails, is missing", rails.key);
        }
        if (!json_at_natural(&rails, TRAINS_MANY, &one.rails, err) || !trains_codec_cards(&cards, &one.cards, err)) {
            return false;
        }
        if (strcmp(rails.key, *turn) == 0) {
            *hand = one;
        }
    }
    struct json_at extra = {0};
    while (json_at_count(&member[2]) > json_at_count(&member[1]) && json_at_each(&member[2], &extra)) {
        if (!json_object_object_get_ex(member[1].object, extra.key, NULL)) {
            return json_at_fail_key(&extra, err, "%s has no rails", json_show(extra.key, strlen(extra.key)).text);
        }
    }
    return true;
}
