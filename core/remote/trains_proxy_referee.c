#include "remote/trains_proxy_referee.h"

#include <string.h>

/* Makes the player answer a call. */
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

/* Fast path for the most common call, if the text begins with a complete one in the form our server writes. */
static const char *read_play(void *self, const char *text)
{
    struct trains_proxy_referee *r = self;
    const struct trains_dialect *d = r->dialect;
    size_t before = strlen(d->play[0]), behind = strlen(d->play[1]);
    trains_listener_next(&r->listener);
    if (strncmp(text, d->play[0], before) != 0) {
        return NULL;
    }
    const char *end = trains_message_state_text(&r->listener, text + before, d->taken, &r->message);
    return end && strncmp(end, d->play[1], behind) == 0 ? end + behind : NULL;
}

static enum client_progress serve(void *self, const struct json_at *message, struct text *answer, const char **call,
                                  struct error *why)
{
    struct trains_proxy_referee *r = self;
    const struct trains_message *m = &r->message;
    struct trains_answer said = {0};
    if (message && !r->dialect->read_call(message, &r->listener, &r->message, why)) {
        return CLIENT_FAILED;
    }
    if (!ask(&r->player, m, &said)) {
        return CLIENT_IS_SILENT;
    }
    if (!(r->dialect->unanswered >> m->call & 1)) {
        *call = trains_call_names[m->call];
        r->dialect->write_answer(answer, m, &said);
    }
    return m->call == TRAINS_CALL_END ? CLIENT_IS_DONE : CLIENT_GOES_ON;
}

bool trains_proxy_referee_run(struct trains_proxy_referee *r, struct error *why)
{
    static const struct client_service service = {.read = read_play, .serve = serve};
    bool fine = client_run(&r->client, &service, r, why);
    trains_listener_free(&r->listener);
    return fine;
}
