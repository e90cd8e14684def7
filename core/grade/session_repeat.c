/* The line for a shell that repeats a case. */
#include "grade/session.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void add_words(struct text *out, const char *const *words)
{
    for (; words && *words; words++) {
        text_shell(out, *words);
        text_string(out, " ");
    }
}

/* A path as seen from the current folder. */
static const char *relative(const char *path)
{
    char here[PATH_MAX];
    size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;
    path += length && strncmp(path, here, length) == 0 && path[length] == '/' ? length + 1 : 0;
    return strncmp(path, "./", 2) == 0 && path[2] ? path + 2 : path;
}

/* "(cd teams/ann/3 && make && ./xmap --fast) < cases/3/1-in.json": all paths as seen from here. */
void session_repeat(const struct session *s, const struct session_task *task, struct text *out)
{
    const struct suite *suite = task->test->suite;
    const char *program = relative(task->program), *slash = strrchr(program, '/');
    const char *name = slash ? slash + 1 : program;
    bool several = slash || s->options.folder || task->setting->build.words; /* commands */
    if (suite->with || suite->link || s->options.link || s->options.feed_count) {
        return; /* no line of a shell would do */
    }
    text_string(out, several ? "(" : "");
    if (slash || s->options.folder) {
        text_string(out, "cd ");
        struct text folder = {0};
        text_add(&folder, program, slash > program ? (size_t)(slash - program) : 1);
        out->failed = out->failed || folder.failed;
        text_shell(out, s->options.folder ? relative(s->options.folder) : folder.failed ? "" : folder.bytes);
        text_free(&folder);
        text_string(out, " && ");
    }
    if (task->setting->build.words) {
        add_words(out, task->setting->build.words);
        text_string(out, "&& ");
    }
    add_words(out, task->setting->env);
    add_words(out, s->options.wrap);
    if (s->options.folder) {
        char real[PATH_MAX];
        text_shell(out, realpath(task->program, real) ? real : task->program);
    } else {
        text_string(out, "./");
        text_shell(out, name);
    }
    for (const char *const *word = suite->args; word && *word; word++) {
        text_string(out, " ");
        text_shell(out, *word);
    }
    text_string(out, several ? ") < " : " < ");
    text_shell(out, relative(task->test->in));
}
