/* Two ways to report events: the log, one JSON object per line (docs/log.md), and explanations for a person. */
#ifndef TRAINS_LOG_H
#define TRAINS_LOG_H

#include "trains/observer.h"

/* The names of the kinds of events; NULL-terminated. */
extern const char *const trains_log_events[];

/* Writes an event as a line of the log, without the newline: see observer_log. */
void trains_log(struct text *line, const void *event);

/* An observer that explains why players were removed and how scores came about. `self` is a struct
 * observer_explainer. */
bool trains_explain(void *self, const void *event, struct error *err);

#endif
