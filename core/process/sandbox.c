#include "process/sandbox.h"

#include "base/write.h"
#include "process/folder.h"
#include "process/sandbox_root.h"

#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STACK_BYTES = 64 * 1024, TRIAL_BYTES = 1 << 20, TRIAL_FILES = 100 };

/* -- namespaces -- */

static bool set(const char *folder, const char *name, const char *text)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%s/%s", folder, name);
    return write_file(path, 0, 0, text, strlen(text));
}

/* Maps users to themselves. Root may map all users, and so still reach their files; others may map only themselves. */
static bool map_users(pid_t child)
{
    char folder[16], users[64], groups[64];
    snprintf(folder, sizeof folder, "%d", (int)child);
    if (geteuid() == 0) {
        static const char everybody[] = "0 0 4294967295\n";
        if (set(folder, "uid_map", everybody) && set(folder, "gid_map", everybody)) {
            return true;
        }
    }
    snprintf(users, sizeof users, "%u %u 1\n", geteuid(), geteuid());
    snprintf(groups, sizeof groups, "%u %u 1\n", getegid(), getegid());
    return set(folder, "setgroups", "deny") && set(folder, "gid_map", groups) && set(folder, "uid_map", users);
}

/* A new network namespace has a loopback device, but it is down. */
static bool raise_loopback(void)
{
    struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool up = fd >= 0 && ioctl(fd, SIOCSIFFLAGS, &request) == 0;
    if (fd >= 0) {
        close(fd);
    }
    return up;
}

/* Leaves the user most of what the kernel has for all processes of a user together. If this cannot be set, programs
 * might take all of it while they run. */
static void share_resources(void)
{
    set("sys/user", "max_inotify_instances", "32");
    set("sys/user", "max_inotify_watches", "8192");
}

/* The child waits until its users are mapped. Programs of the same user must not be able to trace or stop it. */
static void settle(int gate, bool network)
{
    char mapped = 0;
    if (read(gate, &mapped, 1) != 1 || (!network && !raise_loopback()) ||
        sethostname("sandbox", strlen("sandbox")) < 0 || prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L) < 0) {
        _exit(EXIT_FAILURE);
    }
    close(gate);
    share_resources();
}

pid_t sandbox_fork(bool network, struct error *err)
{
    const unsigned long spaces =
        CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS | (network ? 0 : CLONE_NEWNET);
    int gate[2];
    if (pipe2(gate, O_CLOEXEC) < 0) {
        error_set(err, ERROR_MEMORY, "no sandbox: no pipe to be had: %s", strerror(errno));
        return -1;
    }
    pid_t pid = (pid_t)syscall(SYS_clone, spaces | SIGCHLD, NULL, NULL, NULL, 0UL);
    if (pid == 0) {
        close(gate[1]);
        settle(gate[0], network);
        return 0;
    }
    close(gate[0]);
    bool fine = pid > 0 && map_users(pid) && write(gate[1], "", 1) == 1;
    int problem = errno;
    close(gate[1]);
    if (pid > 0 && !fine) {
        waitpid(pid, NULL, 0); /* it finds the gate closed */
    }
    if (!fine) {
        error_set(err, error_is_shortage(problem) ? ERROR_MEMORY : ERROR_IO, "no sandbox: no namespaces to be had: %s",
                  strerror(problem));
    }
    return fine ? pid : -1;
}

/* -- the root -- */

static int make(void *context)
{
    struct sandbox_building *building = context;
    return !((!building->view || setns(building->sandbox->base, CLONE_NEWNS) == 0) && unshare(CLONE_NEWNS) == 0 &&
             (building->view ? sandbox_root_view(building) : sandbox_root_base(building)));
}

/* Makes a root in a child that shares our memory and descriptors, but not our root, while we wait. */
static bool make_apart(struct sandbox_building *building)
{
    _Alignas(16) char stack[STACK_BYTES];
    int status = -1;
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before); /* our handlers must not run in a process that shares our memory */
    pid_t pid = clone(make, stack + STACK_BYTES, CLONE_VM | CLONE_VFORK | CLONE_FILES | SIGCHLD, building);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status == 0;
}

static bool complain(const struct sandbox_building *building, struct error *err)
{
    int problem = building->problem ? building->problem : EAGAIN;
    return error_set(err, error_is_shortage(problem) ? ERROR_MEMORY : ERROR_IO, "no sandbox: %s: %s",
                     building->step ? building->step : "no process to be had", strerror(problem));
}

bool sandbox_open(struct sandbox *sandbox, struct error *err)
{
    struct sandbox_building building = {.sandbox = sandbox};
    *sandbox = (struct sandbox){.mounts = -1, .root = -1, .proc = -1, .base = -1, .scratch = -1, .network = -1};
    return make_apart(&building) || complain(&building, err);
}

static void close_view(struct sandbox *sandbox)
{
    int *const fds[] = {&sandbox->mounts, &sandbox->root, &sandbox->proc, &sandbox->scratch};
    for (size_t i = 0; i < sizeof fds / sizeof *fds; i++) {
        if (*fds[i] >= 0) {
            close(*fds[i]);
        }
        *fds[i] = -1;
    }
}

static bool stamp_one(int folder, const char *path, uint64_t *stamp)
{
    struct stat what;
    if (fstatat(folder, path, &what, AT_SYMLINK_NOFOLLOW) < 0) {
        return false;
    }
    const uint64_t facts[] = {what.st_mode, (uint64_t)what.st_mtim.tv_sec, (uint64_t)what.st_mtim.tv_nsec,
                              (uint64_t)what.st_ctim.tv_sec, (uint64_t)what.st_ctim.tv_nsec};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        *stamp = (*stamp ^ facts[i]) * UINT64_C(0x100000001b3);
    }
    return true;
}

