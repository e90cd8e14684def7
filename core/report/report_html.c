/* A self-contained page: marks, cases, and the details of each failure; of all submissions, or of one to give back. */
#include "base/page.h"
#include "report/details.h"
#include "report/report.h"

/* Bytes of all failures on a page. Pages of teams are many. */
enum { DETAILS_BYTES = 3 * 1024 * 1024, TEAM_DETAILS_BYTES = 1024 * 1024 };

/* The files of this folder (assets.S). */
extern const char report_asset_html[], report_asset_css[], report_asset_script[];

static void add_title(void *self, struct text *out)
{
    view_title(((const struct details *)self)->view, TEXT_MARKUP, out);
}

/* -- in short -- */

/* The commit of a submission that has one milestone; of several, each has its own (add_own_marks). */
static void add_commit(const struct view *view, struct text *out)
{
    const struct report *report = view->report;
    const struct report_submission *one = view->only ? view->only : report->submissions;
    if (report->milestone_count == 1 && view_has_commits(report, one) &&
        (view->only || report->submission_count == 1)) {
        text_string(out, "<span>commit <code>");
        view_commit(&one->marks[0], TEXT_MARKUP, out);
        text_string(out, "</code></span>");
    }
}

static void add_facts(void *self, struct text *out)
{
    const struct view *view = ((const struct details *)self)->view;
    size_t hidden;
    struct report shown = *view->report;
    shown.total = view_tally(view, &hidden);
    shown.not_run = view->only ? 0 : shown.not_run;
    text_string(out, "<span id=\"summary\">");
    report_summary(&shown, out);
    text_string(out, "</span>");
    if (hidden) {
        text_format(out, "<span>%zu more count%s, but %s not shown</span>", hidden, hidden == 1 ? "s" : "",
                    hidden == 1 ? "is" : "are");
    }
    if (view_has_points(view) && (view->only || view->report->submission_count == 1)) {
        const struct report_submission *one = view->only ? view->only : view->report->submissions;
        text_string(out, "<span>");
        view_score(one->result, one->tally.points, out);
        text_string(out, "</span>");
    }
    view_time(view, "<span>", "</span>", out);
    add_commit(view, out);
}

/* -- marks -- */

static void add_mark(const struct report *report, size_t milestone, const struct report_mark *mark, struct text *out)
{
    const struct report_milestone *m = &report->milestones[milestone];
    if (!report_mark_graded(mark)) {
        text_string(out, "<td class=none data-sort=-1>none");
        return;
    }
    text_format(out, "<td class=\"n %s\" data-sort=%jd>", report_mark_passed(report, m, mark) ? "pass" : "fail",
                (intmax_t)mark->result);
    points_write(out, mark->result);
    if (mark->lateness || mark->adjusted) {
        text_string(out, "<small>");
        view_corrections(mark, TEXT_MARKUP, out);
        text_string(out, "</small>");
    }
}

static bool has_corrections(const struct report *report, const struct report_submission *s)
{
    bool any = false;
    for (size_t i = 0; i < report->milestone_count; i++) {
        any = any || s->marks[i].lateness || s->marks[i].adjusted;
    }
    return any;
}

/* The marks of one submission: a row for each milestone. */
static void add_own_marks(const struct report *report, const struct report_submission *s, struct text *out)
{
    bool corrected = has_corrections(report, s), commits = report->milestone_count > 1 && view_has_commits(report, s);
    text_string(out, "<section class=\"card\"><h2>Milestones</h2>\n<div class=\"scroll\"><table id=\"marks\">\n"
                     "<thead><tr><th scope=col>Milestone<th scope=col class=n>Of");
    text_string(out,
                corrected ? "<th scope=col class=n>Score<th scope=col class=n>Result" : "<th scope=col class=n>Result");
    text_string(out, "<th scope=col><span class=hidden>Share</span>");
    text_string(out, commits ? "<th scope=col>Commit</tr></thead>\n<tbody>\n" : "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < report->milestone_count; i++) {
        const struct report_mark *mark = &s->marks[i];
        double percent = mark->tally.points > 0 ? 100 * (double)mark->result / (double)mark->tally.points : 100;
        double wanted = report_pass_mark(report, &report->milestones[i]);
        text_fill(out, TEXT_MARKUP, "<tr><th scope=row>%s<td class=n>",
                  *report->milestones[i].name ? report->milestones[i].name : "all cases");
        points_write(out, mark->tally.points);
        if (corrected) {
            text_string(out, "<td class=n>");
            points_write(out, mark->tally.earned);
        }
        add_mark(report, i, mark, out);
        text_format(out, "<td class=bar><meter max=100 low=%g high=%g optimum=100 value=%.1f></meter> %.1f %%", wanted,
                    wanted, percent, percent);
        if (commits) {
            text_string(out, "<td><code>");
            view_commit(mark, TEXT_MARKUP, out);
            text_string(out, "</code>");
        }
        text_string(out, "</tr>\n");
    }
    text_string(out, "</tbody></table></div></section>\n");
}

