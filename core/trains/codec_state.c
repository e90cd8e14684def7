#include "trains/codec.h"

#include <json-c/json_object.h>
#include <stdio.h>
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

/* Two city names must be in order, and so different. */
static bool check_order(const struct json_at *at, const char *first, const char *second, struct error *err)
{
    int order = strcmp(first, second);
    if (order == 0) {
        return json_at_fail(at, err, "the two cities must differ");
    }
    return order < 0 ? true : json_at_fail(at, err, "\"%s\" must come before \"%s\"", second, first);
}

static bool read_destination(const struct json_at *at, const struct trains_map *map, struct trains_destination *out,
                             struct error *err)
{
    if (!json_at_array(at, 2, 2, err)) {
        return false;
    }
    struct json_at from = json_at_element(at, 0), to = json_at_element(at, 1);
    if (!trains_codec_city(&from, map, &out->from, err) || !trains_codec_city(&to, map, &out->to, err) ||
        !check_order(at, map->city[out->from].name, map->city[out->to].name, err)) {
        return false;
    }
    if (!trains_map_connected(map, out->from, out->to)) {
        return json_at_fail(at, err, "no path leads from \"%s\" to \"%s\"", map->city[out->from].name,
                            map->city[out->to].name);
    }
    return true;
}

static const char *describe(struct arena *arena, const char *from, const char *to, const char *color, int length)
{
    char text[2 * TRAINS_NAME_MAX + 32];
    int size = snprintf(text, sizeof text, "%s - %s, %s, %d", from, to, color, length);
    return arena_string(arena, text, (size_t)size);
}

bool trains_codec_acquired(const struct json_at *at, const struct trains_map *map, struct arena *arena,
                           struct trains_action *action, struct error *err)
{
    if (!json_at_array(at, 4, 4, err)) {
        return false;
    }
    struct json_at part[4];
    for (size_t i = 0; i < 4; i++) {
        part[i] = json_at_element(at, i);
    }
    const char *from, *to;
    int color, length;
    if (!trains_codec_name(&part[0], &from, err) || !trains_codec_name(&part[1], &to, err) ||
        !json_at_word(&part[2], trains_color_names, &color, err) ||
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
    if (action->connection == TRAINS_NONE) {
        action->asked = describe(arena, from, to, trains_color_names[color], length);
        return action->asked ? true : error_memory(err);
    }
    return true;
}

/* What one player owns. */
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

static bool read_this(const struct json_at *at, struct arena *arena, struct trains_state *state,
                      struct trains_hand *hand, struct error *err)
{
    static const char *const names[] = {"destination1", "destination2", "rails", "cards", "acquired", NULL};
    struct json_at member[5];
    return json_at_members(at, names, member, err) &&
           read_destination(&member[0], state->map, &hand->destination[0], err) &&
           read_destination(&member[1], state->map, &hand->destination[1], err) &&
           json_at_natural(&member[2], TRAINS_MANY, &hand->rails, err) &&
           trains_codec_cards(&member[3], &hand->cards, err) && read_owned(&member[4], 0, arena, state, err);
}

/* What explanations call the players of a PlayerState, which have no names there. */
static const char *const *name_players(size_t players, struct arena *arena)
{
    const char **names = arena_array(arena, players, sizeof *names);
    for (size_t i = 0; names && i < players; i++) {
        char text[40];
        int size = i ? snprintf(text, sizeof text, "other player %zu", i) : snprintf(text, sizeof text, "this player");
        names[i] = arena_string(arena, text, (size_t)size);
        if (!names[i]) {
            return NULL;
        }
    }
    return names;
}

bool trains_codec_player_state(const struct json_at *at, const struct trains_map *map, struct arena *arena,
                               struct trains_state *state, struct trains_hand *hand, struct error *err)
{
    static const char *const members[] = {"this", "acquired", NULL};
    struct json_at member[2];
    if (!json_at_members(at, members, member, err) || !json_at_array(&member[1], 0, SIZE_MAX, err)) {
        return false;
    }
    size_t others = json_at_count(&member[1]);
    const char *const *names = name_players(others + 1, arena);
    if (!names) {
        return error_memory(err);
    }
    if (!trains_state_init(state, map, (int)others + 1, names, arena, err) ||
        !read_this(&member[0], arena, state, hand, err)) {
        return false;
    }
    for (size_t i = 0; i < others; i++) {
        struct json_at other = json_at_element(&member[1], i);
        if (!read_owned(&other, (int)i + 1, arena, state, err)) {
            return false;
        }
    }
    return true;
}

static json_object *write_strings(const char *const *strings, int count)
{
    json_object *array = json_object_new_array_ext(count);
    for (int i = 0; array && i < count; i++) {
        json_object_array_add(array, json_object_new_string(strings[i]));
    }
    return array;
}

json_object *trains_codec_write_action(const struct trains_map *map, struct trains_action action)
{
    if (action.request != TRAINS_ASK_CONNECTION) {
        return json_object_new_string("more cards");
    }
    const struct trains_connection *c = &map->connection[action.connection];
    const char *const names[] = {map->city[c->from].name, map->city[c->to].name, trains_color_names[c->color]};
    json_object *acquired = write_strings(names, 3);
    if (acquired) {
        json_object_array_add(acquired, json_object_new_int(c->length));
    }
    return acquired;
}

json_object *trains_codec_write_destination(const struct trains_map *map, struct trains_destination destination)
{
    return write_strings((const char *const[]){map->city[destination.from].name, map->city[destination.to].name}, 2);
}

json_object *trains_codec_write_colors(const enum trains_color *cards, int count)
{
    json_object *array = json_object_new_array_ext(count);
    for (int i = 0; array && i < count; i++) {
        json_object_array_add(array, json_object_new_string(trains_color_names[cards[i]]));
    }
    return array;
}
