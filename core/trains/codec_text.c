/* States from and to text, without a tree between: they are what a remote player is sent most. */
#include "trains/codec.h"

#include "base/ascii.h"
#include "trains/destinations.h"

#include <json-c/printbuf.h>

#include <stdlib.h>
#include <string.h>

/* -- writing -- */

/* Text on its way to a printbuf, which is slow with small pieces. */
struct writer {
    struct printbuf *out;
    size_t length;
    char bytes[1024];
};

static void flush(struct writer *w)
{
    printbuf_memappend(w->out, w->bytes, (int)w->length);
    w->length = 0;
}

static inline void put(struct writer *w, const char *text)
{
    size_t size = strlen(text);
    if (size > sizeof w->bytes - w->length) {
        flush(w);
    }
    if (size > sizeof w->bytes) {
        printbuf_memappend(w->out, text, (int)size);
        return;
    }
    memcpy(w->bytes + w->length, text, size);
    w->length += size;
}

static void put_number(struct writer *w, int number)
{
    char digits[12];
    int at = sizeof digits;
    digits[--at] = '\0';
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    put(w, digits + at);
}

static void put_pair(struct writer *w, const char *before, const struct trains_map *map, int from, int to)
{
    put(w, before);
    put(w, map->city[from].name);
    put(w, "\",\"");
    put(w, map->city[to].name);
}

static void put_acquired(struct writer *w, const char *before, const struct trains_map *map, int connection)
{
    const struct trains_connection *c = &map->connection[connection];
    put_pair(w, before, map, c->from, c->to);
    put(w, "\",\"");
    put(w, trains_color_names[c->color]);
    put(w, "\",");
    put_number(w, c->length);
    put(w, "]");
}

/* What a player owns. */
static void put_owned(struct writer *w, const struct trains_state *state, int player)
{
    const int *owner = state->owner, connections = state->map->connections;
    const char *before = "[[\"";
    for (int i = 0; i < connections; i++) {
        if (owner[i] == player) {
            put_acquired(w, before, state->map, i);
            before = ",[\"";
        }
    }
    put(w, *before == '[' ? "[]" : "]");
}

/* What everybody but one player owns. */
static void put_taken(struct writer *w, const struct trains_state *state, int player)
{
    const char *before = "[[\"";
    for (int i = 0; i < state->map->connections; i++) {
        if (state->owner[i] != TRAINS_NONE && state->owner[i] != player) {
            put_acquired(w, before, state->map, i);
            before = ",[\"";
        }
    }
    put(w, *before == '[' ? "[]" : "]");
}

/* The members of a ThisPlayer. */
static void put_this(struct writer *w, const struct trains_view *view)
{
    const struct trains_hand *hand = view->hand;
    const struct trains_destination *d = hand->destination;
    put_pair(w, "\"destination1\":[\"", view->state->map, d[0].from, d[0].to);
    put_pair(w, "\"],\"destination2\":[\"", view->state->map, d[1].from, d[1].to);
    put(w, "\"],\"rails\":");
    put_number(w, hand->rails);
    put(w, ",\"cards\":{\"");
    for (int i = 0; i < TRAINS_COLORS; i++) {
        put(w, i ? ",\"" : "");
        put(w, trains_color_names[i]);
        put(w, "\":");
        put_number(w, hand->cards.count[i]);
    }
    put(w, "},\"acquired\":");
    put_owned(w, view->state, view->seat);
}

static void put_player_state(struct writer *w, const struct trains_view *view)
{
    const struct trains_state *state = view->state;
    const char *before = "";
    put(w, "{\"this\":{");
    put_this(w, view);
    put(w, "},\"acquired\":[");
    for (int i = 1; i < state->players; i++) {
        int seat = (view->seat + i) % state->players;
        if (!state->out || !state->out[seat]) {
            put(w, before);
            put_owned(w, state, seat);
            before = ",";
        }
    }
    put(w, "]}");
}

static void put_taken_state(struct writer *w, const struct trains_view *view)
{
    put(w, "{");
    put_this(w, view);
    put(w, ",\"taken\":");
    put_taken(w, view->state, view->seat);
    put(w, "}");
}

/* A state with what stands around it. */
struct framed {
    const struct trains_view *view;
    bool taken;
    const char *before, *behind;
};

static int put_framed(json_object *object, struct printbuf *out, int level, int flags)
{
    const struct framed *framed = json_object_get_userdata(object);
    struct writer w;
    (void)level, (void)flags;
    w.out = out;
    w.length = 0;
    put(&w, framed->before);
    if (framed->taken) {
        put_taken_state(&w, framed->view);
    } else {
        put_player_state(&w, framed->view);
    }
    put(&w, framed->behind);
    flush(&w);
    return 0;
}

json_object *trains_codec_write_state(const struct trains_view *view, bool taken, const char *before,
                                      const char *behind)
{
    json_object *object = json_object_new_boolean(true); /* the cheapest one */
    struct framed *framed = malloc(sizeof *framed);
    if (!object || !framed) {
        json_object_put(object);
        free(framed);
        return NULL;
    }
    *framed = (struct framed){view, taken, before, behind};
    json_object_set_serializer(object, put_framed, framed, json_object_free_userdata);
    return object;
}

