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

static void add_cards(struct text *line, const struct trains_event *e)
{
    text_string(line, ",\"cards\":");
    trains_codec_write_colors(line, e->cards, e->card_count);
}

static void add_destinations(struct text *line, const char *before, const struct trains_event *e,
                             const struct trains_destination *list, int count)
{
    text_string(line, before);
    for (int i = 0; i < count; i++) {
        text_string(line, i ? "," : "[");
        trains_codec_write_destination(line, e->map, list[i]);
    }
    text_string(line, "]");
}

/* Adds the names of the players with these numbers; NULL for all players. */
static void add_names(struct text *line, const char *before, const struct trains_event *e, const int *player, int count)
{
    text_string(line, before);
    text_string(line, "[");
    for (int i = 0; i < count; i++) {
        text_json_after(line, i ? "," : "", e->names[player ? player[i] : i]);
    }
    text_string(line, "]");
}

static void add_round(struct text *line, const struct trains_event *e)
{
    text_integer_after(line, ",\"round\":", e->round);
    text_string(line, ",\"games\":[");
    for (int i = 0; i < e->tables; i++) {
        add_names(line, i ? "," : "", e, e->table[i].player, e->table[i].players);
    }
    text_string(line, "]");
}

static void add_score(struct text *line, const struct trains_event *e)
{
    text_integer_after(line, ",\"place\":", e->place);
    text_integer_after(line, ",\"segments\":", e->score->segments);
    text_integer_after(line, ",\"destinations\":[", e->score->destination[0]);
    text_integer_after(line, ",", e->score->destination[1]);
    text_integer_after(line, "],\"path\":", e->score->path);
    text_integer_after(line, ",\"bonus\":", e->score->bonus);
    text_integer_after(line, ",\"total\":", e->score->total);
}

/* Adds the names of the players with this fate. */
static void add_fate(struct text *line, const char *before, const struct trains_event *e, enum tournament_fate fate)
{
    const char *comma = "";
    text_string(line, before);
    for (int i = 0; i < e->players; i++) {
        if (e->fate[i] == fate) {
            text_json_after(line, comma, e->names[i]);
            comma = ",";
        }
    }
    text_string(line, "]");
}

static void add_details(struct text *line, const struct trains_event *e)
{
    switch (e->kind) {
    case TRAINS_EVENT_MAP:
        text_string(line, ",\"map\":");
        trains_codec_write_map(line, e->map);
        break;
    case TRAINS_EVENT_ROUND:
        add_round(line, e);
        break;
    case TRAINS_EVENT_GAME:
        add_names(line, ",\"players\":", e, NULL, e->players);
        break;
    case TRAINS_EVENT_SETUP:
        text_integer_after(line, ",\"rails\":", e->rails);
        add_cards(line, e);
        break;
    case TRAINS_EVENT_PICK:
        add_destinations(line, ",\"offered\":", e, e->offered, TRAINS_OFFERED);
        add_destinations(line, ",\"kept\":", e, e->kept, TRAINS_KEPT);
        break;
    case TRAINS_EVENT_PLAY:
        text_string(line, ",\"action\":");
        trains_codec_write_action(line, e->map, e->action);
        break;
    case TRAINS_EVENT_MORE:
        add_cards(line, e);
        break;
    case TRAINS_EVENT_KICK:
        text_json_after(line, ",\"call\":", trains_call_names[e->call]);
        text_json_after(line, ",\"reason\":", e->reason);
        break;
    case TRAINS_EVENT_SCORE:
        add_score(line, e);
        break;
    case TRAINS_EVENT_WIN:
        text_string(line, ",\"won\":");
        text_boolean(line, e->won);
        break;
    case TRAINS_EVENT_END:
        add_fate(line, ",\"winners\":[", e, TOURNAMENT_IN);
        add_fate(line, ",\"misbehaving\":[", e, TOURNAMENT_MISBEHAVED);
        break;
    }
}

void trains_log(struct text *line, const void *event)
{
    const struct trains_event *e = event;
    text_json_after(line, "{\"event\":", trains_log_events[e->kind]);
    if (e->game > 0) {
        text_integer_after(line, ",\"game\":", e->game);
    }
    if (e->turn > 0) {
        text_integer_after(line, ",\"turn\":", e->turn);
    }
    if (e->player != TRAINS_NONE) {
        text_json_after(line, ",\"player\":", e->names[e->player]);
    }
    add_details(line, e);
    text_string(line, "}");
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
