#include "remote/signup.h"

#include "base/json_at.h"
#include "base/names.h"
#include "tournament/entries.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    WAITING_MAX = 128,     /* connections without a name; beyond, the oldest is dropped */
    NAME_BYTES_MAX = 1024, /* of the message with the name, including white space */
};

/* How long to wait after accept(2) has failed. */
#define PAUSE (CLOCK_SECOND / 20)

/* A connection that has not sent a name yet. */
struct waiting {
    struct wire wire;
    int64_t deadline;
    int64_t connection; /* its number */
};

/* Sign-up in progress. */
struct desk {
    const struct signup *signup;
    struct arena *arena;
    struct signup_guest *guests; /* in the order their names arrived */
    int count;
    struct waiting waiting[WAITING_MAX]; /* in the order they connected */
    int waits;
    int64_t connections;  /* so far */
    int64_t paused_until; /* do not accept before */
    int shortage;         /* errno of the last accept(2); 0 if it succeeded */
};

bool signup_is_refusal(const struct json_at *message, struct error *err)
{
    const char *text =
        json_object_is_type(message->object, json_type_string) ? json_object_get_string(message->object) : "";
    if (strncmp(text, SIGNUP_REFUSED, strlen(SIGNUP_REFUSED)) != 0) {
        return false;
    }
    error_set(err, ERROR_INPUT, "%s", json_show(text, strlen(text)).text);
    return true;
}

size_t signup_files(int most)
{
    return (size_t)most + WAITING_MAX;
}

static void remove_waiting(struct desk *d, int i)
{
    d->waits--;
    memmove(&d->waiting[i], &d->waiting[i + 1], (size_t)(d->waits - i) * sizeof *d->waiting);
}

/* Sends the reason, as far as possible without waiting, and hangs up. */
static void turn_away(struct wire *wire, const char *reason)
{
    struct error ignored;
    struct text text = {0};
    text_string(&text, "\"" SIGNUP_REFUSED);
    text_escape_string(&text, TEXT_JSON, reason);
    text_string(&text, "\"");
    wire_send(wire, &text, clock_now(), &ignored);
    text_free(&text);
    wire_close(wire);
}

static void refuse(struct desk *d, int i, const char *reason)
{
    turn_away(&d->waiting[i].wire, reason);
    remove_waiting(d, i);
    if (d->signup->refused) {
        d->signup->refused(d->signup->context, reason);
    }
}

/* Checks a name and admits its sender. */
static bool admit(struct desk *d, const struct waiting *w, const struct json_value *value, struct error *refused)
{
    struct json_at at = json_at_root(value);
    const char *name;
    if (!entries_name(&at, d->signup->name_max, d->arena, &name, refused)) {
        return false;
    }
    struct signup_guest *guest = &d->guests[d->count++];
    *guest = (struct signup_guest){.name = name, .wire = w->wire, .connection = w->connection};
    guest->wire.allowed = d->signup->allowed;
    guest->wire.limit = WIRE_MESSAGE_MAX;
    guest->wire.stream.name = "answer";
    if (d->signup->joined) {
        d->signup->joined(d->signup->context, name, d->count);
    }
    return true;
}

/* Whether the part of a value received so far may become a string, perhaps after a partial byte order mark. */
static bool may_be_string(const struct json_stream *stream, struct error *refused)
{
    size_t at;
    if (!stream->text || !json_stream_rest(stream, &at) || stream->text[at] == '"' || stream->text[at] == '\xEF') {
        return true;
    }
    return json_stream_complain(stream, at, refused, "expected a string, found %s",
                                json_show(stream->text + at, 1).text);
}

/* Checks whether a connection has sent its name. False if out of memory. *gone: it is no longer waiting. */
static bool listen_to(struct desk *d, int i, bool *gone, struct error *err)
{
    struct waiting *w = &d->waiting[i];
    struct json_value value;
    struct error refused = {.kind = ERROR_NONE};
    enum json_stream_result result = wire_poll(&w->wire, &value, &refused);
    *gone = result != JSON_STREAM_MORE || !may_be_string(&w->wire.stream, &refused);
    if (!*gone) {
        return true;
    }
    if (result == JSON_STREAM_VALUE) {
        bool admitted = admit(d, w, &value, &refused);
        json_object_put(value.object);
        if (admitted) {
            remove_waiting(d, i);
            return true;
        }
    }
    if (refused.kind == ERROR_MEMORY) { /* not the guest's fault */
        *err = refused;
        return false;
    }
    refuse(d, i, refused.text);
    return true;
}

/* Accepts all pending connections, as far as there is room. If accept(2) fails, pauses: the listener stays ready, so
 * polling it would keep a core busy. */
static void accept_all(struct desk *d)
{
    const struct signup *s = d->signup;
    while (d->waits < WAITING_MAX) {
        int fd = accept4(s->listener, NULL, NULL, SOCK_CLOEXEC);
        if (fd < 0) {
            if (errno != EAGAIN && errno != EINTR) {
                d->shortage = errno;
                d->paused_until = clock_in(PAUSE);
            }
            return;
        }
        d->shortage = 0;
        struct waiting *w = &d->waiting[d->waits++];
        *w = (struct waiting){.wire = wire_open(fd, fd, s->stop, s->name_allowed),
                              .deadline = clock_in(s->name_allowed),
                              .connection = d->connections++};
        w->wire.stream.name = "name";
        w->wire.limit = NAME_BYTES_MAX;
    }
}

