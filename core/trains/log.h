/* Two observers: the log, one JSON object an event and line (docs/log.md), and explanations for a person. */
#ifndef TRAINS_LOG_H
#define TRAINS_LOG_H

#include "trains/observer.h"

#include <stdio.h>

/* Writes events to a stream, which must outlive the observer and is not closed by it. */
struct trains_observer trains_log(FILE *stream);

/* Says on a stream why players were removed and how scores came about. `who` begins each line. */
struct trains_explainer {
    FILE *stream;
    const char *who;
};
struct trains_observer trains_explain(struct trains_explainer *explainer);

#endif
