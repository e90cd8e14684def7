#include "trains/log.h"

#include "trains/codec.h"

#include <errno.h>
#include <string.h>

const char *const trains_log_events[] = {
    [TRAINS_EVENT_MAP] = "map",     [TRAINS_EVENT_ROUND] = "round", [TRAINS_EVENT_GAME] = "game",
    [TRAINS_EVENT_SETUP] = "setup", [TRAINS_EVENT_PICK] = "pick",   [TRAINS_EVENT_PLAY] = "play",
    [TRAINS_EVENT_MORE] = "more",   [TRAINS_EVENT_KICK] = "kick",   [TRAINS_EVENT_SCORE] = "score",
    [TRAINS_EVENT_WIN] = "win",     [TRAINS_EVENT_END] = "end",     NULL,
};

static void add(json_object *o, const char *key, json_object *value)
{
    json_object_object_add(o, key, value);
}

static void add_int(json_object *o, const char *key, int value)
{
    json_object_object_add(o, key, json_object_new_int(value));
}

static void add_string(json_object *o, const char *key, const char *value)
{
    json_object_object_add(o, key, json_object_new_string(value));
}

static json_object *write_destinations(const struct trains_event *e, const struct trains_destination *list, int count)
{
    json_object *array = json_object_new_array_ext(count);
    for (int i = 0; i < count; i++) {
        json_object_array_add(array, trains_codec_write_destination(e->map, list[i]));
    }
    return array;
}

/* The names of the players with these numbers; NULL for all of them. */
static json_object *write_names(const struct trains_event *e, const int *player, int count)
{
    json_object *array = json_object_new_array_ext(count);
    for (int i = 0; i < count; i++) {
        json_object_array_add(array, json_object_new_string(e->names[player ? player[i] : i]));
    }
    return array;
}

static json_object *write_tables(const struct trains_event *e)
{
    json_object *array = json_object_new_array_ext(e->tables);
    for (int i = 0; i < e->tables; i++) {
        json_object_array_add(array, write_names(e, e->table[i].player, e->table[i].players));
    }
    return array;
}

static void add_score(json_object *o, const struct trains_event *e)
{
    json_object *destinations = json_object_new_array_ext(TRAINS_KEPT);
    for (int i = 0; i < TRAINS_KEPT; i++) {
        json_object_array_add(destinations, json_object_new_int(e->score->destination[i]));
    }
    add_int(o, "place", e->place);
    add_int(o, "segments", e->score->segments);
    add(o, "destinations", destinations);
    add_int(o, "path", e->score->path);
    add_int(o, "bonus", e->score->bonus);
    add_int(o, "total", e->score->total);
}

static void add_fates(json_object *o, const struct trains_event *e)
{
    json_object *winners = json_object_new_array(), *misbehaved = json_object_new_array();
    for (int i = 0; i < e->players; i++) {
        if (e->fate[i] != TOURNAMENT_LOST) {
            json_object_array_add(e->fate[i] == TOURNAMENT_IN ? winners : misbehaved,
                                  json_object_new_string(e->names[i]));
        }
    }
    add(o, "winners", winners);
    add(o, "misbehaving", misbehaved);
}

static void add_details(json_object *o, const struct trains_event *e)
{
    switch (e->kind) {
    case TRAINS_EVENT_MAP:
        add(o, "map", trains_codec_write_map(e->map));
        break;
    case TRAINS_EVENT_ROUND:
        add_int(o, "round", e->round);
        add(o, "games", write_tables(e));
        break;
    case TRAINS_EVENT_GAME:
        add(o, "players", write_names(e, NULL, e->players));
        break;
    case TRAINS_EVENT_SETUP:
        add_int(o, "rails", e->rails);
        add(o, "cards", trains_codec_write_colors(e->cards, e->card_count));
        break;
    case TRAINS_EVENT_PICK:
        add(o, "offered", write_destinations(e, e->offered, TRAINS_OFFERED));
        add(o, "kept", write_destinations(e, e->kept, TRAINS_KEPT));
        break;
    case TRAINS_EVENT_PLAY:
        add(o, "action", trains_codec_write_action(e->map, e->action));
        break;
    case TRAINS_EVENT_MORE:
        add(o, "cards", trains_codec_write_colors(e->cards, e->card_count));
        break;
    case TRAINS_EVENT_KICK:
        add_string(o, "call", trains_call_names[e->call]);
        add_string(o, "reason", e->reason);
        break;
    case TRAINS_EVENT_SCORE:
        add_score(o, e);
        break;
    case TRAINS_EVENT_WIN:
        add(o, "won", json_object_new_boolean(e->won));
        break;
    case TRAINS_EVENT_END:
        add_fates(o, e);
        break;
    }
}

bool trains_log(void *self, const void *event, struct error *err)
{
    const struct trains_event *e = event;
    json_object *o = json_object_new_object();
    if (o) {
        add_string(o, "event", trains_log_events[e->kind]);
        if (e->game > 0) {
            add_int(o, "game", e->game);
        }
        if (e->turn > 0) {
            add_int(o, "turn", e->turn);
        }
        if (e->player != TRAINS_NONE) {
            add_string(o, "player", e->names[e->player]);
        }
        add_details(o, e);
    }
    return observer_log(self, o, err);
}

/* -- explanations -- */

static void explain_kick(const struct observer_explainer *x, const struct trains_event *e)
{
    const char *name = e->names[e->player];
    if (e->game == 0) {
        fprintf(x->stream, "%s: %s: kicked in \"%s\": %s\n", x->who, name, trains_call_names[e->call], e->reason);
    } else if (e->turn == 0) {
        fprintf(x->stream, "%s: %s: kicked in game %d, set-up: %s\n", x->who, name, e->game, e->reason);
    } else {
        fprintf(x->stream, "%s: %s: kicked in game %d, turn %d: %s\n", x->who, name, e->game, e->turn, e->reason);
    }
}

static void explain_score(const struct observer_explainer *x, const struct trains_event *e)
{
    const struct trains_score *s = e->score;
    fprintf(x->stream, "%s: %s: place %d in game %d with %d = %d for segments, %+d and %+d for destinations, %+d for ",
            x->who, e->names[e->player], e->place, e->game, s->total, s->segments, s->destination[0], s->destination[1],
            s->bonus);
    fprintf(x->stream, "%s path of %d\n", s->bonus ? "the longest" : "a", s->path);
}

bool trains_explain(void *self, const void *event, struct error *err)
{
    const struct observer_explainer *x = self;
    const struct trains_event *e = event;
    if (e->kind == TRAINS_EVENT_KICK) {
        explain_kick(x, e);
    } else if (e->kind == TRAINS_EVENT_SCORE) {
        explain_score(x, e);
    }
    return ferror(x->stream) ? error_set(err, ERROR_IO, "%s", strerror(errno)) : true;
}
