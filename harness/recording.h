/* What programs that play games share: --explain, --log, --replay, seeds and the number of cores. */
#ifndef RECORDING_H
#define RECORDING_H

#include "base/observer.h"
#include "harness.h"

struct recording {
    bool explain;
    const char *log_path, *replay_path;
    struct observer *also[3];          /* more observers, NULL-terminated */
    struct observer *const *observers; /* NULL if there are none */
    struct recorder *recorder;         /* private */
};

extern const struct harness_option recording_options[]; /* into a struct recording */

/* How a game's events are explained. */
typedef bool (*recording_see)(void *self, const void *event, struct error *err);

/* Opens the log and prepares the observers. Fails if the log or, later, the replay could not be written. */
bool recording_open(struct harness *h, struct recording *recording, observer_write log, recording_see explain);

/* Closes the log and writes the replay. Reports which observers failed; the program goes on,
 * and exits accordingly. */
void recording_close(struct harness *h, struct recording *recording);

/* A random seed, for runs without --seed. Prints it on stderr. */
uint64_t recording_any_seed(void);

/* The number of cores. */
uint64_t recording_cores(void);

#endif
