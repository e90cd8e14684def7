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

struct wire {
    int in, out;     /* a socket, or the ends of two pipes; -1 when it is closed */
    int stop;        /* when there is something to read here, every call fails at once; or -1 */
    int64_t allowed; /* nanoseconds for each send and for each value; CLOCK_NEVER: as long as it takes */
    size_t limit;    /* bytes of a message that arrives, white space included */
    /* Waits as clock_poll does, and may do something else meanwhile; NULL: nothing else. */
    int (*poll)(void *context, struct pollfd *fds, nfds_t count, int64_t until);
    void *context;

    /* private */
    bool is_socket;
    struct json_stream stream;
    size_t received; /* bytes since the last value */
    bool cut;        /* something was not sent to its end, so nothing can follow it */
};

/* Takes over a socket, which is both in and out, or the ends of two pipes. */
struct wire wire_open(int in, int out, int stop, int64_t allowed);

/* The moment until which something that begins now may take. */
int64_t wire_deadline(const struct wire *wire);

/* Puts a newline behind a value and sends both. If the text is not whole, memory is short: that is nobody's fault at
 * the other end. */
bool wire_send(struct wire *wire, struct text *value, int64_t deadline, struct error *why);

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

/* Sends a value that has no answer, as wire_send does. The other side must still be there, and have said nothing since
 * its last value. */
bool wire_tell(struct wire *wire, struct text *value, int64_t deadline, struct error *why);

struct wire_question {
    const char *name;     /* for complaints */
    struct text *message; /* as for wire_send */
    int repeats_at;       /* in the answer: see json_stream_next */
    const char *usual;    /* the text of the answer that is given most, which is not built; NULL: none is */
};

enum wire_answer { WIRE_NO_ANSWER, WIRE_VALUE, WIRE_USUAL };

/* Asks, as wire_tell tells, and receives the answer, which must be exactly one value and come before the deadline. The
 * caller frees out->object if it is WIRE_VALUE. */
enum wire_answer wire_ask(struct wire *wire, const struct wire_question *question, int64_t deadline,
                          struct json_value *out, struct error *why);

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
