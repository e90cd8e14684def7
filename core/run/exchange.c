#include "run/exchange.h"

#include "base/ascii.h"
#include "base/clock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MS (CLOCK_SECOND / 1000)

enum {
    PIECE_MS = 5,     /* between the pieces of a slow feed */
    RETRY_MS = 10,    /* between attempts to connect, and for each */
    TICK_MS = 20,     /* between measurements of processes and memory */
    QUIET_MS = 3,     /* at the start, when most programs finish: until then, output waits in the pipes */
    LINGER_MS = 1000, /* that a program may run on after its connection has ended */
};

/* -- sending to the programs -- */

static void close_sender(struct exchange_sender *sender)
{
    shutdown(sender->fd, SHUT_WR); /* the reading side of a connection has its own descriptor */
    close(sender->fd);
    sender->fd = -1;
}

void exchange_send(struct exchange_sender *sender)
{
    if (sender->fd >= 0 && sender->sent < sender->until && (!sender->piece || clock_now() >= sender->next_ns)) {
        size_t count = sender->until - sender->sent;
        count = sender->piece && count > sender->piece ? sender->piece : count;
        ssize_t sent = write(sender->fd, sender->feed->bytes + sender->sent, count);
        if (sent < 0 && errno != EAGAIN && errno != EINTR) {
            sender->error = error_is_shortage(errno) ? errno : 0;
            close_sender(sender); /* if it is no shortage, the program does not read the rest, which is allowed */
            return;
        }
        sender->sent += sent > 0 ? (size_t)sent : 0;
        sender->next_ns = sender->piece ? clock_now() + PIECE_MS * MS : 0;
    }
    if (sender->fd >= 0 && sender->sent == sender->feed->length && !sender->stays_open) {
        close_sender(sender);
    }
}

/* Whether there is something to send, now or when the next piece is due. */
static bool has_more(const struct exchange_sender *sender)
{
    return sender->fd >= 0 && sender->sent < sender->until;
}

/* -- questions and answers -- */

/* Sends the next question, or ends the input after the last. */
static void ask(struct exchange *exchange, size_t question)
{
    const struct feed *feed = exchange->sender.feed;
    if (question < feed->count) {
        exchange->sender.until = feed->ends[question];
    } else {
        exchange->sender.until = feed->length;
        exchange->sender.stays_open = false;
    }
    exchange_send(&exchange->sender);
}

static bool is_asked(const struct exchange *exchange)
{
    return exchange->connected && (exchange->sender.fd < 0 || exchange->sender.sent == exchange->sender.until);
}

/* Advances the conversation as far as possible. */
static void advance(struct exchange *exchange, struct run_result *result)
{
    bool interactive = exchange->job->mode == RUN_INTERACTIVE;
    if (exchange->connected) {
        exchange_send(&exchange->sender);
    }
    exchange_send(&exchange->with_sender);
    while (is_asked(exchange)) {
        if (!exchange->waiting) {
            exchange->waiting = true;
            exchange->asked_ns = clock_now();
            exchange->answer_from = exchange->scanner.at;
        }
        if (!interactive || result->answers == exchange->sender.feed->count || exchange->sender.fd < 0) {
            return;
        }
        enum json_scan_result found =
            json_scan(&exchange->scanner, exchange->out.bytes, (size_t)exchange->out.total, exchange->out.fd < 0);
        if (found == JSON_SCAN_MORE) {
            return;
        }
        if (found != JSON_SCAN_VALUE) { /* no point in going on */
            exchange->error = exchange->scanner.out_of_memory ? ENOMEM : exchange->error;
            close_sender(&exchange->sender);
            return;
        }
        result->answers++;
        exchange->waiting = false;
        ask(exchange, result->answers);
    }
}

static bool has_begun_to_answer(const struct exchange *exchange)
{
    size_t length = (size_t)exchange->out.total;
    return ascii_skip_blanks(exchange->out.bytes, exchange->answer_from, length) < length;
}

/* Whether an answer is due that is not complete yet. */
static bool owes_answer(const struct exchange *exchange, const struct run_result *result)
{
    return exchange->waiting && exchange->out.fd >= 0 &&
           (exchange->job->mode == RUN_BATCH || result->answers < exchange->sender.feed->count);
}

/* -- connections -- */

/* Whether there was a connection and it is done. A server may then go on waiting for others. */
static bool has_hung_up(const struct exchange *exchange, const struct run_result *result)
{
    bool answered = exchange->job->mode == RUN_INTERACTIVE && result->answers == exchange->sender.feed->count;
    return exchange->job->link != RUN_STDIO && exchange->connected && (exchange->out.fd < 0 || answered);
}

static void use_link(struct exchange *exchange, int link)
{
    fcntl(link, F_SETFL, O_NONBLOCK);
    exchange->out.fd = link;
    exchange->sender.fd = fcntl(link, F_DUPFD_CLOEXEC, 3);
    exchange->error = exchange->sender.fd < 0 ? errno : exchange->error;
    exchange->connected = true;
    if (exchange->listener >= 0) {
        close(exchange->listener);
        exchange->listener = -1;
    }
}

