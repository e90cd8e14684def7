/* Observers: told of everything that happens in a game or tournament, able to change nothing.
 *
 * What an event is, the game says. One that fails is not told again; the game goes on. */
#ifndef BASE_OBSERVER_H
#define BASE_OBSERVER_H

#include "base/error.h"
#include "base/text.h"

#include <stdio.h>

struct observer {
    bool (*see)(void *self, const void *event, struct error *err);
    void *self;
    struct error error; /* why it is not told any more; of the kind ERROR_NONE if it is */
};

/* Tells every observer of a NULL-terminated list, which may itself be NULL. */
void observer_tell(struct observer *const *observers, const void *event);

/* What an observer that explains things to a person needs: where to, and what each line begins with. */
struct observer_explainer {
    FILE *stream;
    const char *who;
};

/* How a game writes an event as a line of its log, without the newline. */
typedef void (*observer_write)(struct text *line, const void *event);

/* An observer that writes a log: `{.see = observer_log, .self = &logger}`. */
struct observer_logger {
    FILE *stream;
    observer_write write;
};

bool observer_log(void *self, const void *event, struct error *err);

#endif
