/* What a page shows of a report, and to whom (private to the writers). */
#ifndef REPORT_VIEW_H
#define REPORT_VIEW_H

#include "report/kind.h"
#include "report/report.h"

/* All submissions, or one. What may not be seen (report_visible) counts, but is not shown. */
struct view {
    const struct report *report;
    const struct report_submission *only; /* or NULL */
    size_t first, count;                  /* the tests in the results */
};

struct view view_of(const struct report *report, const struct report_submission *only);

/* The results as an array, and the index after the last test. */
const struct result *view_results(const struct view *view);

/* Whether a test is shown at all, and whether it is shown in full: with what was asked, expected and printed. */
bool view_shows(const struct view *view, const struct result *result);
bool view_explains(const struct view *view, const struct result *result);

/* Whether a build failed that the view is about. */
bool view_has_build(const struct view *view, const struct result *build);

/* What is shown, counted; *hidden: how many tests are not. */
struct report_tally view_tally(const struct view *view, size_t *hidden);

/* Sorts the failures that are shown in full into kinds. False if out of memory. */
bool view_kinds(const struct view *view, struct kinds *kinds, struct arena *arena);

/* Whether some case is worth anything but one point. */
bool view_has_points(const struct view *view);

/* The title: who, which program, which milestone. */
void view_title(const struct view *view, enum text_escape escape, struct text *out);

/* When the last result was recorded, between two texts: "2026-11-16 18:05 UTC"; nothing if that is unknown. */
void view_time(const struct view *view, const char *before, const char *after, struct text *out);

/* "27.5 of 30 points (91.7 %)" */
void view_score(int64_t earned, int64_t points, struct text *out);

/* Whether it is known which commits a submission was collected from; the first characters of that of a milestone. */
bool view_has_commits(const struct report *report, const struct report_submission *submission);
void view_commit(const struct report_mark *mark, enum text_escape escape, struct text *out);

/* Why a result is not the score, in one line: "2 days late: -3, +1: reason"; nothing if it is. */
void view_corrections(const struct report_mark *mark, enum text_escape escape, struct text *out);

#endif
