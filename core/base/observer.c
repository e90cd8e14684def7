#include "base/observer.h"

#include <errno.h>
#include <string.h>

void observe(struct observer *const *observers, const void *event)
{
    for (; observers && *observers; observers++) {
        struct observer *o = *observers;
        if (o->error.kind == ERROR_NONE && !o->see(o->self, event, &o->error) && o->error.kind == ERROR_NONE) {
            error_set(&o->error, ERROR_IO, "failed");
        }
    }
}

bool observer_log(FILE *stream, json_object *event, struct error *err)
{
    const char *text = NULL;
    if (event) {
        text = json_object_to_json_string_ext(event, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);
    }
    bool written = text && fprintf(stream, "%s\n", text) > 0;
    int problem = errno;
    json_object_put(event);
    if (!text) {
        return error_memory(err);
    }
    return written ? true : error_set(err, ERROR_IO, "%s", strerror(problem));
}
