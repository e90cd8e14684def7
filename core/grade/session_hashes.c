/* Hashes what a verdict depends on, and checks whether an earlier one still holds. */
#include "grade/session.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The hash of a program, cached. */
struct session_program {
    const char *path;
    ino_t inode;
    struct timespec changed; /* last change of content, permissions or name */
    char hash[SHA256_HEX];
    struct session_program *next;
};

/* "" if the file cannot be read; NULL if out of memory. */
static const char *program_hash(struct session *s, const char *path)
{
    struct stat info = {0};
    stat(path, &info);
    for (const struct session_program *p = s->programs; p; p = p->next) {
        if (strcmp(p->path, path) == 0 && p->inode == info.st_ino && p->changed.tv_sec == info.st_ctim.tv_sec &&
            p->changed.tv_nsec == info.st_ctim.tv_nsec) {
            return p->hash;
        }
    }
    struct session_program *p = arena_array(&s->arena, 1, sizeof *p);
    char *copy = arena_string(&s->arena, path, strlen(path));
    if (!p || !copy) {
        return NULL;
    }
    *p = (struct session_program){.path = copy, .inode = info.st_ino, .changed = info.st_ctim, .next = s->programs};
    content_hash(path, p->hash);
    s->programs = p;
    return p->hash;
}

/* The file that a word of a command names, such as a program or script. False if it names none. */
static bool find_file(const char *word, bool first, const char *dir, char path[PATH_MAX])
{
    static const char own[] = "{dir}/";
    struct stat info;
    if (first && !strchr(word, '/')) {
        return process_find(word, path, PATH_MAX, &(struct error){0});
    }
    bool within = dir && strncmp(word, own, strlen(own)) == 0;
    int length =
        snprintf(path, PATH_MAX, "%s%s%s", within ? dir : "", within ? "/" : "", within ? word + strlen(own) : word);
    return length < PATH_MAX && stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* Adds the files that a command refers to; *any: there were some. False if out of memory. */
static bool add_command(struct session *s, struct sha256 *sha, const char *const *words, const char *dir, bool *any)
{
    char path[PATH_MAX];
    for (size_t i = 0; words && words[i]; i++) {
        if (find_file(words[i], i == 0, dir, path)) {
            const char *hash = program_hash(s, path);
            if (!hash) {
                return false;
            }
            sha256_add(sha, hash, strlen(hash) + 1);
            *any = true;
        }
    }
    return true;
}

/* Hashes the options, what the program is built from, and other programs involved: the second of a pair, a checker, a
 * wrapper. */
static bool hash_options(struct session *s, const struct session_task *task, char hex[SHA256_HEX])
{
    const struct session_setting *setting = task->setting;
    struct sha256 sha;
    bool any = false;
    sha256_start(&sha);
    sha256_add(&sha, setting->options, sizeof setting->options);
    memcpy(hex, setting->options, SHA256_HEX);
    if (!add_command(s, &sha, s->options.wrap, NULL, &any) || !add_command(s, &sha, setting->checker, NULL, &any) ||
        !add_command(s, &sha, setting->suite->with, task->dir ? task->dir : cases_folder(&s->arena, task->program),
                     &any)) {
        return false;
    }
    if (task->build) {
        sha256_add(&sha, task->build->fingerprint, sizeof task->build->fingerprint);
        any = true;
    }
    if (any) {
        sha256_hex(&sha, hex);
    }
    return true;
}

/* Whether the program of a task has been built; *path: where, or NULL if out of memory. */
static bool find_built(struct session *s, const struct session_task *task, const char **path)
{
    struct submission submission;
    bool built = build_is_current(task->build) && session_submission(s, task, &submission, &(struct error){0});
    *path = built ? build_path(task->build, submission.program, &s->arena) : NULL;
    return built;
}

bool session_leads_out(struct session *s, const struct session_task *task)
{
    const char *path;
    return find_built(s, task, &path) && path && build_link(task->build, path) == BUILD_OUT;
}

/* The hash of the file that is run; "" before it is built. NULL if out of memory. */
static const char *hash_task_program(struct session *s, const struct session_task *task)
{
    const char *path;
    if (!task->build) {
        return program_hash(s, task->program);
    }
    if (!find_built(s, task, &path)) {
        return "";
    }
    return !path ? NULL : build_link(task->build, path) == BUILD_WITHIN ? program_hash(s, path) : "";
}

bool session_note_program(struct session *s, struct session_task *task, struct error *err)
{
    task->program_hash = hash_task_program(s, task);
    return task->program_hash || error_memory(err);
}

bool session_program_changed(struct session *s, struct session_task *task)
{
    enum { CHANGES_MAX = 10 };
    const char *now = hash_task_program(s, task);
    if (!now || strcmp(now, task->program_hash) == 0 || task->changes == CHANGES_MAX) {
        return false; /* if out of memory, finishing the task fails */
    }
    task->program_hash = now;
    task->changes++;
    return true;
}

bool session_hashes(struct session *s, const struct session_task *task, struct record_hashes *out, struct error *err)
{
    const struct grade_case *c = task->test;
    const char *program = hash_task_program(s, task);
    *out = (struct record_hashes){0};
    if (!program || !hash_options(s, task, out->options)) {
        return error_memory(err);
    }
    snprintf(out->program, sizeof out->program, "%s", program);
    content_hash(c->in, out->input);
    if (c->out && c->err) {
        struct sha256 sha;
        char both[2 * SHA256_HEX] = "";
        content_hash(c->out, both);
        content_hash(c->err, both + SHA256_HEX);
        sha256_start(&sha);
        sha256_add(&sha, both, sizeof both);
        sha256_hex(&sha, out->expected);
    } else if (c->out || c->err) {
        content_hash(c->out ? c->out : c->err, out->expected);
    }
    return true;
}

bool session_still_holds(struct session *s, const struct session_task *task, enum verdict *verdict)
{
    const struct result *known = results_find(&s->before, task->role, task->submission, task->test->id);
    struct record_hashes hashes;
    if (!known || known->verdict == VERDICT_HARNESS_ERROR || known->points != task->test->points) {
        return false; /* a new case in a folder lowers the points of all others */
    }
    if (!session_hashes(s, task, &hashes, &(struct error){0}) || (!*hashes.program && !task->build) || !*hashes.input ||
        !results_hashes_match(known, &hashes)) {
        return false;
    }
    *verdict = known->verdict;
    return true;
}

bool session_in_shard(const struct session_task *task, uint64_t index, uint64_t shares)
{
    struct sha256 sha;
    char hex[SHA256_HEX];
    sha256_start(&sha);
    sha256_add(&sha, task->submission, strlen(task->submission) + 1);
    sha256_add(&sha, task->test->id, strlen(task->test->id));
    sha256_hex(&sha, hex);
    hex[15] = '\0';
    return strtoull(hex, NULL, 16) % shares == index;
}
