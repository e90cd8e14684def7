#include "engine/engine.h"

#include "base/clock.h"
#include "base/list.h"
#include "engine/tool.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#define QUICK (CLOCK_SECOND / 10) /* how often shares are looked at, in a run's first seconds */
#define SLOW CLOCK_SECOND         /* and later on */
#define FIRST_SECONDS (10 * CLOCK_SECOND)

const struct engine_calls *engine_find(const char *name, struct error *err)
{
    static const struct engine_calls *const all[] = {&engine_slurm, &engine_parallel};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(all[i]->name, name) == 0) {
            bool fits = tool_find(all[i]->program, all[i]->package, err) && (!all[i]->check || all[i]->check(err));
            return fits ? all[i] : NULL;
        }
    }
    error_set(err, ERROR_INPUT, "there is no such engine");
    return NULL;
}

size_t engine_slots(const struct engine *engine)
{
    size_t slots = engine->calls->slots(engine);
    return slots ? slots : 1;
}

size_t engine_cut(const double *weights, size_t count, size_t shares, size_t *starts)
{
    double total = 0, sum = 0;
    size_t pieces = 0;
    for (size_t i = 0; i < count; i++) {
        total += weights[i];
    }
    for (size_t i = 0; i < count; i++) {
        /* a piece begins where the middle of its first cell has passed the end of the one before, or when no more
         * cells are left than pieces */
        if (pieces == 0 || (pieces < shares && (sum + weights[i] / 2 >= total * (double)pieces / (double)shares ||
                                                count - i <= shares - pieces))) {
            starts[pieces++] = i;
        }
        sum += weights[i];
    }
    return pieces;
}

/* -- for the engines -- */

bool engine_add_options(const struct engine *e, const char **argv, size_t *count, struct error *err)
{
    for (size_t i = 0; e->options && e->options[i]; i++) {
        if (*count + 20 > ENGINE_WORDS_MAX) {
            return error_set(err, ERROR_INPUT, "there are too many options for the engine");
        }
        argv[(*count)++] = e->options[i];
    }
    argv[*count] = NULL;
    return true;
}

const char *engine_option(const struct engine *e, const char *letter, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; e->options && e->options[i]; i++) {
        const char *word = e->options[i];
        if (strcmp(word, letter) == 0 || strcmp(word, name) == 0) {
            return e->options[i + 1];
        }
        if (strncmp(word, name, length) == 0 && word[length] == '=') {
            return word + length + 1;
        }
        if (letter[1] != '-' && strncmp(word, letter, 2) == 0) {
            return word + 2;
        }
    }
    return NULL;
}

/* -- shares -- */

/* Adds the shares that are new in the spool. */
static bool add_shares(struct engine *e, int tries, const char *avoid, struct error *err)
{
    size_t wanted = e->spool->shares;
    if (!list_grow(&e->shares, &e->room, wanted, sizeof *e->shares)) {
        return error_memory(err);
    }
    for (; e->count < wanted; e->count++) {
        struct engine_share *share = &e->shares[e->count];
        bool old = e->count < e->spool->before;
        *share = (struct engine_share){.state = old ? ENGINE_SETTLED : ENGINE_QUEUED, .tries = tries};
        snprintf(share->avoid, sizeof share->avoid, "%s", avoid);
        e->open += !old;
    }
    return true;
}

/* Submits what is queued: runs of shares that avoid the same machine. */
static bool submit_all(struct engine *e, struct error *err)
{
    for (size_t i = e->spool->before; i < e->count && !(e->calls->is_busy && e->calls->is_busy(e));) {
        const struct engine_share *first = &e->shares[i];
        size_t count = 0;
        while (i + count < e->count && e->shares[i + count].state == ENGINE_QUEUED &&
               strcmp(e->shares[i + count].avoid, first->avoid) == 0) {
            count++;
        }
        size_t taken = count ? e->calls->submit(e, i + 1, count, first->avoid, err) : 0;
        if (count && !taken) {
            return false;
        }
        for (size_t k = 0; k < taken; k++) {
            e->shares[i + k].state = ENGINE_SUBMITTED;
            e->shares[i + k].active = true;
        }
        i += taken ? taken : 1;
    }
    return true;
}

/* The same, but an engine that has taken shares before may refuse more for a while, because it is restarted, or because
 * the user has enough in its queue. They wait as long as others are under way, and a while longer. */
static bool submit_patiently(struct engine *e, struct error *err)
{
    struct error why = {0};
    int64_t now = clock_now();
    bool any = e->under_way == 0;
    for (size_t i = e->spool->before; !any && i < e->count; i++) {
        any = e->shares[i].state == ENGINE_SUBMITTED;
    }
    e->under_way = any ? now : e->under_way;
    if (e->refused && now - e->refused < e->calls->look_every) {
        return true;
    }
    e->refused = submit_all(e, &why) ? 0 : now;
    if (e->refused && (e->job_count == 0 || now - e->under_way > e->calls->silence)) {
        *err = why;
        return false;
    }
    return true;
}

