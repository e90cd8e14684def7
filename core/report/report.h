/* Reports on results: who passed what, and how many points that earns. The writers below turn a report into text. They
 * use nothing but the results, except for pictures of inputs, so the same results always give the same report.
 *
 * A report covers one submission or many. In a fest, tests that the reference solution does not pass are rejected: the
 * report lists them, but no submission ran them. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/text.h"
#include "report/results.h"

struct report_tally {
    size_t passed, failed; /* failed: everything that did not pass, except the grader's own errors */
    size_t flaky, updated, errors;
    int64_t points, earned; /* of the cases that count, in thousandths (report/points.h) */
    double wall_ms;
};

/* What a submission gets for a milestone: result = tally.earned - late + change, in thousandths of a point. */
struct report_mark {
    struct report_tally tally;
    const struct course_team *team; /* what was handed in when; NULL: unknown */
    int64_t lateness;               /* in seconds */
    int64_t late;                   /* what that costs */
    int64_t change;                 /* by adjustments */
    bool adjusted;                  /* there are some, even if they change nothing, */
    const char *reason;             /* and why; "" otherwise */
    int64_t result;
};

struct report_milestone {
    const char *name;                    /* "": that of cases without one */
    const struct course_milestone *rule; /* NULL: none is known */
};

struct report_submission {
    const char *name;
    size_t first, count; /* in the results */
    struct report_tally tally;
    struct report_mark *marks; /* by milestone */
    int64_t result;            /* over all milestones */
};

/* A case, over all submissions. */
struct report_case {
    const char *id, *group, *team;
    size_t ran, caught;         /* how many submissions ran it, and how many of them failed */
    const struct result *audit; /* the reference solution's result, or NULL */
    const struct result *any;   /* one of its results */
};

/* The cases of one folder, of one submission. */
struct report_group {
    const char *name;
    struct report_tally tally;
};

/* The authors of tests, in a fest. */
struct report_author {
    const char *name;
    size_t tests;         /* that others ran */
    size_t caught, wrong; /* of the others' programs that fail some test, those that fail one of this team's */
};

struct report {
    const struct results *results; /* sorted */
    size_t tests, audits;          /* how many of them are tests, then audits; the rest are builds */
    struct report_submission *submissions;
    size_t submission_count;
    struct report_case *cases; /* sorted; includes rejected ones */
    size_t case_count;
    struct report_author *authors; /* by name */
    size_t author_count;
    struct report_group *groups; /* over all submissions */
    size_t group_count;
    struct report_milestone *milestones; /* in natural order; at least one if there are tests */
    size_t milestone_count;
    struct report_mark *marks; /* of all submissions; see report_submission */
    int64_t result;            /* of all submissions and milestones */
    struct report_tally total;
    size_t not_run;   /* how many wanted cases have no result */
    bool audited;     /* there is a reference */
    double pass_mark; /* percent of the points; negative: none */
    int64_t now;      /* seconds since 1970; decides which deadlines have passed */
    bool all_visible; /* for staff: nothing is hidden */
};

/* Makes a report of results, which it sorts. Allocates from the arena. */
bool report_make(struct report *report, struct results *results, struct arena *arena, struct error *err);

/* Percent of the points; 100 if there are no points to earn. */
double report_percent(const struct report_tally *tally);

/* Whether a submission has passed: all its cases, or enough points if there is a pass mark. */
bool report_passed(const struct report *report, const struct report_tally *tally);

/* Whether there is a mark: a submission that was not run over the cases of a milestone has none. */
bool report_mark_graded(const struct report_mark *mark);

/* The percent of the points that a milestone asks for: its own pass mark, the report's or, without either, all. */
double report_pass_mark(const struct report *report, const struct report_milestone *milestone);

/* Whether the result of a milestone is enough: for its own pass mark, the report's or, without either, all points. */
bool report_mark_passed(const struct report *report, const struct report_milestone *milestone,
                        const struct report_mark *mark);

/* How much of a result those who handed in may see now: RECORD_VISIBLE_ALWAYS, _SCORE_ONLY or _NEVER. */
enum record_visible report_visible(const struct report *report, const struct result *result);

/* Whether an adjustment is for a mark of this report. */
bool report_is_used(const struct report *report, const struct course_adjustment *adjustment);

/* Says what made results differ from scores, a line for each mark: lateness, and adjustments with their reasons. */
void report_corrections(const struct report *report, struct text *out);

