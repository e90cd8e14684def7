/* Helpers for reading a line of a log, in either game. */
#ifndef REPLAY_LINE_H
#define REPLAY_LINE_H

#include "base/arena.h"
#include "base/json_at.h"
#include "base/text.h"

#include <json-c/json_object.h>

enum { REPLAY_MEMBERS_MAX = 12, REPLAY_NAME_MAX = 50 };

/* The members that lines share, and those specific to a kind of event. */
struct replay_line {
    struct json_at event, game, turn, player; /* the object is NULL if the line has no such member */
    struct json_at more[REPLAY_MEMBERS_MAX];
};

/* Finds the member that names the kind of line. */
bool replay_line_event(const struct json_at *at, struct json_at *event, struct error *err);

/* Finds exactly these members. `common` lists which of game, turn, round and player, at most three, the line may have
 * in addition; a round is stored as the turn. */
bool replay_line_find(const struct json_at *at, const char *const *common, const char *const *more,
                      struct replay_line *line, struct error *err);

/* Expects a member that lines may lack. */
bool replay_line_has(const struct json_at *line, const struct json_at *member, const char *name, struct error *err);

/* All players named in a log, numbered in order of first appearance. */
struct replay_names {
    json_object *number; /* by name */
    struct text list;    /* as elements of a JSON array */
    int count;
};

/* False if out of memory. */
bool replay_names_init(struct replay_names *names);

/* The number of the player named at a place. A new name gets the next number if `may_be_new`, else it is an error. */
bool replay_names_find(struct replay_names *names, const struct json_at *at, bool may_be_new, int *number,
                       struct error *err);

/* The number of a player, or -1. */
int replay_names_known(const struct replay_names *names, const char *name);

/* Copies the name at a place, which replay_names_find has checked. */
bool replay_names_copy(const struct json_at *at, struct arena *arena, const char **name, struct error *err);

void replay_names_free(struct replay_names *names);

/* Writes a JSON string that is safe in a <script>: no markup can begin in it. */
void replay_line_string(struct text *out, const char *bytes, size_t length);

/* Writes why a player is out: one of the calls, and a string. */
bool replay_line_kick(struct text *out, const char *const *calls, const struct json_at why[2], struct error *err);

#endif
