/* Parses the command line. */
#include "harness_help.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TABLES_MAX = 12, NAME_MAX_LENGTH = 32 };

/* What every program can be asked for. */
struct asked {
    bool help, version, list;
};

static const struct harness_option common_options[] = {
    {.help = "General options"},
    {"help", 'h', HARNESS_INTO(struct asked, help), .help = "show this text"},
    {"version", HARNESS_INTO(struct asked, version), .help = "show the version"},
    {"list-options", HARNESS_INTO(struct asked, list)},
    {.name = ""},
};

/* The state of parsing. */
struct parse {
    struct harness *h;
    struct asked asked;
    struct harness_table tables[TABLES_MAX + 2]; /* the program's tables, the common one, and {0} */
    char **next;                                 /* the next word */
};

/* The edit distance of two words: how many letters have to be added, dropped, replaced or swapped with the next one. */
static size_t distance(const char *a, const char *b)
{
    size_t d[NAME_MAX_LENGTH + 1][NAME_MAX_LENGTH + 1]; /* of their beginnings */
    size_t rows = strlen(a), columns = strlen(b);
    if (rows > NAME_MAX_LENGTH || columns > NAME_MAX_LENGTH) {
        return SIZE_MAX;
    }
    for (size_t i = 0; i <= rows; i++) {
        for (size_t j = 0; j <= columns; j++) {
            size_t best = i == 0 || j == 0 ? i + j : d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (i > 0 && j > 0) {
                best = d[i - 1][j] + 1 < best ? d[i - 1][j] + 1 : best;
                best = d[i][j - 1] + 1 < best ? d[i][j - 1] + 1 : best;
            }
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && d[i - 2][j - 2] + 1 < best) {
                best = d[i - 2][j - 2] + 1;
            }
            d[i][j] = best;
        }
    }
    return d[rows][columns];
}

/* Whether `right` is close enough to `word` to be what was meant, and closer than the nearest so far. */
static bool is_nearer(const char *word, const char *right, size_t *nearest)
{
    size_t apart = distance(word, right);
    if (apart > (strlen(word) + 1) / 3 || apart >= *nearest) {
        return false;
    }
    *nearest = apart;
    return true;
}

/* Reports that there is no option with the first `length` bytes of a word, and suggests one. */
static void unknown_option(const struct parse *p, const char *word, size_t length)
{
    struct json_shown shown = json_show(word, length);
    char name[NAME_MAX_LENGTH + 1] = "";
    const char *meant = NULL;
    const struct harness_table *t = p->tables;
    size_t nearest = SIZE_MAX;
    snprintf(name, sizeof name, "%.*s", (int)length - 2, word + 2);
    for (const struct harness_option *o = NULL; (o = harness_option_next(&t, o));) {
        if (*o->help && *o->name && is_nearer(name, o->name, &nearest)) {
            meant = o->name;
        }
    }
    if (meant) {
        harness_usage(p->h, "there is no option %s; did you mean --%s?", shown.text, meant);
    } else {
        harness_usage(p->h, "there is no option %s; %s --help lists them", shown.text, p->h->name);
    }
}

/* Finds the option that a word names: "--name", an unambiguous abbreviation of it, or "-l". *found: its table, from
 * there on. */
static bool find_option(const struct parse *p, const char *word, size_t length, struct harness_table *found)
{
    bool named = word[1] == '-';
    const struct harness_table *t = p->tables;
    const struct harness_option *other = NULL;
    *found = (struct harness_table){0};
    for (const struct harness_option *o = NULL; (o = harness_option_next(&t, o));) {
        bool begins = named && strncmp(o->name, word + 2, length - 2) == 0;
        bool exact = named ? begins && !o->name[length - 2] : o->letter == word[1];
        if (*o->name && exact) {
            *found = (struct harness_table){o, t->into};
            return true;
        }
        if (*o->name && *o->help && length > 2 && begins) {
            other = found->options;
            *found = (struct harness_table){o, t->into};
        }
    }
    if (other) {
        return harness_usage(p->h, "%s is short for --%s and for --%s; say which", harness_show(word).text, other->name,
                             found->options->name);
    }
    if (!found->options) {
        unknown_option(p, word, length);
    }
    return found->options;
}

