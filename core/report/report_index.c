/* The page about a whole class, for staff: marks, how they are distributed, what cases tell, and what to look after. */
#include "base/page.h"
#include "report/report.h"
#include "report/statistics.h"
#include "report/view.h"

#include <math.h>
#include <string.h>

enum { BARS = 10, LISTED_MAX = 300 };

/* The files of this folder (assets.S). */
extern const char report_asset_index[], report_asset_css[], report_asset_script[];

struct index_page {
    struct view view;
    const struct report *before; /* or NULL */
    const char *const *pages;
};

static void add_title(void *self, struct text *out)
{
    view_title(&((const struct index_page *)self)->view, TEXT_MARKUP, out);
}

static void add_facts(void *self, struct text *out)
{
    const struct view *view = &((const struct index_page *)self)->view;
    text_string(out, "<span id=\"summary\">");
    report_summary(view->report, out);
    text_string(out, "</span>");
    view_time(view, "<span>", "</span>", out);
    text_string(out, "<span>for staff: nothing is hidden here</span>");
}

static void add_marks(void *self, struct text *out)
{
    const struct index_page *page = self;
    report_marks_table(page->view.report, page->pages, out);
}

/* -- histograms -- */

/* Which bar a mark belongs to: 0 to 9.9 % is the first, and 90 to 100 %, or more, the last. */
static size_t bar_of(const struct report_mark *mark)
{
    double share = mark->tally.points > 0 ? (double)mark->result / (double)mark->tally.points : 1;
    double bar = floor(share * BARS + 1e-9);
    return bar < 0 ? 0 : bar >= BARS ? BARS - 1 : (size_t)bar;
}

static void add_chart(const struct report *report, size_t milestone, struct text *out)
{
    enum { WIDTH = 240, HEIGHT = 90, BAR = 22, STEP = 24 };
    const struct report_milestone *m = &report->milestones[milestone];
    size_t bars[BARS] = {0}, most = 1, graded = 0;
    for (size_t i = 0; i < report->submission_count; i++) {
        const struct report_mark *mark = &report->submissions[i].marks[milestone];
        if (report_mark_graded(mark)) {
            size_t *bar = &bars[bar_of(mark)];
            most = ++*bar > most ? *bar : most;
            graded++;
        }
    }
    text_fill(out, TEXT_MARKUP, *m->name ? "<figure><figcaption>Milestone %s" : "<figure><figcaption>All cases%s",
              m->name);
    text_format(out, ", %zu graded</figcaption><svg class=histogram viewBox=\"0 0 %d %d\" role=img aria-label=\"",
                graded, WIDTH, HEIGHT + 30);
    for (int i = 0; i < BARS; i++) {
        text_format(out, "%s%d to %d %%: %zu", i ? ", " : "", i * BARS, (i + 1) * BARS, bars[i]);
    }
    text_string(out, "\">");
    for (int i = 0; i < BARS; i++) {
        double height = (double)bars[i] / (double)most * (HEIGHT - 14);
        bool low = (i + 1) * BARS <= report_pass_mark(report, m) && i + 1 < BARS;
        text_format(out, "<rect class=%s x=%d y=%.1f width=%d height=%.1f rx=2 />", low ? "low" : "high", i * STEP + 1,
                    HEIGHT - height, BAR, height);
        if (bars[i]) {
            text_format(out, "<text x=%d y=%.1f text-anchor=middle>%zu</text>", i * STEP + STEP / 2,
                        HEIGHT - height - 3, bars[i]);
        }
    }
    text_format(
        out,
        "<line x1=0 y1=%d x2=%d y2=%d /><text x=0 y=%d>0 %%</text><text x=%d y=%d text-anchor=middle>50 %%</text>"
        "<text x=%d y=%d text-anchor=end>100 %%</text></svg></figure>\n",
        HEIGHT, WIDTH, HEIGHT, HEIGHT + 16, WIDTH / 2, HEIGHT + 16, WIDTH, HEIGHT + 16);
}

