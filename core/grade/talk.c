#include "grade/talk.h"

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
    TICK_MS = 20,     /* between looks at how many processes there are and what they hold */
    QUIET_MS = 3,     /* at the beginning, in which most programs are over: until then what they write waits in pipes */
    LINGER_MS = 1000, /* that a program may run on when its connection has ended */
};

/* -- what goes to the programs -- */

static void close_mouth(struct talk_mouth *mouth)
{
    shutdown(mouth->fd, SHUT_WR); /* the reading side of a connection has another descriptor */
    close(mouth->fd);
    mouth->fd = -1;
}

void talk_send(struct talk_mouth *mouth)
{
    if (mouth->fd >= 0 && mouth->sent < mouth->until && (!mouth->piece || clock_now() >= mouth->next_ns)) {
        size_t count = mouth->until - mouth->sent;
        count = mouth->piece && count > mouth->piece ? mouth->piece : count;
        ssize_t sent = write(mouth->fd, mouth->feed->bytes + mouth->sent, count);
        if (sent < 0 && errno != EAGAIN && errno != EINTR) {
            mouth->error = process_is_shortage(errno) ? errno : 0;
            close_mouth(mouth); /* else nobody will read the rest, which is not forbidden */
            return;
        }
        mouth->sent += sent > 0 ? (size_t)sent : 0;
        mouth->next_ns = mouth->piece ? clock_now() + PIECE_MS * MS : 0;
    }
    if (mouth->fd >= 0 && mouth->sent == mouth->feed->length && !mouth->stays_open) {
        close_mouth(mouth);
    }
}

/* When there is something to send: at once that can be, or that is due. */
static bool has_more(const struct talk_mouth *mouth)
{
    return mouth->fd >= 0 && mouth->sent < mouth->until;
}

/* -- questions and answers -- */

/* The next question, or the end of all of them. */
static void ask(struct talk *talk, size_t question)
{
    const struct feed *feed = talk->mouth.feed;
    if (question < feed->count) {
        talk->mouth.until = feed->ends[question];
    } else {
        talk->mouth.until = feed->length;
        talk->mouth.stays_open = false;
    }
    talk_send(&talk->mouth);
}

static bool is_asked(const struct talk *talk)
{
    return talk->connected && (talk->mouth.fd < 0 || talk->mouth.sent == talk->mouth.until);
}

/* Goes on with the conversation as far as it can. */
static void advance(struct talk *talk, struct grade_result *result)
{
    bool interactive = talk->job->mode == GRADE_INTERACTIVE;
    if (talk->connected) {
        talk_send(&talk->mouth);
    }
    talk_send(&talk->with_mouth);
    while (is_asked(talk)) {
        if (!talk->waiting) {
            talk->waiting = true;
            talk->asked_ns = clock_now();
            talk->answer_from = talk->scanner.at;
        }
        if (!interactive || result->answers == talk->mouth.feed->count || talk->mouth.fd < 0) {
            return;
        }
        enum json_scan_result found =
            json_scan(&talk->scanner, talk->out.bytes, (size_t)talk->out.total, talk->out.fd < 0);
        if (found == JSON_SCAN_MORE) {
            return;
        }
        if (found != JSON_SCAN_VALUE) { /* there is no talking to it */
            talk->error = talk->scanner.out_of_memory ? ENOMEM : talk->error;
            close_mouth(&talk->mouth);
            return;
        }
        result->answers++;
        talk->waiting = false;
        ask(talk, result->answers);
    }
}

static bool has_begun_to_answer(const struct talk *talk)
{
    for (size_t at = talk->answer_from; at < talk->out.total; at++) {
        if (!ascii_is_blank(talk->out.bytes[at])) {
            return true;
        }
    }
    return false;
}

/* Whether an answer is due that is not whole yet. */
static bool owes_answer(const struct talk *talk, const struct grade_result *result)
{
    return talk->waiting && talk->out.fd >= 0 &&
           (talk->job->mode == GRADE_BATCH || result->answers < talk->mouth.feed->count);
}

/* -- connections -- */

/* Whether there was a connection and nothing more is to be said over it. A server may then go on to wait for others. */
static bool has_hung_up(const struct talk *talk, const struct grade_result *result)
{
    bool answered = talk->job->mode == GRADE_INTERACTIVE && result->answers == talk->mouth.feed->count;
    return talk->job->link != GRADE_STDIO && talk->connected && (talk->out.fd < 0 || answered);
}

