/* xgrade --engine: cuts a run into shares, has an engine run them, and takes over their results; and what a share does.
 */
#include "base/content.h"
#include "base/list.h"
#include "grade/cells.h"
#include "xgrade.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* -- a share -- */

static bool load_found(void *self, const char *path, struct error *err)
{
    return results_load_path(self, path, err);
}

bool grade_open(struct harness *h, struct grade_command *c)
{
    if (!c->engine.share) {
        return session_open(&c->work, &c->session, &h->error);
    }
    /* what an earlier start of this share has done is not done again */
    c->session.results = spool_new_results(c->engine.share, &h->arena);
    c->session.resume = true;
    return (c->session.results || error_memory(&h->error)) && session_open(&c->work, &c->session, &h->error) &&
           spool_results(c->engine.share, load_found, &c->work.before, &h->error);
}

/* -- all shares -- */

/* The tasks of a share. */
struct slice {
    struct session_task **tasks;
    size_t count;
    size_t records, failures; /* so far, as far as is known */
    off_t size;               /* of the results files then */
};

struct grading {
    struct session *session;
    struct spool spool;
    struct engine engine;
    struct slice *slices; /* by number of the share */
    size_t room;
    struct arena arena;
};

/* Adds a share of these tasks. */
static bool add_share(struct grading *g, struct session_task **tasks, size_t count, struct error *err)
{
    struct text cells = {0};
    for (size_t i = 0; i < count; i++) {
        cells_write(&cells, tasks[i]);
    }
    bool ok = spool_add(&g->spool, &cells, err) &&
              (list_grow(&g->slices, &g->room, g->spool.shares + 1, sizeof *g->slices) || error_memory(err));
    if (ok) {
        g->slices[g->spool.shares] = (struct slice){.tasks = tasks, .count = count};
    }
    text_free(&cells);
    return ok;
}

/* Takes over the record of a task, and that of its build. */
static bool adopt(struct grading *g, struct session_task *task, const struct results *found,
                  const struct result *result, struct error *err)
{
    struct result *build = *result->build ? results_find(found, RECORD_BUILD, task->submission, result->build) : NULL;
    if (build && !build->wanted && !session_adopt(g->session, NULL, build, err)) {
        return false;
    }
    if (build) {
        build->wanted = true; /* once is enough */
    }
    return session_adopt(g->session, task, result, err);
}

static bool collect(void *self, size_t share, bool last, size_t *left, struct error *err)
{
    struct grading *g = self;
    struct slice *slice = &g->slices[share];
    struct results found = {.keep_verdicts = true};
    char *folder = spool_path(&g->spool, share, "", &g->arena);
    bool ok = folder ? spool_results(folder, load_found, &found, err) : error_memory(err);
    *left = 0;
    for (size_t i = 0; ok && i < slice->count; i++) {
        struct session_task *task = slice->tasks[i];
        const struct result *result = results_find(&found, task->role, task->submission, task->test->id);
        if (!result || (result->verdict == VERDICT_HARNESS_ERROR && !last)) {
            ++*left;
        } else {
            ok = adopt(g, task, &found, result, err);
        }
    }
    slice->records = slice->failures = 0; /* they are in the session now */
    results_free(&found);
    return ok;
}

static bool again(void *self, size_t share, struct error *err)
{
    struct grading *g = self;
    const struct slice *slice = &g->slices[share];
    struct session_task **rest = arena_array(&g->arena, slice->count, sizeof *rest);
    size_t count = 0;
    for (size_t i = 0; rest && i < slice->count; i++) {
        if (!slice->tasks[i]->done) {
            rest[count++] = slice->tasks[i];
        }
    }
    return rest ? add_share(g, rest, count, err) : error_memory(err);
}

/* -- progress -- */

/* Counts the records in a results file, and those that are not "pass". */
static bool count_records(void *self, const char *path, struct error *err)
{
    static const char passed[] = "\"verdict\":\"pass\"";
    struct slice *slice = self;
    struct content file = {0};
    struct error ignored;
    (void)err;
    if (content_read(&file, path, &ignored)) {
        const char *at = file.bytes, *end = file.bytes + file.length;
        for (const char *next; at && at < end && (next = memchr(at, '\n', (size_t)(end - at))); at = next + 1) {
            slice->records++;
            slice->failures += !memmem(at, (size_t)(next - at), passed, sizeof passed - 1);
        }
    }
    content_free(&file);
    return true;
}

static bool add_size(void *self, const char *path, struct error *err)
{
    struct stat info;
    (void)err;
    *(off_t *)self += stat(path, &info) == 0 ? info.st_size : 0;
    return true;
}

static void show(void *self)
{
    struct grading *g = self;
    struct session *s = g->session;
    size_t done = s->done, failed = s->failed;
    struct error ignored;
    for (size_t i = g->spool.before + 1; s->listener.progress && i <= g->spool.shares; i++) {
        struct slice *slice = &g->slices[i];
        struct arena arena = {0};
        char *folder = g->engine.shares[i - 1].state == ENGINE_SUBMITTED ? spool_path(&g->spool, i, "", &arena) : NULL;
        off_t size = 0;
        if (folder && spool_results(folder, add_size, &size, &ignored) && size != slice->size) {
            slice->records = slice->failures = 0;
            slice->size = size;
            spool_results(folder, count_records, slice, &ignored);
        }
        done += slice->records < slice->count ? slice->records : slice->count;
        failed += slice->failures;
        arena_free(&arena);
    }
    if (s->listener.progress && done < s->of) {
        s->listener.progress(s->listener.self, done, s->of, failed);
    }
}