/* A number that changes with the entries, name, times, permissions or attributes of any folder that programs can write
 * to and that existed before them: the roots of everything writable and, if the submission lies below one of these, the
 * folders on the way there. False if one is gone. */
static bool make_stamp(const struct sandbox *sandbox, uint64_t *stamp)
{
    static const char *const folders[] = {"tmp", "home", "shm", "upper"};
    char part[PATH_MAX];
    bool there = true;
    *stamp = 0;
    for (size_t i = 0; there && i < sizeof folders / sizeof *folders; i++) {
        there = stamp_one(sandbox->scratch, folders[i], stamp);
    }
    const char *path = sandbox->shown;
    for (const char *slash = *path ? strchr(path + 1, '/') : NULL; there && slash; slash = strchr(slash + 1, '/')) {
        snprintf(part, sizeof part, "%.*s", (int)(slash - path - 1), path + 1);
        there = stamp_one(sandbox->root, part, stamp);
    }
    return there;
}

bool sandbox_show(struct sandbox *sandbox, const struct sandbox_view *view, struct error *err)
{
    struct sandbox_building building = {.sandbox = sandbox, .view = view};
    struct statfs room;
    close_view(sandbox);
    bool fine = make_apart(&building);
    snprintf(sandbox->shown, sizeof sandbox->shown, "%s", view->submission ? view->submission : "");
    if (!fine || fstatfs(sandbox->scratch, &room) < 0 || !make_stamp(sandbox, &sandbox->stamp)) {
        close_view(sandbox);
        return complain(&building, err);
    }
    sandbox->free_blocks = room.f_bfree;
    sandbox->free_files = room.f_ffree;
    return true;
}

bool sandbox_is_untouched(const struct sandbox *sandbox)
{
    struct statfs room;
    uint64_t stamp;
    return sandbox->mounts >= 0 && fstatfs(sandbox->scratch, &room) == 0 && room.f_bfree == sandbox->free_blocks &&
           room.f_ffree == sandbox->free_files && make_stamp(sandbox, &stamp) && stamp == sandbox->stamp;
}

uint64_t sandbox_disk_used(const struct sandbox *sandbox)
{
    struct statfs room;
    bool known = sandbox->scratch >= 0 && fstatfs(sandbox->scratch, &room) == 0 && room.f_bfree < sandbox->free_blocks;
    return known ? (sandbox->free_blocks - room.f_bfree) * (uint64_t)room.f_bsize : 0;
}

bool sandbox_enter(const struct sandbox *sandbox)
{
    return setns(sandbox->mounts, CLONE_NEWNS) == 0;
}

void sandbox_close(struct sandbox *sandbox)
{
    close_view(sandbox);
    if (sandbox->base >= 0) {
        close(sandbox->base);
    }
    if (sandbox->network >= 0) {
        close(sandbox->network);
    }
    sandbox->base = sandbox->network = -1;
}

/* -- the network -- */

/* What has passed through the devices, of which loopback is the first. */
static void read_traffic(int fd, char text[SANDBOX_TRAFFIC])
{
    memset(text, 0, SANDBOX_TRAFFIC);
    (void)!pread(fd, text, SANDBOX_TRAFFIC, 0);
}

bool sandbox_renew_network(struct sandbox *sandbox, struct error *err)
{
    char now[SANDBOX_TRAFFIC];
    if (sandbox->network >= 0) {
        read_traffic(sandbox->network, now);
        if (memcmp(now, sandbox->traffic, sizeof now) == 0) {
            return true;
        }
        if (unshare(CLONE_NEWNET) < 0 || !raise_loopback()) {
            return error_set(err, ERROR_IO, "no sandbox: no network to be had: %s", strerror(errno));
        }
        close(sandbox->network);
    }
    sandbox->network = open("/proc/self/net/dev", O_RDONLY | O_CLOEXEC);
    read_traffic(sandbox->network, sandbox->traffic);
    return sandbox->network >= 0 || error_set(err, ERROR_IO, "no sandbox: /proc/self/net/dev: %s", strerror(errno));
}

/* -- whether it works -- */

/* Over an empty folder of ours, as over copies of submissions. */
static _Noreturn void try_it(int report)
{
    struct sandbox sandbox;
    struct folder_run run;
    struct error err = {.kind = ERROR_NONE};
    if (sandbox_open(&sandbox, &err) && folder_begin(&run, &err)) {
        const struct sandbox_view view = {.submission = run.path, .disk_bytes = TRIAL_BYTES, .disk_files = TRIAL_FILES};
        sandbox_show(&sandbox, &view, &err);
        folder_end(&run);
    }
    _exit(write(report, &err, sizeof err) == (ssize_t)sizeof err ? EXIT_SUCCESS : EXIT_FAILURE);
}

bool sandbox_works(struct error *err)
{
    int report[2];
    struct error said;
    if (pipe2(report, O_CLOEXEC) < 0) {
        return error_set(err, ERROR_MEMORY, "no sandbox: no pipe to be had: %s", strerror(errno));
    }
    pid_t pid = sandbox_fork(false, err);
    if (pid == 0) {
        try_it(report[1]);
    }
    close(report[1]);
    bool heard = pid > 0 && read(report[0], &said, sizeof said) == (ssize_t)sizeof said;
    close(report[0]);
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
    if (pid > 0 && !heard) {
        return error_set(err, ERROR_IO, "a process in namespaces of its own ended at once");
    }
    return heard && (said.kind == ERROR_NONE || error_set(err, said.kind, "%s", said.text));
}
