#include "remote/trains_proxy_referee.h"

#include "remote/signup.h"

#include <string.h>

/* Has the player answer a call. */
static bool ask(const struct trains_player *player, const struct trains_message *m, struct trains_answer *answer)
{
    const struct trains_player_calls *calls = player->calls;
    void *self = player->self;
    struct error why;
    switch (m->call) {
    case TRAINS_CALL_START:
        answer->map = calls->start(self, &why);
        return answer->map;
    case TRAINS_CALL_LOSSES:
        return !calls->losses || calls->losses(self, m->losses, &why);
    case TRAINS_CALL_SETUP:
        return !calls->setup || calls->setup(self, m->map, m->rails, m->cards.cards, m->cards.count, &why);
    case TRAINS_CALL_PICK:
        return calls->pick(self, m->map, m->offered, &answer->returned, &why);
    case TRAINS_CALL_PLAY:
        return calls->play(self, m->view, &answer->action, &why);
    case TRAINS_CALL_MORE:
        return !calls->more || calls->more(self, m->cards.cards, m->cards.count, &why);
    case TRAINS_CALL_UPDATE:
        return !calls->update || calls->update(self, m->view, &why);
    case TRAINS_CALL_WIN:
        return !calls->win || calls->win(self, m->won, &why);
    default:
        return !calls->end || calls->end(self, m->won, &why);
    }
}

static bool send_answer(struct trains_proxy_referee *r, const struct trains_message *m,
                        const struct trains_answer *answer, struct error *why)
{
    text_clear(&r->answer);
    r->dialect->write_answer(&r->answer, m, answer);
    return r->send ? r->send(r->self, &r->wire, m->call, &r->answer, why)
                   : wire_send(&r->wire, &r->answer, wire_deadline(&r->wire), why);
}

enum progress { GOES_ON, IS_OVER, HANGS_UP, WENT_WRONG };

/* Why a call could not be read: who is removed is told so, or finds the connection closed or broken. */
static enum progress without_call(const struct error *why)
{
    return why->kind == ERROR_PLAYER ? HANGS_UP : WENT_WRONG;
}

/* The end of the call that is made most, if the text begins with all of it and it is written as our server does. */
static const char *read_play(const struct trains_dialect *d, const char *text, struct trains_listener *listener,
                             struct trains_message *m)
{
    size_t before = strlen(d->play[0]), behind = strlen(d->play[1]);
    if (strncmp(text, d->play[0], before) != 0) {
        return NULL;
    }
    const char *end = trains_message_state_text(listener, text + before, d->taken, m);
    return end && strncmp(end, d->play[1], behind) == 0 ? end + behind : NULL;
}

static enum progress read_call(struct trains_proxy_referee *r, int64_t deadline, struct trains_listener *listener,
                               struct trains_message *m, struct error *why)
{
    struct json_value value;
    enum json_stream_result received = wire_receive(&r->wire, 0, deadline, &value, why);
    if (received != JSON_STREAM_VALUE) {
        return received == JSON_STREAM_END ? HANGS_UP : without_call(why);
    }
    struct json_at at = json_at_root(&value);
    bool understood = !signup_is_refusal(&at, why) && r->dialect->read_call(&at, listener, m, why);
    json_object_put(value.object);
    return understood ? GOES_ON : without_call(why);
}

/* Reads a call, whichever it is. */
static enum progress hear(struct trains_proxy_referee *r, struct trains_listener *listener, struct trains_message *m,
                          struct error *why)
{
    int64_t deadline = wire_deadline(&r->wire);
    const char *text = wire_peek(&r->wire, deadline, why);
    if (!text) {
        return without_call(why);
    }
    trains_listener_next(listener);
    const char *end = read_play(r->dialect, text, listener, m);
    if (!end) {
        return read_call(r, deadline, listener, m, why);
    }
    wire_skip(&r->wire, end);
    return GOES_ON;
}

/* Reads one call and answers it. */
static enum progress serve(struct trains_proxy_referee *r, struct trains_listener *listener, struct error *why)
{
    struct trains_message m;
    struct trains_answer answer = {0};
    enum progress heard = hear(r, listener, &m, why);
    if (heard != GOES_ON) {
        return heard;
    }
    if (!ask(&r->player, &m, &answer)) {
        wire_break(&r->wire);
        return HANGS_UP;
    }
    if (!(r->dialect->unanswered >> m.call & 1) && !send_answer(r, &m, &answer, why)) {
        return HANGS_UP;
    }
    return m.call == TRAINS_CALL_END ? IS_OVER : GOES_ON;
}

bool trains_proxy_referee_run(struct trains_proxy_referee *referee, struct error *why)
{
    struct trains_listener listener = {0};
    enum progress progress;
    referee->wire.stream.name = "message";
    do {
        progress = serve(referee, &listener, why);
    } while (progress == GOES_ON);
    if (progress == IS_OVER) { /* a server that still has something to say would find the connection broken */
        wire_drain(&referee->wire, clock_in(WIRE_FAREWELL));
    }
    trains_listener_free(&listener);
    text_free(&referee->answer);
    wire_close(&referee->wire);
    return progress != WENT_WRONG;
}
