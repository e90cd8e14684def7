#include "trains/codec.h"

#include <string.h>

bool trains_codec_city(const struct json_at *at, const struct trains_map *map, int *city, struct error *err)
{
    const char *name;
    if (!trains_codec_name(at, &name, err)) {
        return false;
    }
    *city = trains_map_city(map, name);
    return *city != TRAINS_NONE ? true : json_at_fail(at, err, "city \"%s\" is not on the map", name);
}

/* Two city names must be in ascending order, and so differ. */
static bool check_order(const struct json_at *at, const char *first, const char *second, struct error *err)
{
    int order = strcmp(first, second);
    if (order == 0) {
        return json_at_fail(at, err, "the two cities must differ");
    }
    return order < 0 ? true : json_at_fail(at, err, "\"%s\" must come before \"%s\"", second, first);
}

bool trains_codec_destination(const struct json_at *at, const struct trains_map *map, bool any_order,
                              struct trains_destination *out, struct error *err)
{
    struct json_at part[2];
    int a, b;
    if (!json_at_elements(at, 2, 2, part, err) || !trains_codec_city(&part[0], map, &a, err) ||
        !trains_codec_city(&part[1], map, &b, err)) {
        return false;
    }
    *out = any_order && a > b ? (struct trains_destination){b, a} : (struct trains_destination){a, b};
    if (!check_order(at, map->city[out->from].name, map->city[out->to].name, err)) {
        return false;
    }
    if (!trains_map_connected(map, a, b)) {
        return json_at_fail(at, err, "no path leads from \"%s\" to \"%s\"", map->city[a].name, map->city[b].name);
    }
    return true;
}

/* Records the name of a connection that is not on the map. */
static bool note_asked(struct trains_action *action, struct trains_named named, struct arena *arena)
{
    struct trains_named *asked = arena_array(arena, 1, sizeof *asked);
    named.from = arena_string(arena, named.from, strlen(named.from));
    named.to = arena_string(arena, named.to, strlen(named.to));
    action->asked = asked;
    if (!asked || !named.from || !named.to) {
        return false;
    }
    *asked = named;
    return true;
}

bool trains_codec_acquired(const struct json_at *at, const struct trains_map *map, struct arena *arena,
                           struct trains_action *action, struct error *err)
{
    struct json_at part[4];
    const char *from, *to;
    int color, length;
    if (!json_at_elements(at, 4, 4, part, err) || !trains_codec_name(&part[0], &from, err) ||
        !trains_codec_name(&part[1], &to, err) || !json_at_word(&part[2], trains_color_names, &color, err) ||
        !json_at_range(&part[3], TRAINS_LENGTH_MIN, TRAINS_LENGTH_MAX, &length, err) ||
        !check_order(at, from, to, err)) {
        return false;
    }
    struct trains_connection wanted = {.from = trains_map_city(map, from),
                                       .to = trains_map_city(map, to),
                                       .length = length,
                                       .color = (enum trains_color)color};
    *action = (struct trains_action){.request = TRAINS_ASK_CONNECTION};
    action->connection = trains_map_connection(map, wanted);
    if (action->connection == TRAINS_NONE &&
        !note_asked(action, (struct trains_named){from, to, wanted.color, length}, arena)) {
        return error_memory(err);
    }
    return true;
}

/* The connections that a player owns. */
static bool read_owned(const struct json_at *at, int player, struct arena *arena, struct trains_state *state,
                       struct error *err)
{
    if (!json_at_array(at, 0, SIZE_MAX, err)) {
        return false;
    }
    for (size_t i = 0; i < json_at_count(at); i++) {
        struct json_at one = json_at_element(at, i);
        struct trains_action owned;
        if (!trains_codec_acquired(&one, state->map, arena, &owned, err)) {
            return false;
        }
        if (owned.connection != TRAINS_NONE) {
            state->owner[owned.connection] = player;
        }
    }
    return true;
}

static bool read_this(const struct json_at member[5], bool any_order, struct arena *arena, struct trains_state *state,
                      struct trains_hand *hand, struct error *err)
{
    return trains_codec_destination(&member[0], state->map, any_order, &hand->destination[0], err) &&
           trains_codec_destination(&member[1], state->map, any_order, &hand->destination[1], err) &&
           json_at_natural(&member[2], TRAINS_MANY, &hand->rails, err) &&
           trains_codec_cards(&member[3], &hand->cards, err) && read_owned(&member[4], 0, arena, state, err);
}

#define THIS_PLAYER "destination1", "destination2", "rails", "cards", "acquired"

bool trains_codec_state(const struct json_at *at, const struct trains_map *map, bool taken, bool any_order,
                        struct arena *arena, struct trains_state *state, struct trains_hand *hand, struct error *err)
{
    static const char *const names[] = {"this", "acquired", NULL}, *const names_of_this[] = {THIS_PLAYER, NULL};
    static const char *const names_if_taken[] = {THIS_PLAYER, "taken", NULL};
    struct json_at member[2], this[6];
    if (taken) {
        return json_at_members(at, names_if_taken, this, err) && trains_state_init(state, map, 2, NULL, arena, err) &&
               read_this(this, any_order, arena, state, hand, err) && read_owned(&this[5], 1, arena, state, err);
    }
    if (!json_at_members(at, names, member, err) || !json_at_array(&member[1], 0, SIZE_MAX, err)) {
        return false;
    }
    int others = (int)json_at_count(&member[1]);
    if (!trains_state_init(state, map, others + 1, NULL, arena, err) ||
        !json_at_members(&member[0], names_of_this, this, err) ||
        !read_this(this, any_order, arena, state, hand, err)) {
        return false;
    }
    for (int i = 0; i < others; i++) {
        struct json_at other = json_at_element(&member[1], (size_t)i);
        if (!read_owned(&other, i + 1, arena, state, err)) {
            return false;
        }
    }
    return true;
}
