#include "engine/spool.h"

#include "base/content.h"
#include "base/file.h"
#include "base/json_show.h"
#include "base/write.h"
#include "process/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE_MAX_SHOWN = 200 };

static const char mark[] = "signalbox-spool";

/* "a/b"; NULL with err if out of memory. */
static char *join(const char *a, const char *b, struct arena *arena, struct error *err)
{
    char *path = arena_format(arena, "%s/%s", a, b);
    return path || error_memory(err) ? path : NULL;
}

static bool fail(struct error *err, const char *what, const char *path)
{
    return error_set(err, ERROR_IO, "cannot %s %s: %s", what, json_show(path, strlen(path)).text, strerror(errno));
}

static bool make_folder(const char *path, struct error *err)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST || fail(err, "make", path);
}

/* -- the folder of a run -- */

/* The number that a name is; 0 if it is none. */
static size_t number_of(const char *name)
{
    char *end;
    unsigned long long number = name[0] >= '1' && name[0] <= '9' ? strtoull(name, &end, 10) : 0;
    return number && *end == '\0' && number < UINT32_MAX ? (size_t)number : 0;
}

/* How many entries a folder has, and the highest number among their names. */
static bool look_into(const char *path, size_t *entries, size_t *highest, struct error *err)
{
    struct arena arena = {0};
    char **names = content_names(path, true, &arena, entries, err);
    *highest = 0;
    for (size_t i = 0; names && i < *entries; i++) {
        size_t number = number_of(names[i]);
        *highest = number > *highest ? number : *highest;
    }
    arena_free(&arena);
    return names;
}

/* Makes the folder a spool, unless it is one. */
static bool claim(const char *dir, struct arena *arena, struct error *err)
{
    static const char text[] = "Work in progress of Signalbox; `xgrade clean` removes it.\n";
    char *path = join(dir, mark, arena, err);
    size_t entries, highest;
    if (!path || !look_into(dir, &entries, &highest, err)) {
        return false;
    }
    if (entries && access(path, F_OK) != 0) {
        return error_set(err, ERROR_IO, "%s is neither empty nor a spool", json_show(dir, strlen(dir)).text);
    }
    return entries || file_write(path, text, strlen(text), err);
}

int spool_lock(const char *dir, struct error *err)
{
    struct arena arena = {0};
    char *path = join(dir, mark, &arena, err);
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (path && fd < 0 && (errno == ENOENT || errno == ENOTDIR)) {
        error_set(err, ERROR_INPUT, "%s is not a spool", json_show(dir, strlen(dir)).text);
    } else if (path && fd < 0) {
        fail(err, "write", path);
    } else if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) { /* some file systems have none */
        error_set(err, ERROR_IO, "another run is using %s", json_show(dir, strlen(dir)).text);
        close(fd);
        fd = -1;
    }
    arena_free(&arena);
    return fd;
}

bool spool_open(struct spool *spool, const char *dir, const char *run, bool resume, struct arena *arena,
                struct error *err)
{
    char real[PATH_MAX];
    size_t entries;
    *spool = (struct spool){.lock = -1};
    if (strchr(dir, '\n')) {
        return error_set(err, ERROR_IO, "the path of a spool must not have a line break");
    }
    if (!make_folder(dir, err)) {
        return false;
    }
    if (!realpath(dir, real)) {
        return fail(err, "find", dir);
    }
    if (strchr(real, '\n')) {
        return error_set(err, ERROR_IO, "the path of a spool must not have a line break");
    }
    char *path = claim(real, arena, err) ? join(real, run, arena, err) : NULL;
    spool->script = path ? join(path, "share", arena, err) : NULL;
    spool->lock = spool->script ? spool_lock(real, err) : -1;
    if (spool->lock < 0 || !make_folder(path, err) || !look_into(path, &entries, &spool->shares, err)) {
        return false;
    }
    spool->dir = path;
    spool->before = spool->shares;
    return resume || !entries ||
           error_set(err, ERROR_IO, "%s holds an earlier run: --resume goes on with it, xgrade clean removes it",
                     json_show(dir, strlen(dir)).text);
}

void spool_close(struct spool *spool)
{
    if (spool->lock >= 0) {
        close(spool->lock);
        spool->lock = -1;
    }
}

char *spool_path(const struct spool *spool, size_t share, const char *name, struct arena *arena)
{
    return arena_format(arena, "%s/%zu%s%s", spool->dir, share, *name ? "/" : "", name);
}