/* -- reading: each function passes over what it expects, or fails -- */

struct reader {
    const char *at;
    const struct trains_map *map;
    struct trains_state *state;
};

static inline bool take(struct reader *r, const char *text)
{
    const char *at = r->at;
    while (*text && *text == *at) {
        text++;
        at++;
    }
    if (*text) {
        return false;
    }
    r->at = at;
    return true;
}

/* A whole number that is far from any limit. */
static bool take_number(struct reader *r, int *out)
{
    const char *start = r->at;
    *out = 0;
    while (ascii_is_digit(*r->at) && r->at - start < 8) {
        *out = *out * 10 + (*r->at++ - '0');
    }
    return r->at > start && (*start != '0' || r->at == start + 1);
}

/* A city of the map, from behind the opening quote to behind the closing one: a binary search for a name that no NUL
 * ends. */
static bool take_city(struct reader *r, int *out)
{
    int low = 0, high = r->map->cities;
    while (low < high) {
        int middle = low + (high - low) / 2;
        const char *name = r->map->city[middle].name, *at = r->at;
        while (*name && *name == *at) {
            name++;
            at++;
        }
        if (!*name && *at == '"') {
            *out = middle;
            r->at = at + 1;
            return true;
        }
        if (*at != '"' && (unsigned char)*at > (unsigned char)*name) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return false;
}

/* The beginning of an array: two cities in their order. */
static bool take_pair(struct reader *r, int *from, int *to)
{
    return take(r, "[\"") && take_city(r, from) && take(r, ",\"") && take_city(r, to) && *from < *to;
}

static bool take_color(struct reader *r, enum trains_color *out)
{
    int color = 0;
    while (color < TRAINS_COLORS && !take(r, trains_color_names[color])) {
        color++;
    }
    *out = (enum trains_color)color;
    return color < TRAINS_COLORS;
}

static bool take_acquired(struct reader *r, int player)
{
    struct trains_connection c;
    if (!take_pair(r, &c.from, &c.to) || !take(r, ",\"") || !take_color(r, &c.color) || !take(r, "\",") ||
        !take_number(r, &c.length) || !take(r, "]")) {
        return false;
    }
    int connection = trains_map_connection(r->map, c);
    if (connection != TRAINS_NONE) {
        r->state->owner[connection] = player;
    }
    return connection != TRAINS_NONE;
}

static bool take_owned(struct reader *r, int player)
{
    if (take(r, "[]")) {
        return true;
    }
    if (!take(r, "[")) {
        return false;
    }
    do {
        if (!take_acquired(r, player)) {
            return false;
        }
    } while (take(r, ","));
    return take(r, "]");
}

static bool take_destination(struct reader *r, struct trains_destination *out)
{
    return take_pair(r, &out->from, &out->to) && take(r, "]") && trains_map_connected(r->map, out->from, out->to);
}

static bool take_cards(struct reader *r, struct trains_cards *cards)
{
    for (int i = 0; i < TRAINS_COLORS; i++) {
        if (!take(r, i ? ",\"" : "{\"") || !take(r, trains_color_names[i]) || !take(r, "\":") ||
            !take_number(r, &cards->count[i])) {
            return false;
        }
    }
    return take(r, "}");
}

static bool take_this(struct reader *r, struct trains_hand *hand)
{
    return take(r, "\"destination1\":") && take_destination(r, &hand->destination[0]) &&
           take(r, ",\"destination2\":") && take_destination(r, &hand->destination[1]) && take(r, ",\"rails\":") &&
           take_number(r, &hand->rails) && take(r, ",\"cards\":") && take_cards(r, &hand->cards) &&
           take(r, ",\"acquired\":") && take_owned(r, 0);
}

/* The array of what each other player owns, of whom there is at least one. */
static bool take_others(struct reader *r)
{
    r->state->players = 1;
    do {
        if (r->state->players == TRAINS_PLAYERS_MAX || !take(r, r->state->players == 1 ? "[" : ",") ||
            !take_owned(r, r->state->players++)) {
            return false;
        }
    } while (*r->at == ',');
    return take(r, "]");
}

const char *trains_codec_state_text(const char *text, const struct trains_map *map, bool taken, struct arena *arena,
                                    struct trains_state *state, struct trains_hand *hand)
{
    struct reader r = {text, map, state};
    struct error ignored;
    if (!trains_state_init_unnamed(state, map, taken ? 2 : TRAINS_PLAYERS_MAX, arena, &ignored)) {
        return NULL;
    }
    bool read = taken
                    ? take(&r, "{") && take_this(&r, hand) && take(&r, ",\"taken\":") && take_owned(&r, 1)
                    : take(&r, "{\"this\":{") && take_this(&r, hand) && take(&r, "},\"acquired\":") && take_others(&r);
    return read && take(&r, "}") ? r.at : NULL;
}
