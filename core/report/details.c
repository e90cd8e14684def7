#include "report/details.h"

#include "base/content.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

enum {
    INPUT_MAX = 256 * 1024, /* bytes of an input that is read */
    SHOWN_MAX = 16 * 1024,  /* of a text that is shown for the first of its kind, */
    SHORT_MAX = 1024,       /* and for the others */
};

const char *details_class(const struct result *r)
{
    return r->verdict == VERDICT_PASS ? r->flaky ? "odd" : "pass" : verdict_counts(r->verdict) ? "fail" : "odd";
}

size_t details_number(const struct view *view, const struct result *r)
{
    return (size_t)(r - view_results(view));
}

/* -- one failure -- */

static void add_word(struct text *out, const char *before, const struct result_details *d, uint32_t node,
                     const char *after)
{
    if (node) {
        text_string(out, before);
        results_word(out, TEXT_MARKUP, &d->tree, node, SIZE_MAX);
        text_string(out, after);
    }
}

static void add_side(struct text *out, const char *title, const struct result_details *d, uint32_t node, size_t most)
{
    text_format(out, "<div><h4>%s</h4>", title);
    if (json_nodes_string(&d->tree, node, NULL, 0)) {
        text_string(out, "<pre tabindex=0>");
        results_word(out, TEXT_MARKUP, &d->tree, node, most);
        text_string(out, "</pre></div>");
    } else {
        text_string(out, "<p class=none>nothing</p></div>");
    }
}

static void add_texts(struct text *out, const struct result *r, const struct result_details *d, size_t most)
{
    if (r->role == RECORD_BUILD) {
        add_side(out, "stdout", d, d->actual, most);
    } else if (d->expected || d->actual) {
        text_string(out, "<div class=sides>");
        add_side(out, "Expected", d, d->expected, most);
        add_side(out, "Printed", d, d->actual, most);
        text_string(out, "</div>\n");
    }
    if (d->complaints) {
        add_side(out, "stderr", d, d->complaints, most);
    }
}

static void add_reasons(struct text *out, const struct result *r)
{
    struct text words = {0};
    report_failure(r, TEXT_LINE, "", &words);
    bool any = words.length;
    text_string(out, any ? "<pre class=why>" : "");
    text_pour(out, TEXT_MARKUP, &words);
    text_string(out, any ? "</pre>\n" : "");
}

/* -- inputs -- */

/* Whether a path is a file that a page has room for. */
static bool has_room(const char *path, struct error *err)
{
    struct stat info;
    return stat(path, &info) == 0 ? S_ISREG(info.st_mode) && info.st_size <= INPUT_MAX : content_fail(err, path, errno);
}

/* Reads the input of a failure and its hash; false if the file is gone or has changed. */
static bool read_input(const struct result_details *d, struct content *input, char hash[SHA256_HEX], struct text *out)
{
    struct error err = {0};
    char path[PATH_MAX], wanted[SHA256_HEX];
    struct sha256 sha;
    if (!d->input || !d->input_hash || json_nodes_string(&d->tree, d->input, path, sizeof path) != strlen(path) ||
        json_nodes_string(&d->tree, d->input_hash, wanted, sizeof wanted) != SHA256_HEX - 1 || !has_room(path, &err) ||
        !content_read(input, path, &err)) {
        out->failed = out->failed || err.kind == ERROR_MEMORY;
        return false;
    }
    sha256_start(&sha);
    sha256_add(&sha, input->bytes, input->length);
    sha256_hex(&sha, hash);
    return strcmp(hash, wanted) == 0;
}

/* Draws an input, if the page has room for it. */
static void draw_input(struct details *all, const struct result *r, const struct content *input, const char *hash,
                       struct text *out)
{
    struct text drawing = {0};
    all->artist->draw(input->bytes, input->length, &drawing);
    if (drawing.failed) {
        out->failed = true;
    } else if (drawing.length &&
               (all->picture_count == DETAILS_PICTURES_MAX || all->picture_bytes + drawing.length > all->most / 2)) {
        all->no_room = true;
    } else if (drawing.length) {
        struct details_picture *picture = &all->pictures[all->picture_count++];
        memcpy(picture->hash, hash, SHA256_HEX);
        picture->number = details_number(all->view, r);
        all->picture_bytes += drawing.length;
        text_string(out, "<figure>");
        text_add(out, drawing.bytes, drawing.length);
        text_string(out, "</figure>\n");
    }
    text_free(&drawing);
}