static void add_charts(void *self, struct text *out)
{
    const struct report *report = ((const struct index_page *)self)->view.report;
    for (size_t i = 0; i < report->milestone_count; i++) {
        add_chart(report, i, out);
    }
}

/* -- cases -- */

static void add_statistics(void *self, struct text *out)
{
    const struct report *report = ((const struct index_page *)self)->view.report;
    text_string(out,
                "<thead><tr><th scope=col>Case<th scope=col class=n>Failed<th scope=col class=n>Of"
                "<th scope=col class=n>Percent<th scope=col class=n>Tells apart<th scope=col class=n>Median seconds");
    text_string(out, report->total.flaky ? "<th scope=col class=n>Flaky" : "");
    text_string(out, report->total.errors ? "<th scope=col class=n>Harness errors" : "");
    text_string(out, "</tr></thead><tbody>\n");
    for (size_t i = 0; i < report->case_count; i++) {
        struct statistics s;
        if (!statistics_of_case(report, &report->cases[i], &s)) {
            out->failed = true;
            return;
        }
        text_fill(out, TEXT_MARKUP, "<tr><th scope=row>%s", report->cases[i].id);
        text_format(out, "<td class=n>%zu<td class=n>%zu<td class=n>%.1f", s.failed, s.ran,
                    s.ran ? 100 * (double)s.failed / (double)s.ran : 0);
        if (isnan(s.discrimination)) {
            text_string(out, "<td class=\"n none\" data-sort=-2>unknown");
        } else {
            text_format(out, "<td class=n>%.2f", s.discrimination);
        }
        text_format(out, "<td class=n>%.3f", s.median_ms / 1000);
        if (report->total.flaky) {
            text_format(out, "<td class=n>%zu", s.flaky);
        }
        if (report->total.errors) {
            text_format(out, "<td class=n>%zu", s.errors);
        }
        text_string(out, "</tr>\n");
    }
    text_string(out, "</tbody>");
}

/* -- lists -- */

/* A list that ends with how much was left out. */
struct listing {
    const char *id, *title;
    size_t count;
    struct text *out;
};

static bool begin_item(struct listing *list)
{
    if (list->count++ == 0) {
        text_format(list->out, "<section class=\"card\" id=\"%s\"><h2>%s</h2>\n<ul>\n", list->id, list->title);
    }
    text_string(list->out, list->count <= LISTED_MAX ? "<li>" : "");
    return list->count <= LISTED_MAX;
}

static void end_list(const struct listing *list)
{
    if (list->count > LISTED_MAX) {
        text_format(list->out, "<li class=more>and %zu more\n", list->count - LISTED_MAX);
    }
    text_string(list->out, list->count ? "</ul></section>\n" : "");
}

static void add_name(struct text *out, const char *submission, const char *id)
{
    text_fill(out, TEXT_MARKUP, "%s <code>%s</code>: ", submission, id);
}

static void add_phrase(struct text *out, const struct result *r)
{
    struct text phrase = {0}, line = {0};
    kind_describe(r, &phrase);
    text_pour(&line, TEXT_LINE, &phrase);
    text_pour(out, TEXT_MARKUP, &line);
}

/* What was flaky, and what was the grader's own fault. */
static void add_doubts(void *self, struct text *out)
{
    const struct view *view = &((const struct index_page *)self)->view;
    struct listing flaky = {"flaky", "Flaky: passed only when run again", 0, out},
                   errors = {"errors", "Harness errors: not the submissions' fault", 0, out};
    for (size_t i = 0; i < view->report->tests; i++) {
        const struct result *r = &view_results(view)[i];
        if (r->flaky && begin_item(&flaky)) {
            add_name(out, r->submission, r->id);
            text_format(out, "try %d\n", r->tries);
        }
    }
    end_list(&flaky);
    for (size_t i = 0; i < view->report->results->count; i++) {
        const struct result *r = &view_results(view)[i];
        if (r->verdict == VERDICT_HARNESS_ERROR && begin_item(&errors)) {
            add_name(out, r->submission, r->id);
            add_phrase(out, r);
            text_string(out, "\n");
        }
    }
    end_list(&errors);
}

