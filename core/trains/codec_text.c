/* Writes Trains, and reads states directly from text without building a tree: states are most of what a remote player
 * receives. */
#include "trains/codec.h"

#include "base/ascii.h"
#include "trains/destinations.h"

/* -- writing: city names need no escapes -- */

static void put_pair(struct text *out, const char *before, const struct trains_map *map, int from, int to)
{
    text_string(out, before);
    text_string(out, map->city[from].name);
    text_string(out, "\",\"");
    text_string(out, map->city[to].name);
}

static inline char *copy(char *to, const char *from)
{
    while (*from) {
        *to++ = *from++;
    }
    return to;
}

/* States consist mostly of connections, so each is assembled first and appended at once. */
static void put_acquired(struct text *out, const char *before, const struct trains_map *map, int connection)
{
    const struct trains_connection *c = &map->connection[connection];
    char text[2 * TRAINS_NAME_MAX + 32], *end = copy(text, before);
    end = copy(end, map->city[c->from].name);
    end = copy(end, "\",\"");
    end = copy(end, map->city[c->to].name);
    end = copy(end, "\",\"");
    end = copy(end, trains_color_names[c->color]);
    end = copy(end, "\",");
    *end++ = (char)('0' + c->length);
    *end++ = ']';
    text_add(out, text, (size_t)(end - text));
}

void trains_codec_write_action(struct text *out, const struct trains_map *map, struct trains_action action)
{
    if (action.request != TRAINS_ASK_CONNECTION) {
        text_string(out, "\"more cards\"");
    } else if (action.connection != TRAINS_NONE) {
        put_acquired(out, "[\"", map, action.connection);
    } else {
        const struct trains_named *asked = action.asked;
        text_format(out, "[\"%s\",\"%s\",\"%s\",%d]", asked->from, asked->to, trains_color_names[asked->color],
                    asked->length);
    }
}

void trains_codec_write_destination(struct text *out, const struct trains_map *map,
                                    struct trains_destination destination)
{
    put_pair(out, "[\"", map, destination.from, destination.to);
    text_string(out, "\"]");
}

void trains_codec_write_colors(struct text *out, const enum trains_color *cards, int count)
{
    text_string(out, "[");
    for (int i = 0; i < count; i++) {
        text_string(out, i ? ",\"" : "\"");
        text_string(out, trains_color_names[cards[i]]);
        text_string(out, "\"");
    }
    text_string(out, "]");
}

void trains_codec_write_cards(struct text *out, const struct trains_cards *cards)
{
    for (int i = 0; i < TRAINS_COLORS; i++) {
        text_string(out, i ? ",\"" : "{\"");
        text_string(out, trains_color_names[i]);
        text_string(out, "\":");
        text_integer(out, cards->count[i]);
    }
    text_string(out, "}");
}

/* The connections that a player owns or, if `others`, that the other players own. */
static void put_owned(struct text *out, const struct trains_state *state, int player, bool others)
{
    const int *owner = state->owner, connections = state->map->connections;
    const char *before = "[[\"";
    for (int i = 0; i < connections; i++) {
        if (others ? owner[i] != TRAINS_NONE && owner[i] != player : owner[i] == player) {
            put_acquired(out, before, state->map, i);
            before = ",[\"";
        }
    }
    text_string(out, *before == '[' ? "[]" : "]");
}

/* The members of a ThisPlayer. */
static void put_this(struct text *out, const struct trains_view *view)
{
    const struct trains_hand *hand = view->hand;
    const struct trains_destination *d = hand->destination;
    put_pair(out, "\"destination1\":[\"", view->state->map, d[0].from, d[0].to);
    put_pair(out, "\"],\"destination2\":[\"", view->state->map, d[1].from, d[1].to);
    text_string(out, "\"],\"rails\":");
    text_integer(out, hand->rails);
    text_string(out, ",\"cards\":");
    trains_codec_write_cards(out, &hand->cards);
    text_string(out, ",\"acquired\":");
    put_owned(out, view->state, view->seat, false);
}

static void put_player_state(struct text *out, const struct trains_view *view)
{
    const struct trains_state *state = view->state;
    const char *before = "";
    text_string(out, "{\"this\":{");
    put_this(out, view);
    text_string(out, "},\"acquired\":[");
    for (int i = 1; i < state->players; i++) {
        int seat = (view->seat + i) % state->players;
        if (!state->out || !state->out[seat]) {
            text_string(out, before);
            put_owned(out, state, seat, false);
            before = ",";
        }
    }
    text_string(out, "]}");
}

void trains_codec_write_state(struct text *out, const struct trains_view *view, bool taken)
{
    if (!taken) {
        put_player_state(out, view);
        return;
    }
    text_string(out, "{");
    put_this(out, view);
    text_string(out, ",\"taken\":");
    put_owned(out, view->state, view->seat, true);
    text_string(out, "}");
}

/* -- reading: each function consumes what it expects, or fails -- */

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

/* An integer well within any limit. */
static bool take_number(struct reader *r, int *out)
{
    const char *start = r->at;
    *out = 0;
    while (ascii_is_digit(*r->at) && r->at - start < 8) {
        *out = *out * 10 + (*r->at++ - '0');
    }
    return r->at > start && (*start != '0' || r->at == start + 1);
}

/* Consumes a city of the map, not before `low`, from just after the opening quote through the closing one: a binary
 * search for a name that is not NUL-terminated. */
static bool take_city(struct reader *r, int low, int *out)
{
    int high = r->map->cities;
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

/* The beginning of an array: two cities in order. */
static bool take_pair(struct reader *r, int *from, int *to)
{
    return take(r, "[\"") && take_city(r, 0, from) && take(r, ",\"") && take_city(r, *from + 1, to);
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
    struct trains_connection c = {0};
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

/* The array of what each of the other players owns; there is at least one. */
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
    if (!trains_state_init(state, map, taken ? 2 : TRAINS_PLAYERS_MAX, NULL, arena, &ignored)) {
        return NULL;
    }
    bool read = taken
                    ? take(&r, "{") && take_this(&r, hand) && take(&r, ",\"taken\":") && take_owned(&r, 1)
                    : take(&r, "{\"this\":{") && take_this(&r, hand) && take(&r, "},\"acquired\":") && take_others(&r);
    return read && take(&r, "}") ? r.at : NULL;
}