static bool take_number(struct harness *h, const struct harness_option *option, const char *value,
                        struct harness_number *number)
{
    char *end;
    errno = 0;
    number->value = strtoull(value, &end, 10);
    number->given = true;
    if (value[0] < '0' || value[0] > '9' || *end || errno || number->value < option->low ||
        number->value > option->high) {
        return harness_usage(h, "--%s takes a whole number from %" PRIu64 " to %" PRIu64 ", not %s", option->name,
                             option->low, option->high, harness_show(value).text);
    }
    return true;
}

/* Reads a decimal number. False if it is none, or out of range. */
static bool read_decimal(const char *value, double low, double high, double *out)
{
    char *end;
    *out = strtod(value, &end);
    return value[0] >= '0' && value[0] <= '9' && !*end && *out >= low && *out <= high && !strpbrk(value, "xX");
}

static bool take_amount(struct harness *h, const struct harness_option *option, const char *value, double *amount)
{
    return read_decimal(value, (double)option->low, (double)option->high, amount) ||
           harness_usage(h, "--%s takes a number from %" PRIu64 " to %" PRIu64 ", not %s", option->name, option->low,
                         option->high, harness_show(value).text);
}

static bool take_seconds(struct harness *h, const struct harness_option *option, const char *value, int64_t *out)
{
    double seconds;
    if (!read_decimal(value, 0, 1e6, &seconds)) {
        return harness_usage(h, "--%s takes a number of seconds, like 2 or 0.5, not %s", option->name,
                             harness_show(value).text);
    }
    *out = (int64_t)(seconds * 1e9);
    return true;
}

static bool take_word(struct harness *h, const struct harness_option *option, const char *value,
                      struct harness_words *words)
{
    if (words->count + 1 == sizeof words->list / sizeof *words->list) {
        return harness_usage(h, "--%s can be given %zu times at most", option->name, words->count);
    }
    words->list[words->count++] = value;
    return true;
}

/* Checks a value against the words that the option takes. */
static bool check_word(struct harness *h, const struct harness_option *option, const char *value)
{
    char words[sizeof option->words], all[2 * sizeof option->words] = "", *rest = words;
    const char *meant = NULL;
    size_t nearest = SIZE_MAX;
    memcpy(words, option->words, sizeof words);
    for (const char *word; (word = strsep(&rest, "|"));) {
        if (strcmp(word, value) == 0) {
            return true;
        }
        meant = is_nearer(value, word, &nearest) ? word : meant;
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s", !used ? "" : rest ? ", " : " or ", word);
    }
    return meant ? harness_usage(h, "--%s takes %s, not %s; did you mean %s?", option->name, all,
                                 harness_show(value).text, meant)
                 : harness_usage(h, "--%s takes %s, not %s", option->name, all, harness_show(value).text);
}

/* Stores the value of an option; a flag has none. */
static bool store(struct harness *h, const struct harness_table *found, const char *value)
{
    const struct harness_option *option = found->options;
    void *into = (char *)found->into + option->at;
    switch ((enum harness_kind)option->kind) {
    case HARNESS_FLAG:
        *(bool *)into = true;
        return true;
    case HARNESS_NUMBER:
        return take_number(h, option, value, into);
    case HARNESS_AMOUNT:
        return take_amount(h, option, value, into);
    case HARNESS_SECONDS:
        return take_seconds(h, option, value, into);
    case HARNESS_WORDS:
        return take_word(h, option, value, into);
    case HARNESS_WORD:
        *(const char **)into = value;
        return !*option->words || check_word(h, option, value);
    }
    return false;
}

/* Takes one option, and its value from the same word or the next. */
static bool take_option(struct parse *p, const char *word)
{
    bool named = word[1] == '-';
    size_t length = named ? strcspn(word, "=") : 2;
    const char *value = word[length] ? word + length + named : NULL;
    struct harness_table found;
    if (!find_option(p, word, length, &found)) {
        return false;
    }
    const struct harness_option *option = found.options;
    if (option->kind == HARNESS_FLAG && value) {
        return harness_usage(p->h, "--%s takes no value, but is given %s", option->name, harness_show(value).text);
    }
    if (option->kind != HARNESS_FLAG && !value && !(value = *p->next++)) {
        return harness_usage(p->h, "--%s needs a value: --%s %s", option->name, option->name, option->argument);
    }
    return store(p->h, &found, value);
}

