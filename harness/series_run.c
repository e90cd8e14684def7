#include "series_run.h"

#include "base/content.h"
#include "base/list.h"
#include "base/write.h"
#include "process/process.h"
#include "recording.h"
#include "stop.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const struct harness_option series_run_options[] = {
    {.help = "Many games"},
    {"games", .argument = "N", HARNESS_INTO(struct series_run, games), .low = 1, .high = 1000000000000,
     .help = "play N games and print a summary"},
    {"jobs", 'j', .argument = "N", HARNESS_INTO(struct series_run, jobs), .low = 1, .high = 256,
     .help = "play N games at once (default: one per core)"},
    {"shard", .argument = "I/N", HARNESS_INTO(struct series_run, shard),
     .help = "play only the I-th of N parts; needs --seed and --results, and prints nothing"},
    {"results", .argument = "FILE", HARNESS_INTO(struct series_run, results),
     .help = "add a record of the games to FILE, for --merge"},
    {"merge", HARNESS_INTO(struct series_run, merge),
     .help = "play nothing; print the summary of the series whose parts are in the FILEs"},
    {"resume", HARNESS_INTO(struct series_run, resume),
     .help = "with --engine: continue what an earlier run has left in the spool"},
    {.name = ""},
};

/* In a share: finds out which part it is, and where its results go. */
static bool take_share(struct harness *h, struct series_run *run)
{
    const char *folder = run->engine.share;
    struct content file = {0};
    struct text path = {0};
    text_format(&path, "%s/cells", folder);
    bool ok = path.failed ? error_memory(&h->error) : content_read(&file, path.bytes, &h->error);
    if (ok) {
        run->shard = arena_string(&h->arena, file.bytes ? file.bytes : "", file.bytes ? strcspn(file.bytes, "\n") : 0);
        run->results = spool_new_results(folder, &h->arena);
        ok = (run->shard && run->results) || error_memory(&h->error);
    }
    content_free(&file);
    text_free(&path);
    struct error why = {0};
    enum process_isolation here = process_isolation_here(PROCESS_ISOLATE_DEFAULT, &why);
    return ok && (!run->engine.isolation || strcmp(process_isolations[here], run->engine.isolation) == 0 ||
                  error_set(&h->error, ERROR_IO, "programs cannot be isolated here as where the run began: %s",
                            *why.text ? why.text : process_isolations[here]));
}

/* Finds the games to play. */
static bool take_part(struct harness *h, struct series_run *run)
{
    struct shards_part part = {.shards = 1};
    if (run->shard && !harness_shard(h, run->shard, &part.index, &part.shards)) {
        return false;
    }
    if (part.shards > run->games.value) {
        return harness_usage(h, "--shard: there are only %" PRIu64 " games", run->games.value);
    }
    shards_range((int64_t)run->games.value, &part, &run->from, &run->to);
    uint64_t jobs = run->jobs.given ? run->jobs.value : recording_cores(), games = (uint64_t)(run->to - run->from);
    run->threads = (int)(jobs < games ? jobs : games);
    return true;
}

/* The option that is given and makes no sense without --games; NULL: there is none. */
static const char *stray_option(const struct series_run *run)
{
    return run->jobs.given      ? "jobs"
           : run->shard         ? "shard"
           : run->results       ? "results"
           : run->engine.engine ? "engine"
                                : NULL;
}

bool series_run_check(struct harness *h, struct series_run *run, bool seed)
{
    if (run->merge) {
        return run->games.given || stray_option(run) || h->arguments == 0
                   ? harness_usage(h, "--merge takes files, as in %s --merge FILE..., and no other options of series",
                                   h->name)
                   : true;
    }
    if (h->arguments > 0) {
        return harness_usage(h, "unexpected argument %s; the input comes from stdin: %s < FILE",
                             harness_show(h->argument[0]).text, h->name);
    }
    if (!run->games.given) {
        return !stray_option(run) || harness_usage(h, "--%s needs --games", stray_option(run));
    }
    if (!engine_choice_check(h, &run->engine)) {
        return false;
    }
    if (run->shard && (run->engine.engine || !run->results || !seed)) {
        return harness_usage(h, run->engine.engine
                                    ? "--shard does not go with --engine"
                                    : "--shard needs --results FILE and --seed N, the same for all parts");
    }
    if (run->resume && !run->engine.engine && !run->engine.share) {
        return harness_usage(h, "--resume needs --engine");
    }
    return (!run->engine.share || take_share(h, run)) && take_part(h, run);
}

