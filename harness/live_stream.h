/* Server-sent events, kept for whoever comes late. All who read a stream share it: each is at some offset in it. */
#ifndef LIVE_STREAM_H
#define LIVE_STREAM_H

#include "base/text.h"

/* Initialize with {0}. */
struct live_stream {
    struct text frames; /* all events so far */
    size_t *end;        /* where each of them ends, up to the last one with an id */
    size_t count;       /* how many have an id; also the last id */
    size_t room;        /* private */
};

/* Adds an event with the next id. Its data may have several lines. Adds nothing and sets frames.failed if out of
 * memory; whoever reads the stream is then told that it is over. */
void live_stream_add(struct live_stream *stream, const char *data, size_t length);

/* Adds the last event, "over", without an id; why: one line. */
void live_stream_end(struct live_stream *stream, const char *why);

void live_stream_free(struct live_stream *stream);

#endif
