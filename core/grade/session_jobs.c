/* What is run for a cell, and the hashes of it. */
#include "grade/session.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The hash of a program; it is asked for again and again. */
struct session_program {
    const char *path;
    struct timespec changed;
    char hash[SHA256_HEX];
    struct session_program *next;
};

/* -- settings -- */

static void describe_words(struct text *t, const char *name, const char *const *words)
{
    text_format(t, "%s:", name);
    for (size_t i = 0; words && words[i]; i++) {
        text_format(t, "%zu:%s,", strlen(words[i]), words[i]);
    }
    text_string(t, "\n");
}

static void describe_values(struct text *t, const struct grade_values *values)
{
    text_string(t, values->index ? "values:" : "all values");
    for (size_t i = 0; values->index && i < values->count; i++) {
        text_format(t, "%zu,", values->index[i]);
    }
    text_string(t, "\n");
}

static int64_t wall_ms(const struct session_options *o, const struct suite *suite)
{
    return o->limits.wall_ms ? o->limits.wall_ms : suite->timeout_ms;
}

/* Everything that a verdict depends on, beside the files, as a text to be hashed. */
static void describe(struct text *t, const struct session *s, const struct session_setting *setting)
{
    const struct session_options *o = &s->options;
    const struct grade_limits *l = &o->limits;
    const struct suite *suite = setting->suite;
    text_format(t, "compare:%d:%s:%a\n", (int)setting->way.kind, setting->way.argument ? setting->way.argument : "",
                setting->way.tolerance);
    text_format(t, "limits:%jd:%jd:%jd:%jd:%jd:%jd:%jd:%d:%d\n", (intmax_t)wall_ms(o, suite),
                (intmax_t)l->first_byte_ms, (intmax_t)l->answer_ms, (intmax_t)l->cpu_seconds, (intmax_t)l->memory_bytes,
                (intmax_t)l->file_bytes, (intmax_t)l->output_bytes, l->processes, l->open_files);
    text_format(t, "talk:%d:%d exit:%d isolation:%d\n", o->interactive || suite->interactive,
                (int)(o->link ? o->link : suite->link), suite->exit, (int)o->run.isolation);
    for (int i = 0; i < o->feed_count; i++) {
        text_format(t, "feed:%s\n", o->feeds[i].name);
    }
    describe_words(t, "wrap", o->wrap);
    describe_words(t, "allow", o->readable);
    describe_words(t, "args", suite->args);
    if (suite->log) {
        text_format(t, "log:%s\n", suite->log);
    }
    describe_words(t, "with", suite->with);
    describe_values(t, &suite->values);
    describe_values(t, &suite->with_values);
}

const struct session_setting *session_setting(struct session *s, const struct suite *suite)
{
    for (struct session_setting *known = s->settings; known; known = known->next) {
        if (known->suite == suite) {
            return known;
        }
    }
    struct session_setting *setting = arena_array(&s->arena, 1, sizeof *setting);
    if (!setting) {
        return NULL;
    }
    const char *word = s->options.compare ? s->options.compare : suite->compare;
    setting->suite = suite;
    compare_way_parse(word ? word : "json", &setting->way); /* both were checked where they came from */
    setting->way.tolerance = s->options.tolerance;
    struct text description = {0};
    describe(&description, s, setting);
    struct sha256 sha;
    sha256_start(&sha);
    sha256_add(&sha, description.bytes, description.length);
    sha256_hex(&sha, setting->options);
    bool ok = !description.failed;
    text_free(&description);
    setting->next = s->settings;
    s->settings = setting;
    return ok ? setting : NULL;
}

/* -- jobs -- */

static size_t count_words(const char *const *words)
{
    size_t count = 0;
    while (words && words[count]) {
        count++;
    }
    return count;
}

static const char *absolute(struct session *s, const char *path)
{
    char *found = path ? realpath(path, NULL) : NULL;
    const char *result = found ? arena_string(&s->arena, found, strlen(found)) : "/dev/null";
    free(found);
    return result;
}

/* wrap, then the program, then its arguments. Programs run in another folder, so what is no first word is absolute. */
static const char *const *command(struct session *s, const struct session_cell *cell)
{
    const char *const *wrap = s->options.wrap, *const *args = cell->test->suite->args;
    size_t before = count_words(wrap), behind = count_words(args);
    const char **words = arena_array(&s->arena, before + behind + 2, sizeof *words);
    if (words) {
        memcpy(words, wrap ? wrap : words, before * sizeof *words);
        words[before] = wrap ? absolute(s, cell->program) : cell->program;
        memcpy(words + before + 1, args ? args : words, behind * sizeof *words);
    }
    return words && words[before] ? words : NULL;
}

static const char *folder_of(struct session *s, const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return !path           ? NULL
           : !slash        ? arena_string(&s->arena, ".", 1)
           : slash == path ? arena_string(&s->arena, "/", 1)
                           : arena_string(&s->arena, path, (size_t)(slash - path));
}

