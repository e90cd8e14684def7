#include "run/command.h"

#include <string.h>

/* Copies a word, replacing its placeholders; NULL if there is no room. */
static const char *fill_in(struct command *command, const char *word, const char *dir, const char *port, bool *has_port)
{
    char *start = command->words + command->used;
    for (const char *p = word;;) {
        size_t room = sizeof command->words - command->used;
        const char *value = strncmp(p, "{dir}", 5) == 0 ? dir : strncmp(p, "{port}", 6) == 0 ? port : NULL;
        size_t length = value ? strlen(value) : 1;
        if (length > room) {
            return NULL;
        }
        memcpy(command->words + command->used, value ? value : p, length);
        command->used += length;
        if (!*p) {
            return start;
        }
        *has_port |= value == port;
        p += value == dir ? 5 : value == port ? 6 : 1;
    }
}

bool command_expand(struct command *command, const char *const *argv, const char *dir, const char *port,
                    bool needs_port, struct error *err)
{
    size_t count = 0;
    bool has_port = false;
    command->used = 0;
    for (; argv[count]; count++) {
        if (count >= COMMAND_WORDS_MAX - 2 ||
            !(command->argv[count] = fill_in(command, argv[count], dir, port, &has_port))) {
            return error_set(err, ERROR_IO, "%s: too many arguments", argv[0]);
        }
    }
    if (needs_port && !has_port && !(command->argv[count++] = fill_in(command, "{port}", dir, port, &has_port))) {
        return error_set(err, ERROR_IO, "%s: too many arguments", argv[0]);
    }
    command->argv[count] = NULL;
    return true;
}
