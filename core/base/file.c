#include "base/file.h"

#include "base/json_show.h"
#include "base/write.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINKS_MAX = 40, NAMES_MAX = 100 };

static bool fail(const char *path, int problem, struct error *err)
{
    return error_set(err, ERROR_IO, "cannot write %s: %s",
                     strcmp(path, "-") == 0 ? "to stdout" : json_show(path, strlen(path)).text, strerror(problem));
}

/* The text is the writer's first member, so a pointer to one is a pointer to the other. */
static void flush(struct text *text)
{
    struct file_writer *file = (struct file_writer *)text;
    if (!text->failed && !write_all(file->fd, text->bytes, text->length)) {
        text->failed = true;
        file->problem = errno;
    }
    text->length = 0;
}

/* -- where it goes -- */

/* The target of a symbolic link, even if it does not exist; NULL if `path` is not a link. */
static char *linked(const char *path)
{
    char link[PATH_MAX], *target;
    ssize_t length = readlink(path, link, sizeof link);
    if (length <= 0) {
        return NULL;
    }
    const char *slash = strrchr(path, '/');
    int folder = slash && link[0] != '/' ? (int)(slash + 1 - path) : 0;
    return asprintf(&target, "%.*s%.*s", folder, path, (int)length, link) >= 0 ? target : NULL;
}

/* The path with all links resolved, which need not exist; NULL: see errno. */
static char *resolve(const char *path)
{
    char *target = realpath(path, NULL), *next;
    if (target || errno != ENOENT || !*path) {
        return target;
    }
    target = strdup(path);
    for (int links = 0; target && links < LINKS_MAX && (next = linked(target)); links++) {
        free(target);
        target = next;
    }
    return target;
}

/* Opens a new file next to the target, with the mode of the existing file, if any. */
static bool open_temporary(struct file_writer *file, const struct stat *old)
{
    mode_t mode = old ? old->st_mode & 0777 : 0666;
    char *name;
    file->target = resolve(file->path);
    errno = file->target ? EEXIST : errno;
    for (int i = 0; file->fd < 0 && errno == EEXIST && i < NAMES_MAX; i++) {
        if (asprintf(&name, "%s.part-%d-%d", file->target, (int)getpid(), i) < 0) {
            return false;
        }
        file->fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (file->fd >= 0) {
            file->temporary = name;
        } else {
            free(name);
        }
    }
    return file->fd >= 0 && (!old || fchmod(file->fd, mode) == 0);
}

/* Whether this is the file that stdout goes to: replacing it would lose other output. */
static bool is_stdout(const struct stat *there)
{
    struct stat out;
    return fstat(STDOUT_FILENO, &out) == 0 && out.st_dev == there->st_dev && out.st_ino == there->st_ino;
}

bool file_open(struct file_writer *file, const char *path, struct error *err)
{
    struct stat there;
    bool exists = stat(path, &there) == 0, opened;
    *file = (struct file_writer){.text = {.drain = flush}, .path = path, .fd = -1};
    if (strcmp(path, "-") == 0 || (exists && is_stdout(&there))) {
        file->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
        opened = file->fd >= 0;
    } else if (exists && !S_ISREG(there.st_mode)) {
        file->fd = open(path, O_WRONLY | O_CLOEXEC);
        opened = file->fd >= 0;
    } else {
        opened = open_temporary(file, exists ? &there : NULL);
    }
    if (!opened) {
        fail(path, errno, err);
        file_discard(file);
    }
    return opened;
}

void file_discard(struct file_writer *file)
{
    if (file->fd >= 0) {
        close(file->fd);
    }
    if (file->temporary) {
        unlink(file->temporary);
    }
    free(file->temporary);
    free(file->target);
    text_free(&file->text);
    *file = (struct file_writer){.fd = -1};
}

/* Closes the completed file and moves it into place. Some file systems cannot sync. */
static bool finish(struct file_writer *file)
{
    bool done = !file->temporary || fsync(file->fd) == 0 || errno == EINVAL;
    done = close(file->fd) == 0 && done;
    file->fd = -1;
    if (!file->temporary || !done || rename(file->temporary, file->target) != 0) {
        return !file->temporary && done;
    }
    free(file->temporary);
    file->temporary = NULL;
    return true;
}

bool file_close(struct file_writer *file, struct error *err)
{
    flush(&file->text);
    bool done = !file->text.failed;
    if (!done && !file->problem) {
        error_memory(err);
    } else if (!done || !finish(file)) {
        done = fail(file->path, file->problem ? file->problem : errno, err);
    }
    file_discard(file);
    return done;
}

bool file_write(const char *path, const char *bytes, size_t length, struct error *err)
{
    struct file_writer file;
    if (!file_open(&file, path, err)) {
        return false;
    }
    text_add(&file.text, bytes, length);
    return file_close(&file, err);
}

bool file_check(const char *path, struct error *err)
{
    struct file_writer file;
    struct stat there;
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) {
        return access(path, W_OK) == 0 || fail(path, errno, err); /* opening a pipe would block until it has a reader */
    }
    if (!file_open(&file, path, err)) {
        return false;
    }
    file_discard(&file);
    return true;
}
