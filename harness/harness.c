#include "harness.h"

#include "base/write.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool has_status; /* the last line of the terminal is harness_status's */

__attribute__((format(printf, 2, 0))) static bool say(const struct harness *h, const char *format, va_list args)
{
    char line[sizeof h->error.text + 64];
    int used = snprintf(line, sizeof line, "%s: ", h->name);
    vsnprintf(line + used, sizeof line - (size_t)used - 1, format, args);
    const char *start = has_status ? "\r\033[K" : "";
    has_status = false;
    return dprintf(STDERR_FILENO, "%s%s\n", start, line) >= 0;
}

void harness_status(const char *format, ...)
{
    char line[80];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    dprintf(STDERR_FILENO, "\r\033[K%s", line);
    has_status = true;
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

void harness_late_error(struct harness *h, enum error_kind why, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(h, format, args);
    va_end(args);
    h->code = why == ERROR_MEMORY || h->code == EXIT_INTERNAL ? EXIT_INTERNAL : EXIT_IO;
}

bool harness_write(struct harness *h, struct text *text)
{
    bool done = text->failed ? error_memory(&h->error)
                             : write_all(STDOUT_FILENO, text->bytes, text->length) ||
                                   error_set(&h->error, ERROR_IO, "cannot write to stdout: %s", strerror(errno));
    text_free(text);
    return done;
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

void harness_await(const struct harness *h, int fd)
{
    if (isatty(fd)) {
        harness_say(h, "reading from the terminal; Ctrl-D ends the input, %s --help describes it", h->name);
    }
}

static const char *find_sign(json_object *object, const struct harness_input *inputs)
{
    for (; inputs->what; inputs++) {
        if (inputs->sign && json_object_object_get_ex(object, inputs->sign, NULL)) {
            return inputs->what;
        }
    }
    return NULL;
}

/* What a value looks like: one of the inputs, something that other programs read, or else a type. */
static const char *what_is(json_object *object, const struct harness_input *inputs)
{
    static const struct harness_input others[] = {
        {.what = "a map", .sign = "cities"},      {.what = "a board", .sign = "connectors"},
        {.what = "a state", .sign = "board"},     {.what = "the state of a player", .sign = "this"},
        {.what = "a coordinate", .sign = "row#"}, {0}};
    static const char *const types[] = {
        [json_type_null] = "null",      [json_type_boolean] = "a boolean", [json_type_double] = "a number",
        [json_type_int] = "a number",   [json_type_object] = "an object",  [json_type_array] = "an array",
        [json_type_string] = "a string"};
    const char *found = find_sign(object, inputs);
    found = found ? found : find_sign(object, others);
    return found ? found : types[json_object_get_type(object)];
}

/* Adds to an error that the input is of the wrong kind altogether. */
static bool suggest_help(struct harness *h)
{
    size_t used = strlen(h->error.text);
    snprintf(h->error.text + used, sizeof h->error.text - used, "; %s --help shows an example", h->name);
    return false;
}

/* Complains about a value that cannot be what the program reads next, such as one that is out of order. */
static bool check_kind(struct harness *h, const struct harness_input *inputs, const struct json_value *value)
{
    const struct harness_input *next = &inputs[h->values];
    const char *found = what_is(value->object, inputs);
    bool fits = !next->types || next->types & 1U << json_object_get_type(value->object);
    if (fits && (!next->sign || found == next->what || strcmp(found, "an object") == 0)) {
        return true;
    }
    json_stream_complain(&h->input, value->start, &h->error, "expected %s, found %s", next->what, found);
    return suggest_help(h);
}

/* Whether the input begins with something that no JSON value begins with. */
static bool is_no_json(const struct harness *h)
{
    const char *text = h->input.text ? h->input.text : "";
    text += strspn(text, " \t\r\n");
    return *text && !strchr("{[\"-0123456789tfn", *text);
}

bool harness_read(struct harness *h, const struct harness_input *inputs)
{
    h->input.name = "<stdin>";
    harness_await(h, STDIN_FILENO);
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
            if (!check_kind(h, inputs, value)) {
                h->values++; /* harness_exit frees it */
                return false;
            }
            break;
        case JSON_STREAM_END:
            if (inputs[h->values].optional) {
                return true;
            }
            json_stream_complain(&h->input, json_stream_end(&h->input), &h->error,
                                 "expected %s, found the end of the input", inputs[h->values].what);
            return h->values > 0 ? false : suggest_help(h);
        default:
            return h->error.kind == ERROR_INPUT && is_no_json(h) ? suggest_help(h) : false;
        }
    }
    return check_rest(h);
}

const char *harness_input_text(const struct harness *h, size_t *length)
{
    *length = json_stream_end(&h->input);
    return h->input.text;
}

bool harness_answer(struct harness *h, struct text *answer)
{
    text_string(answer, "\n");
    return harness_write(h, answer);
}

/* A tenth of a short run would be spent here, for a process that ends anyway; so only leak checkers get to see it. */
static void free_all(struct harness *h)
{
#ifdef SIGNALBOX_FREE_ALL
    for (int i = 0; i < h->values; i++) {
        json_object_put(h->read[i].object);
    }
    json_stream_free(&h->input);
    arena_free(&h->arena);
#else
    (void)h;
#endif
}

int harness_exit(struct harness *h)
{
    static const enum exit_code codes[] = {
        [ERROR_NONE] = EXIT_DONE, [ERROR_INPUT] = EXIT_BAD_INPUT, [ERROR_MEMORY] = EXIT_INTERNAL,
        [ERROR_IO] = EXIT_IO,     [ERROR_PLAYER] = EXIT_INTERNAL, /* a player's failure never ends a program */
    };
    free_all(h);
    if (h->error.kind == ERROR_NONE && close(STDOUT_FILENO) != 0) {
        error_set(&h->error, ERROR_IO, "cannot write to stdout: %s", strerror(errno));
    }
    if (h->error.kind != ERROR_NONE) {
        harness_say(h, "%s", h->error.text);
        h->code = codes[h->error.kind];
    }
    return (int)h->code;
}
