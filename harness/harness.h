/* What all programs have in common: options, input, the answer, and the way out.
 *
 *     struct harness h = {.name = "xmap", .help = help};
 *     if (harness_options(&h, argc, argv, options) && harness_read(&h, inputs) && run(&h)) ...
 *     return harness_exit(&h);
 */
#ifndef HARNESS_H
#define HARNESS_H

#include "base/arena.h"
#include "base/json_at.h"
#include "base/text.h"

#include <stdint.h>

enum { HARNESS_VALUES_MAX = 4 };

enum exit_code { EXIT_DONE = 0, EXIT_USAGE = 2, EXIT_BAD_INPUT = 3, EXIT_INTERNAL = 4, EXIT_IO = 5 };

/* A command line option of a program: a flag that is set, a word that is stored, a number, or a time. Lists end with
 * {0}. */
struct harness_option {
    const char *name; /* without the dashes */
    bool *flag;
    const char **word;
    struct harness_number *number;
    char letter;      /* a short name, or 0 */
    int64_t *seconds; /* in nanoseconds */
};

/* A number from the command line. */
struct harness_number {
    uint64_t low, high, value;
    bool given;
};

/* A value that a program reads. Lists end with {0}. */
struct harness_input {
    const char *what; /* "a map" */
    const char *name; /* what paths in complaints begin with, or NULL */
    int repeats_at;   /* see json_stream_next */
    bool optional;    /* the input may end here */
};

struct harness {
    const char *name;
    const char *help;  /* all of --help but the part that is the same for every program */
    const char *exits; /* the part about exit codes; NULL: as of every program */

    /* Whether the values that were read are all that is needed; others are read if they are there. NULL: it needs them
     * all, or waits for the end of the input. */
    bool (*has_enough)(const struct harness *h);

    int least, most;       /* arguments beside the options that it takes */
    char *const *argument; /* those that it got, */
    int arguments;         /* and how many */

    struct arena arena; /* for all that the run needs */
    struct error error;
    struct json_at value[HARNESS_VALUES_MAX]; /* what harness_read has read */
    int values;
    enum exit_code code; /* to exit with if there is no error */

    /* private */
    struct json_stream input;
    struct json_value read[HARNESS_VALUES_MAX];
};

/* Takes the command line apart. False if the program is over: help was asked for, or the usage is wrong. */
bool harness_options(struct harness *h, int argc, char **argv, const struct harness_option *options);

/* Reads the values from stdin, no further than the last one ends; what has arrived behind it must be white space. */
bool harness_read(struct harness *h, const struct harness_input *inputs);

/* Writes the answer and a newline to stdout, and frees it. Writes nothing, and fails, if it is not whole. */
bool harness_answer(struct harness *h, struct text *answer);

/* Writes to stdout what is no JSON. */
bool harness_write(struct harness *h, const char *text, size_t length);

/* One line for a person on stderr. */
__attribute__((format(printf, 2, 3))) void harness_say(const struct harness *h, const char *format, ...);

/* How far a long run has come, on one line of a terminal that is written again and again. */
void harness_progress(int64_t done, int64_t of);

/* A word from the command line as it may be shown. */
struct json_shown harness_show(const char *argument);

/* The same as harness_say, and that the command line is at fault: the program is over. Returns false. */
__attribute__((format(printf, 2, 3))) bool harness_usage(struct harness *h, const char *format, ...);

/* Something beside the answer could not be written: says so, and has the program exit with EXIT_IO when it has
 * answered. */
__attribute__((format(printf, 2, 3))) void harness_late_error(struct harness *h, const char *format, ...);

/* Reports the error, if there is one, frees everything, and gives the code to exit with. */
int harness_exit(struct harness *h);

#endif
