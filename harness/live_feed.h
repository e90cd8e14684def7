/* The log of a game that is still played, from xserver --live or from a file that grows, and what live pages are told.
 *
 * The lines are checked as xreplay checks them. */
#ifndef LIVE_FEED_H
#define LIVE_FEED_H

#include "live_stream.h"
#include "replay/replay.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

struct live_feed {
    const char *source; /* for messages */
    int fd;             /* a socket, or a file */
    bool is_file;       /* at its end, more may come */
    bool over;          /* nothing more comes */

    struct replay *replay;
    int64_t began;
    struct live_stream stream; /* what pages are told */
    FILE *log;                 /* a file without a name: the lines so far */
    off_t log_size;            /* bytes in it */

    /* private */
    struct replay_mark told;
    struct json_stream line;
    struct text rest; /* the beginning of a line */
    uint64_t lines;
    bool ended; /* the source has */
    char place[80];
};

/* `source`, `fd` and `is_file` are set. */
bool live_feed_open(struct live_feed *feed, struct error *err);

/* Takes what has arrived, without waiting. */
bool live_feed_read(struct live_feed *feed, struct error *err);

/* Tells pages that nothing more comes. */
void live_feed_end(struct live_feed *feed, const char *why);

/* Milliseconds since the feed was opened. */
int64_t live_feed_time(const struct live_feed *feed);

/* Closes everything. */
void live_feed_close(struct live_feed *feed);

#endif
