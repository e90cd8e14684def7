/* Games to watch in a browser: one page, made from a log (docs/log.md).
 *
 * The log is taken line by line, while it is read or while it is written. Each line is checked: it must be possible
 * after the ones before it. So the page, which recomputes the state after every turn, shows what the log says. The data
 * kept are much shorter than the log. */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include "base/json_at.h"
#include "base/text.h"

struct replay;

/* An empty replay, or NULL if out of memory. */
struct replay *replay_new(void);

/* Takes the next line. */
bool replay_take(struct replay *replay, const struct json_at *line, struct error *err);

/* Writes the page for the lines taken so far: a log may end early, even before anything was played. */
bool replay_page(struct replay *replay, struct text *page, struct error *err);

void replay_free(struct replay *replay);

#endif
