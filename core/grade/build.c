#include "grade/build.h"

#include "process/copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMEOUT_MS = 120 * 1000, OPEN_FILES = 1024, PROCESSES = 1024 };
#define MEBIBYTE (INT64_C(1) << 20)
#define MEMORY (4096 * MEBIBYTE)
#define FILE_BYTES (1024 * MEBIBYTE)

/* -- finding -- */

static void hash_words(struct sha256 *sha, const char *const *words)
{
    for (; words && *words; words++) {
        sha256_add(sha, *words, strlen(*words) + 1);
    }
    sha256_add(sha, "", 1);
}

static void make_key(const struct submission *submission, const struct build_command *command, char hex[SHA256_HEX])
{
    struct sha256 sha;
    const int64_t numbers[] = {command->timeout_ms, command->memory_bytes, command->network};
    sha256_start(&sha);
    sha256_add(&sha, submission->dir, strlen(submission->dir) + 1);
    sha256_add(&sha, submission->folder, strlen(submission->folder) + 1);
    hash_words(&sha, command->words);
    hash_words(&sha, command->env);
    sha256_add(&sha, numbers, sizeof numbers);
    sha256_hex(&sha, hex);
}

/* "make in 3"; in the submission's own folder, "make". */
static const char *make_name(struct arena *arena, const struct submission *submission, const char *const *words)
{
    struct text name = {0};
    for (size_t i = 0; words[i]; i++) {
        text_format(&name, "%s%s", i ? " " : "", words[i]);
    }
    size_t above = strlen(submission->dir);
    if (submission->folder[above]) {
        text_format(&name, " in %s", submission->folder + above + 1);
    }
    const char *copy = name.failed ? NULL : arena_string(arena, name.bytes, name.length);
    text_free(&name);
    return copy;
}

static const char **copy_words(struct arena *arena, const char *const *words)
{
    size_t count = 0;
    while (words && words[count]) {
        count++;
    }
    const char **copy = arena_array(arena, count + 1, sizeof *copy);
    for (size_t i = 0; copy && i < count; i++) {
        copy[i] = arena_string(arena, words[i], strlen(words[i]));
        copy = copy[i] ? copy : NULL;
    }
    return copy;
}

/* A path is relative to the folder in which the command runs; a bare name is looked up in PATH. */
static const char *const *make_argv(struct arena *arena, const char *folder, const char *const *words)
{
    const char **argv = copy_words(arena, words);
    if (argv && strchr(words[0], '/') && words[0][0] != '/') {
        argv[0] = arena_format(arena, "%s/%s", folder, words[0]);
    }
    return argv && argv[0] ? argv : NULL;
}

static struct build *add(struct builds *builds, const struct submission *submission,
                         const struct build_command *command, const char *key)
{
    struct arena *arena = &builds->arena;
    struct build *build = arena_array(arena, 1, sizeof *build);
    if (!build) {
        return NULL;
    }
    *build = (struct build){
        .name = make_name(arena, submission, command->words),
        .dir = arena_string(arena, submission->dir, strlen(submission->dir)),
        .folder = arena_string(arena, submission->folder, strlen(submission->folder)),
        .content = arena_format(arena, "%s/build-%zu", builds->run.path, builds->count),
        .env = copy_words(arena, command->env),
        .timeout_ms = command->timeout_ms ? command->timeout_ms : TIMEOUT_MS,
        .memory_bytes = command->memory_bytes ? command->memory_bytes : MEMORY,
        .network = command->network,
        .argv = make_argv(arena, submission->folder, command->words),
        .next = builds->list,
    };
    memcpy(build->key, key, SHA256_HEX);
    if (!build->name || !build->dir || !build->folder || !build->content || !build->env || !build->argv) {
        return NULL;
    }
    builds->list = build;
    builds->count++;
    return build;
}

struct build *build_find(struct builds *builds, const struct submission *submission,
                         const struct build_command *command, const char *const *without, struct error *err)
{
    char key[SHA256_HEX];
    if (!builds->begun && !(builds->begun = folder_begin(&builds->run, err))) {
        return NULL;
    }
    make_key(submission, command, key);
    struct build *build = builds->list;
    while (build && strcmp(build->key, key) != 0) {
        build = build->next;
    }
    if (!build && !(build = add(builds, submission, command, key))) {
        error_memory(err);
        return NULL;
    }
    if (build->round != builds->round && !copy_fingerprint(build->dir, without, build->fingerprint, err)) {
        return NULL;
    }
    build->round = builds->round;
    return build;
}

