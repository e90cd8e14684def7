#include "replay/trains.h"

#include "base/list.h"
#include "trains/codec.h"
#include "trains/log.h"

#include <stdlib.h>
#include <string.h>

static const char *const nothing[] = {NULL};
const char replay_trains_letters[TRAINS_COLORS + 1] = {
    [TRAINS_BLUE] = 'b', [TRAINS_GREEN] = 'g', [TRAINS_RED] = 'r', [TRAINS_WHITE] = 'w'};

void replay_trains_begin(struct replay_trains *t, const char *letter)
{
    text_format(&t->events, "%s[\"%s\"", t->events.length ? ",\n" : "", letter);
}

void replay_trains_players(struct text *out, const int *player, int players)
{
    text_string(out, "[");
    for (int i = 0; i < players; i++) {
        text_format(out, "%s%d", i ? "," : "", player[i]);
    }
    text_string(out, "]");
}

/* -- the map and the tournament -- */

static bool take_map(struct replay_trains *t, const struct json_at *line, struct error *err)
{
    static const char *const more[] = {"map", NULL};
    struct replay_line found;
    if (!replay_line_find(line, nothing, more, &found, err)) {
        return false;
    }
    if (t->has_map) {
        return json_at_fail(line, err, "this is the second map");
    }
    if (!trains_codec_map(&found.more[0], t->arena, &t->map, err) ||
        !trains_state_init(&t->state, &t->map, 0, t->seat_name, t->arena, err)) {
        return false;
    }
    t->has_map = true;
    return true;
}

static bool add_table(struct replay_trains *t, const struct json_at *at, struct error *err)
{
    if (!json_at_array(at, TRAINS_PLAYERS_MIN, TRAINS_PLAYERS_MAX, err)) {
        return false;
    }
    if (!list_grow(&t->table, &t->tables_room, (size_t)t->tables + 1, sizeof *t->table)) {
        return error_memory(err);
    }
    struct replay_table *table = &t->table[t->tables];
    table->players = (int)json_at_count(at);
    for (int i = 0; i < table->players; i++) {
        struct json_at name = json_at_element(at, (size_t)i);
        if (!replay_names_find(&t->names, &name, t->round == 1, &table->player[i], err)) {
            return false;
        }
    }
    text_string(&t->events, t->tables++ ? "," : "");
    replay_trains_players(&t->events, table->player, table->players);
    return true;
}

static bool take_round(struct replay_trains *t, const struct json_at *line, struct error *err)
{
    static const char *const more[] = {"round", "games", NULL};
    struct replay_line found;
    int number;
    if (!replay_line_find(line, nothing, more, &found, err) ||
        !json_at_range(&found.more[0], t->round + 1, t->round + 1, &number, err) ||
        !json_at_array(&found.more[1], 1, SIZE_MAX, err)) {
        return false;
    }
    if (t->table_next < t->tables) {
        return json_at_fail(line, err, "round %d is not over", t->round);
    }
    t->round = number;
    t->tables = t->table_next = 0;
    replay_trains_begin(t, "r");
    text_format(&t->events, ",%d,[", number);
    for (size_t i = 0; i < json_at_count(&found.more[1]); i++) {
        struct json_at table = json_at_element(&found.more[1], i);
        if (!add_table(t, &table, err)) {
            return false;
        }
    }
    text_string(&t->events, "]");
    return true;
}

static bool take_end(struct replay_trains *t, const struct json_at *line, struct error *err)
{
    static const char *const more[] = {"winners", "misbehaving", NULL};
    struct replay_line found;
    if (!replay_line_find(line, nothing, more, &found, err)) {
        return false;
    }
    replay_trains_begin(t, "e");
    for (int list = 0; list < 2; list++) {
        if (!json_at_array(&found.more[list], 0, SIZE_MAX, err)) {
            return false;
        }
        text_string(&t->events, ",[");
        for (size_t i = 0; i < json_at_count(&found.more[list]); i++) {
            struct json_at name = json_at_element(&found.more[list], i);
            int player;
            if (!replay_names_find(&t->names, &name, true, &player, err)) { /* a single player wins without a game */
                return false;
            }
            text_format(&t->events, "%s%d", i ? "," : "", player);
        }
        text_string(&t->events, "]");
    }
    t->ended = true;
    return true;
}

static bool take_kind(struct replay_trains *t, int kind, const struct json_at *line, struct error *err)
{
    switch ((enum trains_event_kind)kind) {
    case TRAINS_EVENT_MAP:
        return take_map(t, line, err);
    case TRAINS_EVENT_ROUND:
        return take_round(t, line, err);
    case TRAINS_EVENT_END:
        return take_end(t, line, err);
    default:
        return replay_trains_game_event(t, kind, line, err);
    }
}

bool replay_trains_take(struct replay_trains *t, const struct json_at *line, struct error *err)
{
    struct json_at event;
    int kind;
    if (!replay_line_event(line, &event, err) || !json_at_word(&event, trains_log_events, &kind, err)) {
        return false;
    }
    if (t->ended) {
        return json_at_fail(line, err, "the tournament is over");
    }
    if (!t->has_map && kind != TRAINS_EVENT_MAP && kind != TRAINS_EVENT_KICK) {
        return json_at_fail(line, err, "a log begins with a map, or with a game and its state");
    }
    if (!take_kind(t, kind, line, err)) {
        return false;
    }
    text_string(&t->events, kind == TRAINS_EVENT_MAP ? "" : "]");
    return true;
}

void replay_trains_data(const struct replay_trains *t, struct text *out)
{
    int cities = t->has_map ? t->map.cities : 0, connections = t->has_map ? t->map.connections : 0; /* of a whole one */
    text_string(out, "\"cities\":[");
    for (int i = 0; i < cities; i++) {
        text_string(out, i ? "," : "");
        replay_line_string(out, t->map.city[i].name, strlen(t->map.city[i].name));
    }
    text_string(out, "],\n\"links\":[");
    for (int i = 0; i < connections; i++) {
        const struct trains_connection *c = &t->map.connection[i];
        text_format(out, "%s[%d,%d,\"%c\",%d]", i ? "," : "", c->from, c->to, replay_trains_letters[c->color],
                    c->length);
    }
    text_string(out, "]");
}

void replay_trains_free(struct replay_trains *t)
{
    replay_names_free(&t->names);
    text_free(&t->events);
    free(t->table);
}
