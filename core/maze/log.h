/* Two ways to observe: the log, one JSON object an event and line (docs/log.md), and explanations for a person. */
#ifndef MAZE_LOG_H
#define MAZE_LOG_H

#include "maze/observer.h"

/* What the kinds of events are called, and a NULL behind the last. */
extern const char *const maze_log_events[];

/* `self` is the stream to write to. */
bool maze_log(void *self, const void *event, struct error *err);

/* Says why players were removed and how the winners were found. `self` is a struct observer_explainer. */
bool maze_explain(void *self, const void *event, struct error *err);

#endif
