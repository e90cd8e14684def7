/* JSON values over a connection, in both directions.
 *
 * A deadline is for a whole value, however many pieces it comes in. What arrives is checked as strictly as any input
 * (base/json_stream), and a message has at most WIRE_MESSAGE_MAX bytes unless somebody sets another limit. Failures are
 * described from the other side's point of view, as reasons for its removal: "closed the connection". */
#ifndef REMOTE_WIRE_H
#define REMOTE_WIRE_H

#include "base/clock.h"
#include "base/json_at.h"
#include "base/text.h"

#include <sys/types.h>

enum { WIRE_MESSAGE_MAX = 1024 * 1024 };

#define WIRE_FAREWELL (10 * CLOCK_SECOND) /* for a server to close after the end */

struct wire {
    int in, out;     /* the same for a socket; -1 when it is closed */
    int stop;        /* when there is something to read here, every call fails at once; or -1 */
    int64_t allowed; /* nanoseconds for each send and for each value; CLOCK_NEVER: as long as it takes */
    size_t limit;    /* bytes of a message that arrives, white space included */
    /* Waits as clock_poll does, and may do something else meanwhile; NULL: nothing else. */
    int (*poll)(void *context, struct pollfd *fds, nfds_t count, int64_t until);
    void *context;

    /* private */
    struct json_stream stream;
    size_t received; /* bytes since the last value */
    bool cut;        /* something was not sent to its end, so nothing can follow it */
};

/* Takes over two descriptors, which may be the same: a socket. */
struct wire wire_open(int in, int out, int stop, int64_t allowed);

/* The moment until which something that begins now may take. */
int64_t wire_deadline(const struct wire *wire);

/* Sends a value and a newline. If the text is not whole, memory is short: that is nobody's fault at the other end. */
bool wire_send(struct wire *wire, const struct text *value, int64_t deadline, struct error *why);

/* Sends bytes as they are. */
bool wire_send_bytes(struct wire *wire, const char *bytes, size_t count, int64_t deadline, struct error *why);

/* Sends as many of the bytes as the other side takes at once, and says how many; -1, with the reason, if it is gone. */
ssize_t wire_push(struct wire *wire, const char *bytes, size_t count, struct error *why);

/* The next value. Its text holds until the next call on the wire; the caller frees out->object. repeats_at: see
 * json_stream_next. why says what is wrong when there is none, also at the END: the other side has closed. */
enum json_stream_result wire_receive(struct wire *wire, int repeats_at, int64_t deadline, struct json_value *out,
                                     struct error *why);

/* What is there of the next value, once anything is: see json_stream_peek and json_stream_skip. NULL when nothing came:
 * why says so. Neither is needed before wire_receive. */
const char *wire_peek(struct wire *wire, int64_t deadline, struct error *why);
void wire_skip(struct wire *wire, const char *end);

/* As wire_receive, but it waits for nothing: MORE as long as not all of the value has arrived. */
enum json_stream_result wire_poll(struct wire *wire, int repeats_at, struct json_value *out, struct error *why);

/* Whether more has arrived with the last value than that; looks at what was read already. */
bool wire_has_more(const struct wire *wire);

/* Whether the other side has said nothing since the last value, and is still there. */
bool wire_quiet(struct wire *wire, struct error *why);

/* Says that nothing more will be sent, and waits until the other side has closed, too. harmless: whether what it says
 * meanwhile may be ignored, and else why not; NULL: nothing may. */
bool wire_finish(struct wire *wire, bool (*harmless)(const struct json_at *said, struct error *why), int64_t deadline,
                 struct error *why);

/* Reads and forgets whatever the other side says until it has closed, or until a moment. */
void wire_drain(struct wire *wire, int64_t until);

/* Closes it in order, or so that the other side finds it broken, and frees what it holds. A wire may be closed twice.
 */
void wire_close(struct wire *wire);
void wire_break(struct wire *wire);

#endif
