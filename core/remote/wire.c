#include "remote/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PIECE = 16 * 1024 };

struct wire wire_open(int in, int out, int stop, int64_t allowed)
{
    const int one = 1;
    bool is_socket = in == out;
    if (is_socket) { /* blocking is fine where nobody else is to be served */
        fcntl(in, F_SETFL, fcntl(in, F_GETFL) & ~O_NONBLOCK);
        setsockopt(in, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    } else {
        fcntl(in, F_SETFL, fcntl(in, F_GETFL) | O_NONBLOCK);
        fcntl(out, F_SETFL, fcntl(out, F_GETFL) | O_NONBLOCK);
    }
    return (struct wire){.in = in,
                         .out = out,
                         .is_socket = is_socket,
                         .stop = stop,
                         .allowed = allowed,
                         .limit = WIRE_MESSAGE_MAX,
                         .stream = {.name = "answer"}};
}

int64_t wire_deadline(const struct wire *wire)
{
    return clock_in(wire->allowed);
}

static bool fail(struct error *why, const char *reason)
{
    return error_set(why, ERROR_PLAYER, "%s", reason);
}

static bool fail_late(const struct wire *wire, struct error *why, const char *what)
{
    return error_set(why, ERROR_PLAYER, "%s within %g s", what, (double)wire->allowed / (double)CLOCK_SECOND);
}

/* The other side is gone. */
static bool fail_gone(const struct wire *wire, struct error *why)
{
    return wire->explain && wire->explain(wire->context, why) ? false : fail(why, "closed the connection");
}

/* Something failed; if this machine ran out of a resource, nobody is removed for it. */
static bool fail_broken(const struct wire *wire, struct error *why, int problem)
{
    if (error_is_shortage(problem)) {
        return error_set(why, ERROR_MEMORY, "cannot talk to a player: %s", strerror(problem));
    }
    return problem == EPIPE ? fail_gone(wire, why)
                            : error_set(why, ERROR_PLAYER, "broke the connection: %s", strerror(problem));
}

/* Waits until the descriptor is ready; late: the reason to report at the deadline. */
static bool wait_for(const struct wire *wire, int fd, short events, int64_t deadline, const char *late,
                     struct error *why)
{
    struct pollfd fds[] = {{.fd = fd, .events = events}, {.fd = wire->stop, .events = POLLIN}};
    int ready = wire->poll ? wire->poll(wire->context, fds, 2, deadline) : clock_poll(fds, 2, deadline);
    if (fds[1].revents) {
        return fail(why, "the server was stopped");
    }
    if (ready < 0) {
        return fail_broken(wire, why, errno);
    }
    return ready > 0 ? true : fail_late(wire, why, late);
}

/* -- sending -- */

/* Sends what the other side accepts without waiting; returns as write(2) does. */
static ssize_t put(const struct wire *wire, const char *bytes, size_t count)
{
    return wire->is_socket ? send(wire->out, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL)
                           : write(wire->out, bytes, count);
}

bool wire_send_bytes(struct wire *wire, const char *bytes, size_t count, int64_t deadline, struct error *why)
{
    if (wire->cut) {
        return fail(why, "did not read what it was sent before");
    }
    while (count > 0) {
        ssize_t sent = put(wire, bytes, count);
        if (sent >= 0) {
            bytes += sent;
            count -= (size_t)sent;
        } else if (errno == EAGAIN) {
            if (!wait_for(wire, wire->out, POLLOUT, deadline, "did not read", why)) {
                wire->cut = true;
                return false;
            }
        } else if (errno != EINTR) {
            return fail_broken(wire, why, errno);
        }
    }
    return true;
}

bool wire_send(struct wire *wire, struct text *value, int64_t deadline, struct error *why)
{
    text_add(value, "\n", 1);
    return value->failed ? error_memory(why) : wire_send_bytes(wire, value->bytes, value->length, deadline, why);
}

ssize_t wire_push(struct wire *wire, const char *bytes, size_t count, struct error *why)
{
    ssize_t sent = put(wire, bytes, count);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) {
        return 0;
    }
    if (sent < 0) {
        fail_broken(wire, why, errno);
    }
    return sent;
}

/* -- receiving -- */

enum reading { READ_SOME, READ_NOTHING, READ_FAILED };

