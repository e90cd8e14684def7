/* Spectators: any client that connects over plain TCP gets the lines of the log (docs/log.md) as they are written.
 *
 * A separate thread accepts spectators and sends. The game's thread only copies each line into a ring buffer and never
 * waits. All spectators are served from that ring, and one that falls behind it is dropped, so memory does not grow
 * with their number or slowness. What they send is discarded. */
#ifndef REMOTE_LIVE_H
#define REMOTE_LIVE_H

#include "base/observer.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LIVE_KEPT = 4 * 1024 * 1024,  /* bytes of the ring; a spectator further behind is dropped */
    LIVE_AGAIN = 2 * 1024 * 1024, /* bytes of the past that a late spectator gets, at most */
    LIVE_MOST = 4096,             /* spectators */
};

struct live_spectator;

struct live {
    int listener;       /* of net_listen; live_stop closes it */
    size_t most;        /* spectators at a time, up to LIVE_MOST; others wait until one leaves */
    observer_write log; /* trains_log, maze_log: a line begins with {"event":KIND */

    /* private */
    bool running;

    /* used by the game's thread only */
    struct text line;

    /* shared, under the lock; positions count the bytes of all lines since the start */
    pthread_mutex_t lock;
    char *kept;      /* the ring: the byte at position n is kept[n % LIVE_KEPT] */
    uint64_t told;   /* position after the last line */
    uint64_t game;   /* position of the last game's first line */
    char *map;       /* a copy of the map's line, kept for good */
    size_t map_size; /* bytes of that copy */
    uint64_t mapped; /* position after the map's line */
    bool awake;      /* the thread need not be woken */
    bool ending;

    int wake; /* an eventfd: wakes the thread */

    /* used by the spectators' thread only */
    pthread_t thread;
    struct live_spectator *spectator;
    size_t spectators;
    char *piece;       /* a copy of a part of the ring */
    uint64_t piece_at; /* position of its first byte */
    size_t piece_size; /* bytes */
};

/* Starts the thread; fails if out of memory. */
bool live_start(struct live *live, struct error *err);

/* Observes an event. `self` is a struct live that was started. */
bool live_see(void *self, const void *event, struct error *err);

/* Sends the rest to spectators that read, for a second at most, and ends the thread if it was started. Closes the
 * listener. */
void live_stop(struct live *live);

#endif