/* Serves the connections that have sent something, in the order they connected, and drops those that are late. ready is
 * what poll(2) found for each. */
static bool hear(struct desk *d, const struct pollfd *ready, struct error *err)
{
    int64_t now = clock_now();
    for (int i = 0; i < d->waits && d->count < d->signup->most; ready++) {
        bool gone = false;
        if (ready->revents && !listen_to(d, i, &gone, err)) {
            return false;
        }
        if (!gone && d->waiting[i].deadline <= now) {
            refuse(d, i, "no name came in time");
            gone = true;
        }
        i += !gone;
    }
    return true;
}

/* Makes room for one more connection: drops the oldest if needed, unless its name has just arrived. */
static bool make_room(struct desk *d, struct error *err)
{
    bool gone;
    if (d->waits < WAITING_MAX) {
        return true;
    }
    if (!listen_to(d, 0, &gone, err)) {
        return false;
    }
    if (!gone) {
        refuse(d, 0, "too many have connected and not said a name");
    }
    return true;
}

/* Waits for an event or until `until`, and handles it: little per connection, so that none delays another. */
static bool step(struct desk *d, int64_t until, bool *stopped, struct error *err)
{
    bool paused = clock_now() < d->paused_until;
    struct pollfd fds[WAITING_MAX + 2] = {{.fd = paused ? -1 : d->signup->listener, .events = POLLIN},
                                          {.fd = d->signup->stop, .events = POLLIN}};
    until = paused && d->paused_until < until ? d->paused_until : until;
    for (int i = 0; i < d->waits; i++) {
        fds[i + 2] = (struct pollfd){.fd = d->waiting[i].wire.in, .events = POLLIN};
        until = d->waiting[i].deadline < until ? d->waiting[i].deadline : until;
    }
    if (clock_poll(fds, (nfds_t)d->waits + 2, until) < 0) {
        return error_set(err, ERROR_IO, "cannot wait for players: %s", strerror(errno));
    }
    *stopped = fds[1].revents;
    if (!hear(d, fds + 2, err)) {
        return false;
    }
    if (fds[0].revents && d->count < d->signup->most) {
        if (!make_room(d, err)) {
            return false;
        }
        accept_all(d);
    }
    return true;
}

/* Whether there are as many players as a period needs. */
static bool has_enough(const struct desk *d, int period)
{
    return d->count >= d->signup->least[period];
}

/* Waits until `end` at most, or for a second if somebody wants to know how long it still takes. */
static bool wait_a_little(struct desk *d, int period, int64_t end, bool *stopped, struct error *err)
{
    const struct signup *s = d->signup;
    int64_t until = end, now = clock_now();
    if (s->waits) {
        s->waits(s->context, end - now, d->count, s->least[period]);
        until = now + CLOCK_SECOND < end ? now + CLOCK_SECOND : end;
    }
    return step(d, until, stopped, err);
}

static bool wait_for_guests(struct desk *d, bool *stopped, struct error *err)
{
    const struct signup *s = d->signup;
    for (int period = 0; period < SIGNUP_PERIODS; period++) {
        int64_t end = clock_in(s->wait);
        while (d->count < s->most && clock_now() < end && !*stopped) {
            if (!wait_a_little(d, period, end, stopped, err)) {
                return false;
            }
        }
        if (has_enough(d, period) || *stopped) {
            break;
        }
    }
    if (!*stopped && d->shortage && !has_enough(d, SIGNUP_PERIODS - 1)) {
        return error_set(err, ERROR_IO, "cannot accept connections: %s", strerror(d->shortage));
    }
    return !*stopped;
}

static int by_connection(const void *left, const void *right)
{
    const struct signup_guest *a = left, *b = right;
    return (a->connection > b->connection) - (a->connection < b->connection);
}

/* Sorts guests, oldest first, and makes repeated names distinct if asked to. */
static bool seat_guests(struct desk *d, struct error *err)
{
    struct names_register names = {0};
    bool seated = true;
    qsort(d->guests, (size_t)d->count, sizeof *d->guests, by_connection);
    for (int i = 0; i < d->count && d->signup->rename && seated; i++) {
        struct signup_guest *guest = &d->guests[i];
        guest->name = names_register_add(&names, guest->name, d->signup->name_max, d->arena);
        seated = guest->name || error_memory(err);
    }
    names_register_free(&names);
    return seated;
}

bool signup_run(const struct signup *signup, struct arena *arena, struct signup_guest **guests, int *count,
                bool *stopped, struct error *err)
{
    struct desk *d = arena_array(arena, 1, sizeof *d);
    *stopped = false;
    if (d) {
        *d = (struct desk){
            .signup = signup, .arena = arena, .guests = arena_array(arena, (size_t)signup->most, sizeof *d->guests)};
    }
    if (!d || !d->guests) {
        return error_memory(err);
    }
    bool done = wait_for_guests(d, stopped, err) && seat_guests(d, err);
    while (d->waits > 0) {
        refuse(d, 0, "sign-up is over");
    }
    *guests = d->guests;
    *count = d->count;
    if (!done || !has_enough(d, SIGNUP_PERIODS - 1)) {
        while (*count > 0) {
            turn_away(&d->guests[--*count].wire,
                      *stopped ? "the server has been stopped" : "too few players have signed up");
        }
    }
    return done;
}