struct series series_run_plan(const struct series_run *run, int players, uint64_t seed)
{
    return (struct series){.players = players,
                           .seed = seed,
                           .games = (int64_t)run->games.value,
                           .from = run->from,
                           .to = run->to,
                           .jobs = run->threads,
                           .progress = isatty(STDERR_FILENO) ? harness_progress : NULL};
}

/* Adds a line to a file in one write, so that parts may share the file. */
static bool append(struct harness *h, const char *path, const struct text *line)
{
    struct stat info;
    char last = '\n';
    int fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && fstat(fd, &info) == 0;
    /* a line that a crash left incomplete must not spoil this one */
    ok = ok && (info.st_size == 0 || pread(fd, &last, 1, info.st_size - 1) == 1) &&
         (last == '\n' || write_all(fd, "\n", 1)) && write_all(fd, line->bytes, line->length);
    int problem = errno;
    if (fd >= 0) {
        ok = close(fd) == 0 && ok;
    }
    return ok || error_set(&h->error, ERROR_IO, "cannot write %s: %s", harness_show(path).text, strerror(problem));
}

/* The hash of everything that the outcome of a series depends on. */
static void hash_series(const struct harness *h, int64_t games, uint64_t seed, const char *settings,
                        char hex[SHA256_HEX])
{
    struct sha256 sha;
    char numbers[64];
    size_t length;
    const char *text = harness_input_text(h, &length);
    int size = snprintf(numbers, sizeof numbers, "%" PRId64 " %" PRIu64, games, seed);
    sha256_start(&sha);
    sha256_add(&sha, h->name, strlen(h->name) + 1);
    sha256_add(&sha, settings, strlen(settings) + 1);
    sha256_add(&sha, numbers, (size_t)size + 1);
    sha256_add(&sha, text, length);
    sha256_hex(&sha, hex);
}

static bool print(struct harness *h, const struct series_totals *totals, series_run_write *write)
{
    struct text summary = {0};
    write(&summary, totals);
    return harness_answer(h, &summary);
}

bool series_run_end(struct harness *h, const struct series_run *run, const struct series_totals *totals,
                    const char *settings, series_run_write *write)
{
    if (run->results) {
        char series[SHA256_HEX];
        struct text line = {0};
        hash_series(h, totals->games, totals->seed, settings, series);
        shards_write(&line, totals, series);
        bool ok = line.failed ? error_memory(&h->error) : append(h, run->results, &line);
        text_free(&line);
        if (!ok) {
            return false;
        }
    }
    return run->shard || print(h, totals, write);
}

/* -- shares -- */

struct spreading {
    struct spool spool;
    struct engine engine;
    struct shards shards;
    struct shards_part *parts; /* by number of the share */
    size_t room;
    int64_t games;
    struct arena arena;
};

static bool add_share(struct spreading *s, const struct shards_part *part, struct error *err)
{
    struct text cells = {0};
    text_format(&cells, "%" PRIu64 "/%" PRIu64 "\n", part->index + 1, part->shards);
    bool ok = spool_add(&s->spool, &cells, err) &&
              (list_grow(&s->parts, &s->room, s->spool.shares + 1, sizeof *s->parts) || error_memory(err));
    if (ok) {
        s->parts[s->spool.shares] = *part;
    }
    text_free(&cells);
    return ok;
}

static bool load_part(void *self, const char *path, struct error *err)
{
    return shards_load(self, path, err);
}

/* How many games of a part are left. */
static size_t count_left(const struct spreading *s, const struct shards_part *part)
{
    int64_t from, to;
    shards_range(s->games, part, &from, &to);
    return shards_has(&s->shards, from, to) ? 0 : (size_t)(to - from);
}

static bool collect(void *self, size_t share, bool last, size_t *left, struct error *err)
{
    struct spreading *s = self;
    char *folder = spool_path(&s->spool, share, "", &s->arena);
    (void)last;
    if (!folder) {
        return error_memory(err);
    }
    if (!spool_results(folder, load_part, &s->shards, err)) {
        return false;
    }
    *left = count_left(s, &s->parts[share]);
    return true;
}

