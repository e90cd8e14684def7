/* What programs that play games share: --explain, --log, --replay, seeds and the number of cores. */
#ifndef WATCH_H
#define WATCH_H

#include "base/observer.h"
#include "harness.h"
#include "remote/live.h"
#include "replay/replay.h"

struct watch {
    bool explain;
    const char *log_path, *replay_path;
    struct live *live;                 /* spectators, or NULL */
    struct observer *const *observers; /* NULL if there are none */

    /* private */
    struct replay *replay;
    struct json_stream line; /* a line of the log, on its way to the replay */
    struct observer_logger logger;
    struct observer_explainer explainer;
    struct observer writer, recorder, sender, speaker, *list[5];
};

extern const struct harness_option watch_options[]; /* into a struct watch */

/* How a game's events are explained. */
typedef bool (*watch_see)(void *self, const void *event, struct error *err);

/* Opens the log and prepares the observers. Fails if the log or, later, the replay could not be written. */
bool watch_open(struct harness *h, struct watch *watch, observer_write log, watch_see explain);

/* Closes the log, dismisses the spectators, and writes the replay. Reports which observers failed; the program goes on,
 * and exits accordingly. */
void watch_close(struct harness *h, struct watch *watch);

/* A random seed, for runs without --seed. Prints it on stderr. */
uint64_t watch_any_seed(void);

/* The number of cores. */
uint64_t watch_cores(void);

#endif
