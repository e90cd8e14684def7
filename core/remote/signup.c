#include "remote/signup.h"

#include "base/json_at.h"
#include "base/names.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

enum { WAITING_MAX = 128 }; /* connections without a name; when there are more, the oldest has to go */

/* Somebody who has connected and not said a name yet. */
struct waiting {
    struct wire wire;
    int64_t deadline;
};

/* Sign-up as it goes. */
struct desk {
    const struct signup *signup;
    struct arena *arena;
    struct names_register names;
    struct signup_guest *guests;
    int count;
    struct waiting waiting[WAITING_MAX]; /* in the order in which they came */
    int waits;
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

/* Says why, to whom it may concern, and hangs up. */
static void refuse(struct desk *d, int i, const char *reason)
{
    struct error ignored;
    char text[600];
    snprintf(text, sizeof text, SIGNUP_REFUSED "%s", reason);
    wire_send(&d->waiting[i].wire, json_object_new_string(text), clock_now(), &ignored);
    wire_close(&d->waiting[i].wire);
    remove_waiting(d, i);
}

/* Checks a name, and takes its sender in. False when memory is short; refused is set if the name is none. */
static bool admit(struct desk *d, struct wire *wire, const struct json_value *value, struct error *refused)
{
    struct json_at at = json_at_root(value);
    const char *name;
    size_t length;
    if (!json_at_string(&at, &name, &length, refused)) {
        return true;
    }
    if (!names_valid(name, length, (size_t)d->signup->name_max)) {
        json_at_fail(&at, refused, "%s is no name of a player; it has 1 to %d letters or digits",
                     json_show(name, length).text, d->signup->name_max);
        return true;
    }
    name = d->signup->rename ? names_register_add(&d->names, name, d->signup->name_max, d->arena)
                             : arena_string(d->arena, name, length);
    d->guests[d->count] = (struct signup_guest){name, *wire};
    d->guests[d->count].wire.allowed = d->signup->allowed;
    d->guests[d->count].wire.stream.name = "answer";
    if (!name) {
        return false;
    }
    d->count++;
    if (d->signup->joined) {
        d->signup->joined(d->signup->context, name, d->count);
    }
    return true;
}

/* Looks whether somebody has said a name by now. False when memory is short. *gone: it is not waiting any more. */
static bool listen_to(struct desk *d, int i, bool *gone, struct error *err)
{
    struct waiting *w = &d->waiting[i];
    struct json_value value;
    struct error refused = {.kind = ERROR_NONE};
    enum json_stream_result result = wire_poll(&w->wire, 0, &value, &refused);
    *gone = result != JSON_STREAM_MORE;
    if (result == JSON_STREAM_MORE) {
        return true;
    }
    if (result == JSON_STREAM_VALUE) {
        bool memory = admit(d, &w->wire, &value, &refused);
        json_object_put(value.object);
        if (!memory) {
            return error_memory(err);
        }
        if (refused.kind == ERROR_NONE) {
            remove_waiting(d, i);
            return true;
        }
    }
    refuse(d, i, refused.text);
    return true;
}

/* Hears everybody who waits, in the order in which they came. */
static bool hear_all(struct desk *d, struct error *err)
{
    for (int i = 0; i < d->waits && d->count < d->signup->most;) {
        bool gone;
        if (!listen_to(d, i, &gone, err)) {
            return false;
        }
        i += !gone;
    }
    return true;
}

/* Takes everybody in who has connected by now, as far as there is room. Whoever said a name before somebody else
 * connected is older, so everybody is heard anew after each. */
static bool accept_all(struct desk *d, struct error *err)
{
    int fd;
    while (d->count < d->signup->most && d->waits < WAITING_MAX &&
           (fd = accept4(d->signup->listener, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
        struct waiting *w = &d->waiting[d->waits++];
        *w = (struct waiting){.wire = wire_open(fd, fd, d->signup->stop, d->signup->name_allowed),
                              .deadline = clock_in(d->signup->name_allowed)};
        w->wire.stream.name = "name";
        if (!hear_all(d, err)) {
            return false;
        }
    }
    return true;
}

/* Waits until something happens or the moment has come, and does what there is to do. */
static bool step(struct desk *d, int64_t until, bool *stopped, struct error *err)
{
    struct pollfd fds[WAITING_MAX + 2] = {{.fd = d->signup->listener, .events = POLLIN},
                                          {.fd = d->signup->stop, .events = POLLIN}};
    for (int i = 0; i < d->waits; i++) {
        fds[i + 2] = (struct pollfd){.fd = d->waiting[i].wire.in, .events = POLLIN};
        until = d->waiting[i].deadline < until ? d->waiting[i].deadline : until;
    }
    clock_poll(fds, (nfds_t)d->waits + 2, until);
    *stopped = fds[1].revents;
    int64_t now = clock_now();
    for (int i = 0, fd = 2; i < d->waits && d->count < d->signup->most; fd++) {
        bool gone = false;
        if (fds[fd].revents && !listen_to(d, i, &gone, err)) {
            return false;
        }
        if (!gone && d->waiting[i].deadline <= now) {
            refuse(d, i, "no name came in time");
            gone = true;
        }
        i += !gone;
    }
    if (fds[0].revents && d->waits == WAITING_MAX) {
        refuse(d, 0, "too many have connected and not said a name");
    }
    return fds[0].revents ? accept_all(d, err) : true;
}

static bool wait_for_guests(struct desk *d, bool *stopped, struct error *err)
{
    const struct signup *s = d->signup;
    for (int period = 0; period < SIGNUP_PERIODS; period++) {
        int64_t end = clock_in(s->wait);
        while (d->count < s->most && clock_now() < end && !*stopped) {
            if (!step(d, end, stopped, err)) {
                return false;
            }
        }
        if (d->count >= s->least[period] || *stopped) {
            break;
        }
    }
    return !*stopped;
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
    bool done = wait_for_guests(d, stopped, err);
    while (d->waits > 0) {
        refuse(d, 0, "sign-up is over");
    }
    names_register_free(&d->names);
    *guests = d->guests;
    *count = d->count;
    if (!done || d->count < signup->least[SIGNUP_PERIODS - 1]) {
        while (*count > 0) {
            wire_close(&d->guests[--*count].wire);
        }
    }
    return done;
}
