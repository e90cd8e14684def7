/* xgrade --site: a page for staff, and a page and a text for each submission to give back. */
#include "xgrade.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { NAME_LENGTH = 100, NAME_ROOM = NAME_LENGTH + 24 }; /* room: also for a number */

static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";

/* Whether a name is taken, also on file systems that do not tell upper from lower case. */
static bool is_taken(const char *const *names, size_t count, const char *name)
{
    bool taken = strcasecmp(name, "index") == 0;
    for (size_t i = 0; i < count && !taken; i++) {
        taken = strcasecmp(names[i], name) == 0;
    }
    return taken;
}

/* A name for files: plain characters only, none at the beginning that would hide it, and no other like it. */
static const char *file_name(struct harness *h, const char *submission, const char *const *names, size_t count)
{
    char copy[NAME_LENGTH + 1], name[NAME_ROOM];
    snprintf(copy, sizeof copy, "%s", submission);
    for (char *at = copy; *(at += strspn(at, plain)); at++) {
        *at = '-';
    }
    const char *start = copy + strspn(copy, ".-");
    start = *start ? start : "submission";
    snprintf(name, sizeof name, "%s", start);
    for (size_t i = 2; is_taken(names, count, name); i++) {
        snprintf(name, sizeof name, "%s-%zu", start, i);
    }
    return arena_string(&h->arena, name, strlen(name));
}

/* Opens DIR/NAME followed by an ending. */
static bool open_page(struct harness *h, struct file_writer *out, const char *site, const char *name,
                      const char *ending)
{
    char file[NAME_ROOM + 8];
    snprintf(file, sizeof file, "%s%s", name, ending);
    char *path = cases_join(&h->arena, site, file);
    return path ? file_open(out, path, &h->error) : error_memory(&h->error);
}

static bool write_team(struct harness *h, const struct report *report, const char *site, size_t number,
                       const char *name)
{
    const struct report_submission *submission = &report->submissions[number];
    struct file_writer out;
    if (!open_page(h, &out, site, name, ".html")) {
        return false;
    }
    report_html(report, submission, &grade_artist, &out.text);
    if (!file_close(&out, &h->error) || !open_page(h, &out, site, name, ".md")) {
        return false;
    }
    report_team_markdown(report, submission, &out.text);
    return file_close(&out, &h->error);
}

static bool write_index(struct harness *h, const struct report *report, const struct grade_outputs *o,
                        const char *const *names)
{
    struct results older = {0};
    struct report before;
    struct file_writer out;
    bool ok = !o->since ||
              (results_load_path(&older, o->since, &h->error) && report_make(&before, &older, &h->arena, &h->error));
    if (ok && o->since && older.count == 0) {
        ok = error_set(&h->error, ERROR_INPUT, "there are no results in %s", harness_show(o->since).text);
    }
    ok = ok && open_page(h, &out, o->site, "index", ".html");
    if (ok) {
        report_index(report, o->since ? &before : NULL, names, &out.text);
        ok = file_close(&out, &h->error);
    }
    results_free(&older);
    return ok;
}

bool grade_site_check(struct harness *h, const struct report *report, const struct grade_outputs *o)
{
    if (o->since && !o->site) {
        return harness_usage(h, "--since FILE needs --site DIR");
    }
    return !o->site || !report->author_count ||
           harness_usage(h, "--site gives results back, but the tests of a fest name their teams; --html shows them");
}

bool grade_site_write(struct harness *h, const struct report *report, const struct grade_outputs *o)
{
    struct report all = *report, own = *report;
    all.all_visible = true;
    own.all_visible = false;
    if (!o->site) {
        return true;
    }
    if (mkdir(o->site, 0777) != 0 && errno != EEXIST) {
        return error_set(&h->error, ERROR_IO, "cannot make %s: %s", harness_show(o->site).text, strerror(errno));
    }
    const char **names = arena_array(&h->arena, report->submission_count, sizeof *names);
    if (!names) {
        return error_memory(&h->error);
    }
    for (size_t i = 0; i < report->submission_count; i++) {
        names[i] = file_name(h, report->submissions[i].name, names, i);
        if (!names[i]) {
            return error_memory(&h->error);
        }
        if (!write_team(h, &own, o->site, i, names[i])) {
            return false;
        }
    }
    return write_index(h, &all, o, names);
}
