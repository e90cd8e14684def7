#include "harness.h"

#include "base/write.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

__attribute__((format(printf, 2, 0))) static bool say(const struct harness *h, const char *format, va_list args)
{
    char line[sizeof h->error.text + 64];
    int used = snprintf(line, sizeof line, "%s: ", h->name);
    vsnprintf(line + used, sizeof line - (size_t)used - 1, format, args);
    return dprintf(STDERR_FILENO, "%s\n", line) >= 0;
}

void harness_say(const struct harness *h, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(h, format, args);
    va_end(args);
}

void harness_explain(struct harness *h, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!say(h, format, args)) {
        h->code = EXIT_IO;
    }
    va_end(args);
}

struct json_shown harness_show(const char *argument)
{
    return json_show(argument, strlen(argument));
}

bool harness_usage(struct harness *h, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(h, format, args);
    va_end(args);
    h->code = EXIT_USAGE;
    return false;
}

void harness_progress(int64_t done, int64_t of)
{
    dprintf(STDERR_FILENO, "\r%" PRId64 " of %" PRId64 " games%s", done, of, done == of ? "\n" : "");
}

void harness_late_error(struct harness *h, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(h, format, args);
    va_end(args);
    h->code = EXIT_IO;
}

bool harness_write(struct harness *h, const char *text, size_t length)
{
    return write_all(STDOUT_FILENO, text, length) ||
           error_set(&h->error, ERROR_IO, "cannot write to stdout: %s", strerror(errno));
}

/* Reads until the next value is complete. */
static enum json_stream_result next_value(struct harness *h, int repeats_at, struct json_value *out)
{
    enum json_stream_result result;
    while ((result = json_stream_next(&h->input, repeats_at, out, &h->error)) == JSON_STREAM_MORE) {
        if (!json_stream_read(&h->input, STDIN_FILENO, &h->error)) {
            return JSON_STREAM_ERROR;
        }
    }
    return result;
}

/* Checks whether anything but white space has arrived after the last value. Does not wait for more input, nor for its
 * end: the other side may send neither before it has the answer. */
static bool look_ahead(struct harness *h, size_t *rest, bool *found)
{
    struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};
    while (!(*found = json_stream_rest(&h->input, rest))) {
        if (h->input.finished || poll(&ready, 1, 0) <= 0) {
            return true;
        }
        if (!json_stream_read(&h->input, STDIN_FILENO, &h->error)) {
            return false;
        }
    }
    return true;
}

/* Nothing may follow the last value. */
static bool check_rest(struct harness *h)
{
    size_t rest;
    bool found;
    return look_ahead(h, &rest, &found) &&
           (!found || json_stream_complain(&h->input, rest, &h->error, "expected the end of the input, found more"));
}

bool harness_read(struct harness *h, const struct harness_input *inputs)
{
    h->input.name = "<stdin>";
    if (isatty(STDIN_FILENO)) {
        harness_say(h, "reading from the terminal; %s --help describes the input", h->name);
    }
    for (h->values = 0; inputs[h->values].what; h->values++) {
        struct json_value *value = &h->read[h->values];
        size_t rest;
        bool found = true;
        if (h->has_enough && h->has_enough(h) && !look_ahead(h, &rest, &found)) {
            return false;
        }
        if (!found) {
            return true;
        }
        switch (next_value(h, inputs[h->values].repeats_at, value)) {
        case JSON_STREAM_VALUE:
            h->value[h->values] = json_at_root(value);
            h->value[h->values].key = inputs[h->values].name;
            break;
        case JSON_STREAM_END:
            return inputs[h->values].optional ||
                   json_stream_complain(&h->input, json_stream_end(&h->input), &h->error,
                                        "expected %s, found the end of the input", inputs[h->values].what);
        default:
            return false;
        }
    }
    return check_rest(h);
}

bool harness_answer(struct harness *h, struct text *answer)
{
    text_string(answer, "\n");
    bool done = answer->failed ? error_memory(&h->error) : harness_write(h, answer->bytes, answer->length);
    text_free(answer);
    return done;
}

int harness_exit(struct harness *h)
{
    static const enum exit_code codes[] = {
        [ERROR_NONE] = EXIT_DONE, [ERROR_INPUT] = EXIT_BAD_INPUT, [ERROR_MEMORY] = EXIT_INTERNAL,
        [ERROR_IO] = EXIT_IO,     [ERROR_PLAYER] = EXIT_INTERNAL, /* a player's failure never ends a program */
    };
    for (int i = 0; i < h->values; i++) {
        json_object_put(h->read[i].object);
    }
    json_stream_free(&h->input);
    arena_free(&h->arena);
    if (h->error.kind == ERROR_NONE && close(STDOUT_FILENO) != 0) {
        error_set(&h->error, ERROR_IO, "cannot write to stdout: %s", strerror(errno));
    }
    if (h->error.kind != ERROR_NONE) {
        harness_say(h, "%s", h->error.text);
        h->code = codes[h->error.kind];
    }
    return (int)h->code;
}
