/* What programs that play games share: --explain, --log, --replay, and what chance and many games need. */
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
    struct json_stream line; /* of the log, on its way to the replay */
    struct observer_logger logger;
    struct observer_explainer explainer;
    struct observer writer, recorder, sender, speaker, *list[5];
};

extern const struct harness_option watch_options[]; /* into a struct watch */

/* How a game's events are explained. */
typedef bool (*watch_see)(void *self, const void *event, struct error *err);

/* Opens the log and prepares the observers. Fails if the replay could not be written either. */
bool watch_open(struct harness *h, struct watch *watch, observer_write log, watch_see explain);

/* Closes the log, takes leave of the spectators, and writes the replay. What could not be told to the end is complained
 * about now; the program goes on, and exits accordingly. */
void watch_close(struct harness *h, struct watch *watch);

/* A seed for somebody who wants chance and did not say which; says on stderr which it is. */
uint64_t watch_any_seed(void);

/* How many cores there are to play on. */
uint64_t watch_cores(void);

#endif
