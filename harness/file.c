#include "file.h"

#include "base/json_show.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file as it is being written. */
struct draft {
    int fd;
    bool beside; /* it has another name yet */
    char target[PATH_MAX], path[PATH_MAX + sizeof ".XXXXXX"];
};

static bool complain(const char *path, struct error *err)
{
    int problem = errno;
    return error_set(err, ERROR_IO, "cannot write %s: %s", json_show(path, strlen(path)).text, strerror(problem));
}

/* Opens something that is no plain file, or a file beside the one that is to be written. */
static bool open_draft(struct draft *draft, const char *path, struct error *err)
{
    struct stat there;
    draft->beside = false;
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) {
        draft->fd = open(path, O_WRONLY | O_CLOEXEC);
        return draft->fd >= 0 ? true : complain(path, err);
    }
    if (!realpath(path, draft->target)) { /* behind all links; but perhaps it is new */
        snprintf(draft->target, sizeof draft->target, "%s", path);
    }
    snprintf(draft->path, sizeof draft->path, "%s.XXXXXX", draft->target);
    draft->fd = mkostemp(draft->path, O_CLOEXEC);
    if (draft->fd < 0) {
        return complain(path, err);
    }
    mode_t mask = umask(0);
    umask(mask);
    fchmod(draft->fd, 0666 & ~mask);
    draft->beside = true;
    return true;
}

/* Closes the draft; with `keep` it becomes the file. */
static bool close_draft(struct draft *draft, bool keep, const char *path, struct error *err)
{
    bool done = true;
    if (draft->fd >= 0 && close(draft->fd) != 0 && keep) {
        done = complain(path, err);
    }
    if (draft->beside) {
        if (keep && done && rename(draft->path, draft->target) != 0) {
            done = complain(path, err);
        }
        if (!keep || !done) {
            unlink(draft->path);
        }
    }
    return done;
}

bool file_check(const char *path, struct error *err)
{
    struct draft draft;
    struct stat there;
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) {
        return access(path, W_OK) == 0 ? true : complain(path, err); /* opening a pipe would wait for its reader */
    }
    bool opened = open_draft(&draft, path, err);
    close_draft(&draft, false, path, err);
    return opened;
}

bool file_write(const char *path, const char *bytes, size_t length, struct error *err)
{
    struct draft draft;
    bool done = open_draft(&draft, path, err);
    while (done && length > 0) {
        ssize_t wrote = write(draft.fd, bytes, length);
        if (wrote < 0 && errno != EINTR) {
            done = complain(path, err);
        } else if (wrote > 0) {
            bytes += wrote;
            length -= (size_t)wrote;
        }
    }
    return close_draft(&draft, done, path, err) && done;
}