static enum reading fail_long(const struct wire *wire, struct error *why)
{
    bool mega = wire->limit >> 20;
    error_set(why, ERROR_INPUT, "%s: longer than %zu %s", wire->stream.name, wire->limit >> (mega ? 20 : 10),
              mega ? "MiB" : "KiB");
    return READ_FAILED;
}

/* Reads what is available; returns as read(2) does. flags: of recv(2). */
static ssize_t take(const struct wire *wire, char bytes[PIECE], int flags)
{
    return wire->is_socket ? recv(wire->in, bytes, PIECE, flags) : read(wire->in, bytes, PIECE);
}

/* Reads what is available, if anything; end of file counts. */
static enum reading read_some(struct wire *wire, int flags, struct error *why)
{
    char piece[PIECE];
    ssize_t got = take(wire, piece, flags);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
        return READ_NOTHING;
    }
    if (got < 0) {
        fail_broken(wire, why, errno);
        return READ_FAILED;
    }
    wire->stream.finished = got == 0;
    wire->received += (size_t)got;
    if (wire->received > wire->limit) {
        return fail_long(wire, why);
    }
    return json_stream_feed(&wire->stream, piece, (size_t)got, why) ? READ_SOME : READ_FAILED;
}

/* Waits until something is available and reads it. Without a deadline or anything else to wait for, a blocking read
 * does both. */
static bool read_next(struct wire *wire, int64_t deadline, const char *late, struct error *why)
{
    bool blocks = wire->is_socket && deadline == CLOCK_NEVER && wire->stop < 0 && !wire->poll;
    return (blocks || wait_for(wire, wire->in, POLLIN, deadline, late, why)) &&
           read_some(wire, blocks ? 0 : MSG_DONTWAIT, why) != READ_FAILED;
}

bool wire_has_more(const struct wire *wire)
{
    size_t offset;
    return wire->stream.text && json_stream_rest(&wire->stream, &offset);
}

static enum json_stream_result next_value(struct wire *wire, int repeats_at, struct json_value *out, struct error *why)
{
    if (wire->stream.finished && wire_has_more(wire)) {
        fail(why, "closed the connection in the middle of its answer");
        return JSON_STREAM_ERROR;
    }
    if (wire->stream.finished) {
        fail_gone(wire, why);
        return JSON_STREAM_END;
    }
    enum json_stream_result result = json_stream_next(&wire->stream, repeats_at, out, why);
    wire->received = result == JSON_STREAM_VALUE ? 0 : wire->received;
    return result;
}

enum json_stream_result wire_receive(struct wire *wire, int repeats_at, int64_t deadline, struct json_value *out,
                                     struct error *why)
{
    enum json_stream_result result;
    bool is_over = false;
    json_stream_discard(&wire->stream);
    while ((result = next_value(wire, repeats_at, out, why)) == JSON_STREAM_MORE) {
        const char *late = wire_has_more(wire) ? "did not finish its answer" : "did not answer";
        if (is_over) {
            fail_late(wire, why, late);
            return JSON_STREAM_ERROR;
        }
        is_over = clock_now() >= deadline; /* one last look at what arrived in time, not one per piece */
        if (!read_next(wire, deadline, late, why)) {
            return JSON_STREAM_ERROR;
        }
    }
    return result;
}

const char *wire_peek(struct wire *wire, int64_t deadline, struct error *why)
{
    json_stream_discard(&wire->stream);
    if (!wire_has_more(wire) && !wire->stream.finished && !read_next(wire, deadline, "did not answer", why)) {
        return NULL;
    }
    return json_stream_peek(&wire->stream);
}

void wire_skip(struct wire *wire, const char *end)
{
    json_stream_skip(&wire->stream, end);
    wire->received = 0;
}

enum json_stream_result wire_poll(struct wire *wire, struct json_value *out, struct error *why)
{
    enum json_stream_result result;
    json_stream_discard(&wire->stream);
    while ((result = next_value(wire, 0, out, why)) == JSON_STREAM_MORE) {
        enum reading reading = read_some(wire, MSG_DONTWAIT, why);
        if (reading != READ_SOME) {
            return reading == READ_NOTHING ? JSON_STREAM_MORE : JSON_STREAM_ERROR;
        }
    }
    return result;
}

/* -- asking -- */

