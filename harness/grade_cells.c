/* Which cases are run, and what is seen of it. */
#include "grade_run.h"

#include <fnmatch.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

bool grade_cells_add(struct grade_cells *cells, const struct session_cell *cell, struct error *err)
{
    if (cells->count == cells->room) {
        size_t room = cells->room ? 2 * cells->room : 256;
        struct session_cell *list = realloc(cells->list, room * sizeof *list);
        if (!list) {
            return error_memory(err);
        }
        cells->list = list;
        cells->room = room;
    }
    cells->list[cells->count++] = *cell;
    return true;
}

static bool has_tag(const struct grade_case *c, const char *tag)
{
    for (size_t i = 0; c->suite->tags && c->suite->tags[i]; i++) {
        if (strcmp(c->suite->tags[i], tag) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_failed(const struct session_cell *cell, const struct results *previous)
{
    const struct result *r = results_find(previous, cell->role, cell->submission, cell->test->id);
    return r && r->verdict != VERDICT_PASS;
}

static bool fits(const struct grade_case *test, const struct grade_command *c)
{
    return (!c->filter || fnmatch(c->filter, test->id, 0) == 0 ||
            fnmatch(c->filter, report_name(test->id, test->group), 0) == 0) &&
           (!c->tag || has_tag(test, c->tag));
}

/* Whether the other options want a cell, which is number `number` of its folder. */
static bool is_selected(const struct session_cell *cell, const struct grade_command *c, const struct results *previous,
                        uint64_t number)
{
    return (!c->first.given || number < c->first.value) &&
           (c->shards == 1 || session_in_shard(cell, c->shard_index, c->shards)) &&
           (!c->session.failed || has_failed(cell, previous));
}

bool grade_cells_select(struct harness *h, struct grade_cells *cells, const struct grade_command *c,
                        const struct results *previous)
{
    size_t kept = 0, fitting = 0;
    uint64_t number = 0;
    struct session_cell last = {0};
    for (size_t i = 0; i < cells->count; i++) {
        struct session_cell cell = cells->list[i];
        if (!fits(cell.test, c)) {
            continue;
        }
        bool same = last.test && last.test->group == cell.test->group && last.submission == cell.submission;
        number = same ? number + 1 : 0;
        last = cell;
        fitting++;
        if (is_selected(&cell, c, previous, number)) {
            cells->list[kept++] = cell;
        }
    }
    cells->count = kept;
    return fitting || harness_usage(h, "no case fits --%s %s", c->filter ? "filter" : "tag",
                                    harness_show(c->filter ? c->filter : c->tag).text);
}

void grade_name_orphans(const struct harness *h, const struct cases *cases)
{
    for (size_t i = 0; i < cases->orphan_count; i++) {
        harness_say(h, "%s", cases->orphans[i]);
    }
}

bool grade_list(struct harness *h, const struct grade_cells *cells, bool with_submission)
{
    struct sheet out;
    if (!sheet_open(&out, "-", &h->error)) {
        return false;
    }
    for (size_t i = 0; i < cells->count; i++) {
        if (with_submission) {
            sheet_word(&out, SHEET_LINE, cells->list[i].submission);
            sheet_add(&out, "\t");
        }
        sheet_word(&out, SHEET_LINE, cells->list[i].test->id);
        sheet_add(&out, "\n");
    }
    return sheet_close(&out, &h->error);
}

/* -- signals and progress -- */

int grade_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

bool grade_interrupted(int fd)
{
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    return fd >= 0 && poll(&ready, 1, 0) > 0;
}

static void show_progress(void *self, size_t done, size_t of, size_t failed)
{
    enum { WIDTH = 30 };
    char bar[WIDTH + 1];
    size_t filled = of ? done * WIDTH / of : 0;
    (void)self;
    if (done != of && of > 1000 && done % (of / 1000)) {
        return; /* not for each of many */
    }
    memset(bar, '.', WIDTH);
    memset(bar, '#', filled < WIDTH ? filled : WIDTH);
    bar[WIDTH] = '\0';
    dprintf(STDERR_FILENO, "\r[%s] %zu of %zu, %zu failed%s", bar, done, of, failed, done == of ? "\r\033[K" : "");
}

/* What an update is about to change. */
static void show_change(void *self, const struct session_cell *cell, const struct judge *j)
{
    struct harness *h = self;
    struct sheet out;
    if (!sheet_open(&out, "-", &h->error)) {
        return;
    }
    sheet_add(&out, "updating ");
    sheet_word(&out, SHEET_LINE, cell->test->id);
    sheet_add(&out, cell->test->out || cell->test->err ? "\n" : ": there was no expected output\n");
    for (int i = 0; i < j->compare.differences; i++) {
        const struct compare_difference *d = &j->compare.difference[i];
        sheet_add(&out, "    ");
        sheet_word(&out, SHEET_LINE, d->path);
        sheet_add(&out, ": expected ");
        sheet_word(&out, SHEET_LINE, *d->expected ? d->expected : "nothing");
        sheet_add(&out, ", got ");
        sheet_word(&out, SHEET_LINE, *d->got ? d->got : "nothing");
        sheet_add(&out, "\n");
    }
    sheet_add(&out, j->compare.more ? "    ... and more\n" : "");
    if (j->log_differs) {
        sheet_format(&out, "    the log differs from %s on\n", j->log_difference.place);
    }
    sheet_close(&out, &h->error);
}

struct session_watch grade_progress(struct harness *h, bool quiet)
{
    return (struct session_watch){
        .progress = isatty(STDERR_FILENO) && !quiet ? show_progress : NULL, .changing = show_change, .self = h};
}
