/* Two ways to report events: the log, one JSON object per line (docs/log.md), and explanations for a person. */
#ifndef MAZE_LOG_H
#define MAZE_LOG_H

#include "maze/observer.h"

/* The names of the kinds of events; NULL-terminated. */
extern const char *const maze_log_events[];

/* Writes an event as a line of the log, without the newline: see observer_log. */
void maze_log(struct text *line, const void *event);

/* An observer that explains why players were removed and how the winners were found. `self` is a struct
 * observer_explainer. */
bool maze_explain(void *self, const void *event, struct error *err);

#endif