static void give_up(struct engine *e, size_t number, const char *host, size_t left)
{
    if (e->failed++ == 0) {
        text_format(&e->why, "share %zu has left %zu undone%s%s: ", number, left, *host ? ", the last time on " : "",
                    host);
        size_t before = e->why.length;
        spool_last_words(e->spool, number, &e->why);
        if (e->why.length == before && e->calls->complaint) {
            e->calls->complaint(e, &e->why);
        }
        text_string(&e->why, e->why.length == before ? "nobody said why" : "");
    }
}

/* Takes over what a share has done that has ended or vanished. The rest, if any, becomes a new share. */
static bool settle(struct engine *e, const struct engine_work *work, size_t number, bool ended, const char *host,
                   struct error *err)
{
    struct engine_share *share = &e->shares[number - 1];
    int tries = share->tries;
    size_t left = 0;
    bool last = tries >= e->tries || (ended && e->gave_up);
    share->state = ENGINE_SETTLED;
    e->open--;
    if (!work->collect(work->self, number, last, &left, err)) {
        return false;
    }
    if (left == 0) {
        return true;
    }
    if (last) {
        give_up(e, number, host, left);
        return true;
    }
    return work->again(work->self, number, err) && add_shares(e, tries + 1, host, err);
}

/* Settles the shares that have ended. If the engine has been asked, also those that it no longer has. */
static bool settle_all(struct engine *e, const struct engine_work *work, bool asked, struct error *err)
{
    size_t count = e->count; /* without those that are added here */
    for (size_t i = e->spool->before; i < count; i++) {
        char host[SPOOL_HOST_MAX] = "";
        int code = 0;
        if (e->shares[i].state != ENGINE_SUBMITTED) {
            continue;
        }
        bool ended = spool_ended(e->spool, i + 1, &code, host), lost = asked && !e->shares[i].active;
        if ((lost || (ended && (code == 0 || !e->calls->retries))) && !settle(e, work, i + 1, ended, host, err)) {
            return false;
        }
    }
    return true;
}

/* Ends everything, and takes over what was done nevertheless. */
static bool stop(struct engine *e, const struct engine_work *work, struct error *err)
{
    bool ok = true;
    e->calls->cancel(e);
    e->stopped = true;
    for (size_t i = e->spool->before; i < e->count; i++) {
        size_t left;
        if (e->shares[i].state == ENGINE_SUBMITTED) {
            ok = work->collect(work->self, i + 1, true, &left, ok ? err : &(struct error){0}) && ok;
        }
    }
    return ok;
}

static bool follow(struct engine *e, const struct engine_work *work, struct error *err)
{
    int64_t begin = clock_now(), answered = begin, looked = begin, shown = begin;
    while (e->open && !e->stopped) {
        struct pollfd asked = {.fd = e->stop, .events = POLLIN};
        bool quick = clock_now() - begin < FIRST_SECONDS, has_looked = false;
        if (!submit_patiently(e, err)) {
            return false;
        }
        if (clock_poll(&asked, 1, clock_in(quick ? QUICK : SLOW)) > 0) {
            return stop(e, work, err);
        }
        int64_t now = clock_now();
        if (now - looked >= e->calls->look_every) {
            has_looked = e->calls->look(e);
            looked = now;
            answered = has_looked ? now : answered;
        }
        if (looked - answered > e->calls->silence) {
            return error_set(err, ERROR_IO, "%s has not answered for %lld s", e->calls->name,
                             (long long)(e->calls->silence / CLOCK_SECOND));
        }
        if (!settle_all(e, work, has_looked, err)) {
            return false;
        }
        if (now - shown >= CLOCK_SECOND) {
            work->progress(work->self);
            shown = now;
        }
    }
    return true;
}

bool engine_run(struct engine *engine, const struct engine_work *work, struct error *err)
{
    bool ok = add_shares(engine, 1, "", err) && follow(engine, work, err);
    if (!ok) {
        engine->calls->cancel(engine);
    }
    return ok;
}

static bool cancel_job(const char *job, struct error *err)
{
    static const char slurm[] = "slurm ";
    return strncmp(job, slurm, strlen(slurm)) != 0 || engine_slurm_cancel(job + strlen(slurm), err);
}

bool engine_cancel_all(const char *dir, struct error *err)
{
    return spool_jobs(dir, cancel_job, err);
}

void engine_free(struct engine *engine)
{
    text_free(&engine->why);
    free(engine->shares);
    free(engine->jobs);
    engine->shares = NULL;
    engine->jobs = NULL;
}
