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
    double points, earned; /* of the cases that count */
    double wall_ms;
};

struct report_submission {
    const char *name;
    size_t first, count; /* in the results */
    struct report_tally tally;
};

/* A case, over all submissions. */
struct report_case {
    const char *id, *group, *team;
    size_t ran, caught;         /* how many submissions ran it, and how many of them failed */
    const struct result *audit; /* the reference solution's result, or NULL */
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
    struct report_tally total;
    size_t not_run;   /* how many wanted cases have no result */
    bool audited;     /* there is a reference */
    double pass_mark; /* percent of the points; negative: none */
};

/* Makes a report of results, which it sorts. Allocates from the arena. */
bool report_make(struct report *report, struct results *results, struct arena *arena, struct error *err);

/* Percent of the points; 100 if there are no points to earn. */
double report_percent(const struct report_tally *tally);

/* Whether a submission has passed: all its cases, or enough points if there is a pass mark. */
bool report_passed(const struct report *report, const struct report_tally *tally);

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

/* Draws inputs for the page; this room does not know what they mean. */
struct report_artist {
    void (*style)(struct text *out); /* adds what drawings need to the page's style sheet */
    /* Adds a drawing of an input as an HTML element; nothing if the input cannot be drawn. */
    void (*draw)(const char *input, size_t length, struct text *out);
};

/* An HTML page. With an artist, which may be NULL, it shows the inputs of failures whose files still exist unchanged.
 */
void report_html(const struct report *report, const struct report_artist *artist, struct text *out);

/* The results.json of Gradescope, for one submission. */
void report_gradescope(const struct report *report, struct text *out);

/* -- private to the sources of this module -- */

/* Scores the authors of tests. False when memory is short. */
bool report_find_authors(struct report *report, struct arena *arena);

/* The differences, or whatever else is known about a failure, one per line after `indent`. */
void report_failure(const struct result *result, enum text_escape escape, const char *indent, struct text *out);

/* The difference of two texts in the format of `diff -u`; JSON is laid out with one element per line first. */
void report_diff(const char *expected, size_t expected_length, const char *actual, size_t actual_length,
                 const char *indent, struct text *out);

#endif
