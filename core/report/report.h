/* What reports say about results: who passed what, and what that is worth. The writers below turn it into text; all of
 * them are made from the results alone, but for pictures of inputs, so the same results always give the same report.
 *
 * A report is about one submission or about many. In a fest, tests that the reference solution does not pass were
 * rejected: they are in the report, but nobody ran them. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/text.h"
#include "report/results.h"

struct report_tally {
    size_t passed, failed; /* failed: all that did not pass, but for the grader's own errors */
    size_t flaky, updated, errors;
    double points, earned; /* of those that count */
    double wall_ms;
};

struct report_submission {
    const char *name;
    size_t first, count; /* in the results */
    struct report_tally tally;
};

/* A case, whoever was tested with it. */
struct report_case {
    const char *id, *group, *team;
    size_t ran, caught;         /* by how many submissions, and how many of them failed */
    const struct result *audit; /* what the reference solution made of it, or NULL */
};

/* The cases of one folder, of one submission. */
struct report_group {
    const char *name;
    struct report_tally tally;
};

struct report {
    const struct results *results; /* sorted */
    size_t tests, audits;          /* how many of them are tests, and audits behind them; the rest are builds */
    struct report_submission *submissions;
    size_t submission_count;
    struct report_case *cases; /* in order; those that were rejected, too */
    size_t case_count;
    struct report_group *groups; /* over all submissions */
    size_t group_count;
    struct report_tally total;
    size_t not_run;   /* how many were wanted and have no result */
    bool audited;     /* there is a reference */
    double pass_mark; /* percent of the points; negative: none */
};

/* Makes a report of results, which it sorts. The memory is the arena's. */
bool report_make(struct report *report, struct results *results, struct arena *arena, struct error *err);

/* Percent of the points; 100 where there are none to be had. */
double report_percent(const struct report_tally *tally);

/* Whether a submission has passed: all its cases, or enough of them if there is a mark. */
bool report_passed(const struct report *report, const struct report_tally *tally);

/* The result of a submission in a case, or NULL. */
const struct result *report_cell(const struct report *report, const struct report_submission *submission,
                                 const struct report_case *test);

/* The build whose failure is that of a case; NULL if it failed, or passed, by itself. */
const struct result *report_build(const struct report *report, const struct result *test);

/* Whether a case is the first of its submission that such a build has failed: the one to tell more about it. */
bool report_tells_build(const struct report *report, const struct result *test);

/* The name of a case without its group. */
const char *report_name(const char *id, const char *group);

struct report_style {
    bool color, diff, quiet;
};

/* For a terminal: failures and what differs, groups, the slowest, and last a line "N passed, N failed". */
void report_terminal(const struct report *report, const struct report_style *style, struct text *out);

/* The line itself. */
void report_summary(const struct report *report, struct text *out);

void report_tap(const struct report *report, struct text *out);
void report_junit(const struct report *report, struct text *out);
void report_csv(const struct report *report, struct text *out);
void report_json(const struct report *report, struct text *out);

/* Who draws inputs for the page: what they mean is not known here. */
struct report_artist {
    void (*style)(struct text *out); /* adds to the page's style sheet what drawings need */
    /* Adds a drawing of an input, an element of HTML; nothing, if there is nothing in it that can be drawn. */
    void (*draw)(const char *input, size_t length, struct text *out);
};

/* A page. With an artist, which may be NULL, it shows the inputs of failures, as far as their files are still there and
 * as they were. */
void report_html(const struct report *report, const struct report_artist *artist, struct text *out);

/* What Gradescope reads: about one submission. */
void report_gradescope(const struct report *report, struct text *out);

/* -- between the sources of this module -- */

/* The differences, or what else there is to say about a failure, a line each behind `indent`; at most `most` bytes of a
 * piece of text. */
void report_failure(const struct result *result, enum text_escape escape, const char *indent, struct text *out);

/* The difference of two texts as `diff -u` shows it, as JSON line by line where they are JSON. */
void report_diff(const char *expected, size_t expected_length, const char *actual, size_t actual_length,
                 const char *indent, struct text *out);

#endif
