/* A self-contained page: the matrix of submissions and cases, and the details of each failure. */
#include "base/content.h"
#include "base/page.h"
#include "report/report.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>

enum {
    DETAILS_MAX = 1000,              /* failures that the page shows in full */
    INPUT_MAX = 256 * 1024,          /* bytes of an input that is drawn */
    PICTURES_MAX = 100,              /* inputs that are drawn, and their total size, */
    PICTURES_BYTES = 8 * 1024 * 1024 /* so that the page stays usable */
};

/* The files of this folder (assets.S). */
extern const char report_asset_html[], report_asset_css[], report_asset_script[];

struct report_page {
    const struct report *report;
    const struct report_artist *artist; /* or NULL */
    struct text *out;
    size_t details; /* written so far */
    struct picture {
        char hash[SHA256_HEX]; /* of the input */
        size_t number;         /* of the failure it is shown with */
    } pictures[PICTURES_MAX];
    size_t picture_count, picture_bytes;
    bool left_out; /* there was no room for some drawing */
};

static const char *class_of(const struct result *r)
{
    return r->verdict == VERDICT_PASS ? r->flaky ? "odd" : "pass" : verdict_counts(r->verdict) ? "fail" : "odd";
}

/* The number of a failure, which links to its details; results are sorted, so it is the same in both places. */
static size_t number_of(const struct report_page *page, const struct result *r)
{
    return (size_t)(r - page->report->results->list);
}

/* -- scores -- */

static void add_scores(void *self, struct text *out)
{
    const struct report *report = ((const struct report_page *)self)->report;
    for (size_t i = 0; i < report->submission_count; i++) {
        const struct report_submission *s = &report->submissions[i];
        text_string(out, "<tr><th>");
        text_escape_string(out, TEXT_MARKUP, s->name);
        text_format(out, "<td class=n>%zu<td class=n>%zu<td class=n>%zu<td class=n>", s->tally.passed, s->tally.failed,
                    s->tally.errors);
        text_number(out, s->tally.earned, 3);
        text_string(out, "<td class=n>");
        text_number(out, s->tally.points, 3);
        text_format(out, "<td class=\"n %s\">%.1f %%</tr>\n", report_passed(report, &s->tally) ? "pass" : "fail",
                    report_percent(&s->tally));
    }
}

static void add_authors(void *self, struct text *out)
{
    const struct report *report = ((const struct report_page *)self)->report;
    if (report->author_count) {
        text_string(
            out, "<h2>Authors of tests</h2>\n<div class=\"wide\"><table id=\"authors\">\n<thead><tr><th>Team<th>Tests"
                 "<th>Wrong programs of others<th>Caught</tr></thead>\n<tbody>\n");
    }
    for (size_t i = 0; i < report->author_count; i++) {
        const struct report_author *a = &report->authors[i];
        text_string(out, "<tr><th>");
        text_escape_string(out, TEXT_MARKUP, a->name);
        text_format(out, "<td class=n>%zu<td class=n>%zu<td class=n>%zu</tr>\n", a->tests, a->wrong, a->caught);
    }
    text_string(out, report->author_count ? "</tbody></table></div>\n" : "");
}

/* -- the matrix -- */

static void add_cell(const struct report_page *page, const struct result *r)
{
    struct text *out = page->out;
    if (!r) {
        text_string(out, "<td class=none>not run");
        return;
    }
    const char *word = r->flaky ? "flaky" : verdict_name(r->verdict);
    if (r->verdict == VERDICT_PASS) {
        text_format(out, "<td class=%s>%s", class_of(r), word);
    } else {
        const struct result *build = report_build(page->report, r);
        text_format(out, "<td class=%s><a href=\"#f%zu\">%s</a>", class_of(r), number_of(page, build ? build : r),
                    word);
    }
}

