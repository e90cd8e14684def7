#include "remote/client.h"

#include "remote/signup.h"

/* How long to listen to a server after the end. If we hung up at once, it would see a broken connection. */
#define FAREWELL (10 * CLOCK_SECOND)

/* Serves one message. */
static enum client_progress serve(struct client *c, const struct client_service *service, void *self, const char **call,
                                  struct error *why)
{
    int64_t deadline = wire_deadline(&c->wire);
    const char *text = wire_peek(&c->wire, deadline, why);
    struct json_value value;
    if (!text) {
        return CLIENT_FAILED;
    }
    const char *end = service->read ? service->read(self, text) : NULL;
    if (end) {
        wire_skip(&c->wire, end);
        return service->serve(self, NULL, &c->answer, call, why);
    }
    if (wire_receive(&c->wire, 0, deadline, &value, why) != JSON_STREAM_VALUE) {
        return CLIENT_FAILED;
    }
    struct json_at at = json_at_root(&value);
    enum client_progress progress =
        signup_is_refusal(&at, why) ? CLIENT_FAILED : service->serve(self, &at, &c->answer, call, why);
    json_object_put(value.object);
    return progress;
}

static bool send_answer(struct client *c, const char *call, struct error *why)
{
    struct text *answer = c->answer.length > 0 || c->answer.failed ? &c->answer : NULL;
    if (c->send) {
        return c->send(c->sender, &c->wire, call, answer, why);
    }
    return !answer || wire_send(&c->wire, answer, wire_deadline(&c->wire), why);
}

bool client_run(struct client *c, const struct client_service *service, void *self, struct error *why)
{
    enum client_progress progress;
    c->wire.stream.name = "message";
    do {
        const char *call = NULL;
        text_clear(&c->answer);
        progress = serve(c, service, self, &call, why);
        bool has_answer = call && (progress == CLIENT_GOES_ON || progress == CLIENT_IS_DONE);
        if (has_answer && !send_answer(c, call, why)) {
            progress = CLIENT_FAILED;
        }
    } while (progress == CLIENT_GOES_ON);
    if (progress == CLIENT_IS_DONE) {
        wire_drain(&c->wire, clock_in(FAREWELL));
    } else if (progress == CLIENT_IS_SILENT) {
        wire_break(&c->wire);
    }
    text_free(&c->answer);
    wire_close(&c->wire);
    /* A removed player is told so, or finds the connection closed or broken; that is not a failure. */
    return progress != CLIENT_FAILED || why->kind == ERROR_PLAYER;
}
