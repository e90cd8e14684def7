#include "remote/live.h"

#include "base/clock.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PIECE = 64 * 1024, WASTE = 16 * 1024, DRAINS = 16, SEND_BUFFER = 128 * 1024 };

static const int64_t tick = CLOCK_SECOND / 20;       /* between rounds of sending */
static const int64_t last_tick = CLOCK_SECOND / 500; /* the same after live_stop */
static const int64_t farewell = CLOCK_SECOND;        /* from live_stop until everybody is disconnected */
static const int64_t patience = CLOCK_SECOND / 4;    /* after live_stop, for a spectator that reads nothing */

struct live_spectator {
    int fd;
    size_t map_left;   /* bytes of the map's line still to send, before anything else */
    uint64_t position; /* of the next byte */
    int64_t stuck;     /* when it stopped reading; 0 if it reads */
};

/* -- the game's thread -- */

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

/* Copies a line into the ring, over the oldest bytes. */
static void keep(struct live *live, const char *line, size_t size)
{
    if (size > LIVE_KEPT) { /* too long for the ring: everybody will be dropped */
        live->told += size - LIVE_KEPT;
        line += size - LIVE_KEPT;
        size = LIVE_KEPT;
    }
    size_t at = live->told % LIVE_KEPT, first = size < LIVE_KEPT - at ? size : LIVE_KEPT - at;
    memcpy(live->kept + at, line, first);
    memcpy(live->kept, line + first, size - first);
    live->told += size;
}

static void tell(struct live *live, const char *line, size_t size, char *map)
{
    pthread_mutex_lock(&live->lock);
    if (begins(line, "{\"event\":\"game\"")) {
        live->game = live->told;
    }
    keep(live, line, size);
    if (map) {
        live->map = map;
        live->map_size = size;
        live->mapped = live->told;
    }
    bool asleep = !live->awake;
    live->awake = true;
    pthread_mutex_unlock(&live->lock);
    if (asleep) {
        eventfd_write(live->wake, 1);
    }
}

bool live_see(void *self, const void *event, struct error *err)
{
    struct live *live = self;
    char *map = NULL;
    text_clear(&live->line);
    live->log(&live->line, event);
    text_string(&live->line, "\n");
    if (live->line.failed) {
        return error_memory(err);
    }
    if (!live->map && begins(live->line.bytes, "{\"event\":\"map\"")) {
        map = malloc(live->line.length);
        if (!map) {
            return error_memory(err);
        }
        memcpy(map, live->line.bytes, live->line.length);
    }
    tell(live, live->line.bytes, live->line.length, map);
    return true;
}

/* -- the spectators' thread: coming and going -- */

/* Admits a spectator. A late one gets everything so far if that is not too much, or else the map and the current game.
 */
static void admit(struct live *live, int fd)
{
    const int one = 1, buffer = SEND_BUFFER;
    struct live_spectator *s = &live->spectator[live->spectators++];
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
    *s = (struct live_spectator){.fd = fd};
    pthread_mutex_lock(&live->lock);
    if (live->told > LIVE_AGAIN) {
        s->position = live->told - live->game <= LIVE_AGAIN ? live->game : live->told;
        s->map_left = live->mapped <= s->position ? live->map_size : 0;
    }
    pthread_mutex_unlock(&live->lock);
}

static void admit_all(struct live *live)
{
    int fd;
    while (live->spectators < live->most &&
           (fd = accept4(live->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK)) >= 0) {
        admit(live, fd);
    }
}

/* Discards what a spectator has sent. Returns what recv(2) does. */
static ssize_t drain(const struct live_spectator *s)
{
    char waste[WASTE];
    return recv(s->fd, waste, sizeof waste, MSG_DONTWAIT);
}

