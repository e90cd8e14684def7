/* The conversation with a program that has printed everything before it is asked, and ends soon. A byte says how they
 * talk; then come the input, up to a NUL, and what is printed. */
#include "run/exchange.h"
#include "base/clock.h"
#include "base/json_nodes.h"
#include "fuzz.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    INTERACTIVE = 1,
    CONNECTS = 2,
    DEAF = 4,
    SLOW = 8,
    HURRY = 16,
    STAYS = 32,
    LITTLE = 64,
    LISTENS = 128,
    ROOM = 64 * 1024
};

/* What the program has at its end. */
struct program {
    int in, out; /* -1: closed */
    uint8_t bits;
    const char *printed;
    size_t length;
};

static void print(struct program *program)
{
    size_t length = program->length < ROOM / 2 ? program->length : ROOM / 2;
    fuzz_expect(write(program->out, program->printed, length) == (ssize_t)length);
    program->length = length;
    if (!(program->bits & STAYS)) {
        close(program->out);
        program->out = -1;
    }
}

/* A program that talks through two pipes. */
static void open_pipes(struct exchange *exchange, struct program *program)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    fuzz_expect(pipe2(in, O_CLOEXEC | O_NONBLOCK) == 0 && pipe2(out, O_CLOEXEC | O_NONBLOCK) == 0);
    exchange->sender.fd = in[1];
    exchange->out.fd = out[0];
    program->in = in[0];
    program->out = out[1];
    if (program->bits & DEAF) {
        close(program->in);
        program->in = -1;
    }
}

/* One that has connected to us. */
static void open_connection(struct exchange *exchange, struct program *program)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    socklen_t size = sizeof address;
    exchange->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    program->out = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    fuzz_expect(bind(exchange->listener, (struct sockaddr *)&address, sizeof address.sun_family) == 0 &&
                listen(exchange->listener, 1) == 0 &&
                getsockname(exchange->listener, (struct sockaddr *)&address, &size) == 0 &&
                connect(program->out, (struct sockaddr *)&address, size) == 0);
}

/* One that listens, and says nothing to those who connect. Returns its descriptor. */
static int listen_to(struct exchange *exchange)
{
    static int listener = -1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    if (listener < 0) {
        listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        fuzz_expect(listener >= 0 && listen(listener, 1) == 0);
    }
    fuzz_expect(getsockname(listener, (struct sockaddr *)&address, &size) == 0);
    exchange->port = ntohs(address.sin_port);
    return listener;
}

/* Breaks the connection that it has got: one that is closed in order would occupy its port for a minute. */
static void hang_up(int listener)
{
    const struct linger at_once = {.l_onoff = 1};
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0) {
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        close(fd);
    }
}

static int end_soon(bool late)
{
    const struct itimerspec soon = {.it_value.tv_nsec = late ? 3 * CLOCK_SECOND / 1000 : CLOCK_SECOND / 3000};
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    fuzz_expect(fd >= 0 && timerfd_settime(fd, 0, &soon, NULL) == 0);
    return fd;
}

static void close_all(const int *fds, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (fds[i] >= 0) {
            close(fds[i]);
        }
    }
}

/* No more answers than there were questions, and values. */
static void check(const struct exchange *exchange, const struct run_result *result, const struct program *program)
{
    struct json_nodes tree = {0};
    const struct excerpt *out = &result->out;
    json_nodes_parse(&tree, program->printed, program->length, true);
    fuzz_expect(result->answers <= exchange->sender.feed->count && result->answers <= tree.values + 1U);
    fuzz_expect(out->length <= program->length && memcmp(out->bytes, program->printed, out->length) == 0);
    fuzz_expect(exchange->sender.sent <= exchange->sender.until);
    fuzz_expect(result->end == RUN_EXITED || *result->text);
    json_nodes_free(&tree);
}

static void talk(const struct run_job *job, const struct feed *feed, struct program *program)
{
    static char bytes[ROOM];
    struct shared shared = {.listener = -1, .folder = -1};
    struct disk disk = {0};
    struct run_result result = {.end = RUN_EXITED};
    struct exchange exchange = {.job = job,
                                .control = -1,
                                .disk = &disk,
                                .shared = &shared,
                                .program = {.fd = end_soon(job->limits.answer_ms)},
                                .sender = {.fd = -1, .feed = feed, .until = feed->length},
                                .with_sender = {.fd = -1, .feed = feed},
                                .out = {.fd = -1, .bytes = bytes, .head = ROOM},
                                .err = {.fd = -1},
                                .said = {.fd = -1},
                                .listener = -1,
                                .began_ns = clock_now()};
    exchange.sender.piece = program->bits & SLOW ? 10 : 0;
    int listener = -1;
    if (job->link == RUN_STDIO) {
        open_pipes(&exchange, program);
        print(program);
    } else if (job->link == RUN_TCP_CLIENT) {
        open_connection(&exchange, program);
        print(program);
    } else {
        listener = listen_to(&exchange);
    }
    exchange_run(&exchange, &result);
    if (listener >= 0) {
        hang_up(listener);
    }
    capture_finish(&exchange.out);
    if (result.end == RUN_EXITED) {
        exchange_broke_streams(&exchange, &result);
    }
    result.out = capture_text(&exchange.out);
    check(&exchange, &result, program);
    close_all((const int[]){exchange.program.fd, exchange.sender.fd, exchange.listener, program->in, program->out}, 5);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct feed feed;
    struct fuzz_input input = {data, size};
    struct program program = {.in = -1, .out = -1, .bits = fuzz_byte(&input)};
    struct error err = {.kind = ERROR_NONE};
    size_t length;
    const bool interactive = program.bits & INTERACTIVE, hurry = program.bits & HURRY;
    const struct run_job job = {.mode = interactive ? RUN_INTERACTIVE : RUN_BATCH,
                                .link = program.bits & CONNECTS  ? RUN_TCP_CLIENT
                                        : program.bits & LISTENS ? RUN_TCP_SERVER
                                                                 : RUN_STDIO,
                                .limits = {.wall_ms = 20,
                                           .first_byte_ms = hurry,
                                           .answer_ms = hurry,
                                           .output_bytes = program.bits & LITTLE ? 10 : ROOM,
                                           .processes = 10}};
    signal(SIGPIPE, SIG_IGN);
    char *asked = fuzz_part(&input, &length);
    const char *path = fuzz_store(0, asked, length);
    char *printed = fuzz_rest(&input, &program.length);
    program.printed = printed;
    if (feed_make(&feed, path, &job.feed, &(struct run_values){0}, interactive, &err)) {
        talk(&job, &feed, &program);
    }
    free(asked);
    free(printed);
    return 0;
}