/* Whether the other side has sent nothing since the last value and is still connected. */
static bool is_quiet(struct wire *wire, struct error *why)
{
    if (wire->in < 0) {
        return fail(why, "is not there any more");
    }
    json_stream_discard(&wire->stream);
    enum reading reading = READ_SOME;
    while (reading == READ_SOME && !wire->stream.finished && !wire_has_more(wire)) {
        reading = read_some(wire, MSG_DONTWAIT, why);
    }
    if (reading == READ_FAILED) {
        return false;
    }
    if (wire_has_more(wire)) {
        return fail(why, "spoke without being asked");
    }
    json_stream_discard(&wire->stream);
    return wire->stream.finished ? fail_gone(wire, why) : true;
}

bool wire_tell(struct wire *wire, struct text *value, int64_t deadline, struct error *why)
{
    return is_quiet(wire, why) && wire_send(wire, value, deadline, why);
}

static enum wire_answer receive_answer(struct wire *wire, const struct wire_question *question, int64_t deadline,
                                       struct json_value *out, struct error *why)
{
    if (question->usual) {
        const char *text = wire_peek(wire, deadline, why);
        size_t length = strlen(question->usual);
        if (!text) {
            return WIRE_NO_ANSWER;
        }
        if (strncmp(text, question->usual, length) == 0) {
            wire_skip(wire, text + length);
            return WIRE_USUAL;
        }
    }
    return wire_receive(wire, question->repeats_at, deadline, out, why) == JSON_STREAM_VALUE ? WIRE_VALUE
                                                                                             : WIRE_NO_ANSWER;
}

enum wire_answer wire_ask(struct wire *wire, const struct wire_question *question, int64_t deadline,
                          struct json_value *out, struct error *why)
{
    if (!wire_tell(wire, question->message, deadline, why)) {
        return WIRE_NO_ANSWER;
    }
    enum wire_answer answer = receive_answer(wire, question, deadline, out, why);
    if (answer == WIRE_NO_ANSWER || !wire_has_more(wire)) {
        return answer;
    }
    if (answer == WIRE_VALUE) {
        json_object_put(out->object);
    }
    error_set(why, ERROR_PLAYER, "answered \"%s\" with more than one value", question->name);
    return WIRE_NO_ANSWER;
}

/* -- the end -- */

bool wire_finish(struct wire *wire, bool (*harmless)(const struct json_at *said, struct error *why), int64_t deadline,
                 struct error *why)
{
    static const char late[] = "did not close the connection";
    struct error broken;
    struct json_value value;
    enum json_stream_result result;
    shutdown(wire->out, SHUT_WR);
    while ((result = wire_poll(wire, &value, &broken)) != JSON_STREAM_END) {
        if (result == JSON_STREAM_VALUE) {
            struct json_at said = json_at_root(&value);
            bool ignored = harmless ? harmless(&said, why) : fail(why, "spoke without being asked");
            json_object_put(value.object);
            if (!ignored) {
                return false;
            }
        } else if (result == JSON_STREAM_ERROR) {
            *why = broken;
            return false;
        }
        if (clock_now() >= deadline) { /* however much it still sends */
            return fail_late(wire, why, late);
        }
        if (result == JSON_STREAM_MORE && !wait_for(wire, wire->in, POLLIN, deadline, late, why)) {
            return false;
        }
    }
    return true;
}

void wire_drain(struct wire *wire, int64_t until)
{
    char piece[PIECE];
    struct error ignored;
    ssize_t got;
    do {
        got = take(wire, piece, MSG_DONTWAIT);
    } while (got > 0 ? clock_now() < until
                     : got < 0 && (errno == EAGAIN || errno == EINTR) &&
                           wait_for(wire, wire->in, POLLIN, until, "", &ignored));
}

static void close_both(struct wire *wire)
{
    if (wire->out != wire->in) {
        close(wire->out);
    }
    close(wire->in);
    wire->in = wire->out = -1;
    json_stream_free(&wire->stream);
}

void wire_close(struct wire *wire)
{
    char piece[PIECE];
    if (wire->in < 0) {
        return;
    }
    /* Unread data would reset the connection, and the other side might never see what was sent last. */
    for (int i = 0; i < WIRE_MESSAGE_MAX / PIECE && take(wire, piece, MSG_DONTWAIT) > 0; i++) {
    }
    close_both(wire);
}

void wire_break(struct wire *wire)
{
    const struct linger at_once = {.l_onoff = 1};
    if (wire->in >= 0) {
        setsockopt(wire->in, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        close_both(wire);
    }
}
