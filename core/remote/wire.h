/* JSON values over a connection, in both directions.
 *
 * A deadline is for a whole value, however many pieces it arrives in. Received values are checked as strictly as any
 * input (base/json_stream), and a message has at most WIRE_MESSAGE_MAX bytes unless `limit` is changed. Errors describe
 * what the other side did, as reasons for its removal: "closed the connection". */
#ifndef REMOTE_WIRE_H
#define REMOTE_WIRE_H

#include "base/clock.h"
#include "base/json_at.h"
#include "base/text.h"

#include <sys/types.h>

enum { WIRE_MESSAGE_MAX = 1024 * 1024 };

struct wire {
    int in, out;     /* a socket, or the ends of two pipes; -1 when closed */
    int stop;        /* once this descriptor is readable, every call fails at once; or -1 */
    int64_t allowed; /* nanoseconds for each send and for each value; CLOCK_NEVER: no limit */
    size_t limit;    /* bytes of a received message, including white space */
    /* Waits like clock_poll, and may do other work meanwhile; NULL: clock_poll itself. */
    int (*poll)(void *context, struct pollfd *fds, nfds_t count, int64_t until);
    /* Says why the other side is gone; false if that is not known. NULL: it never is. */
    bool (*explain)(void *context, struct error *why);
    void *context; /* for both */

    /* private */
    bool is_socket;
    struct json_stream stream;
    size_t received; /* bytes since the last value */
    bool cut;        /* a message was sent only in part, so nothing can follow it */
};

/* Takes ownership of a socket, passed as both in and out, or of the ends of two pipes. */
struct wire wire_open(int in, int out, int stop, int64_t allowed);

/* The deadline for an operation that begins now. */
int64_t wire_deadline(const struct wire *wire);

/* Appends a newline to a value and sends both. If the text has failed, reports out of memory, which is not the other
 * side's fault. */
bool wire_send(struct wire *wire, struct text *value, int64_t deadline, struct error *why);

/* Sends bytes as they are. */
bool wire_send_bytes(struct wire *wire, const char *bytes, size_t count, int64_t deadline, struct error *why);

/* Sends as many bytes as the other side accepts without waiting; returns how many, or -1 with the reason if it is gone.
 */
ssize_t wire_push(struct wire *wire, const char *bytes, size_t count, struct error *why);

/* Receives the next value. Its text is valid until the next call on the wire; the caller frees out->object. repeats_at:
 * see json_stream_next. Without a value, why tells the reason, even at the END: the other side has closed. */
enum json_stream_result wire_receive(struct wire *wire, int repeats_at, int64_t deadline, struct json_value *out,
                                     struct error *why);

/* Waits for the beginning of the next value: see json_stream_peek and json_stream_skip. NULL, with the reason, if
 * nothing came. Neither call is needed before wire_receive. */
const char *wire_peek(struct wire *wire, int64_t deadline, struct error *why);
void wire_skip(struct wire *wire, const char *end);

/* Like wire_receive, but does not wait: MORE while the value is incomplete. */
enum json_stream_result wire_poll(struct wire *wire, struct json_value *out, struct error *why);

/* Whether anything arrived together with the last value; looks only at what was already read. */
bool wire_has_more(const struct wire *wire);

/* Sends a value that has no answer, like wire_send. The other side must still be connected and have sent nothing since
 * its last value. */
bool wire_tell(struct wire *wire, struct text *value, int64_t deadline, struct error *why);

struct wire_question {
    const char *name;     /* for error messages */
    struct text *message; /* as for wire_send */
    int repeats_at;       /* in the answer: see json_stream_next */
    const char *usual;    /* the most common answer, recognized by its text without building it; NULL: none */
};

enum wire_answer { WIRE_NO_ANSWER, WIRE_VALUE, WIRE_USUAL };

/* Sends a question, like wire_tell, and receives the answer, which must be exactly one value and arrive before the
 * deadline. The caller frees out->object of a WIRE_VALUE. */
enum wire_answer wire_ask(struct wire *wire, const struct wire_question *question, int64_t deadline,
                          struct json_value *out, struct error *why);

/* Shuts down sending and waits until the other side has closed, too. harmless: whether a value received meanwhile may
 * be ignored, and if not, why; NULL: none may. */
bool wire_finish(struct wire *wire, bool (*harmless)(const struct json_at *said, struct error *why), int64_t deadline,
                 struct error *why);

/* Reads and discards what the other side sends until it closes or `until` passes. */
void wire_drain(struct wire *wire, int64_t until);

/* Close the connection, in order or so that the other side sees it reset, and free what the wire holds. Closing twice
 * is allowed. */
void wire_close(struct wire *wire);
void wire_break(struct wire *wire);

#endif
