/* JSON values, one after another, out of bytes that arrive as they please.
 *
 * json_scan checks the text, and json_build makes values of it as it arrives. The text stays in the stream until the
 * stream is freed, so that a complaint about a value can still point at its place. Integers beyond 64 bits saturate.
 * There may be JSON_BUILD_MAX values, in all that was read since the stream began or last discarded its text. */
#ifndef BASE_JSON_STREAM_H
#define BASE_JSON_STREAM_H

#include "base/error.h"
#include "base/json_build.h"

enum { JSON_STREAM_MAX = 64 * 1024 * 1024 }; /* bytes that one stream takes */

/* `struct json_stream s = {.name = "<stdin>"};` is an empty stream. */
struct json_stream {
    const char *name; /* for messages; borrowed */

    size_t limit;  /* so many bytes are too many; 0: JSON_STREAM_MAX */
    bool finished; /* no more bytes will come */

    /* private */
    char *text; /* NUL-terminated */
    size_t length, room;
    struct json_scanner scanner;
    struct json_builder builder;
};

/* One value, and the piece of the stream that it was read from. */
struct json_value {
    json_object *object; /* owned by whoever has the value; NULL is JSON's null */
    const struct json_stream *stream;
    size_t start;
};

enum json_stream_result {
    JSON_STREAM_VALUE,
    JSON_STREAM_MORE, /* no whole value is there yet: read, then ask again */
    JSON_STREAM_END,
    JSON_STREAM_ERROR,
};

/* Reads once from fd, whatever is there; at its end the stream is finished. Waits as read(2) does. */
bool json_stream_read(struct json_stream *stream, int fd, struct error *err);

/* Takes bytes that somebody else has read. */
bool json_stream_feed(struct json_stream *stream, const char *bytes, size_t count, struct error *err);

/* The next value. repeats_at: the depth at which objects may repeat a key (the last one counts), 0 for nowhere.
 * The caller owns out->object and frees it with json_object_put. */
enum json_stream_result json_stream_next(struct json_stream *stream, int repeats_at, struct json_value *out,
                                         struct error *err);

/* Complains if an object in a value repeats a key after all, at the depth where it was allowed. For those who see only
 * from the value what it is. */
bool json_stream_unique(const struct json_value *value, struct error *err);

/* What has arrived behind the last value and the white space there, NUL-terminated, unchecked, perhaps half a value:
 * for those who know what is likely to come. If it begins with an array, object or string that they can read without
 * our help, they skip that up to its end; else the next value is still it. "" in the middle of a value. */
const char *json_stream_peek(const struct json_stream *stream);
void json_stream_skip(struct json_stream *stream, const char *end);

/* Fills err with "name:line:column: message" for an offset in the text. Lines and columns count from 1, columns in
 * characters. Returns false. */
__attribute__((format(printf, 4, 5))) bool json_stream_complain(const struct json_stream *stream, size_t offset,
                                                                struct error *err, const char *format, ...);

/* Whether anything but white space has arrived behind the last value, be it half a value, and where. */
bool json_stream_rest(const struct json_stream *stream, size_t *offset);

/* The values that were read are freed and no longer count. For those who read a long text value by value. */
void json_stream_recount(struct json_stream *stream);

/* Where complaints about the end of the text point: behind the last character that is not white space. */
size_t json_stream_end(const struct json_stream *stream);

/* Forgets the text of the values that were read, and the white space behind them: a stream may go on for ever, and
 * places are counted from here. Values that were read keep their objects but not their places. In the middle of a
 * value nothing is forgotten. */
void json_stream_discard(struct json_stream *stream);

/* Frees the text; values that were read keep their objects but not their places. */
void json_stream_free(struct json_stream *stream);

#endif
