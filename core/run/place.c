#include "run/place.h"

#include "process/landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    COPY_BYTES_MAX = 32 * 1024 * 1024, /* of a submission that is copied */
    BYTES_PER_FILE = 4096,             /* one file may be created per this many bytes of the disk limit, */
    FILES_MIN = 1000,                  /* but at least this many files */
};

bool place_open(struct place *place, enum process_isolation isolation, const struct folder_run *run, int number,
                struct error *err)
{
    *place = (struct place){.isolation = isolation, .run = run, .number = number, .ruleset = -1};
    if (isolation != PROCESS_ISOLATE_SANDBOX) {
        return true;
    }
    place->in = &place->sandbox;
    return sandbox_open(&place->sandbox, err);
}

static bool set_path(char out[PATH_MAX], const char *above, const char *rest, struct error *err)
{
    return snprintf(out, PATH_MAX, "%s%s", above, rest) < PATH_MAX ||
           error_set(err, ERROR_INPUT, "%.200s...: its path is too long", above);
}

/* -- a private folder, for copies and for HOME -- */

static bool open_private(struct place *place, struct error *err)
{
    if (!place->has_private) {
        place->has_private = folder_open(&place->private, place->run, place->number, err);
    }
    return place->has_private && set_path(place->home, place->private.path, "/home", err) &&
           (mkdir(place->home, S_IRWXU) == 0 || errno == EEXIST ||
            error_set(err, ERROR_IO, "%s: %s", place->home, strerror(errno)));
}

static void close_private(struct place *place)
{
    if (place->has_private) {
        folder_close(&place->private);
    }
    place->has_private = false;
}

/* Copies the submission there. Fails with ERROR_INPUT if it is too large. */
static bool make_copy(struct place *place, const struct grade_job *job, struct error *err)
{
    return open_private(place, err) && set_path(place->dir, place->private.path, "/submission", err) &&
           copy_tree(job->content ? job->content : job->dir, place->dir, COPY_BYTES_MAX, err);
}

/* -- the kinds of places -- */

static bool show_in_sandbox(struct place *place, const struct grade_job *job, struct error *err)
{
    struct sandbox_view view = {
        .submission = job->dir,
        .content = job->content,
        .writes_stay = job->builds,
        .readable = place->paths,
        .masked = job->masked,
        .disk_bytes = (uint64_t)job->limits.disk_bytes,
        .disk_files = (uint64_t)job->limits.disk_bytes / BYTES_PER_FILE + FILES_MIN,
    };
    /* An overlay cannot change files of other users, whom this user namespace does not know. */
    const char *content = job->content ? job->content : job->dir;
    if (content && !job->builds && geteuid() != 0 && !copy_is_own(content)) {
        if (!make_copy(place, job, err)) {
            return false;
        }
        view.content = place->dir;
    }
    return sandbox_show(&place->sandbox, &view, err) && set_path(place->home, SANDBOX_HOME, "", err) &&
           set_path(place->dir, job->dir ? job->dir : SANDBOX_HOME, "", err);
}

/* Without a sandbox there are no overlays: programs run in a copy or, if the submission is too large for that, in
 * place, where Landlock does not let them write. */
static bool show_copy(struct place *place, const struct grade_job *job, size_t count, struct error *err)
{
    struct error why = {.kind = ERROR_NONE};
    if (!open_private(place, err)) {
        return false;
    }
    if (job->builds || !job->dir) {
        set_path(place->dir, job->builds ? job->content : place->home, "", err);
    } else if (!make_copy(place, job, &why)) {
        if (why.kind != ERROR_INPUT) {
            return error_set(err, why.kind, "%s", why.text);
        }
        folder_remove(place->dir); /* the partial copy */
        set_path(place->dir, job->content ? job->content : job->dir, "", err);
        place->paths[count++] = job->content ? job->content : job->dir;
        place->paths[count] = NULL;
    }
    if (place->isolation == PROCESS_ISOLATE_LANDLOCK) {
        const char *const writable[] = {place->private.path, job->builds ? job->content : NULL, NULL};
        place->ruleset = landlock_open(writable, place->paths, err);
    }
    return (place->isolation != PROCESS_ISOLATE_LANDLOCK || place->ruleset >= 0) &&
           copy_fingerprint(place->private.path, NULL, place->fingerprint, err);
}

/* -- jobs -- */

static bool is_same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Whether what was prepared for the last job fits this one, as it usually does. */
static bool fits(const struct grade_job *last, const struct grade_job *job)
{
    return last->argv && is_same(last->argv[0], job->argv[0]) && is_same(last->dir, job->dir) &&
           is_same(last->content, job->content) && last->builds == job->builds && last->readable == job->readable &&
           last->masked == job->masked && last->limits.disk_bytes == job->limits.disk_bytes;
}

