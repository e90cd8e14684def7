/* Settings and jobs of tasks. */
#include "grade/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* -- settings -- */

static size_t count_words(const char *const *words)
{
    size_t count = 0;
    while (words && words[count]) {
        count++;
    }
    return count;
}

static void describe_words(struct text *t, const char *name, const char *const *words)
{
    text_format(t, "%s:", name);
    for (size_t i = 0; words && words[i]; i++) {
        text_format(t, "%zu:%s,", strlen(words[i]), words[i]);
    }
    text_string(t, "\n");
}

static void describe_values(struct text *t, const struct run_values *values)
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

/* Everything that a verdict depends on besides files, as a text to be hashed. */
static void describe(struct text *t, const struct session *s, const struct session_setting *setting)
{
    const struct session_options *o = &s->options;
    const struct run_limits *l = &o->limits;
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
    describe_words(t, "env", setting->env);
    describe_words(t, "build", setting->build.words);
    text_format(t, "limits of builds:%jd:%jd:%d\n", (intmax_t)setting->build.timeout_ms,
                (intmax_t)setting->build.memory_bytes, setting->build.network);
    describe_words(t, "args", suite->args);
    if (suite->log) {
        text_format(t, "log:%s\n", suite->log);
    }
    describe_words(t, "with", suite->with);
    describe_values(t, &suite->values);
    describe_values(t, &suite->with_values);
}

/* Whether a variable is in a list. */
static bool has_variable(const char *const *env, const char *variable)
{
    size_t length = strcspn(variable, "=") + 1;
    for (; env && *env; env++) {
        if (strncmp(*env, variable, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Sets variables and builds. Options override the suite. */
static bool set_world(struct session *s, struct session_setting *setting)
{
    const struct suite *suite = setting->suite;
    const char *const *ours = s->options.env;
    size_t count = 0, own = count_words(ours);
    const char **env = arena_array(&s->arena, own + count_words(suite->env) + 1, sizeof *env);
    if (!env) {
        return false;
    }
    for (; count < own; count++) {
        env[count] = ours[count];
    }
    for (const char *const *variable = suite->env; variable && *variable; variable++) {
        if (!has_variable(ours, *variable)) {
            env[count++] = *variable;
        }
    }
    const struct build_command *build = &s->options.build;
    setting->env = env;
    setting->build = (struct build_command){
        .words = build->words ? build->words : suite->build,
        .env = env,
        .timeout_ms = build->timeout_ms ? build->timeout_ms : suite->build_timeout_ms,
        .memory_bytes = build->memory_bytes ? build->memory_bytes : suite->build_memory_bytes,
        .network = build->network || suite->build_network,
    };
    return true;
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
    compare_way_parse(word ? word : "json", &setting->way); /* both were checked when they were read */
    setting->way.tolerance = s->options.tolerance;
    if (setting->way.kind == COMPARE_PROGRAM &&
        !(setting->checker = arena_words(&s->arena, setting->way.argument, " "))) {
        return NULL;
    }
    if (!set_world(s, setting)) {
        return NULL;
    }
    struct text description = {0};
    describe(&description, s, setting);
    struct sha256 sha;
    sha256_start(&sha);
    sha256_add(&sha, description.bytes, description.length);
    sha256_hex(&sha, setting->options);
    bool failed = description.failed;
    text_free(&description);
    if (failed) {
        return NULL;
    }
    setting->next = s->settings;
    s->settings = setting;
    return setting;
}

/* -- jobs -- */

/* An absolute path; /dev/null if there is none. NULL if out of memory. */
static const char *absolute(struct session *s, const char *path)
{
    char *found = path ? realpath(path, NULL) : NULL;
    if (!found) {
        return path && errno == ENOMEM ? NULL : "/dev/null";
    }
    const char *result = arena_string(&s->arena, found, strlen(found));
    free(found);
    return result;
}

/* wrap, then the program, then its arguments. */
static const char *const *command(struct session *s, const struct session_task *task, const char *program)
{
    const char *const *wrap = s->options.wrap, *const *args = task->test->suite->args;
    size_t before = count_words(wrap), behind = count_words(args);
    const char **words = arena_array(&s->arena, before + behind + 2, sizeof *words);
    if (words) {
        memcpy(words, wrap ? wrap : words, before * sizeof *words);
        words[before] = program;
        memcpy(words + before + 1, args ? args : words, behind * sizeof *words);
    }
    return words;
}

bool session_submission(struct session *s, const struct session_task *task, struct submission *out, struct error *err)
{
    bool audit = task->role == RECORD_AUDIT, built = !audit && task->setting->build.words;
    const char *dir = audit ? NULL : task->dir ? task->dir : s->options.submission;
    if (!s->last_program || strcmp(s->last_program, task->program) != 0 || s->last_dir != dir ||
        s->last_built != built) {
        s->last_program = NULL;
        if (!submission_find(task->program, dir, built, &s->arena, &s->last_submission, err)) {
            return false;
        }
        s->last_program = task->program;
        s->last_dir = dir;
        s->last_built = built;
    }
    *out = s->last_submission;
    return true;
}

bool session_job(struct session *s, const struct session_task *task, int feed, struct run_job *job, struct error *err)
{
    const struct session_options *o = &s->options;
    const struct suite *suite = task->test->suite;
    struct submission submission;
    if (!session_submission(s, task, &submission, err)) {
        return false;
    }
    const struct build *build = task->build;
    *job = (struct run_job){
        .argv = command(s, task, submission.program),
        .with = suite->with,
        .dir = submission.dir,
        .content = build ? build->content : NULL,
        .folder = o->folder ? o->folder : submission.folder,
        .readable = o->readable,
        .masked = o->masked,
        .env = task->setting->env,
        .input = task->test->in,
        .log = task->test->log || o->update ? suite->log : NULL,
        .mode = o->interactive || suite->interactive ? RUN_INTERACTIVE : RUN_BATCH,
        .link = o->link ? o->link : suite->link,
        .values = suite->values,
        .with_values = suite->with_values,
        .limits = o->limits,
    };
    job->limits.wall_ms = wall_ms(o, suite);
    if (o->feed_count) {
        job->feed = o->feeds[feed].feed;
    }
    return job->argv || error_memory(err);
}

bool session_checker_job(struct session *s, const struct session_task *task, const char *answer, struct run_job *job)
{
    size_t count = count_words(task->setting->checker);
    const char **words = arena_array(&s->arena, count + 4, sizeof *words);
    const char **readable = arena_array(&s->arena, 2, sizeof *readable);
    if (!words || !readable) {
        return false;
    }
    memcpy(words, task->setting->checker, count * sizeof *words);
    words[count] = absolute(s, task->test->in);
    words[count + 1] = absolute(s, task->test->out);
    words[count + 2] = ".";
    readable[0] = words[count] ? cases_folder(&s->arena, words[count]) : NULL;
    *job = (struct run_job){.argv = words, .readable = readable, .input = answer, .limits = s->options.limits};
    job->limits.first_byte_ms = job->limits.answer_ms = 0; /* they do not apply to a checker */
    return words[count] && words[count + 1] && readable[0];
}
