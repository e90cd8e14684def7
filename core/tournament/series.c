#include "tournament/series.h"

#include "base/clock.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

enum { BATCH = 16, JOBS_MAX = 256 };

/* Shared by all threads. */
struct work {
    const struct series *series;
    _Atomic int64_t next, done;
    atomic_int ended; /* threads */
};

struct worker {
    struct work *work;
    pthread_t thread;
    union series_player totals[SERIES_PLAYERS_MAX];
    int number;
    struct error error; /* why a game failed */
};

static void count(const struct series *series, const struct series_result *results, union series_player *totals)
{
    int first = 0;
    for (int i = 0; i < series->players; i++) {
        first += results[i].place == 1;
    }
    for (int i = 0; i < series->players; i++) {
        union series_player *t = &totals[i];
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
    while ((from = atomic_fetch_add(&work->next, BATCH)) < series->to) {
        int64_t to = from + BATCH < series->to ? from + BATCH : series->to;
        for (int64_t game = from; game < to; game++) {
            struct series_result results[SERIES_PLAYERS_MAX] = {{0}};
            if (!series->play(series->context, worker->number, game, (int)(game % series->players), results,
                              &worker->error)) {
                atomic_store(&work->next, series->to);
                atomic_fetch_add(&work->ended, 1);
                return NULL;
            }
            count(series, results, worker->totals);
        }
        atomic_fetch_add(&work->done, to - from);
    }
    atomic_fetch_add(&work->ended, 1);
    return NULL;
}

/* Reports progress, except for the last game, while threads run. */
static void report(const struct work *work, int threads)
{
    const struct series *series = work->series;
    int64_t games = series->to - series->from, shown_at = clock_now();
    while (series->progress && atomic_load(&work->ended) < threads) {
        int64_t done = atomic_load(&work->done);
        if (done < games && clock_now() - shown_at >= CLOCK_SECOND / 10) {
            series->progress(done, games);
            shown_at = clock_now();
        }
        clock_sleep(clock_in(CLOCK_SECOND / 100));
    }
}

void series_add(union series_player *totals, const union series_player *more, int count)
{
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < SERIES_COUNTS; k++) {
            totals[i].count[k] += more[i].count[k];
        }
    }
}

struct series_totals series_totals(const struct series *series)
{
    return (struct series_totals){.seed = series->seed,
                                  .games = series->games,
                                  .from = series->from,
                                  .to = series->to,
                                  .players = series->players};
}

bool series_play(const struct series *series, union series_player *totals, struct error *err)
{
    struct work work = {.series = series, .next = series->from};
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
    report(&work, started);
    for (int i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        series_add(totals, workers[i].totals, series->players);
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
        series->progress(series->to - series->from, series->to - series->from);
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

static void write_player(struct text *out, const union series_player *t, const char *name)
{
    double scored = (double)(t->games - t->kicked), mean = (double)t->sum / scored;
    double variance = ((double)t->squares - scored * mean * mean) / (scored - 1);
    text_json_after(out, "{\"name\":", name);
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
static void write_elo(struct text *out, const union series_player *a, const union series_player *b)
{
    double n = (double)a->games, wins = (double)a->wins, draws = n - wins - (double)b->wins;
    double p = (wins + draws / 2) / n, variance = (wins + draws / 4) / n - p * p;
    double margin = 1.959964 * sqrt((variance > 0 ? variance : 0) / n);
    write_number(out, ",\"elo\":{\"difference\":", elo(p));
    write_number(out, ",\"low\":", elo(p - margin));
    write_number(out, ",\"high\":", elo(p + margin));
    text_string(out, "}");
}

void series_write(struct text *out, const struct series_totals *totals)
{
    text_format(out, "{\"games\":%" PRId64 ",\"seed\":%" PRIu64 ",\"players\":[", totals->games, totals->seed);
    for (int i = 0; i < totals->players; i++) {
        text_string(out, i ? "," : "");
        write_player(out, &totals->player[i], totals->names[i]);
    }
    text_string(out, "]");
    if (totals->players == 2) {
        write_elo(out, &totals->player[0], &totals->player[1]);
    }
    text_string(out, "}");
}