/* Whether a file is unchanged, so that a copy of it is still current. */
static bool is_same_file(const struct stat *then, const struct stat *now)
{
    return then->st_ino == now->st_ino && then->st_size == now->st_size &&
           then->st_ctim.tv_sec == now->st_ctim.tv_sec && then->st_ctim.tv_nsec == now->st_ctim.tv_nsec;
}

static void forget(struct place *place)
{
    place->last.argv = NULL;
    close_private(place);
    if (place->ruleset >= 0) {
        close(place->ruleset);
    }
    place->ruleset = -1;
}

/* Lists what programs may read besides the submission: the job's paths and, without a submission, the program's folder.
 */
static bool list_paths(struct place *place, const struct grade_job *job, const char *program, size_t *count,
                       struct error *err)
{
    *count = 0;
    if (!job->dir) {
        struct stat what;
        const char *slash = strrchr(program, '/');
        char folder[PATH_MAX];
        if (stat(program, &what) == 0 && S_ISDIR(what.st_mode)) {
            return error_set(err, ERROR_INPUT, "%s: it is a folder", program);
        }
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - program), program);
        if (*folder && realpath(folder, place->beside)) {
            place->paths[(*count)++] = place->beside;
        } else {
            place->paths[(*count)++] = program;
        }
    }
    for (const char *const *path = job->readable; path && *path; path++) {
        if (*count == PLACE_PATHS_MAX) {
            return error_set(err, ERROR_IO, "programs cannot be allowed to read more than %d paths", PLACE_PATHS_MAX);
        }
        place->paths[(*count)++] = *path;
    }
    place->paths[*count] = NULL;
    return true;
}

static bool show(struct place *place, const struct grade_job *job, const char *program, struct error *err)
{
    size_t count;
    if (!list_paths(place, job, program, &count, err) ||
        (job->builds && !copy_tree(job->dir, job->content, UINT64_MAX, err))) {
        return false;
    }
    return place->in ? show_in_sandbox(place, job, err) : show_copy(place, job, count, err);
}

/* A path as the program sees it. */
static bool translate(const struct place *place, const struct grade_job *job, const char *path, char out[PATH_MAX],
                      struct error *err)
{
    size_t length = job->dir ? strlen(job->dir) : 0;
    bool inside = length && strncmp(path, job->dir, length) == 0 && (path[length] == '/' || !path[length]);
    return inside ? set_path(out, place->dir, path + length, err) : set_path(out, path, "", err);
}

bool place_prepare(struct place *place, const struct grade_job *job, struct error *err)
{
    char program[PATH_MAX];
    if (!process_find(job->argv[0], program, sizeof program, err)) {
        return false;
    }
    struct stat now = {0};
    stat(program, &now);
    if (!fits(&place->last, job) || !is_same_file(&place->program_then, &now)) {
        forget(place);
        if (!show(place, job, program, err)) {
            return false;
        }
        place->last = *job;
        place->program_then = now;
    }
    return translate(place, job, program, place->program, err) &&
           translate(place, job, job->folder ? job->folder : place->home, place->folder, err);
}

bool place_read(const struct place *place, const char *name, char *bytes, size_t room, size_t *length, uint64_t *total)
{
    char path[PATH_MAX];
    struct stat what;
    ssize_t got = 1;
    int fd = -1;
    if (place->in) {
        fd = sandbox_open_file(place->in, place->folder, name);
    } else if (snprintf(path, sizeof path, "%s/%s", place->folder, name) < (int)sizeof path) {
        fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    }
    bool fine = fd >= 0 && fstat(fd, &what) == 0 && S_ISREG(what.st_mode);
    for (*length = 0; fine && got > 0 && *length<room; *length += got> 0 ? (size_t)got : 0) {
        got = read(fd, bytes + *length, room - *length);
        fine = got >= 0;
    }
    if (fine) {
        *total = got > 0 && (uint64_t)what.st_size > *length ? (uint64_t)what.st_size : *length;
    }
    if (fd >= 0) {
        close(fd);
    }
    return fine;
}

static bool is_untouched(const struct place *place)
{
    char now[SHA256_HEX];
    struct error ignored;
    if (place->in) {
        return sandbox_is_untouched(place->in);
    }
    return copy_fingerprint(place->private.path, NULL, now, &ignored) && strcmp(now, place->fingerprint) == 0;
}

void place_tidy(struct place *place)
{
    if (place->last.argv && (place->last.builds || !is_untouched(place))) {
        forget(place);
    }
}

void place_close(struct place *place)
{
    forget(place);
    if (place->in) {
        sandbox_close(&place->sandbox);
    }
}
