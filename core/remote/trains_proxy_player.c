#include "remote/trains_proxy_player.h"

/* Makes the call and reads the answer. */
static bool ask(struct trains_proxy_player *p, const struct trains_message *m, int64_t deadline, struct error *why)
{
    const struct trains_dialect *d = p->dialect;
    const struct wire_question question = {.name = trains_call_names[m->call],
                                           .message = &p->message,
                                           .repeats_at = d->repeats_at,
                                           .usual = m->call == TRAINS_CALL_PLAY ? d->more_cards : NULL};
    struct json_value value;
    switch (wire_ask(&p->wire, &question, deadline, &value, why)) {
    case WIRE_NO_ANSWER:
        return false;
    case WIRE_USUAL:
        p->answer.action = (struct trains_action){.request = TRAINS_ASK_CARDS, .connection = TRAINS_NONE};
        return true;
    default:
        break;
    }
    struct json_at at = json_at_root(&value);
    bool good = d->read_answer(&at, m, m->call == TRAINS_CALL_START ? &p->map : &p->last, &p->answer, why);
    json_object_put(value.object);
    return good;
}

/* Makes a call, if the dialect has it. */
static bool call(void *self, const struct trains_message *m, struct error *why)
{
    struct trains_proxy_player *p = self;
    const struct trains_dialect *d = p->dialect;
    p->answer = (struct trains_answer){0};
    if (d->unsent >> m->call & 1) {
        return true;
    }
    int64_t deadline = wire_deadline(&p->wire);
    arena_free(&p->last);
    text_clear(&p->message);
    d->write_call(&p->message, m);
    if (!(d->unanswered >> m->call & 1)) {
        return ask(p, m, deadline, why);
    }
    /* The player acknowledges the end by hanging up. */
    return wire_tell(&p->wire, &p->message, deadline, why) &&
           (m->call != TRAINS_CALL_END || wire_finish(&p->wire, NULL, deadline, why));
}

static const struct trains_map *proxy_start(void *self, struct error *why)
{
    struct trains_proxy_player *p = self;
    return call(p, &(struct trains_message){.call = TRAINS_CALL_START}, why) ? p->answer.map : NULL;
}

static bool proxy_losses(void *self, int losses, struct error *why)
{
    return call(self, &(struct trains_message){.call = TRAINS_CALL_LOSSES, .losses = losses}, why);
}

static bool proxy_setup(void *self, const struct trains_map *map, int rails, const enum trains_color *cards, int count,
                        struct error *why)
{
    struct trains_message m = {.call = TRAINS_CALL_SETUP, .map = map, .rails = rails, .cards = {cards, count}};
    return call(self, &m, why);
}

static bool proxy_pick(void *self, const struct trains_map *map,
                       const struct trains_destination offered[TRAINS_OFFERED], unsigned *returned, struct error *why)
{
    const struct trains_proxy_player *p = self;
    struct trains_message m = {.call = TRAINS_CALL_PICK, .map = map, .offered = offered};
    bool answered = call(self, &m, why);
    *returned = p->answer.returned;
    return answered;
}

static bool proxy_play(void *self, const struct trains_view *view, struct trains_action *action, struct error *why)
{
    const struct trains_proxy_player *p = self;
    struct trains_message m = {.call = TRAINS_CALL_PLAY, .map = view->state->map, .view = view};
    bool answered = call(self, &m, why);
    *action = p->answer.action;
    return answered;
}

static bool proxy_more(void *self, const enum trains_color *cards, int count, struct error *why)
{
    return call(self, &(struct trains_message){.call = TRAINS_CALL_MORE, .cards = {cards, count}}, why);
}

static bool proxy_update(void *self, const struct trains_view *view, struct error *why)
{
    return call(self, &(struct trains_message){.call = TRAINS_CALL_UPDATE, .view = view}, why);
}

static bool proxy_win(void *self, bool won, struct error *why)
{
    return call(self, &(struct trains_message){.call = TRAINS_CALL_WIN, .won = won}, why);
}

static bool proxy_end(void *self, bool won, struct error *why)
{
    return call(self, &(struct trains_message){.call = TRAINS_CALL_END, .won = won}, why);
}

/* Tells it why if it listens, but does not wait for that. */
static void proxy_kicked(void *self, bool in_game, const char *reason)
{
    struct trains_proxy_player *p = self;
    struct error ignored;
    if (p->dialect->write_kick) {
        text_clear(&p->message);
        p->dialect->write_kick(&p->message, in_game, reason);
        wire_send(&p->wire, &p->message, clock_now(), &ignored);
    }
    wire_close(&p->wire);
}

void trains_proxy_player_close(struct trains_proxy_player *player)
{
    wire_close(&player->wire);
    arena_free(&player->last);
    arena_free(&player->map);
    text_free(&player->message);
}

const struct trains_player_calls trains_proxy_player_calls = {
    .start = proxy_start,
    .losses = proxy_losses,
    .setup = proxy_setup,
    .pick = proxy_pick,
    .play = proxy_play,
    .more = proxy_more,
    .update = proxy_update,
    .win = proxy_win,
    .end = proxy_end,
    .kicked = proxy_kicked,
};