/* Disconnects a spectator: in order if it has received everything, otherwise with a reset. */
static void dismiss(struct live *live, size_t i, bool complete)
{
    const struct linger at_once = {.l_onoff = 1};
    const struct live_spectator *s = &live->spectator[i];
    if (complete) {
        /* closing with unread data would reset the connection */
        for (int tries = 0; tries < DRAINS && drain(s) > 0; tries++) {
        }
    } else {
        setsockopt(s->fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    }
    close(s->fd);
    live->spectator[i] = live->spectator[--live->spectators];
}

/* -- the spectators' thread: sending -- */

/* Finds the bytes at a position: at least one if there are any. False if they have been overwritten. Most spectators
 * are at the same position, so they share one copy, and the lock is held only while copying. */
static bool recall(struct live *live, uint64_t position, const char **bytes, size_t *count)
{
    bool known = true;
    if (position < live->piece_at || position >= live->piece_at + live->piece_size) {
        pthread_mutex_lock(&live->lock);
        uint64_t behind = live->told - position;
        size_t at = position % LIVE_KEPT, size = behind < PIECE ? behind : PIECE;
        size_t first = size < LIVE_KEPT - at ? size : LIVE_KEPT - at;
        known = behind <= LIVE_KEPT;
        if (known) {
            memcpy(live->piece, live->kept + at, first);
            memcpy(live->piece + first, live->kept, size - first);
        }
        pthread_mutex_unlock(&live->lock);
        live->piece_at = position;
        live->piece_size = known ? size : 0;
    }
    *bytes = live->piece + (position - live->piece_at);
    *count = live->piece_size - (position - live->piece_at);
    return known;
}

enum sending { SENT, STUCK, GONE };

static enum sending send_some(struct live_spectator *s, const char *bytes, size_t count, size_t *sent)
{
    ssize_t done = send(s->fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (done < 0) {
        return errno == EAGAIN || errno == EINTR ? STUCK : GONE;
    }
    *sent = (size_t)done;
    s->stuck = 0;
    return SENT;
}

/* Sends a spectator what is new to it, as far as it reads. */
static enum sending send_rest(struct live *live, struct live_spectator *s)
{
    struct pollfd ready = {.fd = s->fd, .events = POLLOUT};
    const char *bytes;
    size_t count, sent;
    enum sending result = SENT;
    if (s->stuck && poll(&ready, 1, 0) <= 0) { /* avoids a useless copy */
        return STUCK;
    }
    while (s->map_left > 0 && result == SENT) {
        result = send_some(s, live->map + live->map_size - s->map_left, s->map_left, &sent);
        s->map_left -= result == SENT ? sent : 0;
    }
    while (result == SENT) {
        if (!recall(live, s->position, &bytes, &count)) {
            return GONE;
        }
        if (count == 0) {
            return SENT;
        }
        result = send_some(s, bytes, count, &sent);
        s->position += result == SENT ? sent : 0;
    }
    return result;
}

/* Serves everybody once. Returns whether anybody is still behind. */
static bool serve(struct live *live, uint64_t told, bool ending)
{
    bool behind = false;
    int64_t now = clock_now();
    for (size_t i = 0; i < live->spectators;) {
        struct live_spectator *s = &live->spectator[i];
        enum sending result = drain(s) < 0 && errno != EAGAIN && errno != EINTR ? GONE : send_rest(live, s);
        if (result == STUCK && s->stuck == 0) {
            s->stuck = now;
        }
        if (result == GONE ||
            (result == STUCK && (told > s->position + LIVE_KEPT || (ending && now - s->stuck > patience)))) {
            dismiss(live, i, false);
        } else {
            behind = behind || result == STUCK;
            i++;
        }
    }
    return behind;
}

/* Waits until there is something to do, but at least one tick, so that nobody can keep the thread busy. */
static void wait_for_work(struct live *live, uint64_t served, bool behind)
{
    int64_t next = clock_in(tick);
    eventfd_t wakings; /* forgotten */
    struct pollfd fds[] = {{.fd = live->wake, .events = POLLIN},
                           {.fd = live->spectators < live->most ? live->listener : -1, .events = POLLIN}};
    eventfd_read(live->wake, &wakings);
    pthread_mutex_lock(&live->lock);
    bool ending = live->ending, idle = !ending && !behind && live->told == served;
    live->awake = !idle;
    pthread_mutex_unlock(&live->lock);
    if (idle) {
        clock_poll(fds, 2, CLOCK_NEVER);
        eventfd_read(live->wake, &wakings);
        pthread_mutex_lock(&live->lock);
        ending = live->ending;
        live->awake = true;
        pthread_mutex_unlock(&live->lock);
    }
    clock_poll(fds, 1, ending ? clock_in(last_tick) : next); /* only live_stop wakes it now */
}

static void *work(void *argument)
{
    struct live *live = argument;
    int64_t until = CLOCK_NEVER;
    bool behind, ending;
    for (;;) {
        pthread_mutex_lock(&live->lock);
        uint64_t told = live->told;
        ending = live->ending;
        pthread_mutex_unlock(&live->lock);
        if (ending && until == CLOCK_NEVER) {
            until = clock_in(farewell);
        }
        admit_all(live);
        behind = serve(live, told, ending);
        if (ending && (!behind || clock_now() >= until)) {
            break;
        }
        wait_for_work(live, told, behind);
    }
    while (live->spectators > 0) {
        const struct live_spectator *s = &live->spectator[live->spectators - 1];
        dismiss(live, live->spectators - 1, s->map_left == 0 && s->position == live->told);
    }
    return NULL;
}

/* -- beginning and end -- */

static void release(struct live *live)
{
    if (live->wake >= 0) {
        close(live->wake);
    }
    text_free(&live->line);
    free(live->kept);
    free(live->map);
    free(live->spectator);
    free(live->piece);
}

/* Starts the thread with all signals blocked: they are for the calling thread. */
static bool start_thread(struct live *live)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    bool started = pthread_create(&live->thread, NULL, work, live) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

bool live_start(struct live *live, struct error *err)
{
    *live = (struct live){.listener = live->listener,
                          .most = live->most < LIVE_MOST ? live->most : LIVE_MOST,
                          .log = live->log,
                          .lock = PTHREAD_MUTEX_INITIALIZER,
                          .kept = malloc(LIVE_KEPT),
                          .piece = malloc(PIECE),
                          .running = true,
                          .wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK),
                          .awake = true};
    live->spectator = malloc(LIVE_MOST * sizeof *live->spectator);
    if (live->kept && live->piece && live->spectator && live->wake >= 0 && start_thread(live)) {
        return true;
    }
    release(live);
    live->running = false;
    return error_memory(err);
}

void live_stop(struct live *live)
{
    if (live->running) {
        pthread_mutex_lock(&live->lock);
        live->ending = true;
        pthread_mutex_unlock(&live->lock);
        eventfd_write(live->wake, 1);
        pthread_join(live->thread, NULL);
        release(live);
        live->running = false;
    }
    close(live->listener);
}
