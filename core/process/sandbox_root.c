#include "process/sandbox_root.h"

#include "base/write.h"
#include "process/folder.h"
#include "process/landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef __GLIBC__
#include <linux/mount.h>
#define mount_setattr(...) syscall(SYS_mount_setattr, __VA_ARGS__)
#endif

#define HOST "/host"
#define STAGE "/stage" /* where the scratch file system is mounted while the root is being made */

/* Programs and libraries. Where /bin and the like are links, they become links inside, too. */
static const char *const system_folders[] = {"/usr",   "/bin",    "/sbin", "/lib", "/lib32",
                                             "/lib64", "/libx32", "/nix",  NULL};

/* The devices inside, and those of the host behind them. Mapping /dev/zero would give shared memory that no limit
 * counts; /dev/full reads the same, and cannot be mapped. */
static const struct {
    const char *host, *path;
} devices[] = {{"/dev/full", "/dev/full"},
               {"/dev/full", "/dev/zero"},
               {"/dev/null", "/dev/null"},
               {"/dev/random", "/dev/random"},
               {"/dev/urandom", "/dev/urandom"}};

static bool fail(struct sandbox_building *b, const char *step)
{
    b->step = step;
    b->problem = errno;
    return false;
}

/* -- folders and files to mount on -- */

/* Makes the folders above a path. */
static bool make_above(const char *path)
{
    char part[PATH_MAX];
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(part, sizeof part, "%.*s", (int)(slash - path), path);
        if (mkdir(part, 0755) < 0 && errno != EEXIST) {
            return false;
        }
    }
    return true;
}

static bool write_text(const char *path, const char *text)
{
    return write_file(path, O_CREAT | O_EXCL, 0444, text, strlen(text));
}

/* Makes an empty folder or file at a path, to mount something on, unless it exists. */
static bool make_place(const char *path, bool folder)
{
    struct stat what;
    return stat(path, &what) == 0 || (make_above(path) && (folder ? mkdir(path, 0755) == 0 : write_text(path, "")));
}

static void remove_places(const char *path)
{
    char part[PATH_MAX];
    snprintf(part, sizeof part, "%s", path);
    for (char *slash = part + strlen(part); slash && slash > part && rmdir(part) == 0; slash = strrchr(part, '/')) {
        *slash = '\0';
    }
}

/* -- mounts -- */

static bool make_read_only(const char *path, uint64_t more)
{
    struct mount_attr shut = {.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | more};
    return mount_setattr(AT_FDCWD, path, AT_RECURSIVE, &shut, sizeof shut) == 0;
}

/* Shows a path of the host, at the same or another path, if it exists. */
static bool show_as(const char *host, const char *path, bool writable)
{
    char from[PATH_MAX];
    struct stat what;
    if (snprintf(from, sizeof from, HOST "%s", host) >= (int)sizeof from) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (stat(from, &what) < 0) {
        return folder_is_out_of_reach(errno);
    }
    return make_place(path, S_ISDIR(what.st_mode)) && mount(from, path, NULL, MS_BIND | MS_REC, NULL) == 0 &&
           (writable || make_read_only(path, 0));
}

static bool show_all(const char *const *paths)
{
    for (; paths && *paths; paths++) {
        if (!show_as(*paths, *paths, false)) {
            return false;
        }
    }
    return true;
}

/* The same, but a link on the host becomes a link here. */
static bool show_system(const char *path)
{
    char from[PATH_MAX], target[PATH_MAX];
    snprintf(from, sizeof from, HOST "%s", path);
    ssize_t length = readlink(from, target, sizeof target - 1);
    if (length < 0) {
        return show_as(path, path, false);
    }
    target[length] = '\0';
    return symlink(target, path) == 0;
}

static bool make_users(void)
{
    char users[256];
    snprintf(users, sizeof users,
             "root:x:0:0:root:/:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/sh\nstudent:x:%u:%u::" SANDBOX_HOME
             ":/bin/sh\n",
             geteuid(), getegid());
    return write_text("/etc/passwd", users) &&
           write_text("/etc/group", "root:x:0:\nnogroup:x:65534:\nstudent:x:1000:\n") &&
           write_text("/etc/hosts", "127.0.0.1 localhost sandbox\n::1 localhost\n");
}

static bool make_devices(void)
{
    static const struct {
        const char *to, *path;
    } links[] = {{"/proc/self/fd", "/dev/fd"},
                 {"/proc/self/fd/0", "/dev/stdin"},
                 {"/proc/self/fd/1", "/dev/stdout"},
                 {"/proc/self/fd/2", "/dev/stderr"}};
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        if (!show_as(devices[i].host, devices[i].path, false)) { /* devices stay writable */
            return false;
        }
    }
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        if (symlink(links[i].to, links[i].path) < 0) {
            return false;
        }
    }
    return true;
}