void report_marks_table(const struct report *report, const char *const *pages, struct text *out)
{
    size_t milestones = report->milestone_count;
    text_string(out, "<table id=\"marks\" class=\"sortable\">\n<thead><tr><th scope=col>Submission");
    for (size_t i = 0; i < milestones; i++) {
        const struct report_milestone *m = &report->milestones[i];
        text_fill(out, TEXT_MARKUP, *m->name ? "<th scope=col class=n>Milestone %s" : "<th scope=col class=n>Result%s",
                  m->name);
        if (m->rule && m->rule->points) {
            text_string(out, " <small>of ");
            points_write(out, m->rule->points);
            text_string(out, "</small>");
        }
    }
    text_string(out, milestones > 1 ? "<th scope=col class=n>Total" : "");
    text_string(out, "<th scope=col class=n>Passed<th scope=col class=n>Failed");
    text_string(out, report->total.errors ? "<th scope=col class=n>Harness errors" : "");
    text_string(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < report->submission_count; i++) {
        const struct report_submission *s = &report->submissions[i];
        text_fill(out, TEXT_MARKUP, "<tr data-find=\"%s\"><th scope=row>", s->name);
        if (pages) {
            text_fill(out, TEXT_MARKUP, "<a href=\"%s.html\">", pages[i]);
        }
        text_escape_string(out, TEXT_MARKUP, s->name);
        text_string(out, pages ? "</a>" : "");
        for (size_t k = 0; k < milestones; k++) {
            add_mark(report, k, &s->marks[k], out);
        }
        if (milestones > 1) {
            text_format(out, "<td class=n data-sort=%jd>", (intmax_t)s->result);
            points_write(out, s->result);
        }
        text_format(out, "<td class=n>%zu<td class=n>%zu", s->tally.passed, s->tally.failed);
        if (report->total.errors) {
            text_format(out, "<td class=n>%zu", s->tally.errors);
        }
        text_string(out, "</tr>\n");
    }
    text_string(out, "</tbody></table>");
}

static void add_marks(void *self, struct text *out)
{
    const struct view *view = ((const struct details *)self)->view;
    const struct report *report = view->report;
    if (view->only || report->submission_count == 1) {
        const struct report_submission *s = view->only ? view->only : report->submissions;
        if (report->milestone_count > 1 || has_corrections(report, s)) {
            add_own_marks(report, s, out);
        }
    } else if (report->submission_count) {
        text_string(out, "<section class=\"card\"><h2 id=\"marks-title\">Submissions</h2>\n"
                         "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"marks-title\">");
        report_marks_table(report, NULL, out);
        text_string(out, "</div></section>\n");
    }
}

static void add_authors(void *self, struct text *out)
{
    const struct view *view = ((const struct details *)self)->view;
    const struct report *report = view->report;
    if (view->only || !report->author_count) {
        return;
    }
    text_string(out,
                "<section class=\"card\"><h2>Authors of tests</h2>\n<div class=\"scroll\"><table id=\"authors\" "
                "class=\"sortable\">\n<thead><tr><th scope=col>Team<th scope=col class=n>Tests"
                "<th scope=col class=n>Wrong programs of others<th scope=col class=n>Caught</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < report->author_count; i++) {
        const struct report_author *a = &report->authors[i];
        text_fill(out, TEXT_MARKUP, "<tr><th scope=row>%s", a->name);
        text_format(out, "<td class=n>%zu<td class=n>%zu<td class=n>%zu</tr>\n", a->tests, a->wrong, a->caught);
    }
    text_string(out, "</tbody></table></div></section>\n");
}

/* -- cases -- */

static void add_verdict(const struct view *view, const struct result *r, struct text *out)
{
    const char *word = r->flaky ? "flaky" : verdict_names[r->verdict];
    const struct result *build = report_build(view->report, r);
    if (r->verdict == VERDICT_PASS || !view_explains(view, r)) {
        text_format(out, "<td class=%s>%s", details_class(r), word);
    } else {
        text_format(out, "<td class=%s><a href=\"#f%zu\">%s</a>", details_class(r),
                    details_number(view, build ? build : r), word);
    }
}