/* The result of a submission in a case, or NULL. */
const struct result *report_cell(const struct report *report, const struct report_submission *submission,
                                 const struct report_case *test);

/* The build whose failure made a case fail; NULL if the case passed or failed on its own. */
const struct result *report_build(const struct report *report, const struct result *test);

/* Whether a case is the first of its submission that such a build made fail: reports explain the build there. */
bool report_tells_build(const struct report *report, const struct result *test);

/* The name of a case without its group. */
const char *report_name(const char *id, const char *group);

struct report_style {
    bool color, diff, quiet;
};

/* For a terminal: failures with their differences, groups, the slowest cases, and a last line "N passed, N failed". */
void report_terminal(const struct report *report, const struct report_style *style, struct text *out);

/* That last line alone. */
void report_summary(const struct report *report, struct text *out);

void report_tap(const struct report *report, struct text *out);
void report_junit(const struct report *report, struct text *out);
void report_csv(const struct report *report, struct text *out);
void report_json(const struct report *report, struct text *out);

/* A row of CSV for each submission: the roster's columns, then score, what lateness costs, adjustments with their
 * reason, and result for each milestone, and the total. */
void report_gradebook(const struct report *report, struct text *out);

/* Draws inputs for the page; this room does not know what they mean. */
struct report_artist {
    void (*style)(struct text *out); /* adds what drawings need to the page's style sheet */
    /* Adds a drawing of an input as an HTML element; nothing if the input cannot be drawn. */
    void (*draw)(const char *input, size_t length, struct text *out);
};

/* An HTML page. only: NULL, or the submission to give it back to: no other submission is named on it, nor any case that
 * may not be seen. With an artist, which may be NULL, it shows the inputs of failures whose files still exist
 * unchanged. */
void report_html(const struct report *report, const struct report_submission *only, const struct report_artist *artist,
                 struct text *out);

/* The page of one submission as Markdown. */
void report_team_markdown(const struct report *report, const struct report_submission *submission, struct text *out);

/* The page about all submissions, for staff: nothing is hidden on it. before: an earlier report to compare with, or
 * NULL; pages: the names of the submissions' own pages, without .html. */
void report_index(const struct report *report, const struct report *before, const char *const *pages, struct text *out);

/* The results.json of Gradescope, for one submission. */
void report_gradescope(const struct report *report, struct text *out);

/* An audit of cases: submissions are programs known to be wrong, each named VERDICT/NAME for the verdict it should get;
 * the reference's results are audits. *missed: how many programs no case caught by that verdict. *errors: how often the
 * grader itself failed. */
bool report_audit(const struct report *report, struct arena *arena, struct text *out, size_t *missed, size_t *errors,
                  struct error *err);

/* -- private to the sources of this module -- */

/* The table of submissions and milestones; pages: where each submission's page is, or NULL. */
void report_marks_table(const struct report *report, const char *const *pages, struct text *out);

/* Counts a result. */
void report_count(struct report_tally *tally, const struct result *result);

/* The names that tests have in a member of struct result, each once, in natural order: an array of structs that begin
 * with such a name. NULL when memory is short. */
void *report_distinct(const struct report *report, size_t member, size_t size, struct arena *arena, size_t *count);

/* Finds milestones and marks. False when memory is short. */
bool report_find_marks(struct report *report, struct arena *arena);

/* Explains a failure in lines, inside the quotes of a JSON string; that of a build only at its first case. */
void report_json_failure(struct text *out, const struct report *report, const struct result *result);

/* Adds a quoted field of CSV and a comma. Spreadsheets take it as text, whatever it begins with. */
void report_csv_field(struct text *out, const char *word);

/* Adds an untrusted name, padded to a width in columns of a terminal. */
void report_padded(struct text *out, const char *name, size_t width);

/* The results of all submissions by milestone, if there are several, for a terminal. */
void report_milestone_table(const struct report *report, size_t width, struct text *out);

/* Scores the authors of tests. False when memory is short. */
bool report_find_authors(struct report *report, struct arena *arena);

/* The differences, or whatever else is known about a failure, one per line after `indent`. */
void report_failure(const struct result *result, enum text_escape escape, const char *indent, struct text *out);

/* The command that repeats a failure, as an indented line; nothing if the record has none. */
void report_repeat(const struct result *result, struct text *out);

/* The difference of two texts in the format of `diff -u`; JSON is laid out with one element per line first. */
void report_diff(const char *expected, size_t expected_length, const char *actual, size_t actual_length,
                 const char *indent, struct text *out);

#endif
