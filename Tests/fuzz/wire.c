/* One end of a wire, used in every way. A byte says what the wire is like; then come what is said, up to a NUL, and
 * what is done with it, a byte each. Values that are received one after the other are those of the text. */
#include "remote/wire.h"
#include "base/json_nodes.h"
#include "fuzz.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PIPES = 1, LIMITED = 2, STAYS = 4, STOPPED = 8, FULL = 16, EXPLAINED = 32, IN_ORDER = 64, ROOM = 32 * 1024 };

struct ends_of_wire {
    struct wire wire;
    int says, hears, stop; /* the other side's, and what stops us */
};

static bool explain(void *context, struct error *why)
{
    (void)context;
    error_set(why, ERROR_PLAYER, "crashed");
    return true;
}

/* Makes it impossible to send anything. */
static void fill(const struct wire *wire)
{
    static char bytes[ROOM];
    fcntl(wire->out, F_SETFL, fcntl(wire->out, F_GETFL) | O_NONBLOCK);
    while (write(wire->out, bytes, sizeof bytes) > 0) {
    }
}

static void open_wire(struct ends_of_wire *e, uint8_t bits, const char *said, size_t length)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    if (bits & PIPES) {
        fuzz_expect(pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0);
    } else {
        fuzz_expect(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) == 0);
        out[1] = in[0];
        out[0] = dup(in[1]);
    }
    e->stop = bits & STOPPED ? eventfd(1, EFD_CLOEXEC) : -1;
    e->says = in[1];
    e->hears = out[0];
    e->wire = wire_open(in[0], out[1], e->stop, CLOCK_SECOND / 100000);
    e->wire.limit = bits & LIMITED ? 100 : ROOM;
    e->wire.explain = bits & EXPLAINED ? explain : NULL;
    fuzz_expect(write(e->says, said, length) == (ssize_t)length);
    if (bits & FULL) {
        fill(&e->wire);
    }
    if (!(bits & STAYS)) {
        shutdown(e->says, SHUT_WR);
        close(e->says);
        e->says = -1;
    }
}

static bool is_harmless(const struct json_at *said, struct error *why)
{
    return !said->object || error_set(why, ERROR_PLAYER, "no");
}

/* Does one thing; returns whether the wire can still be used. */
static bool use(struct wire *wire, uint8_t how, struct text *message, struct error *why)
{
    struct json_value value = {0};
    const int64_t deadline = how & 16 ? wire_deadline(wire) : 0;
    const struct wire_question question = {"play", message, -1, how & 32 ? "\"void\"" : NULL};
    const char *text;
    text_clear(message);
    text_string(message, "[\"play\"]");
    switch (how % 9) {
    case 0:
        if (wire_receive(wire, how & 32 ? 0 : -1, deadline, &value, why) == JSON_STREAM_VALUE) {
            json_object_put(value.object);
        }
        return true;
    case 1:
        if (wire_poll(wire, &value, why) == JSON_STREAM_VALUE) {
            json_object_put(value.object);
        }
        return true;
    case 2:
        text = wire_peek(wire, deadline, why);
        if (text && strncmp(text, "\"void\"", strlen("\"void\"")) == 0) {
            wire_skip(wire, text + strlen("\"void\""));
        }
        return true;
    case 3:
        if (wire_ask(wire, &question, deadline, &value, why) == WIRE_VALUE) {
            json_object_put(value.object);
        }
        return true;
    case 4:
        return wire_tell(wire, message, deadline, why);
    case 5:
        wire_send(wire, message, deadline, why);
        return wire_send(wire, message, deadline, why);
    case 6:
        return wire_push(wire, "1\n", 2, why) >= 0;
    case 7:
        wire_drain(wire, deadline);
        return true;
    default:
        wire_finish(wire, how & 32 ? is_harmless : NULL, deadline, why);
        wire_break(wire);
        return false;
    }
}

/* Receives everything, and compares it with the text. */
static void receive_all(struct wire *wire, const char *said, size_t length, struct error *why)
{
    struct json_nodes tree = {0};
    struct json_value value;
    enum json_stream_result result;
    uint32_t node = 0;
    bool valid = json_nodes_parse(&tree, said, length, false);
    while ((result = wire_receive(wire, 0, CLOCK_NEVER, &value, why)) == JSON_STREAM_VALUE) {
        fuzz_expect(node < tree.count);
        node = tree.nodes[node].next;
        json_object_put(value.object);
    }
    /* a number at the end may go on */
    fuzz_expect(result == JSON_STREAM_ERROR || (valid && node == tree.count));
    json_nodes_free(&tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct error why = {.kind = ERROR_NONE};
    struct ends_of_wire e;
    struct text message = {0};
    uint8_t bits = fuzz_byte(&input);
    size_t length;
    char *said = fuzz_part(&input, &length);
    length = length < ROOM ? length : ROOM;
    signal(SIGPIPE, SIG_IGN);
    open_wire(&e, bits & IN_ORDER ? bits & PIPES : bits, said, length);
    if (bits & IN_ORDER) {
        receive_all(&e.wire, said, length, &why);
    }
    for (int i = 0; input.left > 0 && i < 20 && use(&e.wire, fuzz_byte(&input), &message, &why); i++) {
    }
    wire_close(&e.wire);
    wire_close(&e.wire);
    const int fds[] = {e.says, e.hears, e.stop};
    for (size_t i = 0; i < sizeof fds / sizeof *fds; i++) {
        if (fds[i] >= 0) {
            close(fds[i]);
        }
    }
    text_free(&message);
    free(said);
    return 0;
}
