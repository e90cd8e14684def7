/* A process of ours between us and a program: what the program starts ends with it, and both end with us.
 *
 * Theory of operation.
 *
 * Processes. process_start clones a keeper, which starts one program and waits. Orphans of that program come to the
 * keeper, because it is a subreaper or, with namespaces, the first process of a pid namespace. So whatever is below the
 * keeper belongs to that program, and any number of kept programs can run side by side.
 *
 *     us --- keeper --- program --- what it starts
 *        \-- keeper --- program
 *
 * Descriptors. We and the keeper hold the two ends of a socket pair, the leash. The keeper sends two messages over it:
 * a struct start_failure, as soon as the program runs or cannot, and a struct process_end when everything is over; we
 * send nothing. The keeper moves its end to descriptor 0 and a signalfd for SIGCHLD to 1, and closes everything else:
 * were it to hold an end of the program's pipes, nobody would see them end. The program's descriptors 0, 1 and 2 are
 * those of the spec.
 *
 * Who ends whom. The keeper ends the program when our end of the leash is shut down or closed, which also happens if we
 * die, and when the program has too many processes. After the program it kills everything else below itself (in a pid
 * namespace, its own exit does that), removes the folder if it is to, says how the program ended, and exits. It blocks
 * all signals that can be blocked. Should the keeper itself be killed, the program dies by PDEATHSIG and the rest by
 * the end of the pid namespace; without one, the rest comes to whoever is our nearest subreaper. */
#include "process/folder.h"
#include "process/start.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK_MS = 20 }; /* between two looks at how many processes there are */

static bool write_file(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool fine = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0) {
        close(fd);
    }
    return fine;
}

bool start_map_user(uid_t uid, gid_t gid)
{
    char users[64], groups[64];
    snprintf(users, sizeof users, "%u %u 1\n", uid, uid);
    snprintf(groups, sizeof groups, "%u %u 1\n", gid, gid);
    return write_file("/proc/self/uid_map", users) && write_file("/proc/self/setgroups", "deny") &&
           write_file("/proc/self/gid_map", groups);
}

/* In a new network namespace there is a loopback device, but it is down. */
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

bool process_unshare(struct error *err)
{
    uid_t uid = geteuid();
    gid_t gid = getegid();
    return (unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0 && start_map_user(uid, gid) && raise_loopback()) ||
           error_set(err, ERROR_IO, "cannot have namespaces of its own: %s", strerror(errno));
}

/* Over the leash, which the keeper has as its descriptor 0. */
static bool tell(const void *what, size_t size)
{
    return send(STDIN_FILENO, what, size, MSG_NOSIGNAL) == (ssize_t)size;
}

/* Waits until the program is over or has too many processes, or nobody holds the leash. */
static void keep(pid_t program, uint64_t most, int children, struct process_end *end)
{
    struct pollfd watched[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = children, .events = POLLIN}};
    struct signalfd_siginfo info;
    while (poll(watched, 2, most ? LOOK_MS : -1) >= 0 || errno == EINTR) {
        if (watched[0].revents || (most && process_measure(most + 1, false).count > most)) {
            kill(program, SIGKILL);
            if (wait4(program, &end->status, 0, &end->usage) == program) {
                return;
            }
        }
        if (watched[1].revents && read(children, &info, sizeof info) < 0 && errno != EAGAIN) {
            return;
        }
        struct process_end one;
        for (pid_t pid; (pid = wait4(-1, &one.status, WNOHANG, &one.usage)) > 0;) {
            if (pid == program) {
                *end = one;
                return;
            }
        }
    }
}

/* Removes the folder that a folder was in, if that was the last. */
static void remove_above(const char *folder)
{
    char above[PATH_MAX];
    snprintf(above, sizeof above, "%.*s", (int)(strrchr(folder, '/') - folder), folder);
    rmdir(above);
}

static _Noreturn void be_keeper(const struct start_plan *plan, int leash, bool namespaces, uid_t uid, gid_t gid)
{
    struct start_failure failure = {0};
    struct process_end end = {0};
    struct error ignored;
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    prctl(PR_SET_NAME, "keeper", 0L, 0L, 0L);
    pid_t program = -1;
    int children = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    if (children < 0 || !process_adopt(&ignored) ||
        (namespaces && ((!plan->spec->unshared && (!start_map_user(uid, gid) || !raise_loopback())) ||
                        mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ||
                        mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) < 0))) {
        failure = (struct start_failure){START_SETUP, errno};
    } else {
        program = start_program(plan, &failure);
    }
    /* From here on we hold nothing that the program's other side could wait for. */
    leash = fcntl(leash, F_DUPFD_CLOEXEC, 3);
    children = fcntl(children, F_DUPFD_CLOEXEC, 3);
    if (dup2(leash, STDIN_FILENO) < 0 || dup2(children, STDOUT_FILENO) < 0) {
        _exit(EXIT_FAILURE);
    }
    start_close_from(2, false);
    tell(&failure, sizeof failure); /* if nobody listens any more, we are about to end, too */
    if (program > 0) {
        keep(program, plan->spec->limits.tree_processes, STDOUT_FILENO, &end);
        if (!namespaces) { /* whose end is the end of all in it */
            process_end_all(&end.usage);
        }
        if (plan->spec->tidy) {
            folder_remove(plan->spec->folder);
        }
        if (!tell(&end, sizeof end) && plan->spec->tidy) {
            remove_above(plan->spec->folder);
        }
    }
    _exit(EXIT_SUCCESS);
}

bool start_hear(int leash, void *what, size_t size)
{
    ssize_t got = recv(leash, what, size, 0);
    while (got < 0 && errno == EINTR) {
        got = recv(leash, what, size, 0);
    }
    return got == (ssize_t)size;
}

pid_t start_keeper(const struct start_plan *plan, int *leash, struct start_failure *failure)
{
    int ends[2];
    bool namespaces = plan->spec->isolation == PROCESS_ISOLATE_NS;
    unsigned long flags = SIGCHLD;
    if (namespaces) {
        flags |= CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWNS | (plan->spec->unshared ? 0 : CLONE_NEWUSER | CLONE_NEWNET);
    }
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) {
        *failure = (struct start_failure){START_CLONE, errno};
        return -1;
    }
    uid_t uid = geteuid();
    gid_t gid = getegid();
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before); /* and the keeper leaves it at that */
    pid_t pid = (pid_t)syscall(SYS_clone, flags, NULL, NULL, NULL, 0UL);
    if (pid == 0) {
        close(ends[0]);
        be_keeper(plan, ends[1], namespaces, uid, gid);
    }
    *failure = (struct start_failure){pid < 0 ? START_CLONE : START_DONE, errno};
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (pid > 0 && !start_hear(ends[0], failure, sizeof *failure)) {
        *failure = (struct start_failure){START_SETUP, ECHILD};
    }
    if (failure->step != START_DONE) {
        close(ends[0]);
        if (pid > 0) {
            waitpid(pid, NULL, 0);
        }
        return -1;
    }
    *leash = ends[0];
    return pid;
}
