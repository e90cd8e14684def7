#include "watch.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

bool watch_open(struct harness *h, struct watch *watch, watch_see log, watch_see explain)
{
    int observers = 0;
    if (watch->log_path) {
        watch->log = fopen(watch->log_path, "we");
        if (!watch->log) {
            return error_set(&h->error, ERROR_IO, "cannot write %s: %s", harness_show(watch->log_path).text,
                             strerror(errno));
        }
        watch->observer[observers++] = (struct observer){.see = log, .self = watch->log};
    }
    if (watch->explain) {
        watch->explainer = (struct observer_explainer){stderr, h->name};
        watch->observer[observers++] = (struct observer){.see = explain, .self = &watch->explainer};
    }
    for (int i = 0; i < observers; i++) {
        watch->list[i] = &watch->observer[i];
    }
    watch->observers = observers ? watch->list : NULL;
    return true;
}

void watch_close(struct harness *h, struct watch *watch)
{
    if (!watch->log) {
        return;
    }
    const struct error *error = &watch->observer[0].error;
    bool closed = fclose(watch->log) == 0;
    if (!closed || error->kind != ERROR_NONE) {
        const char *why = error->kind != ERROR_NONE ? error->text : strerror(errno);
        harness_late_error(h, "cannot write %s: %s", harness_show(watch->log_path).text, why);
    }
    watch->log = NULL;
}

uint64_t watch_any_seed(void)
{
    uint32_t seed;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed) {
        seed = (uint32_t)time(NULL);
    }
    fprintf(stderr, "seed %" PRIu32 "\n", seed);
    return seed;
}

uint64_t watch_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (uint64_t)cores : 1;
}
