/* Series of games, whole or in parts, for the programs that play them. */
#ifndef SERIES_RUN_H
#define SERIES_RUN_H

#include "engine_choice.h"
#include "tournament/shards.h"

struct series_run {
    /* options */
    struct harness_number games, jobs;
    const char *shard, *results;
    bool merge, resume;
    struct engine_choice engine;

    /* set by series_run_check */
    int64_t from, to; /* the games to play */
    int threads;
};

extern const struct harness_option series_run_options[]; /* into a struct series_run */

/* Writes the summary of a series. */
typedef void series_run_write(struct text *out, const struct series_totals *totals);

/* Checks the options. seed: one was given. */
bool series_run_check(struct harness *h, struct series_run *run, bool seed);

/* The series to play, without `play`. */
struct series series_run_plan(const struct series_run *run, int players, uint64_t seed);

/* Prints the summary, or keeps the record of a part. settings: what the outcome depends on, besides the input, the seed
 * and the number of games. */
bool series_run_end(struct harness *h, const struct series_run *run, const struct series_totals *totals,
                    const char *settings, series_run_write *write);

/* --engine: has the series played in shares, and prints the summary. programs: there are some among the players. Call
 * it when the input has been read. */
bool series_run_spread(struct harness *h, const struct series_run *run, uint64_t seed, bool programs,
                       const char *settings, series_run_write *write);

/* --merge: prints the summary of the series whose parts are in the files that are the arguments. */
bool series_run_merge(struct harness *h, series_run_write *write);

#endif