/* -- the run -- */

/* The seconds that each task has taken before, or what most take; negative: nobody knows. */
static double weigh(const struct session *s, struct session_task *const *tasks, size_t count, double *weights)
{
    double total = 0;
    size_t known = 0;
    for (size_t i = 0; i < count; i++) {
        const struct session_task *task = tasks[i];
        const struct result *result = results_find(&s->before, task->role, task->submission, task->test->id);
        bool has_run = result && result->wall_ms > 0; /* otherwise it could not be built, say */
        weights[i] = has_run ? result->wall_ms / 1000 : -1;
        total += has_run ? weights[i] : 0;
        known += has_run;
    }
    double mean = known ? total / (double)known : 1;
    for (size_t i = 0; i < count; i++) {
        weights[i] = weights[i] < 0 ? mean : weights[i];
    }
    return known ? mean * (double)count : -1;
}

/* Cuts the tasks into shares: those of a submission stay together as far as possible, because each share builds for
 * itself. */
static bool cut(struct grading *g, const struct engine_choice *choice, struct session_task **tasks, size_t count,
                struct error *err)
{
    double *weights = malloc((count + 1) * sizeof *weights);
    size_t *starts = malloc((count + 1) * sizeof *starts), pieces = 0;
    bool ok = weights && starts;
    if (ok) {
        double seconds = weigh(g->session, tasks, count, weights);
        pieces = engine_cut(weights, count, engine_choice_shares(choice, &g->engine, count, seconds), starts);
        starts[pieces] = count;
    } else {
        error_memory(err);
    }
    for (size_t i = 0; ok && i < pieces; i++) {
        ok = add_share(g, tasks + starts[i], starts[i + 1] - starts[i], err);
    }
    free(weights);
    free(starts);
    return ok;
}

/* Takes over what the shares of an earlier run have done, as if it had been in the results file. */
static bool recover(struct grading *g, struct error *err)
{
    struct session *s = g->session;
    bool ok = true;
    for (size_t i = 1; ok && i <= g->spool.before; i++) {
        struct results found = {.keep_verdicts = true};
        char *folder = spool_path(&g->spool, i, "", &g->arena);
        ok = folder ? spool_results(folder, load_found, &found, err) : error_memory(err);
        for (size_t k = 0; ok && k < found.count; k++) {
            const struct result *result = &found.list[k];
            const struct result *known = results_find(&s->before, result->role, result->submission, result->id);
            bool better = !known || (known->verdict == VERDICT_HARNESS_ERROR && result->verdict != known->verdict);
            ok = !better || session_adopt(s, NULL, result, err);
        }
        results_free(&found);
    }
    if (ok && g->spool.before) {
        results_free(&s->before);
        ok = session_results(s, &s->before, err);
    }
    return ok;
}

static bool run_shares(struct harness *h, const struct grade_command *c, struct grading *g, struct tasks *tasks,
                       const char *name)
{
    const char *const more[] = {"--share-isolation", c->session.isolation, NULL};
    const struct engine_work work = {.self = g, .collect = collect, .again = again, .progress = show};
    struct session *s = g->session;
    if (!engine_choice_open(h, &c->engine, name, s->options.resume, &g->spool, &g->engine) || !recover(g, &h->error)) {
        return false;
    }
    g->engine.stop = s->options.run.stop;
    struct session_task **wanted = arena_array(&g->arena, tasks->count + 1, sizeof(*wanted));
    if (!wanted) {
        return error_memory(&h->error);
    }
    size_t count = session_sort_out(s, tasks->list, tasks->count, wanted);
    if (s->error.kind != ERROR_NONE) {
        h->error = s->error;
        return false;
    }
    return count == 0 || (engine_choice_script(h, &c->engine, &g->spool, more, NULL, 0) &&
                          cut(g, &c->engine, wanted, count, &h->error) && engine_choice_run(h, &g->engine, &work));
}

bool grade_run(struct harness *h, struct grade_command *c, struct tasks *tasks, const char *name)
{
    struct session *session = &c->work;
    if (!c->engine.engine) {
        char *cells = c->engine.share ? cases_join(&h->arena, c->engine.share, "cells") : NULL;
        return (!c->engine.share || (cells ? cells_keep(tasks, cells, &h->error) : error_memory(&h->error))) &&
               session_run(session, tasks->list, tasks->count, &h->error);
    }
    struct grading g = {.session = session};
    bool ok = run_shares(h, c, &g, tasks, name);
    if (session->listener.progress && session->of) {
        session->listener.progress(session->listener.self, session->of, session->of, session->failed);
    }
    engine_free(&g.engine);
    spool_close(&g.spool);
    free(g.slices);
    arena_free(&g.arena);
    return ok;
}
