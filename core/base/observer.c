#include "base/observer.h"

#include <errno.h>
#include <string.h>

void observer_tell(struct observer *const *observers, const void *event)
{
    for (; observers && *observers; observers++) {
        struct observer *o = *observers;
        if (o->error.kind == ERROR_NONE && !o->see(o->self, event, &o->error) && o->error.kind == ERROR_NONE) {
            error_set(&o->error, ERROR_IO, "failed");
        }
    }
}

bool observer_log(void *self, const void *event, struct error *err)
{
    const struct observer_logger *logger = self;
    struct text line = {0};
    logger->write(&line, event);
    text_string(&line, "\n");
    bool done = !line.failed || error_memory(err);
    if (done && fwrite(line.bytes, 1, line.length, logger->stream) < line.length) {
        done = error_set(err, ERROR_IO, "%s", strerror(errno));
    }
    text_free(&line);
    return done;
}
