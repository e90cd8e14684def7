#include "live_stream.h"

#include "base/list.h"

#include <stdlib.h>

void live_stream_add(struct live_stream *stream, const char *data, size_t length)
{
    struct text *frames = &stream->frames;
    size_t before = frames->length;
    if (!list_grow(&stream->end, &stream->room, stream->count + 1, sizeof *stream->end)) {
        frames->failed = true;
        return;
    }
    text_format(frames, "id:%zu\n", stream->count + 1);
    for (const char *end; length > 0; data = end) {
        const char *newline = memchr(data, '\n', length);
        end = newline ? newline + 1 : data + length;
        text_string(frames, "data:");
        text_add(frames, data, (size_t)((newline ? newline : end) - data));
        text_string(frames, "\n");
        length -= (size_t)(end - data);
    }
    text_string(frames, "\n");
    if (frames->failed) {
        frames->length = before; /* half an event is none */
    } else {
        stream->end[stream->count++] = frames->length;
    }
}

void live_stream_end(struct live_stream *stream, const char *why)
{
    text_format(&stream->frames, "event:over\ndata:%s\n\n", why);
}

void live_stream_free(struct live_stream *stream)
{
    text_free(&stream->frames);
    free(stream->end);
}
