#include "trains/codec.h"

#include "base/ascii.h"

#include <stdlib.h>
#include <string.h>

/* Whether a name consists of letters, digits, spaces, dots and commas only. */
static bool is_plain(const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        char c = name[i], letter = (char)(c | 0x20);
        if (!(letter >= 'a' && letter <= 'z') && !ascii_is_digit(c) && c != ' ' && c != '.' && c != ',') {
            return false;
        }
    }
    return true;
}

bool trains_codec_name(const struct json_at *at, const char **name, struct error *err)
{
    size_t length;
    if (!json_at_string(at, name, &length, err)) {
        return false;
    }
    if (length < 1 || length > TRAINS_NAME_MAX || !is_plain(*name, length)) {
        return json_at_fail(at, err,
                            "%s is not a valid city name; expected 1 to %d letters, digits, blanks, dots or commas",
                            json_show(*name, length).text, TRAINS_NAME_MAX);
    }
    return true;
}

static bool read_city(const struct json_at *at, const struct trains_map *map, struct arena *arena,
                      struct trains_city *city, struct error *err)
{
    struct json_at part[2], place[2];
    if (!json_at_elements(at, 2, 2, part, err) || !trains_codec_name(&part[0], &city->name, err) ||
        !json_at_elements(&part[1], 2, 2, place, err)) {
        return false;
    }
    city->name = arena_string(arena, city->name, strlen(city->name));
    if (!city->name) {
        return error_memory(err);
    }
    return json_at_range(&place[0], 0, map->width, &city->x, err) &&
           json_at_range(&place[1], 0, map->height, &city->y, err);
}

static int by_name(const void *left, const void *right)
{
    const struct trains_city *const *a = left, *const *b = right;
    return strcmp((*a)->name, (*b)->name);
}

static int by_place(const void *left, const void *right)
{
    const struct trains_city *const *a = left, *const *b = right;
    return (*a)->x != (*b)->x ? (*a)->x - (*b)->x : (*a)->y - (*b)->y;
}

/* A city equal to an earlier one, which is stored in *earlier; NULL if all differ. */
static const struct trains_city *find_repeated(const struct trains_city **order, size_t count,
                                               int (*compare)(const void *, const void *),
                                               const struct trains_city **earlier)
{
    const struct trains_city *found = NULL;
    qsort(order, count, sizeof *order, compare);
    for (size_t i = 1; i < count; i++) {
        const struct trains_city *a = order[i - 1], *b = order[i], *later = a > b ? a : b;
        if (compare(&a, &b) == 0 && (!found || later < found)) {
            found = later;
            *earlier = a > b ? b : a;
        }
    }
    return found;
}

/* Fails if two cities share a name or a place. The cities are still in input order. */
static bool check_repeated(const struct json_at *at, const struct trains_map *map, struct arena *arena,
                           struct error *err)
{
    size_t count = (size_t)map->cities;
    const struct trains_city *first, **order = arena_array(arena, count, sizeof *order);
    if (!order) {
        return error_memory(err);
    }
    for (size_t i = 0; i < count; i++) {
        order[i] = &map->city[i];
    }
    const struct trains_city *again = find_repeated(order, count, by_name, &first);
    if (again) {
        struct json_at city = json_at_element(at, (size_t)(again - map->city));
        return json_at_fail(&city, err, "there is a city \"%s\" already, at [%d,%d]", first->name, first->x, first->y);
    }
    again = find_repeated(order, count, by_place, &first);
    if (again) {
        struct json_at city = json_at_element(at, (size_t)(again - map->city));
        return json_at_fail(&city, err, "\"%s\" is already at [%d,%d]", first->name, first->x, first->y);
    }
    return true;
}

static bool read_cities(const struct json_at *at, struct arena *arena, struct trains_map *map, struct error *err)
{
    map->city = json_at_list(at, 0, SIZE_MAX, sizeof *map->city, arena, &map->cities, err);
    for (int i = 0; map->city && i < map->cities; i++) {
        struct json_at city = json_at_element(at, (size_t)i);
        if (!read_city(&city, map, arena, &map->city[i], err)) {
            return false;
        }
    }
    if (!map->city || !check_repeated(at, map, arena, err)) {
        return false;
    }
    trains_map_sort_cities(map);
    return true;
}

static bool read_key(const struct json_at *at, const struct trains_map *map, int *city, struct error *err)
{
    *city = trains_map_city(map, at->key);
    if (*city == TRAINS_NONE) {
        return json_at_fail_key(at, err, "city %s is not on the map", json_show(at->key, strlen(at->key)).text);
    }
    return true;
}

static bool read_color(const struct json_at *at, enum trains_color *color, struct error *err)
{
    for (int i = 0; i < TRAINS_COLORS; i++) {
        if (strcmp(trains_color_names[i], at->key) == 0) {
            *color = (enum trains_color)i;
            return true;
        }
    }
    return json_at_fail_key(at, err, "%s is not a color; expected blue, green, red or white",
                            json_show(at->key, strlen(at->key)).text);
}

static bool add_connection(struct trains_map *map, size_t *room, struct trains_connection connection,
                           struct arena *arena)
{
    if (!arena_grow(arena, &map->connection, room, (size_t)map->connections, sizeof connection)) {
        return false;
    }
    map->connection[map->connections++] = connection;
    return true;
}

