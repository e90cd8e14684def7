#include "run/place.h"

#include "process/landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    COPY_EACH_MAX = 32 << 20, /* bytes of a submission that is copied for each job that follows a change */
    BYTES_PER_FILE = 4096,    /* one file may be created per this many bytes of the disk limit, */
    FILES_MIN = 1000,         /* but at least this many files */
};
#define COPY_ONCE_MAX (UINT64_C(4) << 30) /* bytes of a submission that is copied once */

bool place_open(struct place *place, enum process_isolation isolation, bool network, const struct folder_run *run,
                int number, struct error *err)
{
    *place = (struct place){.isolation = isolation, .run = run, .number = number, .network = network, .ruleset = -1};
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

/* Copies the submission there, to `to`. Fails with ERROR_INPUT if it is too large. */
static bool make_copy(struct place *place, const struct run_job *job, char to[PATH_MAX], uint64_t most,
                      struct error *err)
{
    return open_private(place, err) && set_path(to, place->private.path, "/submission", err) &&
           copy_tree(job->content ? job->content : job->dir, to, job->masked, most, err);
}

/* -- the kinds of places -- */

/* Shows a copy of the submission, which is made once for all its jobs. */
static bool show_copy_in_sandbox(struct place *place, const struct run_job *job, const struct sandbox_view *view,
                                 struct error *err)
{
    char copy[PATH_MAX];
    struct sandbox_view of_copy = *view;
    of_copy.content = copy;
    if (place->way != PLACE_COPIED) {
        close_private(place);
        if (!make_copy(place, job, copy, COPY_ONCE_MAX, err)) {
            return false;
        }
        place->way = PLACE_COPIED;
    }
    return set_path(copy, place->private.path, "/submission", err) && sandbox_show(&place->sandbox, &of_copy, err);
}

/* An overlay cannot change files of users whom this user namespace does not know, and the kernel has none over some
 * file systems: those with others mounted inside, overlays over overlays, those that ignore case. */
static bool show_layered(struct place *place, const struct run_job *job, const struct sandbox_view *view,
                         struct error *err)
{
    if (place->way == PLACE_UNKNOWN && copy_knows_owners(job->content ? job->content : job->dir)) {
        place->way = PLACE_LAYERED;
    }
    if (place->way == PLACE_LAYERED && sandbox_show(&place->sandbox, view, err)) {
        return true;
    }
    return (place->way != PLACE_LAYERED || err->kind != ERROR_MEMORY) && show_copy_in_sandbox(place, job, view, err);
}

/* How many files a job may create. */
static uint64_t disk_files(const struct run_job *job)
{
    return (uint64_t)job->limits.disk_bytes / BYTES_PER_FILE + FILES_MIN;
}

static bool show_in_sandbox(struct place *place, const struct run_job *job, struct error *err)
{
    struct sandbox_view view = {
        .submission = job->dir,
        .content = job->content,
        .writes_stay = job->builds,
        .readable = place->paths,
        .masked = job->masked,
        .disk_bytes = (uint64_t)job->limits.disk_bytes,
        .disk_files = disk_files(job),
    };
    bool shown =
        job->dir && !job->builds ? show_layered(place, job, &view, err) : sandbox_show(&place->sandbox, &view, err);
    return shown && set_path(place->home, SANDBOX_HOME, "", err) &&
           set_path(place->dir, job->dir ? job->dir : SANDBOX_HOME, "", err);
}

static bool holds_masked(const struct run_job *job)
{
    const char *const *path = job->masked;
    while (path && *path && !folder_holds(job->dir, *path)) {
        path++;
    }
    return path && *path;
}

/* Without a sandbox there are no overlays: programs run in a copy or, if the submission is too large for that, in
 * place, where Landlock does not let them write. */
static bool show_copy(struct place *place, const struct run_job *job, size_t count, struct error *err)
{
    struct error why = {.kind = ERROR_NONE};
    if (!open_private(place, err)) {
        return false;
    }
    if (job->builds || !job->dir) {
        set_path(place->dir, job->builds ? job->content : place->home, "", err);
    } else if (!make_copy(place, job, place->dir, COPY_EACH_MAX, &why)) {
        if (why.kind != ERROR_INPUT) {
            return error_set(err, why.kind, "%s", why.text);
        }
        folder_remove(place->dir);                     /* the partial copy */
        if (holds_masked(job) && place->number == 0) { /* once is enough */
            dprintf(STDERR_FILENO, "%s: %s, so programs can read the cases and results in it; keep these elsewhere\n",
                    program_invocation_short_name, why.text);
        }
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

/* Whether what was prepared for the last job on this submission fits this one, as it usually does. */
static bool fits(const struct run_job *last, const struct run_job *job)
{
    return is_same(last->argv[0], job->argv[0]) && last->builds == job->builds && last->readable == job->readable &&
           last->limits.disk_bytes == job->limits.disk_bytes;
}

/* Whether a file is unchanged, so that a copy of it is still current. */
static bool is_same_file(const struct stat *then, const struct stat *now)
{
    return then->st_ino == now->st_ino && then->st_size == now->st_size &&
           then->st_ctim.tv_sec == now->st_ctim.tv_sec && then->st_ctim.tv_nsec == now->st_ctim.tv_nsec;
}

static bool is_same_submission(const struct run_job *last, const struct run_job *job)
{
    return last->argv && is_same(last->dir, job->dir) && is_same(last->content, job->content) &&
           last->masked == job->masked;
}

/* Removes what was prepared, except a copy that only overlays have written over. */
static void forget(struct place *place, bool copy)
{
    place->ready = false;
    if (copy || !place->in) {
        close_private(place);
        place->way = PLACE_UNKNOWN;
    }
    if (place->ruleset >= 0) {
        close(place->ruleset);
    }
    place->ruleset = -1;
}

/* Lists what programs may read besides the submission: the job's paths and, without a submission, the program's folder.
 */
static bool list_paths(struct place *place, const struct run_job *job, const char *program, size_t *count,
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

static bool show(struct place *place, const struct run_job *job, const char *program, struct error *err)
{
    size_t count;
    if (!list_paths(place, job, program, &count, err) ||
        (job->builds && !copy_tree(job->dir, job->content, job->masked, COPY_ONCE_MAX, err))) {
        return false;
    }
    place->disk = (struct disk){0};
    if (!(place->in ? show_in_sandbox(place, job, err) : show_copy(place, job, count, err))) {
        return false;
    }
    size_t folders = 0;
    if (job->builds) {
        place->disk.folders[folders++] = job->content;
    }
    if (!place->in) {
        place->disk.folders[folders++] = place->private.path;
    }
    disk_watch(&place->disk, (uint64_t)job->limits.disk_bytes, disk_files(job));
    return true;
}

/* A path as the program sees it. */
static bool translate(const struct place *place, const struct run_job *job, const char *path, char out[PATH_MAX],
                      struct error *err)
{
    bool within = job->dir && folder_holds(job->dir, path);
    return within ? set_path(out, place->dir, path + strlen(job->dir), err) : set_path(out, path, "", err);
}

bool place_prepare(struct place *place, const struct run_job *job, struct error *err)
{
    char program[PATH_MAX];
    if (!process_find(job->argv[0], program, sizeof program, err) ||
        (place->in && !place->network && !sandbox_renew_network(&place->sandbox, err))) {
        return false;
    }
    struct stat now = {0};
    stat(program, &now);
    bool same = is_same_submission(&place->last, job) && is_same_file(&place->program_then, &now);
    if (!same || !place->ready || !fits(&place->last, job)) {
        forget(place, !same);
        if (!show(place, job, program, err)) {
            return false;
        }
        place->last = *job;
        place->program_then = now;
        place->ready = true;
    }
    return translate(place, job, program, place->program, err) &&
           translate(place, job, job->folder ? job->folder : place->home, place->folder, err);
}

bool place_is_theirs(const struct place *place)
{
    const struct run_job *job = &place->last;
    return job->content && !job->builds && job->folder && folder_holds(job->dir, job->folder);
}

/* Opens what the program left under a name in its folder. Follows no links: any folder on the way may be one by now. */
static int open_left(const struct place *place, const char *name)
{
    char path[PATH_MAX];
    struct open_how how = {.flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
                           .resolve = RESOLVE_NO_SYMLINKS | (place->in ? RESOLVE_IN_ROOT : 0U)};
    if (snprintf(path, sizeof path, "%s/%s", place->folder, name) >= (int)sizeof path) {
        return -1;
    }
    return (int)syscall(SYS_openat2, place->in ? place->in->root : AT_FDCWD, path, &how, sizeof how);
}

struct excerpt place_read(const struct place *place, const char *name, char *bytes, size_t room)
{
    struct excerpt left = {.bytes = bytes};
    struct stat what = {0};
    ssize_t got = 1;
    int fd = open_left(place, name);
    bool fine = fd >= 0 && fstat(fd, &what) == 0 && S_ISREG(what.st_mode);
    while (fine && got > 0 && left.length < room) {
        got = read(fd, bytes + left.length, room - left.length);
        fine = got >= 0;
        left.length += fine ? (size_t)got : 0;
    }
    if (fd >= 0) {
        close(fd);
    }
    left.head = left.length;
    left.total = got > 0 && (uint64_t)what.st_size > left.length ? (uint64_t)what.st_size : left.length;
    return fine ? left : (struct excerpt){0};
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
    if (place->ready && (place->last.builds || !is_untouched(place))) {
        forget(place, false);
    }
}

void place_close(struct place *place)
{
    forget(place, true);
    if (place->in) {
        sandbox_close(&place->sandbox);
    }
}
