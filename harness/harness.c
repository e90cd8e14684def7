#include "harness.h"

#include "base/write.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPTIONS_MAX = 64, FIRST_OPTION = 256 /* beyond every letter */ };

static const char common_help[] = "      --help       show this text\n"
                                  "      --version    show the version\n"
                                  "\n";
static const char common_exits[] =
    "Exit codes: 0 done, 2 wrong usage, 3 bad input, 4 internal error, 5 input or output failed.\n";

__attribute__((format(printf, 2, 0))) static void say(const struct harness *h, const char *format, va_list args)
{
    char line[sizeof h->error.text + 64];
    int used = snprintf(line, sizeof line, "%s: ", h->name);
    vsnprintf(line + used, sizeof line - (size_t)used - 1, format, args);
    dprintf(STDERR_FILENO, "%s\n", line);
}

void harness_say(const struct harness *h, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(h, format, args);
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

/* --help and --version end the program. */
static bool show(struct harness *h, const char *text, const char *more, const char *last)
{
    if (harness_write(h, text, strlen(text)) && harness_write(h, more, strlen(more))) {
        harness_write(h, last, strlen(last));
    }
    return false;
}

/* A descriptor that is closed would be given to the next file that is opened, so none of the three stays closed. */
static bool check_descriptors(struct harness *h)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && (fd == STDOUT_FILENO || open("/dev/null", O_WRONLY) != fd)) {
            return error_set(&h->error, ERROR_IO, "cannot write to stdout: it is closed");
        }
    }
    return true;
}

/* Says what is wrong with the option that getopt_long has just stumbled over. */
static bool bad_option(struct harness *h, int choice, const char *argument)
{
    if (choice == ':') {
        return harness_usage(h, "%s needs a value; %s --help shows how", harness_show(argument).text, h->name);
    }
    if (optopt >= FIRST_OPTION) {
        return harness_usage(h, "%s: this option takes no value", harness_show(argument).text);
    }
    char letter[] = {'-', (char)optopt, 0};
    return harness_usage(h, "there is no option %s; %s --help lists them",
                         harness_show(optopt ? letter : argument).text, h->name);
}

static bool take_number(struct harness *h, const struct harness_option *option, const char *argument)
{
    struct harness_number *number = option->number;
    char *end;
    errno = 0;
    number->value = strtoull(argument, &end, 10);
    number->given = true;
    if (argument[0] < '0' || argument[0] > '9' || *end || errno || number->value < number->low ||
        number->value > number->high) {
        return harness_usage(h, "--%s takes a whole number from %" PRIu64 " to %" PRIu64 ", not %s", option->name,
                             number->low, number->high, harness_show(argument).text);
    }
    return true;
}

static bool take_seconds(struct harness *h, const struct harness_option *option, const char *argument)
{
    const double most = 1e6;
    char *end;
    double seconds = strtod(argument, &end);
    if (argument[0] < '0' || argument[0] > '9' || *end || !(seconds <= most) || strpbrk(argument, "xX")) {
        return harness_usage(h, "--%s takes a number of seconds, like 2 or 0.5, not %s", option->name,
                             harness_show(argument).text);
    }
    *option->seconds = (int64_t)(seconds * 1e9);
    return true;
}

static bool take_option(struct harness *h, const struct harness_option *option, const char *argument)
{
    if (option->number) {
        return take_number(h, option, argument);
    }
    if (option->seconds) {
        return take_seconds(h, option, argument);
    }
    if (option->word) {
        *option->word = argument;
    } else {
        *option->flag = true;
    }
    return true;
}

bool harness_options(struct harness *h, int argc, char **argv, const struct harness_option *options)
{
    struct option table[OPTIONS_MAX + 3] = {{"help", no_argument, NULL, 'h'},
                                            {"version", no_argument, NULL, FIRST_OPTION - 1}};
    char letters[2 * OPTIONS_MAX + 3] = ":h";
    size_t used = strlen(letters);
    for (int i = 0; options[i].name; i++) {
        bool argument = options[i].word || options[i].number || options[i].seconds;
        table[i + 2] = (struct option){options[i].name, argument, NULL, FIRST_OPTION + i};
        if (options[i].letter) {
            letters[used++] = options[i].letter;
            letters[used++] = ':';
        }
    }
    signal(SIGPIPE, SIG_IGN); /* a reader that has gone is a failed write, */
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that must not grow */
    if (!check_descriptors(h)) {
        return false;
    }
    opterr = 0;
    int choice;
    while ((choice = getopt_long(argc, argv, letters, table, NULL)) != -1) {
        for (int i = 0; options[i].name && choice != 'h'; i++) {
            choice = choice == options[i].letter ? FIRST_OPTION + i : choice;
        }
        if (choice == 'h') {
            return show(h, h->help, common_help, h->exits ? h->exits : common_exits);
        }
        if (choice == FIRST_OPTION - 1) {
            return show(h, h->name, " (Signalbox) " SIGNALBOX_VERSION, "\n");
        }
        if (choice < FIRST_OPTION) {
            return bad_option(h, choice, argv[optind - 1]);
        }
        if (!take_option(h, &options[choice - FIRST_OPTION], optarg)) {
            return false;
        }
    }
    h->argument = argv + optind;
    h->arguments = argc - optind;
    if (h->most == 0 && h->arguments > 0) {
        return harness_usage(h, "unexpected argument %s; the input comes from stdin: ./%s < FILE",
                             harness_show(h->argument[0]).text, h->name);
    }
    if (h->arguments > h->most) {
        return harness_usage(h, "unexpected argument %s; %s --help shows which there are",
                             harness_show(h->argument[h->most]).text, h->name);
    }
    return h->arguments >= h->least || harness_usage(h, "an argument is missing; %s --help shows which", h->name);
}

/* Reads on until the next value is there. */
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

/* Looks whether anything but white space has arrived behind what was read. Nobody waits for more, or for an end, that
 * the other side may not mean to send before it has the answer. */
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

/* Behind the last value nothing may come. */
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
        harness_say(h, "reading from the terminal; %s --help shows what", h->name);
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
        [ERROR_IO] = EXIT_IO,     [ERROR_PLAYER] = EXIT_INTERNAL, /* a player's failure never gets here */
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