static void add_row(const struct report_page *page, const struct report_case *c)
{
    const struct report *report = page->report;
    struct text *out = page->out;
    bool rejected = c->audit && c->audit->verdict != VERDICT_PASS;
    text_string(out, "<tr data-find=\"");
    text_escape_string(out, TEXT_MARKUP, c->id);
    for (size_t i = 0; i < report->submission_count; i++) {
        const struct result *r = report_cell(report, &report->submissions[i], c);
        if (r) {
            text_format(out, " %s", r->flaky ? "flaky" : verdict_name(r->verdict));
        }
    }
    text_string(out, rejected ? " rejected\"><th>" : "\"><th>");
    text_escape_string(out, TEXT_MARKUP, c->id);
    if (rejected) {
        text_format(out, "<td class=odd colspan=%zu><a href=\"#f%zu\">rejected</a>", report->submission_count + 1,
                    number_of(page, c->audit));
        return;
    }
    for (size_t i = 0; i < report->submission_count; i++) {
        add_cell(page, report_cell(report, &report->submissions[i], c));
    }
    if (report->submission_count > 1) {
        text_format(out, "<td class=n>%zu", c->caught);
    }
}

static void add_matrix(void *self, struct text *out)
{
    const struct report_page *page = self;
    const struct report *report = page->report;
    text_string(out, "<thead><tr><th>Case");
    for (size_t i = 0; i < report->submission_count; i++) {
        text_string(out, "<th>");
        text_escape_string(out, TEXT_MARKUP, report->submissions[i].name);
    }
    text_string(out, report->submission_count > 1 ? "<th>Catches</tr></thead><tbody>\n" : "</tr></thead><tbody>\n");
    for (size_t i = 0; i < report->case_count; i++) {
        add_row(page, &report->cases[i]);
        text_string(out, "</tr>\n");
    }
    text_string(out, "</tbody>");
}

/* -- failures -- */

static void add_side(const struct report_page *page, const char *title, const struct result_details *d, uint32_t node)
{
    text_format(page->out, "<div>%s<pre>", title);
    if (node) {
        results_word(page->out, TEXT_MARKUP, &d->tree, node, SIZE_MAX);
    }
    text_string(page->out, "</pre></div>");
}

static void add_texts(const struct report_page *page, const struct result *r)
{
    struct result_details d;
    if (results_details(r, &d, page->out)) {
        if (r->role == RECORD_BUILD) {
            add_side(page, "stdout", &d, d.actual);
        } else if (d.expected || d.actual) {
            text_string(page->out, "<div class=sides>");
            add_side(page, "Expected", &d, d.expected);
            add_side(page, "Actual", &d, d.actual);
            text_string(page->out, "</div>\n");
        }
        if (d.complaints) {
            add_side(page, "stderr", &d, d.complaints);
        }
    }
    json_nodes_free(&d.tree);
}

static void add_reasons(const struct report_page *page, const struct result *r)
{
    struct text words = {0};
    report_failure(r, TEXT_LINE, "", &words);
    if (words.length) {
        text_string(page->out, "<pre>");
        text_escape(page->out, TEXT_MARKUP, words.bytes, words.length);
        text_string(page->out, "</pre>\n");
    }
    page->out->failed = page->out->failed || words.failed;
    text_free(&words);
}

/* Reads the input of a failure and its hash; false if the file is gone or has changed. */
static bool read_input(const struct result_details *d, struct content *input, char hash[SHA256_HEX], struct text *out)
{
    struct error err = {0};
    char path[PATH_MAX], wanted[SHA256_HEX];
    struct stat info;
    struct sha256 sha;
    if (!d->input || !d->input_hash || json_nodes_string(&d->tree, d->input, path, sizeof path) != strlen(path) ||
        json_nodes_string(&d->tree, d->input_hash, wanted, sizeof wanted) != SHA256_HEX - 1 || stat(path, &info) != 0 ||
        !S_ISREG(info.st_mode) || info.st_size > INPUT_MAX || !content_read(input, path, &err)) {
        out->failed = out->failed || err.kind == ERROR_MEMORY;
        return false;
    }
    sha256_start(&sha);
    sha256_add(&sha, input->bytes, input->length);
    sha256_hex(&sha, hash);
    return strcmp(hash, wanted) == 0;
}

