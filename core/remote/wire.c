#include "remote/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum { PIECE = 16 * 1024 };

struct wire wire_open(int in, int out, int stop, int64_t allowed)
{
    const int one = 1;
    fcntl(in, F_SETFL, fcntl(in, F_GETFL) | O_NONBLOCK);
    fcntl(out, F_SETFL, fcntl(out, F_GETFL) | O_NONBLOCK);
    setsockopt(out, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one); /* a pipe has no delay */
    return (struct wire){.in = in,
                         .out = out,
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

static bool fail_broken(struct error *why, int problem)
{
    return problem == EPIPE ? fail(why, "closed the connection")
                            : error_set(why, ERROR_PLAYER, "broke the connection: %s", strerror(problem));
}

/* Waits until the descriptor is ready; late says what was not done when it is not in time. */
static bool wait_for(const struct wire *wire, int fd, short events, int64_t deadline, const char *late,
                     struct error *why)
{
    struct pollfd fds[] = {{.fd = fd, .events = events}, {.fd = wire->stop, .events = POLLIN}};
    int ready = wire->poll ? wire->poll(wire->context, fds, 2, deadline) : clock_poll(fds, 2, deadline);
    if (fds[1].revents) {
        return fail(why, "the server was stopped");
    }
    if (ready < 0) {
        return fail_broken(why, errno);
    }
    return ready > 0 ? true : fail_late(wire, why, late);
}

/* -- sending -- */

/* writev(2) only reads, but its type does not say so. */
static struct iovec part_of(const char *bytes, size_t count)
{
    struct iovec part = {.iov_len = count};
    memcpy(&part.iov_base, &bytes, sizeof bytes);
    return part;
}

static bool send_parts(struct wire *wire, struct iovec *part, int parts, int64_t deadline, struct error *why)
{
    if (wire->cut) {
        return fail(why, "did not read what it was sent before");
    }
    while (parts > 0) {
        ssize_t sent = writev(wire->out, part, parts);
        if (sent < 0 && errno == EAGAIN) {
            if (!wait_for(wire, wire->out, POLLOUT, deadline, "did not read", why)) {
                wire->cut = true;
                return false;
            }
        } else if (sent < 0 && errno != EINTR) {
            return fail_broken(why, errno);
        }
        for (size_t done = sent > 0 ? (size_t)sent : 0; done > 0 && parts > 0;) {
            size_t step = done < part->iov_len ? done : part->iov_len;
            part->iov_base = (char *)part->iov_base + step;
            part->iov_len -= step;
            done -= step;
            if (part->iov_len == 0) {
                part++;
                parts--;
            }
        }
    }
    return true;
}

bool wire_send(struct wire *wire, const struct text *value, int64_t deadline, struct error *why)
{
    if (value->failed) {
        return error_memory(why);
    }
    struct iovec parts[] = {part_of(value->bytes, value->length), part_of("\n", 1)};
    return send_parts(wire, parts, 2, deadline, why);
}

bool wire_send_bytes(struct wire *wire, const char *bytes, size_t count, int64_t deadline, struct error *why)
{
    struct iovec part = part_of(bytes, count);
    return send_parts(wire, &part, count > 0, deadline, why);
}

ssize_t wire_push(struct wire *wire, const char *bytes, size_t count, struct error *why)
{
    ssize_t sent = write(wire->out, bytes, count);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) {
        return 0;
    }
    if (sent < 0) {
        fail_broken(why, errno);
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

/* Reads what is there, if anything is. The end is something, too. */
static enum reading read_some(struct wire *wire, struct error *why)
{
    char piece[PIECE];
    ssize_t got = read(wire->in, piece, sizeof piece);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
        return READ_NOTHING;
    }
    if (got < 0) {
        fail_broken(why, errno);
        return READ_FAILED;
    }
    wire->stream.finished = got == 0;
    wire->received += (size_t)got;
    if (wire->received > wire->limit) {
        return fail_long(wire, why);
    }
    return json_stream_feed(&wire->stream, piece, (size_t)got, why) ? READ_SOME : READ_FAILED;
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
        fail(why, "closed the connection");
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
        is_over = clock_now() >= deadline; /* one more look at what has come in time, not one for every piece */
        if (!wait_for(wire, wire->in, POLLIN, deadline, late, why) || read_some(wire, why) == READ_FAILED) {
            return JSON_STREAM_ERROR;
        }
    }
    return result;
}

const char *wire_peek(struct wire *wire, int64_t deadline, struct error *why)
{
    json_stream_discard(&wire->stream);
    if (!wire_has_more(wire) && !wire->stream.finished &&
        (!wait_for(wire, wire->in, POLLIN, deadline, "did not answer", why) || read_some(wire, why) == READ_FAILED)) {
        return NULL;
    }
    return json_stream_peek(&wire->stream);
}

void wire_skip(struct wire *wire, const char *end)
{
    json_stream_skip(&wire->stream, end);
    wire->received = 0;
}

enum json_stream_result wire_poll(struct wire *wire, int repeats_at, struct json_value *out, struct error *why)
{
    enum json_stream_result result;
    json_stream_discard(&wire->stream);
    while ((result = next_value(wire, repeats_at, out, why)) == JSON_STREAM_MORE) {
        enum reading reading = read_some(wire, why);
        if (reading != READ_SOME) {
            return reading == READ_NOTHING ? JSON_STREAM_MORE : JSON_STREAM_ERROR;
        }
    }
    return result;
}

bool wire_quiet(struct wire *wire, struct error *why)
{
    if (wire->in < 0) {
        return fail(why, "is not there any more");
    }
    json_stream_discard(&wire->stream);
    enum reading reading = READ_SOME;
    while (reading == READ_SOME && !wire->stream.finished && !wire_has_more(wire)) {
        reading = read_some(wire, why);
    }
    if (reading == READ_FAILED) {
        return false;
    }
    if (wire_has_more(wire)) {
        return fail(why, "spoke without being asked");
    }
    json_stream_discard(&wire->stream);
    return wire->stream.finished ? fail(why, "closed the connection") : true;
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
    while ((result = wire_poll(wire, 0, &value, &broken)) != JSON_STREAM_END) {
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
        if (clock_now() >= deadline) { /* however much it still has to say */
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
        got = read(wire->in, piece, sizeof piece);
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
    /* What was not read would break the connection, and what was sent last might never be seen. */
    for (int i = 0; i < WIRE_MESSAGE_MAX / PIECE && read(wire->in, piece, sizeof piece) > 0; i++) {
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