static void use_link(struct talk *talk, int link)
{
    fcntl(link, F_SETFL, O_NONBLOCK);
    talk->out.fd = link;
    talk->mouth.fd = fcntl(link, F_DUPFD_CLOEXEC, 3);
    talk->error = talk->mouth.fd < 0 ? errno : talk->error;
    talk->connected = true;
    if (talk->listener >= 0) {
        close(talk->listener);
        talk->listener = -1;
    }
}

/* Does not wait for long: of a program that listens but whose queue is full, we would hear nothing for minutes. */
static int connect_to(struct talk *talk, const struct sockaddr *address, socklen_t size)
{
    const struct timeval patience = {.tv_usec = RETRY_MS * 1000L};
    int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    talk->error = fd < 0 && process_is_shortage(errno) ? errno : talk->error;
    if (fd >= 0 &&
        (setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) < 0 || connect(fd, address, size) < 0)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

/* Programs that listen at "localhost" may mean either kind of address. */
static void try_to_connect(struct talk *talk)
{
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    four.sin_port = six.sin6_port = htons((uint16_t)talk->port);
    int link = connect_to(talk, (const struct sockaddr *)&four, sizeof four);
    if (link < 0) {
        link = connect_to(talk, (const struct sockaddr *)&six, sizeof six);
    }
    if (link >= 0) {
        use_link(talk, link);
    } else {
        talk->retry_ns = clock_now() + RETRY_MS * MS;
    }
}

static void accept_link(struct talk *talk)
{
    int link = accept4(talk->listener, NULL, NULL, SOCK_CLOEXEC);
    if (link >= 0) {
        use_link(talk, link);
    } else if (errno != EAGAIN && process_is_shortage(errno)) {
        talk->error = errno;
    }
}

/* -- limits -- */

__attribute__((format(printf, 3, 4))) static bool broke(struct grade_result *result, enum grade_end end,
                                                        const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(result->text, sizeof result->text, format, arguments);
    va_end(arguments);
    result->end = end;
    return true;
}

bool talk_broke_streams(const struct talk *talk, struct grade_result *result)
{
    const int errors[] = {talk->error,     talk->mouth.error, talk->with_mouth.error,
                          talk->out.error, talk->err.error,   talk->said.error};
    uint64_t most = (uint64_t)talk->job->limits.output_bytes;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (errors[i]) {
            return broke(result, GRADE_HARNESS_ERROR, "cannot talk to the program: %s", strerror(errors[i]));
        }
    }
    const char *stream = talk->out.total > most    ? "output"
                         : talk->err.total > most  ? "stderr"
                         : talk->said.total > most ? "stdout"
                                                   : NULL;
    return stream && broke(result, GRADE_OUTPUT_LIMIT, "more than %llu bytes of %s", (unsigned long long)most, stream);
}

static bool broke_tree(struct talk *talk, int64_t now, struct grade_result *result)
{
    const struct grade_limits *limits = &talk->job->limits;
    if (now < talk->tick_ns) {
        return false;
    }
    talk->tick_ns = now + TICK_MS * MS;
    struct process_tree tree = process_measure((size_t)limits->processes, talk->program.kept);
    if (tree.count > (size_t)limits->processes) {
        return broke(result, GRADE_PROCESS_LIMIT, "more than %d processes at once", limits->processes);
    }
    if (limits->memory_bytes && tree.memory_bytes > (uint64_t)limits->memory_bytes) {
        return broke(result, GRADE_MEMORY_LIMIT, "more than %lld bytes of memory", (long long)limits->memory_bytes);
    }
    return false;
}

struct deadline {
    int64_t from_ns, at_ns;
    const char *what; /* what will be missed */
    bool of_answer;
};

static void sooner(struct deadline *soonest, int64_t from_ns, int64_t ms, const char *what)
{
    if (ms && from_ns + ms * MS < soonest->at_ns) {
        *soonest = (struct deadline){from_ns, from_ns + ms * MS, what, true};
    }
}

/* The soonest of the deadlines for the end and for an answer. */
static struct deadline deadline(const struct talk *talk, const struct grade_result *result)
{
    const struct grade_limits *limits = &talk->job->limits;
    struct deadline soonest = {talk->began_ns, talk->began_ns + limits->wall_ms * MS, "not over", false};
    if (owes_answer(talk, result)) {
        sooner(&soonest, talk->asked_ns, limits->answer_ms, "no whole answer");
        if (limits->first_byte_ms && !has_begun_to_answer(talk)) {
            sooner(&soonest, talk->asked_ns, limits->first_byte_ms, "no answer");
        }
    }
    return soonest;
}

