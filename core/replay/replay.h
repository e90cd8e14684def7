/* Games to watch in a browser: one page, made of a log (docs/log.md).
 *
 * The log is taken line by line, by whoever reads one and by whoever is writing one right now. It is checked as it
 * goes: what a line says must be possible after what the lines before it said. So the page, which computes the state of
 * every turn anew, shows what the log says. What is kept is much shorter than the log. */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include "base/json_at.h"
#include "base/text.h"

struct replay;

/* An empty one, or NULL when memory is short. */
struct replay *replay_new(void);

/* Takes the next line. */
bool replay_take(struct replay *replay, const struct json_at *line, struct error *err);

/* Writes the page for what was taken so far: a log may end early, or before anything was played. */
bool replay_page(struct replay *replay, struct text *page, struct error *err);

void replay_free(struct replay *replay);

#endif
