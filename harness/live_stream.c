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
    for (size_t at = 0, line; at < length; at += line + 1) { /* a carriage return would end a line, too */
        for (line = 0; at + line < length && data[at + line] != '\n' && data[at + line] != '\r';) {
            line++;
        }
        text_string(frames, "data:");
        text_add(frames, data + at, line);
        text_string(frames, "\n");
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