/* Does not wait long: if the program listens but its backlog is full, connecting would take minutes. */
static int connect_to(struct exchange *exchange, const struct sockaddr *address, socklen_t size)
{
    const struct timeval patience = {.tv_usec = RETRY_MS * 1000L};
    int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    exchange->error = fd < 0 && error_is_shortage(errno) ? errno : exchange->error;
    if (fd >= 0 &&
        (setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) < 0 || connect(fd, address, size) < 0)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

/* Programs that listen on "localhost" may use either address family. */
static void try_to_connect(struct exchange *exchange)
{
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    four.sin_port = six.sin6_port = htons((uint16_t)exchange->port);
    int link = connect_to(exchange, (const struct sockaddr *)&four, sizeof four);
    if (link < 0) {
        link = connect_to(exchange, (const struct sockaddr *)&six, sizeof six);
    }
    if (link >= 0) {
        use_link(exchange, link);
    } else {
        exchange->retry_ns = clock_now() + RETRY_MS * MS;
    }
}

static void accept_link(struct exchange *exchange)
{
    int link = accept4(exchange->listener, NULL, NULL, SOCK_CLOEXEC);
    if (link >= 0) {
        use_link(exchange, link);
    } else if (errno != EAGAIN && error_is_shortage(errno)) {
        exchange->error = errno;
    }
}

/* -- limits -- */

__attribute__((format(printf, 3, 4))) static bool broke(struct run_result *result, enum run_end end, const char *format,
                                                        ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(result->text, sizeof result->text, format, arguments);
    va_end(arguments);
    result->end = end;
    return true;
}

bool exchange_broke_streams(const struct exchange *exchange, struct run_result *result)
{
    const int errors[] = {exchange->error,     exchange->sender.error, exchange->with_sender.error,
                          exchange->out.error, exchange->err.error,    exchange->said.error};
    uint64_t most = (uint64_t)exchange->job->limits.output_bytes;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (errors[i]) {
            return broke(result, RUN_HARNESS_ERROR, "cannot talk to the program: %s", strerror(errors[i]));
        }
    }
    const char *stream = exchange->out.total > most    ? "output"
                         : exchange->err.total > most  ? "stderr"
                         : exchange->said.total > most ? "stdout"
                                                       : NULL;
    return stream && broke(result, RUN_OUTPUT_LIMIT, "more than %.6g MiB of %s", (double)most / RUN_MEBIBYTE, stream);
}

bool exchange_broke_disk(const struct exchange *exchange, struct run_result *result)
{
    return disk_is_exceeded(exchange->disk) &&
           broke(result, RUN_OUTPUT_LIMIT, "more than %lld MiB of files, or too many",
                 (long long)(exchange->job->limits.disk_bytes >> 20));
}

static bool broke_tree(struct exchange *exchange, int64_t now, struct run_result *result)
{
    const struct run_limits *limits = &exchange->job->limits;
    if (now < exchange->tick_ns) {
        return false;
    }
    exchange->tick_ns = now + TICK_MS * MS;
    struct process_tree tree = process_measure(exchange->sandbox, (size_t)limits->processes);
    result->waited_ns = tree.waited_ns;
    if (tree.count > (size_t)limits->processes) {
        return broke(result, RUN_PROCESS_LIMIT, "more than %d processes at once", limits->processes);
    }
    if (limits->cpu_seconds && tree.cpu_ns > limits->cpu_seconds * CLOCK_SECOND) {
        return broke(result, RUN_CPU_LIMIT, "more than %lld s of processor time", (long long)limits->cpu_seconds);
    }
    if (limits->memory_bytes && tree.memory_bytes + exchange->shared->bytes > (uint64_t)limits->memory_bytes) {
        return broke(result, RUN_MEMORY_LIMIT, "more than %.6g MiB of memory",
                     (double)limits->memory_bytes / RUN_MEBIBYTE);
    }
    return exchange_broke_disk(exchange, result);
}

struct deadline {
    int64_t from_ns, at_ns;
    const char *what; /* what would be late */
    bool of_answer;
};

static void sooner(struct deadline *soonest, int64_t from_ns, int64_t ms, const char *what)
{
    if (ms && from_ns + ms * MS < soonest->at_ns) {
        *soonest = (struct deadline){from_ns, from_ns + ms * MS, what, true};
    }
}

/* The earliest of the deadlines for the job and for an answer. */
static struct deadline deadline(const struct exchange *exchange, const struct run_result *result)
{
    const struct run_limits *limits = &exchange->job->limits;
    struct deadline soonest = {exchange->began_ns, exchange->began_ns + limits->wall_ms * MS, "not over", false};
    if (owes_answer(exchange, result)) {
        sooner(&soonest, exchange->asked_ns, limits->answer_ms, "no whole answer");
        if (limits->first_byte_ms && !has_begun_to_answer(exchange)) {
            sooner(&soonest, exchange->asked_ns, limits->first_byte_ms, "no answer");
        }
    }
    return soonest;
}