/* Answers --help, --version and --list-options. False if none of them was given. */
static bool answer_common(const struct parse *p)
{
    struct text out = {0};
    if (p->asked.help) {
        harness_help(p->h, p->tables, &out);
    } else if (p->asked.list) {
        harness_help_list(p->h, p->tables, &out);
    } else if (p->asked.version) {
        text_format(&out, "%s (Signalbox) %s\n", p->h->name, harness_version);
    } else {
        return false;
    }
    harness_write(p->h, &out);
    return true;
}

/* Stores the options, and moves the other arguments to the start of argv. */
static bool take_options(struct harness *h, char **argv, const struct harness_table *tables)
{
    struct parse p = {.h = h, .next = argv};
    size_t count = 0;
    bool over = false; /* after "--" there are no options */
    for (; tables && count < TABLES_MAX && tables[count].options; count++) {
        p.tables[count] = tables[count];
    }
    p.tables[count] = (struct harness_table){common_options, &p.asked};
    for (char *word; (word = *p.next);) {
        p.next++;
        if (over || word[0] != '-' || !word[1]) {
            argv[h->arguments++] = word;
        } else if (strcmp(word, "--") == 0) {
            over = true;
        } else if (!take_option(&p, word) || answer_common(&p)) {
            return false;
        }
    }
    return true;
}

/* Makes sure that stdin, stdout and stderr are open, lest the next file that is opened takes the place of one. */
static bool check_descriptors(struct harness *h)
{
    struct pollfd standard[] = {{.fd = STDIN_FILENO}, {.fd = STDOUT_FILENO}, {.fd = STDERR_FILENO}};
    poll(standard, 3, 0);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if ((standard[fd].revents & POLLNVAL) && (fd == STDOUT_FILENO || open("/dev/null", O_WRONLY) != fd)) {
            return error_set(&h->error, ERROR_IO, "cannot write to stdout: it is closed");
        }
    }
    return true;
}

bool harness_options(struct harness *h, int argc, char **argv, const struct harness_table *tables)
{
    signal(SIGPIPE, SIG_IGN); /* writing to a closed pipe fails, instead of killing the program, */
    signal(SIGXFSZ, SIG_IGN); /* and so does writing beyond the limit of file sizes */
    h->argument = argv + 1;
    h->in_path = argc > 0 && !strchr(argv[0], '/');
    if (!check_descriptors(h) || (argc > 1 && !take_options(h, argv + 1, tables))) {
        return false;
    }
    if (h->most == 0 && h->arguments > 0 && strchr(h->usage, '<')) {
        return harness_usage(h, "unexpected argument %s; the input comes from stdin: %s < FILE",
                             harness_show(h->argument[0]).text, h->name);
    }
    if (h->arguments > h->most) {
        return harness_usage(h, "unexpected argument %s; usage: %.*s", harness_show(h->argument[h->most]).text,
                             (int)strcspn(h->usage, "\n"), h->usage);
    }
    return h->arguments >= h->least ||
           harness_usage(h, "an argument is missing; usage: %.*s", (int)strcspn(h->usage, "\n"), h->usage);
}

bool harness_shard(struct harness *h, const char *text, uint64_t *index, uint64_t *shards)
{
    char *slash, *end;
    uint64_t number = strtoull(text, &slash, 10);
    bool ok = text[0] >= '0' && text[0] <= '9' && slash[0] == '/' && slash[1] >= '0' && slash[1] <= '9';
    *shards = ok ? strtoull(slash + 1, &end, 10) : 0;
    if (!ok || *end || number < 1 || number > *shards) {
        return harness_usage(h, "--shard takes I/N with I from 1 to N, like 2/5, not %s", harness_show(text).text);
    }
    *index = number - 1;
    return true;
}

bool harness_path(struct harness *h, const char *option, const char **path)
{
    char *real = realpath(*path, NULL);
    if (!real) {
        return harness_usage(h, "--%s %s: %s", option, harness_show(*path).text, strerror(errno));
    }
    *path = arena_string(&h->arena, real, strlen(real));
    free(real);
    return *path || error_memory(&h->error);
}

bool harness_paths(struct harness *h, const char *option, const char *text, const char *const **out)
{
    const char **paths = arena_words(&h->arena, text, ":");
    for (size_t i = 0; paths && paths[i]; i++) {
        if (!harness_path(h, option, &paths[i])) {
            return false;
        }
    }
    *out = paths;
    return paths || error_memory(&h->error);
}
