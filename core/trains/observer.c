#include "trains/observer.h"

void trains_observe(struct trains_observer *const *observers, const struct trains_event *event)
{
    for (; observers && *observers; observers++) {
        struct trains_observer *o = *observers;
        if (o->error.kind == ERROR_NONE && !o->see(o->self, event, &o->error) && o->error.kind == ERROR_NONE) {
            error_set(&o->error, ERROR_IO, "failed");
        }
    }
}