/* The picture of an input, drawn only once even if many submissions fail the same case, and its text. */
static void add_input(struct details *all, const struct result *r, const struct result_details *d, size_t most,
                      struct text *out)
{
    struct content input = {0};
    char hash[SHA256_HEX];
    if (read_input(d, &input, hash, out)) {
        size_t i = 0;
        while (i < all->picture_count && strcmp(all->pictures[i].hash, hash) != 0) {
            i++;
        }
        if (i < all->picture_count) {
            text_format(out, "<p><a href=\"#f%zu\">The same input is drawn above.</a></p>\n", all->pictures[i].number);
        } else if (all->artist && !all->no_room) {
            draw_input(all, r, &input, hash, out);
        }
        text_string(out, "<details class=input><summary>Input</summary><pre tabindex=0>");
        text_escape(out, TEXT_MARKUP, input.bytes, input.length < most ? input.length : most);
        text_string(out, input.length > most ? "...</pre></details>\n" : "</pre></details>\n");
    }
    content_free(&input);
}

/* -- all of them -- */

static void write_one(struct details *all, const struct result *r, bool first, struct text *out)
{
    struct result_details d;
    size_t most = first ? SHOWN_MAX : SHORT_MAX;
    if (!results_details(r, &d, out)) {
        return;
    }
    text_format(out, "<details class=failure id=f%zu data-find=\"", details_number(all->view, r));
    text_fill(out, TEXT_MARKUP, first ? "%s %s %s\" open><summary>%s" : "%s %s %s\"><summary>%s", r->id,
              verdict_names[r->verdict], r->submission, r->id);
    if (!all->view->only && (all->view->report->submission_count > 1 || r->role == RECORD_AUDIT)) {
        text_fill(out, TEXT_MARKUP, " <span class=whose>%s</span>",
                  r->role == RECORD_AUDIT ? "rejected by the reference" : r->submission);
    }
    text_string(out, "</summary>\n");
    add_word(out, "<p class=description>", &d, d.description, "</p>\n");
    add_reasons(out, r);
    add_word(out, "<p class=hint><b>Hint:</b> ", &d, d.hint, "</p>\n");
    add_word(out, "<p class=repeat>Repeat it: <code>", &d, d.repeat, "</code></p>\n");
    add_texts(out, r, &d, most);
    add_input(all, r, &d, most, out);
    text_string(out, "</details>\n");
    results_details_free(&d);
}

/* Adds one failure if there is room: for those that are not the first of their kind, half of it. */
static void add_one(struct details *all, const struct result *r, bool first, struct text *out)
{
    struct text one = {0};
    if (all->bytes < all->most) {
        write_one(all, r, first, &one);
    }
    if (!one.failed && (!one.length || all->bytes + one.length > (first ? all->most : all->most / 2))) {
        all->left_out++;
    } else {
        all->bytes += one.length;
        text_append(out, &one);
    }
    text_free(&one);
}

static void start_kind(const struct result *first, size_t cases, struct text *out)
{
    struct text phrase = {0}, line = {0};
    kind_describe(first, &phrase);
    text_pour(&line, TEXT_LINE, &phrase);
    text_format(out, "<section class=kind><h3><b class=%s>%s</b> ", details_class(first),
                verdict_names[first->verdict]);
    if (cases > 1) {
        text_format(out, "%zu cases%s", cases, line.length ? ": " : "");
    }
    text_pour(out, TEXT_MARKUP, &line);
    text_string(out, "</h3>\n");
}

static void add_kind(struct details *all, const struct kinds *kinds, const struct kind *kind, struct text *out)
{
    size_t left = kind->cases;
    start_kind(kind->first, kind->cases, out);
    for (const struct result *r = kind->first; left > 0 && !out->failed; r++) {
        if (kinds_of(kinds, r) == kind) {
            add_one(all, r, left-- == kind->cases, out);
        }
    }
    text_string(out, "</section>\n");
}

/* Failures that are no kind: of builds, and of the reference. */
static size_t add_others(struct details *all, struct text *out)
{
    const struct view *view = all->view;
    const struct results *results = view->report->results;
    size_t count = 0;
    for (size_t i = view->report->tests; i < results->count && !out->failed; i++) {
        const struct result *r = &results->list[i];
        if (r->role == RECORD_BUILD ? view_has_build(view, r) : !view->only && r->verdict != VERDICT_PASS) {
            start_kind(r, 1, out);
            add_one(all, r, true, out);
            text_string(out, "</section>\n");
            count++;
        }
    }
    return count;
}

void details_add_all(struct details *all, struct text *out)
{
    struct arena arena = {0};
    struct kinds kinds;
    size_t others = add_others(all, out);
    if (!view_kinds(all->view, &kinds, &arena)) {
        out->failed = true;
    }
    for (size_t i = 0; i < kinds.count && !out->failed; i++) {
        add_kind(all, &kinds, &kinds.list[i], out);
    }
    if (!out->failed && kinds.count + others == 0) {
        text_string(out, "<p>Nothing.</p>\n");
    }
    if (all->left_out) {
        text_format(out, "<p class=more>%zu more %s in the results file.</p>\n", all->left_out,
                    all->left_out == 1 ? "is" : "are");
    }
    if (all->no_room) {
        text_format(out, "<p class=more>Only the first %zu inputs are drawn.</p>\n", all->picture_count);
    }
    arena_free(&arena);
}