/* -- what changed -- */

static const struct report_submission *find_submission(const struct report *report, const char *name)
{
    for (size_t i = 0; report && i < report->submission_count; i++) {
        if (strcmp(report->submissions[i].name, name) == 0) {
            return &report->submissions[i];
        }
    }
    return NULL;
}

/* The milestones whose results are others than before. */
static void add_changed_marks(const struct report *report, const struct report_submission *now,
                              const struct report *before, const struct report_submission *then, struct listing *list)
{
    for (size_t i = 0; i < report->milestone_count; i++) {
        for (size_t k = 0; k < before->milestone_count; k++) {
            int64_t new = now->marks[i].result, old = then->marks[k].result;
            if (strcmp(report->milestones[i].name, before->milestones[k].name) == 0 && new != old && begin_item(list)) {
                text_fill(list->out, TEXT_MARKUP, *report->milestones[i].name ? "%s, milestone %s" : "%s%s", now->name,
                          report->milestones[i].name);
                text_format(list->out, ": <b class=%s>", new > old ? "pass" : "fail");
                points_write(list->out, old);
                text_string(list->out, " → ");
                points_write(list->out, new);
                text_string(list->out, "</b>\n");
            }
        }
    }
}

static void add_changed_cases(const struct report *report, const struct report_submission *now,
                              const struct report *before, const struct report_submission *then, struct listing *list)
{
    for (size_t i = now->first; i < now->first + now->count; i++) {
        const struct result *r = &report->results->list[i];
        const struct report_case test = {.id = r->id, .group = r->group};
        const struct result *old = report_cell(before, then, &test);
        if (old && old->verdict != r->verdict && begin_item(list)) {
            add_name(list->out, r->submission, r->id);
            text_format(list->out, "%s → %s\n", verdict_names[old->verdict], verdict_names[r->verdict]);
        }
    }
}

static void add_since(void *self, struct text *out)
{
    const struct index_page *page = self;
    const struct report *report = page->view.report, *before = page->before;
    struct listing marks = {"changed-marks", "Results that changed", 0, out},
                   cases = {"changed-cases", "Cases that changed", 0, out}, fresh = {"new", "New submissions", 0, out};
    for (size_t i = 0; before && i < report->submission_count; i++) {
        const struct report_submission *now = &report->submissions[i], *then = find_submission(before, now->name);
        if (then) {
            add_changed_marks(report, now, before, then, &marks);
        }
    }
    end_list(&marks);
    for (size_t i = 0; before && i < report->submission_count; i++) {
        const struct report_submission *now = &report->submissions[i], *then = find_submission(before, now->name);
        if (then) {
            add_changed_cases(report, now, before, then, &cases);
        }
    }
    end_list(&cases);
    for (size_t i = 0; before && i < report->submission_count; i++) {
        if (!find_submission(before, report->submissions[i].name) && begin_item(&fresh)) {
            text_fill(out, TEXT_MARKUP, "%s\n", report->submissions[i].name);
        }
    }
    end_list(&fresh);
    if (before && marks.count + cases.count + fresh.count == 0) {
        text_string(out, "<section class=\"card\"><p>Nothing has changed since the last run.</p></section>\n");
    }
}

void report_index(const struct report *report, const struct report *before, const char *const *pages, struct text *out)
{
    static const struct page_part parts[] = {
        {"title", add_title},   {"facts", add_facts},           {"marks", add_marks},   {"since", add_since},
        {"charts", add_charts}, {"statistics", add_statistics}, {"doubts", add_doubts}, {0}};
    struct index_page contents = {view_of(report, NULL), before, pages};
    struct page page = {.html = report_asset_index};
    text_string(&page.style, page_css);
    text_string(&page.style, report_asset_css);
    text_string(&page.script, report_asset_script);
    page_write(&page, parts, &contents, out);
    page_free(&page);
}
