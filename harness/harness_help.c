#include "harness_help.h"

#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { USUAL_WIDTH = 80, WIDTH_MIN = 40, WIDTH_MAX = 500, LABEL_MAX = 26, LABEL_ROOM = 64 };

static const char usual_exits[] =
    "Exit codes: 0 done, 2 wrong usage, 3 invalid input, 4 internal error, 5 input or output failed.";

const struct harness_option *harness_option_next(const struct harness_table **table,
                                                 const struct harness_option *option)
{
    option = option ? option + 1 : (*table)->options;
    while (option && !*option->name && !*option->help) {
        option = (++*table)->options;
    }
    return option;
}

/* The width of the terminal, or what COLUMNS says instead. */
static size_t page_width(void)
{
    const char *columns = getenv("COLUMNS");
    long wanted = columns ? strtol(columns, NULL, 10) : 0;
    struct winsize size;
    if ((wanted < WIDTH_MIN || wanted > WIDTH_MAX) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
        wanted = size.ws_col;
    }
    return wanted >= WIDTH_MIN && wanted <= WIDTH_MAX ? (size_t)wanted : USUAL_WIDTH;
}

static size_t count_characters(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        count += !utf8_continues(text[i]);
    }
    return count;
}

/* Adds words, starting at column `indent`. Lines that would be too long are broken, and continue there. */
static void wrap(struct text *out, const char *words, size_t length, size_t indent)
{
    size_t width = page_width(), column = indent;
    for (const char *end = words + length; words < end;) {
        size_t size = strcspn(words, " \n"), needed = count_characters(words, size);
        if (column > indent && column + 1 + needed > width) {
            text_format(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            text_string(out, " ");
            column++;
        }
        text_add(out, words, size);
        column += needed;
        words += size + 1;
    }
    text_string(out, "\n");
}

/* Adds a line of an example. Commands in it begin with "./", which is left out for those that are found in PATH. */
static void add_example(struct text *out, const char *line, size_t length, bool in_path)
{
    for (size_t i = 0; i < length; i++) {
        bool command = i > 1 && strchr("$&|;", line[i - 2]) && strncmp(line + i - 1, " ./x", 4) == 0;
        i += command && in_path ? 2 : 0;
        text_add(out, line + i, 1);
    }
    text_string(out, "\n");
}

/* Adds text in which each line is a paragraph. Indented lines are examples and are not wrapped. */
static void add_prose(struct text *out, const char *prose, bool in_path)
{
    while (*prose) {
        size_t length = strcspn(prose, "\n");
        if (*prose == ' ') {
            add_example(out, prose, length, in_path);
        } else {
            wrap(out, prose, length, 0);
        }
        prose += length + (prose[length] == '\n');
    }
}

static size_t make_label(const struct harness_option *option, char label[LABEL_ROOM])
{
    const char letter[] = {'-', option->letter, ',', 0};
    int length = snprintf(label, LABEL_ROOM, "  %3s --%s%s%s", option->letter ? letter : "", option->name,
                          *option->argument ? " " : "", option->argument);
    return (size_t)length;
}

/* The column at which the help of options starts: after the longest label, except for labels that get their own line.
 */
static size_t find_column(const struct harness_table *tables)
{
    char label[LABEL_ROOM];
    size_t column = 0;
    for (const struct harness_option *o = NULL; (o = harness_option_next(&tables, o));) {
        size_t length = *o->name && *o->help ? make_label(o, label) : 0;
        column = length > column && length <= LABEL_MAX ? length : column;
    }
    return column + 2;
}

static void add_option(struct text *out, const struct harness_option *option, size_t column)
{
    char label[LABEL_ROOM];
    size_t length = make_label(option, label);
    text_string(out, label);
    if (length + 2 > column) {
        text_string(out, "\n");
        length = 0;
    }
    text_format(out, "%*s", (int)(column - length), "");
    wrap(out, option->help, strlen(option->help), column);
}

static void add_usage(struct text *out, const char *usage)
{
    text_string(out, "Usage: ");
    for (size_t length; (length = strcspn(usage, "\n")), usage[length]; usage += length + 1) {
        text_add(out, usage, length);
        text_string(out, "\n       ");
    }
    text_string(out, usage);
    text_string(out, "\n\n");
}

void harness_help(const struct harness *h, const struct harness_table *tables, struct text *out)
{
    size_t column = find_column(tables);
    add_usage(out, h->usage);
    add_prose(out, h->summary, h->in_path);
    text_string(out, "\n");
    add_prose(out, h->help, h->in_path);
    for (const struct harness_option *o = NULL; (o = harness_option_next(&tables, o));) {
        if (!*o->name) {
            text_format(out, "\n%s:\n", o->help);
        } else if (*o->help) {
            add_option(out, o, column);
        }
    }
    text_string(out, "\n");
    add_prose(out, h->exits ? h->exits : usual_exits, h->in_path);
}

void harness_help_list(const struct harness *h, const struct harness_table *tables, struct text *out)
{
    const char *group = "", *line = h->usage;
    text_format(out, "program\t%s\t%s\n", h->name, h->summary);
    for (size_t length; (length = strcspn(line, "\n")) > 0; line += length + (line[length] == '\n')) {
        text_format(out, "usage\t%.*s\n", (int)length, line);
    }
    for (const struct harness_option *o = NULL; (o = harness_option_next(&tables, o));) {
        if (!*o->name) {
            group = o->help;
        } else if (*o->help) {
            const char letter[] = {o->letter, 0};
            text_format(out, "option\t%s\t%s\t%s\t%s\t%s\t%s\n", o->name, letter, o->argument, o->words, group,
                        o->help);
        }
    }
}
