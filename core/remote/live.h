/* Spectators: whoever connects gets the lines of the log as they are written (docs/log.md), over plain TCP.
 *
 * A thread of its own admits spectators and sends. Who sees an event only copies its line, and waits for nobody. All
 * spectators share one memory of the latest lines, and one that falls behind it is dropped: neither their number nor
 * their slowness costs more memory. What they send is thrown away. */
#ifndef REMOTE_LIVE_H
#define REMOTE_LIVE_H

#include "base/error.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    LIVE_KEPT = 4 * 1024 * 1024,  /* bytes; who is further behind is dropped */
    LIVE_AGAIN = 2 * 1024 * 1024, /* bytes that are sent again, at the most, to somebody who comes late */
    LIVE_MOST = 4096,             /* spectators */
};

struct live_spectator;

struct live {
    int listener; /* of net_listen; live_stop closes it */
    size_t most;  /* spectators at a time; others wait until somebody leaves. No more than LIVE_MOST */
    /* Writes an event as one line to `self`, a FILE *: trains_log, maze_log. A line begins with {"event":KIND. */
    bool (*log)(void *self, const void *event, struct error *err);

    /* private: */
    bool running;
    /* of the one who sees events */
    FILE *line;
    char *line_text;
    size_t line_size;
    /* of both, when they have the lock */
    pthread_mutex_t lock;
    char *kept;      /* the byte with the number n is at n % LIVE_KEPT */
    uint64_t told;   /* bytes so far */
    uint64_t game;   /* where the last game begins */
    char *map;       /* the line that says the map, which is never forgotten, */
    size_t map_size; /* its length, */
    uint64_t mapped; /* and where it ends */
    bool awake, ending;
    int wake; /* an eventfd */
    /* of the thread */
    pthread_t thread;
    struct live_spectator *spectator;
    size_t spectators;
    char *piece; /* a copy of something kept, */
    uint64_t piece_at;
    size_t piece_size;
};

/* Starts the thread. False when memory is short. */
bool live_start(struct live *live, struct error *err);

/* Sees an event, as an observer. `self` is a struct live that was started. */
bool live_see(void *self, const void *event, struct error *err);

/* Sends the rest to those who read, for no longer than a second, and ends it all; also what was not started. */
void live_stop(struct live *live);

#endif
