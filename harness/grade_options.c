/* The options of xgrade, checked. */
#include "grade_run.h"

#include "process/landlock.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MEBIBYTE = 1024 * 1024, MILLISECOND = 1000000 };

static bool take_amount(struct harness *h, const char *name, const char *word, double most, double *out)
{
    char *end;
    *out = strtod(word, &end);
    return (word[0] >= '0' && word[0] <= '9' && !*end && *out <= most && !strpbrk(word, "xX")) ||
           harness_usage(h, "--%s takes a number from 0 to %.0f, not %s", name, most, harness_show(word).text);
}

static bool take_shard(struct harness *h, struct grade_command *c)
{
    char *slash, *end;
    uint64_t index = strtoull(c->shard, &slash, 10);
    bool ok = c->shard[0] >= '0' && c->shard[0] <= '9' && slash[0] == '/' && slash[1] >= '0' && slash[1] <= '9';
    c->wish.shards = ok ? strtoull(slash + 1, &end, 10) : 0;
    if (!ok || *end || index < 1 || index > c->wish.shards) {
        return harness_usage(h, "--shard takes I/N with I from 1 to N, like 2/5, not %s", harness_show(c->shard).text);
    }
    c->wish.shard_index = index - 1;
    return true;
}

static bool take_feed(struct harness *h, struct grade_command *c)
{
    c->session.feed_count = feed_ways_parse(c->feed, c->session.feeds);
    return c->session.feed_count ||
           harness_usage(h, "--feed takes words from plain,pretty fast,slow newline,space utf8,escaped, or all, not %s",
                         harness_show(c->feed).text);
}

/* One of a list of words; its place in the list. */
static bool take_choice(struct harness *h, const char *name, const char *word, const char *const *words, int *out)
{
    char all[100] = "";
    for (*out = 0; words[*out]; (*out)++) {
        if (strcmp(words[*out], word) == 0) {
            return true;
        }
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", *all ? ", " : "", words[*out]);
    }
    return harness_usage(h, "--%s takes one of %s, not %s", name, all, harness_show(word).text);
}

/* The words of a text between separators, in the arena. */
static bool take_list(struct harness *h, const char *text, const char *separator, const char ***out, size_t *count)
{
    size_t length = strlen(text);
    const char **words = arena_array(&h->arena, length / 2 + 2, sizeof *words);
    char *copy = arena_string(&h->arena, text, length), *rest = copy, *word;
    *count = 0;
    if (!words || !copy) {
        return error_memory(&h->error);
    }
    while ((word = strtok_r(rest, separator, &rest))) {
        words[(*count)++] = word;
    }
    *out = words;
    return true;
}

static bool take_wrap(struct harness *h, struct grade_command *c)
{
    const char **words = NULL;
    size_t count = 0;
    if (!take_list(h, c->wrap, " ", &words, &count)) {
        return false;
    }
    c->session.wrap = words;
    return count > 0 || harness_usage(h, "--wrap needs a command");
}

static bool take_allow(struct harness *h, struct grade_command *c)
{
    const char **paths = NULL;
    size_t count = 0;
    if (!take_list(h, c->allow, ":", &paths, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        char *absolute = realpath(paths[i], NULL);
        if (!absolute) {
            return harness_usage(h, "--allow %s: %s", harness_show(paths[i]).text, strerror(errno));
        }
        paths[i] = arena_string(&h->arena, absolute, strlen(absolute));
        free(absolute);
        if (!paths[i]) {
            return error_memory(&h->error);
        }
    }
    c->session.readable = paths;
    return true;
}

static int64_t mebibytes(const struct harness_number *number)
{
    return (int64_t)number->value * MEBIBYTE;
}

static bool take_words(struct harness *h, struct grade_command *c)
{
    static const char *const links[] = {"server", "client", NULL};
    struct session_options *o = &c->session;
    struct compare_way way;
    int choice = 0;
    const char *problem = o->compare ? compare_way_parse(o->compare, &way) : NULL;
    if (problem) {
        return harness_usage(h, "--compare %s: %s", harness_show(o->compare).text, problem);
    }
    if (c->tcp) {
        if (!take_choice(h, "tcp", c->tcp, links, &choice)) {
            return false;
        }
        o->link = choice ? GRADE_TCP_CLIENT : GRADE_TCP_SERVER;
    }
    if (c->isolate) {
        if (!take_choice(h, "isolate", c->isolate, process_isolations, &choice)) {
            return false;
        }
        o->run.isolation = (enum process_isolation)choice;
    }
    bool by_default = o->run.isolation == PROCESS_ISOLATE_DEFAULT;
    o->isolation = !by_default ? c->isolate : landlock_version() > 0 ? "landlock" : "none";
    return (!c->tolerance || take_amount(h, "tolerance", c->tolerance, 1e9, &o->tolerance)) &&
           (!c->shard || take_shard(h, c)) && (!c->feed || take_feed(h, c)) && (!c->wrap || take_wrap(h, c)) &&
           (!c->allow || take_allow(h, c));
}

bool grade_find_program(struct harness *h, const char **program)
{
    const char *name = *program;
    char path[PATH_MAX];
    struct error err = {0};
    struct stat info;
    if (!strchr(name, '/') && access(name, X_OK) == 0) {
        *program = cases_join(&h->arena, ".", name);
    } else if (!strchr(name, '/')) {
        if (!process_find(name, path, sizeof path, &err)) {
            return harness_usage(h, "there is no program %s here or in PATH", harness_show(name).text);
        }
        *program = arena_string(&h->arena, path, strlen(path));
    } else if (stat(name, &info) != 0) {
        return harness_usage(h, "there is no program %s: %s", harness_show(name).text, strerror(errno));
    } else if (access(name, X_OK) != 0 || S_ISDIR(info.st_mode)) {
        return harness_usage(h, "%s cannot be run: %s", harness_show(name).text,
                             strerror(S_ISDIR(info.st_mode) ? EISDIR : errno));
    }
    return *program || error_memory(&h->error);
}

bool grade_outputs_check(struct harness *h, const struct grade_outputs *o, double *pass_mark)
{
    *pass_mark = -1;
    return !o->pass_mark || take_amount(h, "pass-mark", o->pass_mark, 100, pass_mark);
}

bool grade_command_check(struct harness *h, struct grade_command *c)
{
    struct session_options *o = &c->session;
    if (!take_words(h, c) || !grade_outputs_check(h, &c->outputs, &c->pass_mark)) {
        return false;
    }
    if ((o->resume || c->wish.failed) && !o->results) {
        return harness_usage(h, "--%s needs --results FILE", o->resume ? "resume" : "failed");
    }
    if (o->update && o->feed_count) {
        return harness_usage(h, "--update and --feed do not go together");
    }
    c->wish.first = c->first.value;
    o->retries = (int)c->retries.value;
    o->run.jobs = (int)c->jobs.value;
    o->run.require_isolation = c->require_isolation;
    o->limits = (struct grade_limits){
        .wall_ms = c->timeout / MILLISECOND,
        .first_byte_ms = c->first_byte / MILLISECOND,
        .answer_ms = c->whole / MILLISECOND,
        .cpu_seconds = (int64_t)c->cpu.value,
        .memory_bytes = mebibytes(&c->memory),
        .file_bytes = mebibytes(&c->file_size),
        .output_bytes = mebibytes(&c->output),
        .processes = (int)c->processes.value,
        .open_files = (int)c->open_files.value,
    };
    return true;
}