/* All connections between one city and another. */
static bool read_segments(const struct json_at *at, int from, int to, struct trains_map *map, size_t *room,
                          struct arena *arena, struct error *err)
{
    struct json_at segment = {0};
    if (from == to) {
        return json_at_fail_key(at, err, "\"%s\" is connected to itself", map->city[to].name);
    }
    if (!json_at_object(at, err)) {
        return false;
    }
    while (json_at_each(at, &segment)) {
        struct trains_connection c = {.from = from < to ? from : to, .to = from < to ? to : from};
        if (!read_color(&segment, &c.color, err) ||
            !json_at_range(&segment, TRAINS_LENGTH_MIN, TRAINS_LENGTH_MAX, &c.length, err)) {
            return false;
        }
        if (!add_connection(map, room, c, arena)) {
            return error_memory(err);
        }
    }
    return true;
}

/* Reports, at its position, that the second listing of a connection has a different length than the first. */
static bool fail_two_lengths(const struct json_at *at, const struct trains_map *map,
                             const struct trains_connection *connection, struct error *err)
{
    const char *a = map->city[connection->from].name, *b = map->city[connection->to].name;
    const char *color = trains_color_names[connection->color];
    struct json_at from = {0};
    int listings = 0;
    while (json_at_each(at, &from)) {
        struct json_at to = {0};
        while (json_at_each(&from, &to)) {
            bool these = (strcmp(from.key, a) == 0 && strcmp(to.key, b) == 0) ||
                         (strcmp(from.key, b) == 0 && strcmp(to.key, a) == 0);
            struct json_at segment;
            if (these && json_at_find(&to, color, &segment) && ++listings == 2) {
                return json_at_fail(&segment, err, "the same connection is listed with another length before");
            }
        }
    }
    return false;
}

/* A pair of cities may be listed from both sides, but only with the same lengths. */
static bool check_colors(const struct json_at *at, const struct trains_map *map, struct error *err)
{
    for (int i = 0; i < map->connections; i++) {
        const struct trains_connection *a = &map->connection[i];
        for (int j = i + 1; j < map->connections; j++) {
            const struct trains_connection *b = &map->connection[j];
            if (a->from != b->from || a->to != b->to) {
                break;
            }
            if (a->color == b->color) {
                return fail_two_lengths(at, map, a, err);
            }
        }
    }
    return true;
}

static bool read_connections(const struct json_at *at, struct arena *arena, struct trains_map *map, struct error *err)
{
    size_t room = 0;
    struct json_at from = {0};
    if (!json_at_object(at, err)) {
        return false;
    }
    while (json_at_each(at, &from)) {
        int from_city, to_city;
        struct json_at to = {0};
        if (!read_key(&from, map, &from_city, err) || !json_at_object(&from, err)) {
            return false;
        }
        while (json_at_each(&from, &to)) {
            if (!read_key(&to, map, &to_city, err) || !read_segments(&to, from_city, to_city, map, &room, arena, err)) {
                return false;
            }
        }
    }
    trains_map_sort_connections(map);
    return check_colors(at, map, err);
}

bool trains_codec_map(const struct json_at *at, struct arena *arena, struct trains_map *map, struct error *err)
{
    static const char *const names[] = {"width", "height", "cities", "connections", NULL};
    struct json_at member[4];
    *map = (struct trains_map){0};
    return json_at_members(at, names, member, err) &&
           json_at_range(&member[0], TRAINS_SIZE_MIN, TRAINS_SIZE_MAX, &map->width, err) &&
           json_at_range(&member[1], TRAINS_SIZE_MIN, TRAINS_SIZE_MAX, &map->height, err) &&
           read_cities(&member[2], arena, map, err) && read_connections(&member[3], arena, map, err);
}

bool trains_codec_cards(const struct json_at *at, struct trains_cards *cards, struct error *err)
{
    struct json_at member = {0};
    *cards = (struct trains_cards){{0}};
    if (!json_at_object(at, err)) {
        return false;
    }
    while (json_at_each(at, &member)) {
        enum trains_color color;
        if (!read_color(&member, &color, err) || !json_at_natural(&member, TRAINS_MANY, &cards->count[color], err)) {
            return false;
        }
    }
    return true;
}

/* -- writing: city names need no escapes -- */

/* Connections are sorted by their cities, so those of one city, or of a pair, are adjacent. */
static void write_connections(struct text *out, const struct trains_map *map)
{
    for (int i = 0; i < map->connections; i++) {
        const struct trains_connection *c = &map->connection[i], *last = i ? c - 1 : NULL;
        bool same_from = last && last->from == c->from, same = same_from && last->to == c->to;
        if (!same_from) {
            text_format(out, "%s\"%s\":{", last ? "}}," : "", map->city[c->from].name);
        }
        if (!same) {
            text_format(out, "%s\"%s\":{", same_from ? "}," : "", map->city[c->to].name);
        }
        text_format(out, "%s\"%s\":%d", same ? "," : "", trains_color_names[c->color], c->length);
    }
    text_string(out, map->connections > 0 ? "}}" : "");
}

void trains_codec_write_map(struct text *out, const struct trains_map *map)
{
    text_string(out, "{\"connections\":{");
    write_connections(out, map);
    text_string(out, "},\"cities\":[");
    for (int i = 0; i < map->cities; i++) {
        const struct trains_city *city = &map->city[i];
        text_format(out, "%s[\"%s\",[%d,%d]]", i ? "," : "", city->name, city->x, city->y);
    }
    text_format(out, "],\"height\":%d,\"width\":%d}", map->height, map->width);
}