static bool broke_deadline(const struct talk *talk, int64_t now, struct grade_result *result)
{
    struct deadline due = deadline(talk, result);
    if (now < due.at_ns) {
        return false;
    }
    double seconds = (double)(due.at_ns - due.from_ns) / 1e9;
    if (talk->job->mode == GRADE_INTERACTIVE && due.of_answer) {
        return broke(result, GRADE_TIMEOUT, "%s to value %zu within %g s", due.what, result->answers + 1, seconds);
    }
    return broke(result, GRADE_TIMEOUT, "%s within %g s", due.what, seconds);
}

/* -- the loop -- */

static int64_t soonest(int64_t a, int64_t b)
{
    return b && b < a ? b : a;
}

static int64_t next_event(const struct talk *talk, const struct grade_result *result)
{
    int64_t next = soonest(deadline(talk, result).at_ns, talk->tick_ns);
    next = soonest(next, talk->linger_ns);
    next = soonest(next, talk->connected ? 0 : talk->retry_ns);
    next = soonest(next, has_more(&talk->mouth) ? talk->mouth.next_ns : 0);
    return soonest(next, has_more(&talk->with_mouth) ? talk->with_mouth.next_ns : 0);
}

/* Waits until there is something to do. Returns whether the conversation goes on; if not, *end says why. */
static bool wait_for_more(struct talk *talk, const struct grade_result *result, enum talk_end *end)
{
    int64_t now = clock_now(), quiet_ns = talk->began_ns + QUIET_MS * MS;
    bool quiet = now < quiet_ns && talk->job->mode == GRADE_BATCH && talk->job->link == GRADE_STDIO;
    short mouth = has_more(&talk->mouth) && !talk->mouth.piece ? POLLOUT : 0;
    short with_mouth = has_more(&talk->with_mouth) && !talk->with_mouth.piece ? POLLOUT : 0;
    struct pollfd watched[] = {
        {.fd = talk->control, .events = 0},
        {.fd = talk->program.fd, .events = POLLIN},
        {.fd = quiet ? -1 : talk->out.fd, .events = POLLIN},
        {.fd = quiet ? -1 : talk->err.fd, .events = POLLIN},
        {.fd = talk->said.fd, .events = POLLIN},
        {.fd = mouth ? talk->mouth.fd : -1, .events = mouth},
        {.fd = with_mouth ? talk->with_mouth.fd : -1, .events = with_mouth},
        {.fd = talk->listener, .events = POLLIN},
    };
    int64_t rest = soonest(next_event(talk, result), quiet ? quiet_ns : 0) - now;
    rest = rest < 0 ? 0 : rest;
    struct timespec time = {.tv_sec = rest / (1000 * MS), .tv_nsec = rest % (1000 * MS)};
    if (ppoll(watched, sizeof watched / sizeof *watched, &time, NULL) < 0) {
        talk->error = errno == EINTR ? talk->error : errno;
        return true;
    }
    if (watched[0].revents) {
        *end = TALK_STOP;
        return false;
    }
    if (watched[2].revents) {
        capture_read(&talk->out);
    }
    if (watched[3].revents) {
        capture_read(&talk->err);
    }
    if (watched[4].revents) {
        capture_read(&talk->said);
    }
    if (watched[7].revents) {
        accept_link(talk);
    }
    *end = TALK_OVER;
    return !watched[1].revents;
}

enum talk_end talk_run(struct talk *talk, struct grade_result *result)
{
    enum talk_end end;
    talk->connected = talk->job->link == GRADE_STDIO;
    talk->scanner = (struct json_scanner){.repeats_at = -1};
    talk->tick_ns = talk->began_ns + TICK_MS * MS;
    if (talk->job->mode == GRADE_INTERACTIVE) {
        talk->mouth.stays_open = true;
        ask(talk, 0);
    }
    do {
        int64_t now = clock_now();
        if (!talk->connected && talk->job->link == GRADE_TCP_SERVER && now >= talk->retry_ns) {
            try_to_connect(talk);
        }
        advance(talk, result);
        if (!talk->linger_ns && has_hung_up(talk, result)) {
            talk->linger_ns = now + LINGER_MS * MS;
        }
        if (talk_broke_streams(talk, result) || broke_deadline(talk, now, result) || broke_tree(talk, now, result)) {
            end = TALK_BROKEN;
            break;
        }
        if (talk->linger_ns && now >= talk->linger_ns) {
            end = TALK_DONE;
            break;
        }
    } while (wait_for_more(talk, result, &end));
    json_scan_free(&talk->scanner);
    return end;
}
