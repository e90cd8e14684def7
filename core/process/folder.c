#include "process/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

const char *folder_next(struct folder_listing *listing)
{
    for (;;) {
        if (listing->at >= listing->length) {
            listing->at = 0;
            listing->length =
                listing->fd < 0 ? 0 : getdents64(listing->fd, (void *)listing->entries, sizeof listing->entries);
        }
        if (listing->length <= 0) {
            return NULL;
        }
        const struct dirent64 *entry = (const void *)(listing->entries + listing->at);
        listing->at += entry->d_reclen;
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            return entry->d_name;
        }
    }
}

/* Opens a folder of ours, even if it denies us access. Does not follow links. */
static int open_folder(int above, const char *name)
{
    int fd = openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat what;
    if (fd < 0 && errno == EACCES && fstatat(above, name, &what, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(what.st_mode) &&
        fchmodat(above, name, S_IRWXU, 0) == 0) {
        fd = openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    }
    return fd;
}

/* Empties a folder, moving nonempty subfolders to the top. Returns how many entries are gone. */
static size_t flatten(int fd, int top, unsigned *moved)
{
    size_t gone = 0;
    struct folder_listing listing = {.fd = fd};
    fchmod(fd, S_IRWXU); /* otherwise nothing can be removed from it */
    for (const char *name; (name = folder_next(&listing));) {
        bool fine = unlinkat(fd, name, 0) == 0 || unlinkat(fd, name, AT_REMOVEDIR) == 0;
        if (!fine && fchmodat(fd, name, S_IRWXU, 0) < 0) { /* a read-only folder cannot be moved */
            continue;
        }
        while (!fine) {
            char moved_to[32];
            snprintf(moved_to, sizeof moved_to, "moved-%u", (*moved)++);
            fine = syscall(SYS_renameat2, fd, name, top, moved_to, RENAME_NOREPLACE) == 0;
            if (!fine && errno != EEXIST) {
                break;
            }
        }
        gone += fine;
    }
    return gone;
}

/* One pass over the top folder; returns how many entries are gone from it and its subfolders. */
static size_t empty_once(int top, unsigned *moved)
{
    size_t gone = 0;
    struct folder_listing listing = {.fd = openat(top, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    for (const char *name; (name = folder_next(&listing));) {
        int fd;
        if (unlinkat(top, name, 0) == 0 || unlinkat(top, name, AT_REMOVEDIR) == 0) {
            gone++;
        } else if ((fd = open_folder(top, name)) >= 0) {
            gone += flatten(fd, top, moved);
            close(fd);
        }
    }
    if (listing.fd >= 0) {
        close(listing.fd);
    }
    return gone;
}

/* Removes everything in the folder. However deep it is nested, this takes three descriptors and no recursion: nested
 * folders are moved to the top until a pass finds nothing to do. */
static void empty(int top)
{
    unsigned moved = 0;
    while (empty_once(top, &moved)) {
    }
}

static void remove_at(int above, const char *name)
{
    enum { TRIES = 3 }; /* in case we are short of descriptors or memory for a moment */
    bool gone = false;
    (void)!fchmodat(above, name, S_IRWXU, 0); /* if this fails, so does what follows */
    for (int i = 0; i < TRIES && !gone; i++) {
        int fd = openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd >= 0) {
            empty(fd);
            close(fd);
        }
        gone = unlinkat(above, name, AT_REMOVEDIR) == 0 || errno == ENOENT;
    }
}

void folder_remove(const char *path)
{
    remove_at(AT_FDCWD, path);
}

bool folder_holds(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    return strncmp(folder, path, length) == 0 && (path[length] == '/' || !path[length]);
}

bool folder_any_holds(const char *const *folders, const char *path)
{
    while (folders && *folders && !folder_holds(*folders, path)) {
        folders++;
    }
    return folders && *folders;
}

bool folder_is_out_of_reach(int problem)
{
    return problem == ENOENT || problem == ENOTDIR || problem == EACCES || problem == ELOOP;
}

/* -- runs -- */

#define RUN_PREFIX "signalbox-run-" /* reserved: abandoned folders with this prefix are removed */

static const char *place(void)
{
    const char *set = getenv("TMPDIR");
    return set && *set == '/' ? set : "/tmp";
}

/* Opens and locks a folder; -1 if another process holds the lock, or the folder is gone. */
static int lock(const char *path)
{
    struct stat locked, there;
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 && (flock(fd, LOCK_EX | LOCK_NB) < 0 || fstat(fd, &locked) < 0 || stat(path, &there) < 0 ||
                    locked.st_ino != there.st_ino || locked.st_dev != there.st_dev)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

/* Removes folders of runs whose processes are all dead: their locks are free. */
static void sweep(void)
{
    char path[PATH_MAX];
    struct folder_listing listing = {.fd = open(place(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    for (const char *name; (name = folder_next(&listing));) {
        struct stat what;
        int held;
        if (strncmp(name, RUN_PREFIX, strlen(RUN_PREFIX)) != 0 || strlen(name) != strlen(RUN_PREFIX "XXXXXX") ||
            snprintf(path, sizeof path, "%s/%s", place(), name) >= (int)sizeof path || lstat(path, &what) < 0 ||
            !S_ISDIR(what.st_mode) || what.st_uid != geteuid() || (held = lock(path)) < 0) {
            continue;
        }
        folder_remove(path);
        close(held);
    }
    if (listing.fd >= 0) {
        close(listing.fd);
    }
}

bool folder_begin(struct folder_run *run, struct error *err)
{
    enum { TRIES = 10 }; /* another run's sweep may remove a new folder before it is locked */
    int problem;
    sweep();
    char path[PATH_MAX];
    for (int i = 0; i < TRIES; i++) {
        if (snprintf(path, sizeof path, "%s/%sXXXXXX", place(), RUN_PREFIX) >= (int)sizeof path - 32 ||
            !mkdtemp(path)) {
            break;
        }
        run->lock = realpath(path, run->path) ? lock(run->path) : -1;
        run->above = run->lock < 0 ? -1 : open(place(), O_PATH | O_DIRECTORY | O_CLOEXEC);
        if (run->above >= 0) {
            return true;
        }
        problem = errno;
        rmdir(run->path);
        if (run->lock >= 0) {
            close(run->lock);
        }
        errno = problem;
    }
    return error_set(err, ERROR_IO, "%s: cannot make a folder there: %s", place(), strerror(errno));
}

void folder_leave(const struct folder_run *run)
{
    unlinkat(run->above, strrchr(run->path, '/') + 1, AT_REMOVEDIR);
}

void folder_end(struct folder_run *run)
{
    folder_remove(run->path);
    close(run->lock);
    close(run->above);
}

/* -- folders of programs -- */

/* Its name in the folder of the run. */
static const char *name_of(const struct folder *folder)
{
    return strrchr(folder->path, '/') + 1;
}

bool folder_open(struct folder *folder, const struct folder_run *run, int number, struct error *err)
{
    if (snprintf(folder->path, sizeof folder->path, "%s/%d", run->path, number) >= (int)sizeof folder->path) {
        return error_set(err, ERROR_IO, "%s: its path is too long", run->path);
    }
    folder->run = run;
    const char *name = name_of(folder);
    if (mkdirat(run->lock, name, S_IRWXU) < 0 && errno == EEXIST) { /* left by a worker that was killed */
        remove_at(run->lock, name);
        mkdirat(run->lock, name, S_IRWXU);
    }
    return access(folder->path, F_OK) == 0 || error_set(err, ERROR_IO, "%s: %s", folder->path, strerror(errno));
}

void folder_close(struct folder *folder)
{
    remove_at(folder->run->lock, name_of(folder));
}
