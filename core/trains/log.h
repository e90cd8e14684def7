/* Two ways to observe: the log, one JSON object an event and line (docs/log.md), and explanations for a person. */
#ifndef TRAINS_LOG_H
#define TRAINS_LOG_H

#include "trains/observer.h"

/* What the kinds of events are called, and a NULL behind the last. */
extern const char *const trains_log_events[];

/* `self` is the stream to write to. */
bool trains_log(void *self, const void *event, struct error *err);

/* Says why players were removed and how scores came about. `self` is a struct observer_explainer. */
bool trains_explain(void *self, const void *event, struct error *err);

#endif