bool spool_script(const struct spool *spool, const struct spool_command *command, struct error *err)
{
    struct arena arena = {0};
    struct text script = {0};
    char here[PATH_MAX];
    const char *search = getenv("PATH");
    char *input = join(spool->dir, "input", &arena, err);
    bool ok = input && (getcwd(here, sizeof here) || fail(err, "find", "the current folder")) &&
              (!command->input || file_write(input, command->input, command->input_length, err));
    text_string(&script,
                "#!/bin/sh\n# Runs a share on any machine that sees this folder: share NUMBER\nnumber=$1 cores=1\n"
                "[ \"${2-}\" != array ] || number=$((number + SLURM_ARRAY_TASK_ID)) "
                "cores=${SLURM_CPUS_PER_TASK:-1}\nfolder=");
    text_shell(&script, spool->dir);
    text_string(&script, "/$number\nfor _ in 1 2 3 4 5 6 7 8 9; do # another machine has just made it\n"
                         "    [ ! -r \"$folder/cells\" ] || break\n    sleep 1\ndone\n"
                         "host=${SLURMD_NODENAME:-$(uname -n)}\nPATH=");
    text_shell(&script, search ? search : "/usr/bin:/bin");
    text_string(&script, "\nexport PATH\n{\n    cd ");
    text_shell(&script, ok ? here : "");
    text_string(&script, " &&\n        ");
    text_shell(&script, command->program);
    if (command->command) {
        text_string(&script, " ");
        text_shell(&script, command->command);
    }
    text_string(&script, " --share \"$folder\" -j \"$cores\"");
    for (size_t i = 0; command->words[i]; i++) {
        text_string(&script, " \\\n            ");
        text_shell(&script, command->words[i]);
    }
    text_string(&script, "\n} <");
    text_shell(&script, command->input && ok ? input : "/dev/null");
    text_string(&script, " >\"$folder/log-$host-$$.txt\" 2>&1\ncode=$?\n"
                         "echo \"$code $host\" >\"$folder/.ended-$host-$$\" && mv \"$folder/.ended-$host-$$\" "
                         "\"$folder/ended\"\nexit $code\n");
    ok = ok && (script.failed ? error_memory(err) : file_write(spool->script, script.bytes, script.length, err)) &&
         (chmod(spool->script, 0755) == 0 || fail(err, "write", spool->script));
    text_free(&script);
    arena_free(&arena);
    return ok;
}

/* Nobody reads the cells before they are complete, and they are written anew after a crash: syncing each of a thousand
 * such files would take longer than the rest. */
bool spool_add(struct spool *spool, const struct text *cells, struct error *err)
{
    struct arena arena = {0};
    char *folder = spool_path(spool, spool->shares + 1, "", &arena);
    char *path = spool_path(spool, spool->shares + 1, "cells", &arena);
    bool ok = false;
    if (!folder || !path || cells->failed) {
        error_memory(err);
    } else {
        ok = make_folder(folder, err) &&
             (write_file(path, O_CREAT | O_TRUNC, 0666, cells->bytes, cells->length) || fail(err, "write", path));
    }
    spool->shares += ok;
    arena_free(&arena);
    return ok;
}

/* -- what shares leave behind -- */

bool spool_ended(const struct spool *spool, size_t share, int *code, char host[SPOOL_HOST_MAX])
{
    struct arena arena = {0};
    char line[SPOOL_HOST_MAX + 16] = "", *path = spool_path(spool, share, "ended", &arena);
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t size = fd < 0 ? 0 : read(fd, line, sizeof line - 1);
    if (fd >= 0) {
        close(fd);
    }
    arena_free(&arena);
    if (size <= 0) {
        return false;
    }
    line[strcspn(line, "\n")] = '\0';
    const char *space = strchr(line, ' ');
    *code = (int)strtol(line, NULL, 10);
    snprintf(host, SPOOL_HOST_MAX, "%s", space ? space + 1 : "");
    return true;
}

bool spool_results(const char *share, bool (*visit)(void *self, const char *path, struct error *err), void *self,
                   struct error *err)
{
    struct arena arena = {0};
    size_t count;
    if (access(share, F_OK) != 0 && errno == ENOENT) {
        return true;
    }
    char **names = content_names(share, false, &arena, &count, err);
    bool ok = names;
    for (size_t i = 0; ok && i < count; i++) {
        if (fnmatch("results-*.jsonl", names[i], 0) == 0) {
            char *path = join(share, names[i], &arena, err);
            ok = path && visit(self, path, err);
        }
    }
    arena_free(&arena);
    return ok;
}