bool build_is_current(const struct build *build)
{
    return *build->built && strcmp(build->built, build->fingerprint) == 0;
}

const char *build_path(const struct build *build, const char *path, struct arena *arena)
{
    return arena_format(arena, "%s%s", build->content, path + strlen(build->dir));
}

enum build_link build_link(const struct build *build, const char *path)
{
    char real[PATH_MAX];
    return !realpath(path, real) || folder_holds(build->content, real) ? BUILD_WITHIN
           : folder_holds(build->dir, real)                            ? BUILD_TO_SUBMISSION
                                                                       : BUILD_OUT;
}

/* -- building -- */

/* Builds that run at the same time. */
struct batch {
    struct build **builds;
    struct run_job *jobs;
    size_t count;
    build_done *done;
    void *self;
};

static bool is_done(void *self, size_t index, const struct run_result *r, bool *stop)
{
    struct batch *batch = self;
    struct build *build = batch->builds[index];
    *stop = false;
    memcpy(build->built, build->fingerprint, sizeof build->built);
    build->why[0] = '\0';
    build->verdict = r->end == RUN_EXITED && r->code == 0 ? VERDICT_PASS
                     : r->end == RUN_HARNESS_ERROR        ? VERDICT_HARNESS_ERROR
                                                          : VERDICT_BUILD_FAILED;
    if (build->verdict == VERDICT_HARNESS_ERROR) {
        build->built[0] = '\0'; /* try again next time */
    }
    const char *signal = r->end == RUN_SIGNALED ? process_signal_name(r->signal) : NULL;
    if (r->end == RUN_EXITED && r->code) {
        snprintf(build->why, sizeof build->why, "%.300s: exit code %d", build->name, r->code);
    } else if (r->end == RUN_SIGNALED) {
        snprintf(build->why, sizeof build->why, "%.300s: SIG%s", build->name, signal ? signal : "?");
    } else if (build->verdict != VERDICT_PASS) {
        snprintf(build->why, sizeof build->why, "%.300s: %s", build->name, r->text);
    }
    batch->done(batch->self, build, r);
    return false;
}

static struct run_job job_of(const struct build *build, const struct run_job *common)
{
    struct run_job job = *common;
    job.argv = build->argv;
    job.dir = build->dir;
    job.content = build->content;
    job.builds = true;
    job.folder = build->folder;
    job.env = build->env;
    job.limits = (struct run_limits){
        .wall_ms = build->timeout_ms,
        .memory_bytes = build->memory_bytes,
        .file_bytes = FILE_BYTES,
        .disk_bytes = FILE_BYTES,
        .open_files = OPEN_FILES,
        .processes = PROCESSES,
    };
    return job;
}

static bool run_batch(struct builds *builds, bool network, const struct run_options *options,
                      const struct run_job *common, struct batch *batch, struct error *err)
{
    struct run_options with = *options;
    with.network = network;
    batch->count = 0;
    for (struct build *build = builds->list; build; build = build->next) {
        if (build->wanted_by && build->network == network) {
            folder_remove(build->content);
            build->built[0] = '\0';
            build->verdict = VERDICT_PASS;
            batch->jobs[batch->count] = job_of(build, common);
            batch->builds[batch->count++] = build;
        }
    }
    return run_jobs(&with, batch->jobs, batch->count, is_done, batch, err);
}

bool build_run(struct builds *builds, const struct run_options *options, const struct run_job *job, build_done *done,
               void *self, struct error *err)
{
    struct batch batch = {.builds = calloc(builds->count + 1, sizeof(*batch.builds)),
                          .jobs = calloc(builds->count + 1, sizeof *batch.jobs),
                          .done = done,
                          .self = self};
    bool ok = batch.builds && batch.jobs ? run_batch(builds, false, options, job, &batch, err) &&
                                               run_batch(builds, true, options, job, &batch, err)
                                         : error_memory(err);
    for (struct build *build = builds->list; build; build = build->next) {
        build->wanted_by = NULL;
    }
    free(batch.builds);
    free(batch.jobs);
    return ok;
}

void builds_free(struct builds *builds)
{
    if (builds->begun) {
        folder_end(&builds->run);
    }
    arena_free(&builds->arena);
    *builds = (struct builds){0};
}