/* Draws an input, if the page has room for it. */
static void draw_input(struct report_page *page, const struct result *r, const struct content *input, const char *hash)
{
    struct text drawing = {0};
    page->artist->draw(input->bytes, input->length, &drawing);
    if (drawing.failed) {
        page->out->failed = true;
    } else if (drawing.length &&
               (page->picture_count == PICTURES_MAX || page->picture_bytes + drawing.length > PICTURES_BYTES)) {
        page->left_out = true;
    } else if (drawing.length) {
        struct picture *picture = &page->pictures[page->picture_count++];
        memcpy(picture->hash, hash, SHA256_HEX);
        picture->number = number_of(page, r);
        page->picture_bytes += drawing.length;
        text_string(page->out, "<figure><figcaption>Input</figcaption>\n");
        text_add(page->out, drawing.bytes, drawing.length);
        text_string(page->out, "</figure>\n");
    }
    text_free(&drawing);
}

/* The input as a picture, drawn only once even if many submissions fail the same case. */
static void add_picture(struct report_page *page, const struct result *r)
{
    struct result_details d;
    struct content input = {0};
    char hash[SHA256_HEX];
    if (page->artist && results_details(r, &d, page->out)) {
        if (read_input(&d, &input, hash, page->out)) {
            size_t i = 0;
            while (i < page->picture_count && strcmp(page->pictures[i].hash, hash) != 0) {
                i++;
            }
            if (i < page->picture_count) {
                text_format(page->out, "<p><a href=\"#f%zu\">The same input is drawn above.</a></p>\n",
                            page->pictures[i].number);
            } else if (!page->left_out) {
                draw_input(page, r, &input, hash);
            }
        }
        content_free(&input);
        json_nodes_free(&d.tree);
    }
}

/* The details of one failure; each part is one function. */
static void add_details(struct report_page *page, const struct result *r)
{
    struct text *out = page->out;
    if (page->details++ >= DETAILS_MAX) {
        return;
    }
    text_format(out, "<details id=f%zu data-find=\"", number_of(page, r));
    text_escape_string(out, TEXT_MARKUP, r->id);
    text_format(out, " %s ", verdict_name(r->verdict));
    text_escape_string(out, TEXT_MARKUP, r->submission);
    text_format(out, "\"><summary><b class=%s>%s</b> ", class_of(r), verdict_name(r->verdict));
    text_escape_string(out, TEXT_MARKUP, r->id);
    if (page->report->submission_count > 1 || r->role == RECORD_AUDIT) {
        text_string(out, " &middot; ");
        text_escape_string(out, TEXT_MARKUP, r->role == RECORD_AUDIT ? "rejected by the reference" : r->submission);
    }
    text_string(out, "</summary>\n");
    add_reasons(page, r);
    add_texts(page, r);
    add_picture(page, r);
    text_string(out, "</details>\n");
}

static void add_failures(void *self, struct text *out)
{
    struct report_page *page = self;
    const struct results *results = page->report->results;
    for (size_t i = 0; i < results->count; i++) {
        if (results->list[i].verdict != VERDICT_PASS && !report_build(page->report, &results->list[i])) {
            add_details(page, &results->list[i]);
        }
    }
    if (page->details > DETAILS_MAX) {
        text_format(out, "<p>%zu more are in the results file.</p>\n", page->details - DETAILS_MAX);
    } else if (page->details == 0) {
        text_string(out, "<p>Nothing.</p>\n");
    }
    if (page->left_out) {
        text_format(out, "<p>Only the first %zu inputs are drawn.</p>\n", page->picture_count);
    }
}

static void add_summary(void *self, struct text *out)
{
    report_summary(((const struct report_page *)self)->report, out);
}

void report_html(const struct report *report, const struct report_artist *artist, struct text *out)
{
    static const struct page_part parts[] = {{"summary", add_summary},   {"scores", add_scores},
                                             {"authors", add_authors},   {"matrix", add_matrix},
                                             {"failures", add_failures}, {0}};
    struct report_page contents = {.report = report, .artist = artist, .out = out};
    struct page page = {.html = report_asset_html};
    text_string(&page.style, report_asset_css);
    if (artist) {
        artist->style(&page.style);
    }
    text_string(&page.script, report_asset_script);
    page_write(&page, parts, &contents, out);
    page_free(&page);
}