/* The newest log in the folder of a share; NULL if there is none. */
static char *find_log(const char *share, struct arena *arena)
{
    struct error ignored;
    size_t count;
    char **names = content_names(share, false, arena, &count, &ignored), *newest = NULL;
    struct timespec latest = {0};
    for (size_t i = 0; names && i < count; i++) {
        struct stat info;
        char *path = strncmp(names[i], "log-", 4) == 0 ? join(share, names[i], arena, &ignored) : NULL;
        if (path && stat(path, &info) == 0 &&
            (info.st_mtim.tv_sec > latest.tv_sec ||
             (info.st_mtim.tv_sec == latest.tv_sec && info.st_mtim.tv_nsec >= latest.tv_nsec))) {
            latest = info.st_mtim;
            newest = path;
        }
    }
    return newest;
}

/* Adds a line of a file, of which little is shown. */
static void add_line(const char *path, bool last, struct text *out)
{
    struct content file = {0};
    struct error ignored;
    if (content_read(&file, path, &ignored) && file.length) {
        size_t start = 0, end = file.length;
        while (end > 0 && file.bytes[end - 1] == '\n') {
            end--;
        }
        const char *line = last && end ? memrchr(file.bytes, '\n', end) : NULL;
        start = line ? (size_t)(line - file.bytes) + 1 : 0;
        const char *newline = memchr(file.bytes + start, '\n', file.length - start);
        size_t length = (newline ? (size_t)(newline - file.bytes) : file.length) - start;
        text_escape(out, TEXT_LINE, file.bytes + start, length < LINE_MAX_SHOWN ? length : LINE_MAX_SHOWN);
    }
    content_free(&file);
}

void spool_first_line(const char *path, struct text *out)
{
    add_line(path, false, out);
}

void spool_last_words(const struct spool *spool, size_t share, struct text *out)
{
    struct arena arena = {0};
    char *folder = spool_path(spool, share, "", &arena), *path = folder ? find_log(folder, &arena) : NULL;
    if (path) {
        add_line(path, true, out);
    }
    arena_free(&arena);
}

char *spool_new_results(const char *share, struct arena *arena)
{
    const char *node = getenv("SLURMD_NODENAME");
    char host[SPOOL_HOST_MAX] = "";
    gethostname(host, sizeof host - 1);
    return arena_format(arena, "%s/results-%s-%ld.jsonl", share, node ? node : host, (long)getpid());
}

/* -- jobs -- */

bool spool_note_job(const struct spool *spool, const char *job, struct error *err)
{
    struct arena arena = {0};
    char line[256], *path = join(spool->dir, "jobs", &arena, err);
    int length = snprintf(line, sizeof line, "%s\n", job);
    bool ok = path && (write_file(path, O_APPEND | O_CREAT, 0666, line, (size_t)length) || fail(err, "write", path));
    arena_free(&arena);
    return ok;
}

static bool each_job(const char *path, bool (*visit)(const char *, struct error *), struct error *err)
{
    struct content file = {0};
    bool ok = content_read(&file, path, err);
    for (size_t at = 0; ok && at < file.length;) {
        char *line = file.bytes + at, *end = memchr(line, '\n', file.length - at);
        if (!end) {
            break; /* it was cut off */
        }
        *end = '\0';
        ok = visit(line, err);
        at = (size_t)(end - file.bytes) + 1;
    }
    content_free(&file);
    return ok;
}

bool spool_jobs(const char *dir, bool (*visit)(const char *job, struct error *err), struct error *err)
{
    struct arena arena = {0};
    size_t count;
    char **names = content_names(dir, false, &arena, &count, err);
    bool ok = names;
    for (size_t i = 0; ok && i < count; i++) {
        char *path = arena_format(&arena, "%s/%s/jobs", dir, names[i]);
        ok = path ? access(path, F_OK) != 0 || each_job(path, visit, err) : error_memory(err);
    }
    arena_free(&arena);
    return ok;
}

bool spool_remove(const char *dir, struct error *err)
{
    struct arena arena = {0};
    size_t entries = 0, highest;
    char *own = join(dir, mark, &arena, err);
    if (!own || access(own, F_OK) != 0) {
        arena_free(&arena);
        return own && error_set(err, ERROR_INPUT, "%s is not a spool", json_show(dir, strlen(dir)).text);
    }
    char **names = content_names(dir, true, &arena, &entries, err);
    for (size_t i = 0; names && i < entries; i++) {
        char *path = strcmp(names[i], mark) == 0 ? NULL : join(dir, names[i], &arena, err);
        if (path && unlink(path) != 0) {
            folder_remove(path);
        }
    }
    if (look_into(dir, &entries, &highest, err) && entries == 1) {
        folder_remove(dir); /* with the mark, which goes last, so that this can be tried again */
    }
    arena_free(&arena);
    return access(dir, F_OK) != 0 ||
           error_set(err, ERROR_IO, "cannot remove all of %s", json_show(dir, strlen(dir)).text);
}
