#include "remote/trains_proxy_player.h"

#include <string.h>

static bool is_all(const struct trains_proxy_player *p, const struct trains_message *m, struct error *why)
{
    return !wire_has_more(&p->wire) ||
           error_set(why, ERROR_PLAYER, "answered \"%s\" with more than one value", trains_call_names[m->call]);
}

/* Reads and checks the answer to a call. */
static bool hear(struct trains_proxy_player *p, const struct trains_message *m, int64_t deadline,
                 struct trains_answer *answer, struct error *why)
{
    struct json_value value;
    const char *text = m->call == TRAINS_CALL_PLAY ? wire_peek(&p->wire, deadline, why) : "";
    size_t length = strlen(p->dialect->more_cards);
    if (!text) {
        return false;
    }
    if (strncmp(text, p->dialect->more_cards, length) == 0) { /* the answer that is given most */
        wire_skip(&p->wire, text + length);
        answer->action = (struct trains_action){.request = TRAINS_ASK_CARDS, .connection = TRAINS_NONE};
        return is_all(p, m, why);
    }
    if (wire_receive(&p->wire, p->dialect->repeats_at, deadline, &value, why) != JSON_STREAM_VALUE) {
        return false;
    }
    struct json_at at = json_at_root(&value);
    struct arena *arena = m->call == TRAINS_CALL_START ? &p->map : &p->last;
    bool good = p->dialect->read_answer(&at, m, arena, answer, why);
    json_object_put(value.object);
    return good && is_all(p, m, why);
}

/* Makes a call. Who speaks between calls has not understood how this works, and is out. */
static bool call(void *self, const struct trains_message *m, struct trains_answer *answer, struct error *why)
{
    struct trains_proxy_player *p = self;
    const struct trains_dialect *d = p->dialect;
    if (d->unsent >> m->call & 1) {
        return true;
    }
    int64_t deadline = wire_deadline(&p->wire);
    arena_free(&p->last);
    if (!wire_quiet(&p->wire, why)) {
        return false;
    }
    text_clear(&p->message);
    d->write_call(&p->message, m);
    if (!wire_send(&p->wire, &p->message, deadline, why)) {
        return false;
    }
    if (!(d->unanswered >> m->call & 1)) {
        return hear(p, m, deadline, answer, why);
    }
    /* That a player has understood that all is over shows when it hangs up. */
    return m->call == TRAINS_CALL_END ? wire_finish(&p->wire, NULL, deadline, why) : true;
}

static const struct trains_map *proxy_start(void *self, struct error *why)
{
    struct trains_answer answer = {0};
    return call(self, &(struct trains_message){.call = TRAINS_CALL_START}, &answer, why) ? answer.map : NULL;
}

static bool proxy_losses(void *self, int losses, struct error *why)
{
    struct trains_answer answer;
    return call(self, &(struct trains_message){.call = TRAINS_CALL_LOSSES, .losses = losses}, &answer, why);
}

static bool proxy_setup(void *self, const struct trains_map *map, int rails, const enum trains_color *cards, int count,
                        struct error *why)
{
    struct trains_answer answer;
    struct trains_message m = {.call = TRAINS_CALL_SETUP, .map = map, .rails = rails, .cards = {cards, count}};
    return call(self, &m, &answer, why);
}

static bool proxy_pick(void *self, const struct trains_map *map,
                       const struct trains_destination offered[TRAINS_OFFERED], unsigned *returned, struct error *why)
{
    struct trains_answer answer = {0};
    struct trains_message m = {.call = TRAINS_CALL_PICK, .map = map, .offered = offered};
    bool answered = call(self, &m, &answer, why);
    *returned = answer.returned;
    return answered;
}

static bool proxy_play(void *self, const struct trains_view *view, struct trains_action *action, struct error *why)
{
    struct trains_answer answer = {0};
    struct trains_message m = {.call = TRAINS_CALL_PLAY, .map = view->state->map, .view = view};
    bool answered = call(self, &m, &answer, why);
    *action = answer.action;
    return answered;
}

static bool proxy_more(void *self, const enum trains_color *cards, int count, struct error *why)
{
    struct trains_answer answer;
    return call(self, &(struct trains_message){.call = TRAINS_CALL_MORE, .cards = {cards, count}}, &answer, why);
}

static bool proxy_update(void *self, const struct trains_view *view, struct error *why)
{
    struct trains_answer answer;
    return call(self, &(struct trains_message){.call = TRAINS_CALL_UPDATE, .view = view}, &answer, why);
}

static bool proxy_win(void *self, bool won, struct error *why)
{
    struct trains_answer answer;
    return call(self, &(struct trains_message){.call = TRAINS_CALL_WIN, .won = won}, &answer, why);
}

static bool proxy_end(void *self, bool won, struct error *why)
{
    struct trains_answer answer;
    return call(self, &(struct trains_message){.call = TRAINS_CALL_END, .won = won}, &answer, why);
}

/* It hears why if it listens, but nobody waits for that. */
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
