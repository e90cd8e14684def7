#include "base/json_stream.h"

#include "base/ascii.h"
#include "base/json_place.h"
#include "base/list.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_ROOM = 16 * 1024 };

/* Makes room for at least one more byte and the terminating NUL. */
static bool make_room(struct json_stream *stream, struct error *err)
{
    if (!list_grow(&stream->text, &stream->room, stream->room ? stream->length + 2 : FIRST_ROOM, 1) || !stream->text) {
        return error_memory(err);
    }
    stream->text[stream->length] = '\0';
    return true;
}

static bool took(struct json_stream *stream, size_t count, struct error *err)
{
    stream->length += count;
    stream->text[stream->length] = '\0';
    size_t limit = stream->limit ? stream->limit : JSON_STREAM_MAX;
    if (stream->length > limit) {
        return json_stream_complain(stream, limit, err, "the input is longer than %zu MiB", limit >> 20);
    }
    return true;
}

bool json_stream_read(struct json_stream *stream, int fd, struct error *err)
{
    if (!make_room(stream, err)) {
        return false;
    }
    ssize_t got;
    do {
        got = read(fd, stream->text + stream->length, stream->room - stream->length - 1);
    } while (got < 0 && errno == EINTR);
    if (got < 0) {
        return error_set(err, ERROR_IO, "cannot read %s: %s", stream->name, strerror(errno));
    }
    stream->finished = got == 0;
    return took(stream, (size_t)got, err);
}

bool json_stream_feed(struct json_stream *stream, const char *bytes, size_t count, struct error *err)
{
    while (count > 0) {
        if (!make_room(stream, err)) {
            return false;
        }
        size_t room = stream->room - stream->length - 1, part = count < room ? count : room;
        memcpy(stream->text + stream->length, bytes, part);
        if (!took(stream, part, err)) {
            return false;
        }
        bytes += part;
        count -= part;
    }
    return true;
}

/* Reports why a scanner rejected the text. */
static bool fail_scan(const struct json_stream *stream, const struct json_scanner *scanner, struct error *err)
{
    char problem[sizeof err->text];
    if (scanner->out_of_memory) {
        return error_memory(err);
    }
    json_place_problem(scanner, stream->text, stream->length, problem, sizeof problem);
    return error_set(err, ERROR_INPUT, "%s:%s", stream->name, problem);
}

enum json_stream_result json_stream_next(struct json_stream *stream, int repeats_at, struct json_value *out,
                                         struct error *err)
{
    stream->scanner.consumer = json_build;
    stream->scanner.context = &stream->builder;
    stream->scanner.repeats_at = stream->builder.repeats_at = repeats_at;
    switch (json_scan(&stream->scanner, stream->text, stream->length, stream->finished)) {
    case JSON_SCAN_MORE:
        return JSON_STREAM_MORE;
    case JSON_SCAN_END:
        return JSON_STREAM_END;
    case JSON_SCAN_ERROR:
        json_build_free(&stream->builder);
        fail_scan(stream, &stream->scanner, err);
        return JSON_STREAM_ERROR;
    default:
        *out = (struct json_value){json_build_take(&stream->builder), stream, stream->scanner.start};
        return JSON_STREAM_VALUE;
    }
}

bool json_stream_unique(const struct json_value *value, struct error *err)
{
    const struct json_stream *stream = value->stream;
    struct json_scanner scanner = {0};
    json_scan_skip(&scanner, value->start);
    bool unique = json_scan(&scanner, stream->text, stream->length, true) == JSON_SCAN_VALUE;
    if (!unique) {
        fail_scan(stream, &scanner, err);
    }
    json_scan_free(&scanner);
    return unique;
}

bool json_stream_complain(const struct json_stream *stream, size_t offset, struct error *err, const char *format, ...)
{
    struct json_place place = json_place(stream->text, stream->length, offset);
    char message[sizeof err->text];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return error_set(err, ERROR_INPUT, "%s:%zu:%zu: %s", stream->name, place.line, place.column, message);
}

bool json_stream_rest(const struct json_stream *stream, size_t *offset)
{
    size_t at = json_scan_inside(&stream->scanner) ? stream->scanner.start : stream->scanner.at;
    *offset = ascii_skip_blanks(stream->text, at, stream->length);
    return *offset < stream->length;
}

const char *json_stream_peek(const struct json_stream *stream)
{
    size_t at;
    return !json_scan_inside(&stream->scanner) && json_stream_rest(stream, &at) ? stream->text + at : "";
}

void json_stream_skip(struct json_stream *stream, const char *end)
{
    json_scan_skip(&stream->scanner, (size_t)(end - stream->text));
}

size_t json_stream_end(const struct json_stream *stream)
{
    return json_place_end(stream->text, stream->length);
}

void json_stream_recount(struct json_stream *stream)
{
    stream->builder.count = 0;
}

void json_stream_discard(struct json_stream *stream)
{
    size_t end;
    if (!stream->text || json_scan_inside(&stream->scanner)) {
        return;
    }
    json_stream_recount(stream);
    json_stream_rest(stream, &end);
    if (end == 0) {
        return; /* the text may not have begun, and a byte order mark may still come */
    }
    /* A number or literal must not touch the next one, which may still come: keep its last character. */
    size_t drop = end == stream->scanner.bare_end && end > 0 ? end - 1 : end;
    stream->length -= drop;
    memmove(stream->text, stream->text + drop, stream->length + 1);
    json_scan_again(&stream->scanner, end - drop);
    if (stream->length == 0 && stream->room > FIRST_ROOM) {
        free(stream->text);
        stream->text = NULL;
        stream->room = 0;
    }
}

void json_stream_free(struct json_stream *stream)
{
    json_scan_free(&stream->scanner);
    json_build_free(&stream->builder);
    free(stream->text);
    *stream = (struct json_stream){.name = stream->name};
}