bool session_job(struct session *s, const struct session_cell *cell, int feed, struct grade_job *job)
{
    const struct session_options *o = &s->options;
    const struct suite *suite = cell->test->suite;
    *job = (struct grade_job){
        .argv = command(s, cell),
        .with = suite->with,
        .dir = cell->dir ? cell->dir : folder_of(s, cell->program),
        .readable = o->readable,
        .input = cell->test->in,
        .log = cell->test->log || o->update ? suite->log : NULL,
        .mode = o->interactive || suite->interactive ? GRADE_INTERACTIVE : GRADE_BATCH,
        .link = o->link ? o->link : suite->link,
        .values = suite->values,
        .with_values = suite->with_values,
        .limits = o->limits,
    };
    job->limits.wall_ms = wall_ms(o, suite);
    if (o->feed_count) {
        job->feed = o->feeds[feed].feed;
    }
    return job->argv && job->dir;
}

/* The words of a command, taken apart at blanks, with room for `more`. */
static const char **split(struct session *s, const char *text, size_t more, size_t *count)
{
    size_t length = strlen(text);
    const char **words = arena_array(&s->arena, length / 2 + 2 + more, sizeof *words);
    char *copy = arena_string(&s->arena, text, length), *rest = copy, *word;
    for (*count = 0; words && copy && (word = strtok_r(rest, " ", &rest));) {
        words[(*count)++] = word;
    }
    return copy ? words : NULL;
}

bool session_checker_job(struct session *s, const struct session_cell *cell, const char *answer, struct grade_job *job)
{
    size_t count;
    const char **words = split(s, cell->setting->way.argument, 3, &count);
    const char **readable = arena_array(&s->arena, 2, sizeof *readable);
    if (!words || !readable || !words[0]) {
        return false;
    }
    words[count] = absolute(s, cell->test->in);
    words[count + 1] = absolute(s, cell->test->out);
    words[count + 2] = ".";
    readable[0] = words[count] ? folder_of(s, words[count]) : NULL;
    *job = (struct grade_job){.argv = words,
                              .readable = readable,
                              .input = answer,
                              .dir = folder_of(s, words[0]),
                              .limits = s->options.limits};
    job->limits.first_byte_ms = job->limits.answer_ms = 0; /* those are for programs that answer */
    return words[count] && words[count + 1] && readable[0] && job->dir;
}

/* -- hashes -- */

static const char no_hash[SHA256_HEX] = "";

static const char *program_hash(struct session *s, const char *path)
{
    struct stat info = {0};
    stat(path, &info);
    for (struct session_program *p = s->programs; p; p = p->next) {
        if (strcmp(p->path, path) == 0 && p->changed.tv_sec == info.st_mtim.tv_sec &&
            p->changed.tv_nsec == info.st_mtim.tv_nsec) {
            return p->hash;
        }
    }
    struct session_program *p = arena_array(&s->arena, 1, sizeof *p);
    if (!p) {
        return no_hash;
    }
    *p = (struct session_program){.path = path, .changed = info.st_mtim, .next = s->programs};
    content_hash(path, p->hash);
    s->programs = p;
    return p->hash;
}

void session_hashes(struct session *s, const struct session_cell *cell, struct record_hashes *out)
{
    const struct grade_case *c = cell->test;
    *out = (struct record_hashes){0};
    memcpy(out->program, program_hash(s, cell->program), sizeof out->program);
    content_hash(c->in, out->input);
    memcpy(out->options, cell->setting->options, sizeof out->options);
    if (c->out && c->err) {
        struct sha256 sha;
        char both[2 * SHA256_HEX];
        content_hash(c->out, both);
        content_hash(c->err, both + SHA256_HEX);
        sha256_start(&sha);
        sha256_add(&sha, both, sizeof both);
        sha256_hex(&sha, out->expected);
    } else if (c->out || c->err) {
        content_hash(c->out ? c->out : c->err, out->expected);
    }
}

/* Whether a record has the points that the case is worth now: records round them. With a new case in a folder, all
 * others have less. */
static bool has_points(const struct result *known, const struct grade_case *c)
{
    return fabs(known->points - c->points) <= 1e-8 * c->points;
}

bool session_still_holds(struct session *s, const struct session_cell *cell, enum verdict *verdict)
{
    const struct result *known = results_find(&s->before, cell->role, cell->submission, cell->test->id);
    struct record_hashes hashes;
    if (!known || known->verdict == VERDICT_HARNESS_ERROR || !has_points(known, cell->test)) {
        return false;
    }
    session_hashes(s, cell, &hashes);
    if (!results_hashes_match(known, &hashes)) {
        return false;
    }
    *verdict = known->verdict;
    return true;
}

bool session_in_shard(const struct session_cell *cell, uint64_t index, uint64_t shares)
{
    struct sha256 sha;
    char hex[SHA256_HEX];
    sha256_start(&sha);
    sha256_add(&sha, cell->submission, strlen(cell->submission) + 1);
    sha256_add(&sha, cell->test->id, strlen(cell->test->id));
    sha256_hex(&sha, hex);
    hex[15] = '\0';
    return strtoull(hex, NULL, 16) % shares == index;
}