bool sandbox_root_base(struct sandbox_building *b)
{
    umask(0);
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ||
        mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m,nr_inodes=10000") < 0 ||
        mkdir("/tmp" HOST, 0755) < 0 || syscall(SYS_pivot_root, "/tmp", "/tmp" HOST) < 0 || chdir("/") < 0) {
        return fail(b, "a root of its own");
    }
    for (const char *const *path = system_folders; *path; path++) {
        if (!show_system(*path)) {
            return fail(b, *path);
        }
    }
    if (!make_place("/etc/alternatives", true) || !show_all(landlock_settings) || !make_users()) {
        return fail(b, "/etc");
    }
    if (!make_place("/dev/shm", true) || !make_devices()) {
        return fail(b, "/dev");
    }
    /* Read-only, because root outside could change the kernel's settings there. Programs see only processes that they
     * could trace, so not the first one, whose arguments reveal where the cases are. */
    if (!make_place("/proc", true) ||
        mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY, "hidepid=4") < 0) {
        return fail(b, "/proc");
    }
    if (mkdir(SANDBOX_TMP, 0755) < 0 || mkdir(SANDBOX_HOME, 0755) < 0 || mkdir(STAGE, 0755) < 0) {
        return fail(b, "/tmp");
    }
    b->sandbox->base = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
    return b->sandbox->base >= 0 || fail(b, "/proc/self/ns/mnt");
}

/* -- what a view adds -- */

/* One file system holds everything that programs write, wherever they write it, so its size limits the total. */
static bool make_scratch(struct sandbox_building *b)
{
    static const char *const folders[] = {STAGE "/tmp", STAGE "/home", STAGE "/shm", STAGE "/upper", STAGE "/work"};
    char options[128];
    snprintf(options, sizeof options, "mode=700,size=%llu,nr_inodes=%llu", (unsigned long long)b->view->disk_bytes,
             (unsigned long long)b->view->disk_files);
    if (mount("tmpfs", STAGE, "tmpfs", MS_NOSUID | MS_NODEV, options) < 0) {
        return fail(b, "a file system in memory");
    }
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        if (mkdir(folders[i], S_IRWXU) < 0) {
            return fail(b, folders[i]);
        }
    }
    if (mount(STAGE "/tmp", SANDBOX_TMP, NULL, MS_BIND, NULL) < 0 ||
        mount(STAGE "/home", SANDBOX_HOME, NULL, MS_BIND, NULL) < 0 ||
        mount(STAGE "/shm", "/dev/shm", NULL, MS_BIND, NULL) < 0) {
        return fail(b, SANDBOX_TMP);
    }
    b->sandbox->scratch = open(STAGE, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return b->sandbox->scratch >= 0 || fail(b, STAGE);
}

/* Escapes a path for overlayfs, where colons and backslashes are special. */
static bool escape_path(char *out, size_t size, const char *path)
{
    size_t used = 0;
    for (; *path && used + 3 < size; path++) {
        if (*path == ':' || *path == '\\' || *path == ',') {
            out[used++] = '\\';
        }
        out[used++] = *path;
    }
    out[used] = '\0';
    return !*path;
}

/* Shows the submission, with an overlay that takes writes. */
static bool show_submission(struct sandbox_building *b)
{
    const struct sandbox_view *view = b->view;
    const char *content = view->content ? view->content : view->submission;
    char from[PATH_MAX], lower[2 * PATH_MAX], options[2 * PATH_MAX + 128];
    if (view->writes_stay) {
        return show_as(content, view->submission, true) || fail(b, view->submission);
    }
    snprintf(from, sizeof from, HOST "%s", content);
    if (!escape_path(lower, sizeof lower, from)) {
        errno = ENAMETOOLONG;
        return fail(b, view->submission);
    }
    snprintf(options, sizeof options, "lowerdir=%s,upperdir=" STAGE "/upper,workdir=" STAGE "/work,userxattr", lower);
    return (make_place(view->submission, true) &&
            (mount("overlay", view->submission, "overlay", MS_NOSUID | MS_NODEV, options) == 0 ||
             (view->may_be_read_only && show_as(content, view->submission, false)))) ||
           fail(b, "a layer over the submission");
}

/* Hides a path: nothing can be read there, nor written. */
static bool mask(struct sandbox_building *b, const char *path)
{
    struct stat what;
    if (stat(path, &what) < 0) {
        return true;
    }
    bool fine = S_ISDIR(what.st_mode) ? mount("tmpfs", path, "tmpfs", MS_NOSUID | MS_NODEV | MS_RDONLY,
                                              "mode=555,size=4k,nr_inodes=1") == 0
                                      : mount("/dev/null", path, NULL, MS_BIND, NULL) == 0;
    return fine || fail(b, path);
}

bool sandbox_root_view(struct sandbox_building *b)
{
    umask(0);
    remove_places(b->sandbox->shown);
    if (!make_scratch(b)) {
        return false;
    }
    if (!show_all(b->view->readable)) {
        return fail(b, "what programs may read");
    }
    if (b->view->submission && !show_submission(b)) {
        return false;
    }
    for (const char *const *path = b->view->masked; path && *path; path++) {
        if (!mask(b, *path)) {
            return false;
        }
    }
    struct mount_attr shut = {.attr_set = MOUNT_ATTR_RDONLY};
    if (umount2(STAGE, MNT_DETACH) < 0 || umount2(HOST, MNT_DETACH) < 0 ||
        mount_setattr(AT_FDCWD, "/", 0, &shut, sizeof shut) < 0) {
        return fail(b, "the host's files cannot be taken away");
    }
    struct sandbox *made = b->sandbox;
    made->mounts = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
    made->root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
    made->proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return (made->mounts >= 0 && made->root >= 0 && made->proc >= 0) || fail(b, "/proc/self/ns/mnt");
}
