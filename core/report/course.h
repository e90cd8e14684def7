/* What a results file says about a course besides the results of cases: its milestones, when each team handed in what,
 * and adjustments of marks. Each is a line of its own:
 *
 *     {"course":"milestone","name":"3","points":30,"deadline":"2026-10-01T23:59:00Z","grace":900,
 *      "late":{"per_day":10,"most":40},"pass_mark":60}
 *     {"course":"team","name":"ann","milestone":"3","commit":"4be1...","time":"2026-10-02T08:00:00Z",
 *      "roster":{"section":"A"}}
 *     {"course":"adjustments","list":[{"team":"ann","milestone":"3","change":-2,"reason":"no README"}]}
 *
 * Of several lines about a milestone, about a team in a milestone, or with adjustments, the last one counts. */
#ifndef REPORT_COURSE_H
#define REPORT_COURSE_H

#include "base/arena.h"
#include "base/error.h"
#include "base/json_nodes.h"
#include "base/text.h"

/* What being late costs, in thousandths of a percent of what the milestone is worth. */
struct course_late {
    int64_t per_day; /* for each day that has begun */
    int64_t most;
};

/* Strings are borrowed, here and below. */
struct course_milestone {
    const char *name;
    int64_t points;   /* in thousandths */
    int64_t deadline; /* in seconds since 1970; 0: none */
    int64_t grace;    /* seconds after it that do not count as late */
    struct course_late late;
    int64_t pass_mark; /* percent of its points, in thousandths; negative: none */
    const char *line;  /* as it was read */
    size_t length;
};

/* A column of the roster that only the gradebook cares about. */
struct course_field {
    const char *name, *value;
};

/* What a team handed in for a milestone. */
struct course_team {
    const char *name, *milestone;
    const char *commit; /* "": unknown */
    int64_t time;       /* of the commit, in seconds since 1970; 0: unknown */
    struct course_field *fields;
    size_t field_count;
    const char *line;
    size_t length;
};

/* A correction of a mark by hand. */
struct course_adjustment {
    const char *team, *milestone, *reason;
    bool sets;      /* points replace the result; otherwise they are added to it */
    int64_t points; /* in thousandths */
};

/* `struct course c = {0};` is empty. */
struct course {
    struct course_milestone *milestones;
    size_t milestone_count, milestone_room;
    struct course_team *teams;
    size_t team_count, team_room;
    struct course_adjustment *adjustments;
    size_t adjustment_count, adjustment_room;
    bool has_adjustments;         /* there is a list, even if it is empty */
    const char *adjustments_line; /* as it was read, or NULL */
    size_t adjustments_length;
};

enum course_line { COURSE_TAKEN, COURSE_OTHER, COURSE_BROKEN, COURSE_MEMORY };

/* Takes a line, which is already parsed and must stay valid. COURSE_OTHER: it is not one of these lines. Allocates
 * strings from the arena. */
enum course_line course_take(struct course *course, const struct json_nodes *tree, struct arena *arena);

/* Reads a table of adjustments, with the columns team, milestone, points or change, and reason; it replaces those that
 * the course has. Allocates strings from the arena; `path` must stay valid. */
bool course_read_adjustments(struct course *course, const char *path, struct arena *arena, struct error *err);

/* Find by name; NULL if there is none. */
struct course_milestone *course_milestone(const struct course *course, const char *name);
struct course_team *course_team(const struct course *course, const char *name, const char *milestone);

/* Add one, or replace the one of the same name. False if out of memory. */
bool course_set_milestone(struct course *course, const struct course_milestone *milestone);
bool course_set_team(struct course *course, const struct course_team *team);
bool course_add_adjustment(struct course *course, const struct course_adjustment *adjustment);

/* Write the lines, with their newlines. */
void course_write_milestone(struct text *out, const struct course_milestone *milestone);
void course_write_team(struct text *out, const struct course_team *team);
void course_write_adjustments(struct text *out, const struct course *course);
void course_write(struct text *out, const struct course *course);

/* By how many seconds a team was late; 0 if it was in time, within the grace, or if that is unknown. */
int64_t course_lateness(const struct course_milestone *milestone, const struct course_team *team);

/* What that costs of a score; never more than the score. */
int64_t course_late_cost(const struct course_milestone *milestone, int64_t lateness, int64_t score);

/* Frees the lists. */
void course_free(struct course *course);

#endif