static bool again(void *self, size_t share, struct error *err)
{
    struct spreading *s = self;
    const struct shards_part part = s->parts[share];
    return add_share(s, &part, err);
}

static void show(void *self)
{
    const struct spreading *s = self;
    int64_t done = 0;
    for (size_t i = 0; i < s->shards.count; i++) {
        done += s->shards.list[i].to - s->shards.list[i].from;
    }
    if (isatty(STDERR_FILENO) && done < s->games) {
        harness_progress(done, s->games);
    }
}

/* Into how many parts an earlier run has cut the series; 0 if there is none. Takes over what it has done. */
static uint64_t recover(struct harness *h, struct spreading *s)
{
    uint64_t shards = 0, index;
    for (size_t i = 1; i <= s->spool.before; i++) {
        char *folder = spool_path(&s->spool, i, "", &s->arena), *path = spool_path(&s->spool, i, "cells", &s->arena);
        struct content file = {0};
        struct error ignored;
        if (!folder || !path || !spool_results(folder, load_part, &s->shards, &h->error)) {
            return 0;
        }
        if (shards == 0 && content_read(&file, path, &ignored) && file.length && file.bytes[file.length - 1] == '\n') {
            file.bytes[file.length - 1] = '\0'; /* without it, the file was cut off by a crash */
            harness_shard(h, file.bytes, &index, &shards);
        }
        content_free(&file);
    }
    return shards;
}

static bool spread(struct harness *h, const struct series_run *run, struct spreading *s, const char *const *more)
{
    const struct engine_work work = {.self = s, .collect = collect, .again = again, .progress = show};
    const double game_seconds = 0.001; /* of house players; those of programs take longer */
    size_t length;
    const char *input = harness_input_text(h, &length);
    if (!engine_choice_open(h, &run->engine, "games", run->resume, &s->spool, &s->engine)) {
        return false;
    }
    struct shards_part part = {.shards = recover(h, s)};
    if (h->error.kind != ERROR_NONE || !engine_choice_script(h, &run->engine, &s->spool, more, input, length)) {
        return false;
    }
    part.shards =
        part.shards && part.shards <= run->games.value
            ? part.shards
            : engine_choice_shares(&run->engine, &s->engine, (size_t)s->games, (double)s->games * game_seconds);
    for (; part.index < part.shards; part.index++) {
        if (count_left(s, &part) && !add_share(s, &part, &h->error)) {
            return false;
        }
    }
    s->engine.stop = stop_open();
    bool ok = engine_choice_run(h, &s->engine, &work);
    int signal = stop_close(s->engine.stop);
    if (ok && s->engine.stopped) {
        harness_say(h, "interrupted; --resume goes on");
        h->code = (enum exit_code)(STOP_EXIT + signal);
    }
    return ok && !s->engine.stopped;
}

bool series_run_spread(struct harness *h, const struct series_run *run, uint64_t seed, bool programs,
                       const char *settings, series_run_write *write)
{
    struct spreading s = {.games = (int64_t)run->games.value};
    struct series_totals whole;
    char number[32];
    snprintf(number, sizeof number, "%" PRIu64, seed);
    hash_series(h, s.games, seed, settings, s.shards.series);
    const char *isolation = process_isolations[process_isolation_here(PROCESS_ISOLATE_DEFAULT, &(struct error){0})];
    const char *const more[] = {"--seed", number, programs ? "--share-isolation" : NULL, isolation, NULL};
    bool ok = spread(h, run, &s, more) && shards_merge(&s.shards, &whole, &h->error) &&
              series_run_end(h, run, &whole, settings, write);
    engine_free(&s.engine);
    spool_close(&s.spool);
    shards_free(&s.shards);
    free(s.parts);
    arena_free(&s.arena);
    return ok;
}

bool series_run_merge(struct harness *h, series_run_write *write)
{
    struct shards shards = {0};
    struct series_totals whole;
    bool ok = true;
    for (int i = 0; ok && i < h->arguments; i++) {
        ok = shards_load(&shards, h->argument[i], &h->error);
    }
    if (*shards.warning) {
        harness_say(h, "%s", shards.warning);
    }
    ok = ok && shards_merge(&shards, &whole, &h->error) && print(h, &whole, write);
    shards_free(&shards);
    return ok;
}
