/* A stream of JSON values, read from bytes as they arrive.
 *
 * json_scan checks the text, and json_build builds values from it as it arrives. The stream keeps the text until it is
 * freed, so that errors in a value can still give its position. Integers beyond 64 bits saturate. A stream may hold
 * JSON_BUILD_MAX values, counted since it began or last discarded its text. */
#ifndef BASE_JSON_STREAM_H
#define BASE_JSON_STREAM_H

#include "base/error.h"
#include "base/json_build.h"

enum { JSON_STREAM_MAX = 64 * 1024 * 1024 }; /* maximum size of a stream in bytes */

/* `struct json_stream s = {.name = "<stdin>"};` is an empty stream. */
struct json_stream {
    const char *name; /* for messages; borrowed */

    size_t limit;  /* maximum size in bytes; 0: JSON_STREAM_MAX */
    bool finished; /* no more bytes will come */

    /* private */
    char *text; /* NUL-terminated */
    size_t length, room;
    struct json_scanner scanner;
    struct json_builder builder;
};

/* A value and where it came from. */
struct json_value {
    json_object *object; /* owned by the holder of the value; NULL is JSON's null */
    const struct json_stream *stream;
    size_t start;
};

enum json_stream_result {
    JSON_STREAM_VALUE,
    JSON_STREAM_MORE, /* no complete value yet: read, then call again */
    JSON_STREAM_END,
    JSON_STREAM_ERROR,
};

/* Reads what is available from fd, once; at end of file the stream is finished. Blocks as read(2) does. */
bool json_stream_read(struct json_stream *stream, int fd, struct error *err);

/* Appends bytes that the caller has read. */
bool json_stream_feed(struct json_stream *stream, const char *bytes, size_t count, struct error *err);

/* Reads the next value. repeats_at: the depth at which objects may repeat a key (the last one counts), 0 for nowhere.
 * The caller owns out->object and frees it with json_object_put. */
enum json_stream_result json_stream_next(struct json_stream *stream, int repeats_at, struct json_value *out,
                                         struct error *err);

/* Fails if an object in a value repeats a key, even at the depth where that was allowed. For callers that cannot tell
 * what a value is until they have read it. */
bool json_stream_unique(const struct json_value *value, struct error *err);

/* The text after the last value and any white space, NUL-terminated, unchecked and possibly incomplete; "" in the
 * middle of a value. A caller that can parse the array, object or string there by itself skips to its end; otherwise
 * json_stream_next still returns it. */
const char *json_stream_peek(const struct json_stream *stream);
void json_stream_skip(struct json_stream *stream, const char *end);

/* Fills err with "name:line:column: message" for an offset in the text. Lines and columns count from 1, columns in
 * characters. Returns false. */
__attribute__((format(printf, 4, 5))) bool json_stream_complain(const struct json_stream *stream, size_t offset,
                                                                struct error *err, const char *format, ...);

/* Whether anything but white space has arrived after the last value, even part of a value, and where. */
bool json_stream_rest(const struct json_stream *stream, size_t *offset);

/* Declares the values read so far freed, so that they no longer count. For callers that read a long text value by
 * value. */
void json_stream_recount(struct json_stream *stream);

/* Where errors about the end of the text point: just after the last character that is not white space. */
size_t json_stream_end(const struct json_stream *stream);

/* Discards the text of the values read so far and the white space after them, so that a stream can go on forever;
 * positions count from here on. Those values keep their objects but not their positions. Discards nothing in the middle
 * of a value. */
void json_stream_discard(struct json_stream *stream);

/* Frees the text; values keep their objects but not their positions. */
void json_stream_free(struct json_stream *stream);

#endif
