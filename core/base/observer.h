/* Observers are told of everything that happens in a game or tournament and cannot change it.
 *
 * Each game defines its events. An observer that fails is dropped; the game goes on. */
#ifndef BASE_OBSERVER_H
#define BASE_OBSERVER_H

#include "base/error.h"
#include "base/text.h"

#include <stdio.h>

struct observer {
    bool (*see)(void *self, const void *event, struct error *err);
    void *self;
    struct error error; /* why it was dropped; ERROR_NONE if it was not */
};

/* Tells all observers in a NULL-terminated list, which may itself be NULL. */
void observer_tell(struct observer *const *observers, const void *event);

/* State of an observer that explains events to a person: where to write, and the prefix of each line. */
struct observer_explainer {
    FILE *stream;
    const char *who;
};

/* Writes an event as a line of the game's log, without the newline. */
typedef void (*observer_write)(struct text *line, const void *event);

/* An observer that writes a log: `{.see = observer_log, .self = &logger}`. */
struct observer_logger {
    FILE *stream;
    observer_write write;
};

bool observer_log(void *self, const void *event, struct error *err);

#endif
