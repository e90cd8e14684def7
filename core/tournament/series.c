#include "tournament/series.h"

#include "base/clock.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { BATCH = 16, JOBS_MAX = 256 };

/* Shared by all threads. */
struct work {
    const struct series *series;
    _Atomic int64_t next, done;
};

struct worker {
    struct work *work;
    pthread_t thread;
    struct series_player totals[SERIES_PLAYERS_MAX];
    int number;
    struct error error; /* why a game failed */
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
            if (!series->play(series->context, worker->number, game, (int)(game % series->players), results,
                              &worker->error)) {
                atomic_store(&work->next, series->games);
                return NULL;
            }
            count(series, results, worker->totals);
        }
        atomic_fetch_add(&work->done, to - from);
    }
    return NULL;
}

/* Waits for a thread and meanwhile reports progress, except for the last game. */
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
    const struct error *failed = NULL;
    int jobs = series->jobs < JOBS_MAX ? series->jobs : JOBS_MAX, started = 0;
    while (started < jobs) {
        workers[started] = (struct worker){.work = &work, .number = started};
        if (pthread_create(&workers[started].thread, NULL, run, &workers[started]) != 0) {
            break; /* the other threads do its share */
        }
        started++;
    }
    for (int i = 0; i < started; i++) {
        join(&work, workers[i].thread);
        add(series, workers[i].totals, totals);
        failed = workers[i].error.kind != ERROR_NONE ? &workers[i].error : failed;
    }
    if (started == 0) {
        return error_set(err, ERROR_MEMORY, "cannot start a thread");
    }
    if (failed) {
        *err = *failed;
        return false;
    }
    if (series->progress) {
        series->progress(series->games, series->games);
    }
    return true;
}

/* -- the summary -- */

/* A number with three decimals; null if it is not finite. */
static void write_number(struct text *out, const char *before, double number)
{
    text_string(out, before);
    if (isfinite(number)) {
        text_format(out, "%.3f", fabs(number) < 0.0005 ? 0 : number); /* avoids -0 */
    } else {
        text_string(out, "null");
    }
}

static void write_player(struct text *out, const struct series_player *t, const char *name)
{
    double scored = (double)(t->games - t->kicked), mean = (double)t->sum / scored;
    double variance = ((double)t->squares - scored * mean * mean) / (scored - 1);
    text_string(out, "{\"name\":");
    text_json_string(out, name);
    text_format(out, ",\"games\":%" PRId64 ",\"wins\":%" PRId64 ",\"ties\":%" PRId64 ",\"kicked\":%" PRId64, t->games,
                t->wins, t->ties, t->kicked);
    write_number(out, ",\"mean\":", mean);
    write_number(out, ",\"error\":", scored < 2 ? INFINITY : sqrt((variance > 0 ? variance : 0) / scored));
    text_string(out, "}");
}

/* The difference in Elo points that predicts a mean result of p. */
static double elo(double p)
{
    return p <= 0 ? -INFINITY : p >= 1 ? INFINITY : -400 * log10(1 / p - 1);
}

/* How much better the first of two players is, with the 95 % confidence interval. */
static void write_elo(struct text *out, const struct series_player *a, const struct series_player *b)
{
    double n = (double)a->games, wins = (double)a->wins, draws = n - wins - (double)b->wins;
    double p = (wins + draws / 2) / n, variance = (wins + draws / 4) / n - p * p;
    double margin = 1.959964 * sqrt((variance > 0 ? variance : 0) / n);
    write_number(out, ",\"elo\":{\"difference\":", elo(p));
    write_number(out, ",\"low\":", elo(p - margin));
    write_number(out, ",\"high\":", elo(p + margin));
    text_string(out, "}");
}

void series_write(struct text *out, const struct series *series, uint64_t seed, const struct series_player *totals,
                  const char *const *names)
{
    text_format(out, "{\"games\":%" PRId64 ",\"seed\":%" PRIu64 ",\"players\":[", series->games, seed);
    for (int i = 0; i < series->players; i++) {
        text_string(out, i ? "," : "");
        write_player(out, &totals[i], names[i]);
    }
    text_string(out, "]");
    if (series->players == 2) {
        write_elo(out, &totals[0], &totals[1]);
    }
    text_string(out, "}");
}
