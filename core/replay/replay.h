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

/* -- pages of a game that is still played -- */

/* Whether the lines so far say what is played on, so that a live page has a picture. */
bool replay_has_picture(const struct replay *replay);

/* A page to play on. */
struct replay_player {
    double seconds; /* for a move; 0: as many as usual */
};

/* Writes a page without events, which asks the server that it came from for them (live.js), and the
 * Content-Security-Policy to send along. `id` names the page: if the picture comes later, it takes another page.
 * player: NULL, or for somebody who plays from the page (play.js). */
bool replay_live_page(struct replay *replay, const char *id, const struct replay_player *player, struct text *page,
                      struct text *policy, struct error *err);

/* How much of a replay its pages have been told; initialize with {0}. */
struct replay_mark {
    size_t names, events;
};

/* Writes the members "names" and "events" of a JSON object: what is new since the mark, which it advances. */
void replay_news(const struct replay *replay, struct replay_mark *mark, struct text *out);

void replay_free(struct replay *replay);

#endif
