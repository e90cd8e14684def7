/* Observers: told of everything that happens in a game or tournament, able to change nothing.
 *
 * What an event is, the game says. One that fails is not told again; the game goes on. */
#ifndef BASE_OBSERVER_H
#define BASE_OBSERVER_H

#include "base/error.h"

#include <json-c/json_object.h>
#include <stdio.h>

struct observer {
    bool (*see)(void *self, const void *event, struct error *err);
    void *self;
    struct error error; /* why it is not told any more; of the kind ERROR_NONE if it is */
};

/* Tells every observer of a list that a NULL ends; the list itself may be NULL. */
void observe(struct observer *const *observers, const void *event);

/* What an observer that explains things to a person needs: where to, and what each line begins with. */
struct observer_explainer {
    FILE *stream;
    const char *who;
};

/* Writes an event of a log as one line, and frees it. NULL means that it could not be made for want of memory. */
bool observer_log(FILE *stream, json_object *event, struct error *err);

#endif