static bool broke_deadline(const struct exchange *exchange, int64_t now, struct run_result *result)
{
    struct deadline due = deadline(exchange, result);
    if (now < due.at_ns) {
        return false;
    }
    double seconds = (double)(due.at_ns - due.from_ns) / 1e9;
    if (exchange->job->mode == RUN_INTERACTIVE && due.of_answer) {
        return broke(result, RUN_TIMEOUT, "%s to value %zu within %g s", due.what, result->answers + 1, seconds);
    }
    return broke(result, RUN_TIMEOUT, "%s within %g s", due.what, seconds);
}

/* -- the loop -- */

static int64_t soonest(int64_t a, int64_t b)
{
    return b && b < a ? b : a;
}

static int64_t next_event(const struct exchange *exchange, const struct run_result *result)
{
    int64_t next = soonest(deadline(exchange, result).at_ns, exchange->tick_ns);
    next = soonest(next, exchange->linger_ns);
    next = soonest(next, exchange->connected ? 0 : exchange->retry_ns);
    next = soonest(next, has_more(&exchange->sender) ? exchange->sender.next_ns : 0);
    return soonest(next, has_more(&exchange->with_sender) ? exchange->with_sender.next_ns : 0);
}

/* Waits until there is something to do. Returns whether the conversation goes on; if not, *end tells why. */
static bool wait_for_more(struct exchange *exchange, const struct run_result *result, enum exchange_end *end)
{
    int64_t now = clock_now(), quiet_ns = exchange->began_ns + QUIET_MS * MS;
    bool quiet = now < quiet_ns && exchange->job->mode == RUN_BATCH && exchange->job->link == RUN_STDIO;
    short sender = has_more(&exchange->sender) && !exchange->sender.piece ? POLLOUT : 0;
    short with_sender = has_more(&exchange->with_sender) && !exchange->with_sender.piece ? POLLOUT : 0;
    enum { CONTROL, PROGRAM, OUT, ERR, SAID, SENDER, WITH_SENDER, LINK, SHARED };
    struct pollfd watched[] = {
        [CONTROL] = {.fd = exchange->control, .events = 0},
        [PROGRAM] = {.fd = exchange->program.fd, .events = POLLIN},
        [OUT] = {.fd = quiet ? -1 : exchange->out.fd, .events = POLLIN},
        [ERR] = {.fd = quiet ? -1 : exchange->err.fd, .events = POLLIN},
        [SAID] = {.fd = exchange->said.fd, .events = POLLIN},
        [SENDER] = {.fd = sender ? exchange->sender.fd : -1, .events = sender},
        [WITH_SENDER] = {.fd = with_sender ? exchange->with_sender.fd : -1, .events = with_sender},
        [LINK] = {.fd = exchange->listener, .events = POLLIN},
        [SHARED] = {.fd = exchange->shared->listener, .events = POLLIN},
    };
    int64_t rest = soonest(next_event(exchange, result), quiet ? quiet_ns : 0) - now;
    rest = rest < 0 ? 0 : rest;
    struct timespec time = {.tv_sec = rest / (1000 * MS), .tv_nsec = rest % (1000 * MS)};
    if (ppoll(watched, sizeof watched / sizeof *watched, &time, NULL) < 0) {
        exchange->error = errno == EINTR ? exchange->error : errno;
        return true;
    }
    if (watched[CONTROL].revents) {
        *end = EXCHANGE_STOP;
        return false;
    }
    if (watched[OUT].revents) {
        capture_read(&exchange->out);
    }
    if (watched[ERR].revents) {
        capture_read(&exchange->err);
    }
    if (watched[SAID].revents) {
        capture_read(&exchange->said);
    }
    if (watched[LINK].revents) {
        accept_link(exchange);
    }
    if (watched[SHARED].revents) {
        shared_answer(exchange->shared);
    }
    *end = EXCHANGE_OVER;
    return !watched[PROGRAM].revents;
}

enum exchange_end exchange_run(struct exchange *exchange, struct run_result *result)
{
    enum exchange_end end;
    exchange->connected = exchange->job->link == RUN_STDIO;
    exchange->scanner = (struct json_scanner){.repeats_at = -1};
    exchange->tick_ns = exchange->began_ns + TICK_MS * MS;
    if (exchange->job->mode == RUN_INTERACTIVE) {
        exchange->sender.stays_open = true;
        ask(exchange, 0);
    }
    do {
        int64_t now = clock_now();
        if (!exchange->connected && exchange->job->link == RUN_TCP_SERVER && now >= exchange->retry_ns) {
            try_to_connect(exchange);
        }
        advance(exchange, result);
        if (!exchange->linger_ns && has_hung_up(exchange, result)) {
            exchange->linger_ns = now + LINGER_MS * MS;
        }
        /* a worker that had to wait for a processor may find both exceeded: then the limit is the reason */
        if (exchange_broke_streams(exchange, result) || broke_tree(exchange, now, result) ||
            broke_deadline(exchange, now, result)) {
            end = EXCHANGE_BROKEN;
            break;
        }
        if (exchange->linger_ns && now >= exchange->linger_ns) {
            end = EXCHANGE_DONE;
            break;
        }
    } while (wait_for_more(exchange, result, &end));
    json_scan_free(&exchange->scanner);
    return end;
}