/* The cases of one submission: a row for each. */
static void add_list(const struct view *view, struct text *out)
{
    bool points = view_has_points(view), milestones = view->report->milestone_count > 1;
    text_string(out, "<thead class=list><tr><th scope=col>Case");
    text_string(out, milestones ? "<th scope=col>Milestone" : "");
    text_string(out, "<th scope=col>Verdict");
    text_string(out, points ? "<th scope=col class=n>Points" : "");
    text_string(out, "<th scope=col class=n>Seconds</tr></thead><tbody>\n");
    for (size_t i = view->first; i < view->first + view->count; i++) {
        const struct result *r = &view_results(view)[i];
        if (!view_shows(view, r)) {
            continue;
        }
        text_fill(out, TEXT_MARKUP, "<tr data-find=\"%s %s\"><th scope=row>%s", r->id,
                  r->flaky ? "flaky" : verdict_names[r->verdict], r->id);
        if (milestones) {
            text_fill(out, TEXT_MARKUP, "<td>%s", r->milestone);
        }
        add_verdict(view, r, out);
        if (points) {
            text_format(out, "<td class=n data-sort=%jd>", (intmax_t)r->earned);
            points_write(out, r->earned);
            text_string(out, " of ");
            points_write(out, r->points);
        }
        text_format(out, "<td class=n>%.2f</tr>\n", r->wall_ms / 1000);
    }
    text_string(out, "</tbody>");
}

/* A case over all submissions; nothing if it may not be seen. */
static void add_row(const struct view *view, const struct report_case *c, struct text *out)
{
    const struct report *report = view->report;
    bool rejected = c->audit && c->audit->verdict != VERDICT_PASS, hidden = false;
    struct text cells = {0}, words = {0};
    for (size_t i = 0; i < report->submission_count; i++) {
        const struct result *r = report_cell(report, &report->submissions[i], c);
        if (r) {
            hidden = hidden || !view_shows(view, r);
            text_format(&words, " %s", r->flaky ? "flaky" : verdict_names[r->verdict]);
            add_verdict(view, r, &cells);
        } else {
            text_string(&cells, "<td class=none>not run");
        }
    }
    if (!hidden) {
        text_fill(out, TEXT_MARKUP, "<tr data-find=\"%s", c->id);
        text_append(out, &words);
        text_fill(out, TEXT_MARKUP, rejected ? " rejected\"><th scope=row>%s" : "\"><th scope=row>%s", c->id);
        if (rejected) {
            text_format(out, "<td class=odd colspan=%zu><a href=\"#f%zu\">rejected</a></tr>\n",
                        report->submission_count + 1, details_number(view, c->audit));
        } else {
            text_append(out, &cells);
            text_format(out, "<td class=n>%zu</tr>\n", c->caught);
        }
    }
    text_free(&cells);
    text_free(&words);
}

static void add_matrix(void *self, struct text *out)
{
    const struct view *view = ((const struct details *)self)->view;
    const struct report *report = view->report;
    if (view->only || (report->submission_count == 1 && !report->audited)) {
        add_list(view, out);
        return;
    }
    text_string(out, "<thead><tr><th scope=col>Case");
    for (size_t i = 0; i < report->submission_count; i++) {
        text_fill(out, TEXT_MARKUP, "<th scope=col>%s", report->submissions[i].name);
    }
    text_string(out, "<th scope=col class=n>Catches</tr></thead><tbody>\n");
    for (size_t i = 0; i < report->case_count; i++) {
        add_row(view, &report->cases[i], out);
    }
    text_string(out, "</tbody>");
}

static void add_failures(void *self, struct text *out)
{
    details_add_all(self, out);
}

void report_html(const struct report *report, const struct report_submission *only, const struct report_artist *artist,
                 struct text *out)
{
    static const struct page_part parts[] = {{"title", add_title},
                                             {"facts", add_facts},
                                             {"marks", add_marks},
                                             {"authors", add_authors},
                                             {"matrix", add_matrix},
                                             {"failures", add_failures},
                                             {0}};
    struct view view = view_of(report, only);
    struct details all = {.view = &view, .artist = artist, .most = only ? TEAM_DETAILS_BYTES : DETAILS_BYTES};
    struct page page = {.html = report_asset_html};
    text_string(&page.style, page_css);
    text_string(&page.style, report_asset_css);
    if (artist) {
        artist->style(&page.style);
    }
    text_string(&page.script, report_asset_script);
    page_write(&page, parts, &all, out);
    page_free(&page);
}
