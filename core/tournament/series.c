#include "tournament/series.h"

#include "base/clock.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

enum { BATCH = 16, JOBS_MAX = 256 };

/* What the threads share. */
struct work {
    const struct series *series;
    _Atomic int64_t next, done;
};

struct worker {
    struct work *work;
    int number;
    pthread_t thread;
    struct series_player totals[SERIES_PLAYERS_MAX];
};

static void count(const struct series *series, const struct series_result *results, struct series_player *totals)
{
    int first = 0;
    for (int i = 0; i < series->players; i++) {
        first += results[i].place == 1;
    }
    for (int i = 0; i < series->players; i++) {
        struct series_player *t = &totals[i];
        int place = results[i].place;
        int64_t score = place > 0 ? results[i].score : 0;
        t->games++;
        t->wins += place == 1 && first == 1;
        t->ties += place == 1 && first > 1;
        t->kicked += place == 0;
        t->sum += score;
        t->squares += score * score;
    }
}

static void *run(void *argument)
{
    struct worker *worker = argument;
    struct work *work = worker->work;
    const struct series *series = work->series;
    int64_t from;
    while ((from = atomic_fetch_add(&work->next, BATCH)) < series->games) {
        int64_t to = from + BATCH < series->games ? from + BATCH : series->games;
        for (int64_t game = from; game < to; game++) {
            struct series_result results[SERIES_PLAYERS_MAX] = {{0}};
            series->play(series->context, worker->number, game, (int)(game % series->players), results);
            count(series, results, worker->totals);
        }
        atomic_fetch_add(&work->done, to - from);
    }
    return NULL;
}

/* Waits for a thread and reports progress meanwhile, but for the last game. */
static void join(const struct work *work, pthread_t thread)
{
    const struct series *series = work->series;
    for (;;) {
        int64_t tick = clock_in(CLOCK_SECOND / 10);
        struct timespec until = {.tv_sec = tick / CLOCK_SECOND, .tv_nsec = tick % CLOCK_SECOND};
        if (pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, &until) == 0) {
            return;
        }
        int64_t done = atomic_load(&work->done);
        if (series->progress && done < series->games) {
            series->progress(done, series->games);
        }
    }
}

static void add(const struct series *series, const struct series_player *from, struct series_player *to)
{
    for (int i = 0; i < series->players; i++) {
        to[i].games += from[i].games;
        to[i].wins += from[i].wins;
        to[i].ties += from[i].ties;
        to[i].kicked += from[i].kicked;
        to[i].sum += from[i].sum;
        to[i].squares += from[i].squares;
    }
}

bool series_play(const struct series *series, struct series_player *totals, struct error *err)
{
    struct work work = {.series = series};
    struct worker workers[JOBS_MAX];
    int jobs = series->jobs < JOBS_MAX ? series->jobs : JOBS_MAX, started = 0;
    while (started < jobs) {
        workers[started] = (struct worker){.work = &work, .number = started};
        if (pthread_create(&workers[started].thread, NULL, run, &workers[started]) != 0) {
            break; /* the others do its part */
        }
        started++;
    }
    for (int i = 0; i < started; i++) {
        join(&work, workers[i].thread);
        add(series, workers[i].totals, totals);
    }
    if (started == 0) {
        return error_set(err, ERROR_MEMORY, "cannot start a thread");
    }
    if (series->progress) {
        series->progress(series->games, series->games);
    }
    return true;
}

/* A number with three digits behind the point; null if it is infinite or none. */
static json_object *write_number(double number)
{
    char text[64];
    if (!isfinite(number)) {
        return NULL;
    }
    snprintf(text, sizeof text, "%.3f", fabs(number) < 0.0005 ? 0 : number); /* there is no -0 */
    return json_object_new_double_s(number, text);
}

static json_object *write_player(const struct series_player *t, const char *name)
{
    json_object *o = json_object_new_object();
    double scored = (double)(t->games - t->kicked), mean = (double)t->sum / scored;
    double variance = ((double)t->squares - scored * mean * mean) / (scored - 1);
    json_object_object_add(o, "name", json_object_new_string(name));
    json_object_object_add(o, "games", json_object_new_int64(t->games));
    json_object_object_add(o, "wins", json_object_new_int64(t->wins));
    json_object_object_add(o, "ties", json_object_new_int64(t->ties));
    json_object_object_add(o, "kicked", json_object_new_int64(t->kicked));
    json_object_object_add(o, "mean", write_number(mean));
    json_object_object_add(o, "error", scored < 2 ? NULL : write_number(sqrt((variance > 0 ? variance : 0) / scored)));
    return o;
}

/* The difference in Elo points that makes a mean result of p likely. */
static double elo(double p)
{
    return p <= 0 ? -INFINITY : p >= 1 ? INFINITY : -400 * log10(1 / p - 1);
}

/* By how much the first of two players is better, with its 95 % interval. */
static json_object *write_elo(const struct series_player *a, const struct series_player *b)
{
    json_object *o = json_object_new_object();
    double n = (double)a->games, wins = (double)a->wins, draws = n - wins - (double)b->wins;
    double p = (wins + draws / 2) / n, variance = (wins + draws / 4) / n - p * p;
    double margin = 1.959964 * sqrt((variance > 0 ? variance : 0) / n);
    json_object_object_add(o, "difference", write_number(elo(p)));
    json_object_object_add(o, "low", write_number(elo(p - margin)));
    json_object_object_add(o, "high", write_number(elo(p + margin)));
    return o;
}

json_object *series_write(const struct series *series, uint64_t seed, const struct series_player *totals,
                          const char *const *names, struct error *err)
{
    json_object *summary = json_object_new_object(), *players = json_object_new_array();
    if (!summary || !players) {
        json_object_put(summary);
        json_object_put(players);
        error_memory(err);
        return NULL;
    }
    json_object_object_add(summary, "games", json_object_new_int64(series->games));
    json_object_object_add(summary, "seed", json_object_new_uint64(seed));
    json_object_object_add(summary, "players", players);
    for (int i = 0; i < series->players; i++) {
        json_object_array_add(players, write_player(&totals[i], names[i]));
    }
    if (series->players == 2) {
        json_object_object_add(summary, "elo", write_elo(&totals[0], &totals[1]));
    }
    return summary;
}
