/* What a submission gets back, as Markdown: for a mail, an issue, or a comment. */
#include "report/view.h"

enum { NAMED_MAX = 20 };

/* Foreign text as code, which Markdown does not interpret, on one line and, for tables, without bars. */
static void add_code(struct text *out, const char *word)
{
    struct text line = {0};
    size_t run = 0, longest = 0;
    text_escape_string(&line, TEXT_LINE, word);
    for (size_t i = 0; i < line.length; i++) {
        run = line.bytes[i] == '`' ? run + 1 : 0;
        longest = run > longest ? run : longest;
        if (line.bytes[i] == '|') {
            line.bytes[i] = '/';
        }
    }
    for (size_t i = 0; i <= longest; i++) {
        text_string(out, "`");
    }
    text_string(out, longest ? " " : "");
    text_append(out, &line);
    text_string(out, longest ? " " : "");
    for (size_t i = 0; i <= longest; i++) {
        text_string(out, "`");
    }
    text_free(&line);
}

/* The same, for a text that it frees; nothing if that is empty. */
static void pour_code(struct text *out, struct text *words)
{
    if (words->length) {
        add_code(out, words->bytes);
    }
    out->failed = out->failed || words->failed;
    text_free(words);
}

/* Prose that staff wrote; its markup is theirs, but it stays on one line. */
static void add_prose(struct text *out, const char *before, const struct result_details *d, uint32_t node)
{
    if (node) {
        text_string(out, before);
        results_word(out, TEXT_LINE, &d->tree, node, SIZE_MAX);
        text_string(out, "\n\n");
    }
}

static void add_marks(const struct view *view, struct text *out)
{
    const struct report *report = view->report;
    bool commits = view_has_commits(report, view->only);
    text_string(out, commits ? "| Milestone | Commit | Of | Score | Result | |\n|---|---|---:|---:|---:|---|\n"
                             : "| Milestone | Of | Score | Result | |\n|---|---:|---:|---:|---|\n");
    for (size_t i = 0; i < report->milestone_count; i++) {
        const struct report_mark *mark = &view->only->marks[i];
        if (!report_mark_graded(mark)) {
            continue;
        }
        text_string(out, "| ");
        add_code(out, *report->milestones[i].name ? report->milestones[i].name : "all cases");
        if (commits) {
            struct text commit = {0};
            view_commit(mark, TEXT_LINE, &commit);
            text_string(out, " | ");
            pour_code(out, &commit);
        }
        const int64_t numbers[] = {mark->tally.points, mark->tally.earned, mark->result};
        for (int k = 0; k < 3; k++) {
            text_string(out, " | ");
            points_write(out, numbers[k]);
        }
        struct text why = {0};
        view_corrections(mark, TEXT_LINE, &why);
        text_string(out, why.length ? " | " : " |");
        pour_code(out, &why);
        text_string(out, " |\n");
    }
    text_string(out, "\n");
}

/* One failure in full. */
static void add_failure(const struct result *r, struct text *out)
{
    struct result_details d;
    if (!results_details(r, &d, out)) {
        return;
    }
    add_prose(out, "", &d, d.description);
    report_failure(r, TEXT_LINE, "    ", out);
    report_repeat(r, out);
    text_string(out, "\n");
    add_prose(out, "> Hint: ", &d, d.hint);
    results_details_free(&d);
}

static void add_kind(const struct kinds *kinds, const struct kind *kind, struct text *out)
{
    struct text phrase = {0};
    size_t named = 0;
    kind_describe(kind->first, &phrase);
    text_format(out, "### %s", verdict_names[kind->first->verdict]);
    text_string(out, phrase.length ? ": " : "");
    pour_code(out, &phrase);
    text_format(out, "\n\n%zu case%s: ", kind->cases, kind->cases == 1 ? "" : "s");
    for (const struct result *r = kind->first; named < kind->cases && named < NAMED_MAX; r++) {
        if (kinds_of(kinds, r) == kind) {
            text_string(out, named++ ? ", " : "");
            add_code(out, r->id);
        }
    }
    if (kind->cases > named) {
        text_format(out, " and %zu more", kind->cases - named);
    }
    text_string(out, kind->cases > 1 ? ". The first:\n\n" : "\n\n");
    add_failure(kind->first, out);
}

/* Failures of which only the verdict may be seen. */
static void add_verdicts(const struct view *view, struct text *out)
{
    for (size_t i = view->first; i < view->first + view->count; i++) {
        const struct result *r = &view_results(view)[i];
        if (r->verdict != VERDICT_PASS && view_shows(view, r) && !view_explains(view, r)) {
            text_format(out, "- %s: ", verdict_names[r->verdict]);
            add_code(out, r->id);
            text_string(out, "\n");
        }
    }
}

static void add_failures(const struct view *view, struct text *out)
{
    const struct results *results = view->report->results;
    struct arena arena = {0};
    struct kinds kinds;
    if (!view_kinds(view, &kinds, &arena)) {
        out->failed = true;
    }
    for (size_t i = view->report->tests; i < results->count && !out->failed; i++) {
        if (view_has_build(view, &results->list[i])) {
            text_string(out, "### build-failed: ");
            add_code(out, results->list[i].id);
            text_string(out, "\n\n");
            add_failure(&results->list[i], out);
        }
    }
    for (size_t i = 0; i < kinds.count && !out->failed; i++) {
        add_kind(&kinds, &kinds.list[i], out);
    }
    add_verdicts(view, out);
    arena_free(&arena);
}

void report_team_markdown(const struct report *report, const struct report_submission *submission, struct text *out)
{
    const struct view view = view_of(report, submission);
    struct text title = {0};
    size_t hidden;
    struct report shown = *report;
    shown.total = view_tally(&view, &hidden);
    shown.not_run = 0;
    view_title(&view, TEXT_LINE, &title);
    text_string(out, "# ");
    pour_code(out, &title);
    text_string(out, "\n\n**");
    view_score(submission->result, submission->tally.points, out);
    text_string(out, "**: ");
    report_summary(&shown, out);
    if (hidden) {
        text_format(out, "(%zu more count%s, but %s not shown)\n", hidden, hidden == 1 ? "s" : "",
                    hidden == 1 ? "is" : "are");
    }
    text_string(out, "\n");
    view_time(&view, "", "\n\n", out);
    add_marks(&view, out);
    if (shown.total.failed + shown.total.errors) {
        text_string(out, "## What went wrong\n\n");
        add_failures(&view, out);
    }
}
