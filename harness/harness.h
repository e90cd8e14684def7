/* What all programs have in common: options, input, the answer, and the way out.
 *
 *     struct harness h = {.name = "xmap", .usage = "xmap < INPUT", .summary = "Say whether ...", .help = help};
 *     if (harness_options(&h, argc, argv, tables) && harness_read(&h, inputs) && run(&h)) ...
 *     return harness_exit(&h);
 */
#ifndef HARNESS_H
#define HARNESS_H

#include "base/arena.h"
#include "base/json_at.h"
#include "base/text.h"

#include <stddef.h>
#include <stdint.h>

enum { HARNESS_VALUES_MAX = 4 };

enum exit_code { EXIT_DONE = 0, EXIT_USAGE = 2, EXIT_BAD_INPUT = 3, EXIT_INTERNAL = 4, EXIT_IO = 5 };

enum harness_kind { HARNESS_FLAG, HARNESS_WORD, HARNESS_WORDS, HARNESS_NUMBER, HARNESS_AMOUNT, HARNESS_SECONDS };

/* A number from the command line. */
struct harness_number {
    uint64_t value;
    bool given;
};

/* Words from the command line: the option may be given several times. */
struct harness_words {
    const char *list[64]; /* NULL-terminated */
    size_t count;
};

/* A command line option, and what --help says about it. A table ends with {.name = ""}; an entry without a name is the
 * heading of those that follow it. The texts are arrays, because a static position-independent program has to relocate
 * every pointer in a table whenever it starts. */
struct harness_option {
    char name[18];      /* without the dashes */
    char letter;        /* a short name, or 0 */
    uint8_t kind;       /* enum harness_kind */
    uint16_t at;        /* where the value goes: see HARNESS_INTO */
    char argument[16];  /* what help calls the value */
    char words[34];     /* "trains|maze": the only values it takes; "": any */
    uint64_t low, high; /* the range of a number */
    char help[180];     /* "": the option is hidden */
};

/* Initializes where the value of an option goes, and its kind: a bool is a flag that is set, a const char * a word, a
 * struct harness_words a list of them, a struct harness_number a whole number and a double a decimal one from low to
 * high, and an int64_t a time, given in seconds and stored in nanoseconds. */
#define HARNESS_INTO(type, member) \
    .at = offsetof(type, member), \
    .kind = _Generic(((type *)0)->member, \
        bool: HARNESS_FLAG, \
        const char *: HARNESS_WORD, \
        struct harness_words: HARNESS_WORDS, \
        struct harness_number: HARNESS_NUMBER, \
        double: HARNESS_AMOUNT, \
        int64_t: HARNESS_SECONDS)

/* A table of options, and the struct that their values go to. Lists end with {0}. */
struct harness_table {
    const struct harness_option *options;
    void *into;
};

/* The types that a value may have. */
enum harness_type {
    HARNESS_NUMERIC = 1 << json_type_int | 1 << json_type_double,
    HARNESS_OBJECT = 1 << json_type_object,
    HARNESS_ARRAY = 1 << json_type_array,
    HARNESS_STRING = 1 << json_type_string,
};

/* A value that a program reads. Lists end with {0}. */
struct harness_input {
    const char *what; /* "a map" */
    const char *name; /* what paths in error messages begin with, or NULL */
    unsigned types;   /* of enum harness_type; 0: any */
    const char *sign; /* a member that tells this object from the other values of the input, or NULL */
    int repeats_at;   /* see json_stream_next */
    bool optional;    /* the input may end here */
};

struct harness {
    const char *name;
    const char *usage;   /* one line or more */
    const char *summary; /* what the program does, in one sentence */
    const char *help;    /* paragraphs, one line each, and examples, whose lines are indented */
    const char *exits;   /* the paragraph about exit codes; NULL: that of most programs */

    /* Whether the values read so far are enough; more are read only if they have already arrived. NULL: read them all,
     * or up to the end of the input. */
    bool (*has_enough)(const struct harness *h);

    int least, most;       /* how many arguments it takes besides options */
    char *const *argument; /* those that were given, */
    int arguments;         /* and how many */

    struct arena arena; /* for everything that the run allocates */
    struct error error;
    struct json_at value[HARNESS_VALUES_MAX]; /* what harness_read read */
    int values;
    enum exit_code code; /* the exit code if there is no error */

    /* private */
    bool in_path; /* it was started without a path, and examples show it so */
    struct json_stream input;
    struct json_value read[HARNESS_VALUES_MAX];
};

/* Parses the command line; tables may be NULL. False if the program is done: help was asked for, or the usage is wrong.
 * Options may come before and after other arguments, and may be abbreviated as long as they are unambiguous. */
bool harness_options(struct harness *h, int argc, char **argv, const struct harness_table *tables);

/* Reads the values from stdin, without waiting for anything after the last one. Only white space may have arrived
 * there. */
bool harness_read(struct harness *h, const struct harness_input *inputs);

/* Tells somebody at a terminal that the program reads from it. */
void harness_await(const struct harness *h, int fd);

/* The text that harness_read has read, up to the end of the last value. */
const char *harness_input_text(const struct harness *h, size_t *length);

/* Writes a text to stdout, and frees it. Fails, and writes nothing, if the text is incomplete. */
bool harness_write(struct harness *h, struct text *text);

/* The same for the answer, which a newline follows. */
bool harness_answer(struct harness *h, struct text *answer);

/* Prints a line on stderr, after the name of the program. */
__attribute__((format(printf, 2, 3))) void harness_say(const struct harness *h, const char *format, ...);

/* The same for a line that the user asked for: if it cannot be written, the program exits with EXIT_IO once it has
 * answered. */
__attribute__((format(printf, 2, 3))) void harness_explain(struct harness *h, const char *format, ...);

/* Shows something on the last line of a terminal, where the next status, or the next line that is said, replaces it. */
__attribute__((format(printf, 1, 2))) void harness_status(const char *format, ...);

/* Shows the progress of a long run on a line of a terminal, which it overwrites. */
void harness_progress(int64_t done, int64_t of);

/* A word from the command line, quoted and escaped for a message. */
struct json_shown harness_show(const char *argument);

/* Parses "I/N", the I-th of N parts; *index counts from 0. */
bool harness_shard(struct harness *h, const char *text, uint64_t *index, uint64_t *shards);

/* Makes the path that an option has as its value absolute and real; it has to exist. */
bool harness_path(struct harness *h, const char *option, const char **path);

/* The same for a list of paths, with colons between them. */
bool harness_paths(struct harness *h, const char *option, const char *text, const char *const **out);

/* Like harness_say, for an error in the command line, which ends the program. Returns false. */
__attribute__((format(printf, 2, 3))) bool harness_usage(struct harness *h, const char *format, ...);

/* Like harness_say, for something other than the answer that failed, such as the log: once it has answered, the program
 * exits with EXIT_INTERNAL if memory was short, and else with EXIT_IO. */
__attribute__((format(printf, 3, 4))) void harness_late_error(struct harness *h, enum error_kind why,
                                                              const char *format, ...);

/* Reports the error, if there is one, frees everything, and returns the exit code. */
int harness_exit(struct harness *h);

#endif
