/* Run when Signalbox is built: prints the filters of process/filter.h as C.
 *
 * The process that starts programs applies the filter to itself, once, since doing so for each program would cost a
 * tenth of its start. So the filter must allow what that process needs: mounting and entering mount namespaces, for
 * which programs lack the privilege, as long as they cannot create a user namespace. */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

/* Refused to all programs. */
static const char *const refused[] = {
    /* other processes */
    "process_vm_readv",
    "process_vm_writev",
    "process_madvise",
    "process_mrelease",
    "pidfd_open",
    "pidfd_getfd",
    "pidfd_send_signal",
    "kcmp",
    "migrate_pages",
    "move_pages",
    /* things that outlive their creator, or that no limit counts */
    "add_key",
    "keyctl",
    "request_key",
    "mq_open",
    "mq_unlink",
    "msgget",
    "semget",
    "shmget",
    "memfd_secret",
    /* large parts of the kernel that course programs do not need */
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "bpf",
    "perf_event_open",
    "userfaultfd",
    "fanotify_init",
    "name_to_handle_at",
    "open_by_handle_at",
    "lookup_dcookie",
    "quotactl",
    "quotactl_fd",
    "vmsplice",
    "clone3", /* a filter cannot see its flags; callers fall back to clone */
    /* the machine */
    "acct",
    "clock_adjtime",
    "clock_settime",
    "settimeofday",
    "adjtimex",
    "delete_module",
    "finit_module",
    "init_module",
    "kexec_file_load",
    "kexec_load",
    "reboot",
    "sethostname",
    "setdomainname",
    "swapoff",
    "swapon",
    "syslog",
    "vhangup",
    "iopl",
    "ioperm",
};

/* Refused where there are other processes of the same user: calls that watch them and the files they use. In a sandbox,
 * programs can trace only their own processes, as the leak sanitizer does, since the first one is not dumpable. Without
 * one there is also no file system to make files without a name on. */
static const char *const refused_exposed[] = {"ptrace", "inotify_init", "inotify_init1", "inotify_add_watch",
                                              "memfd_create"};

static void check(int result, const char *what)
{
    if (result < 0 && result != -EFAULT) { /* this machine does not have the call */
        fprintf(stderr, "filter: %s: error %d\n", what, -result);
        exit(EXIT_FAILURE);
    }
}

/* Conditions on an argument, counted from 0. Most are ints, whose upper half the kernel ignores, so that a program
 * could hide something there: the filter, too, looks only at the lower half. */
static struct scmp_arg_cmp masked(unsigned argument, uint64_t mask, uint64_t value)
{
    return (struct scmp_arg_cmp){argument, SCMP_CMP_MASKED_EQ, mask, value};
}

static struct scmp_arg_cmp equal(unsigned argument, uint32_t value)
{
    return masked(argument, UINT32_MAX, value);
}

/* These two refuse any value with bits in the upper half. */
static struct scmp_arg_cmp unequal(unsigned argument, uint32_t value)
{
    return (struct scmp_arg_cmp){argument, SCMP_CMP_NE, value, 0};
}

static struct scmp_arg_cmp above(unsigned argument, uint32_t value)
{
    return (struct scmp_arg_cmp){argument, SCMP_CMP_GT, value, 0};
}

static void refuse(scmp_filter_ctx filter, const char *name, int error, unsigned count, struct scmp_arg_cmp when)
{
    int call = seccomp_syscall_resolve_name(name);
    if (call != __NR_SCMP_ERROR) {
        check(seccomp_rule_add_array(filter, SCMP_ACT_ERRNO((uint32_t)error), call, count, count ? &when : NULL), name);
    }
}

static void refuse_all(scmp_filter_ctx filter, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        refuse(filter, names[i], ENOSYS, 0, (struct scmp_arg_cmp){0});
    }
}

/* Allows only IPv4, IPv6 and, in a network of their own, Unix sockets, and the kind of netlink socket that address
 * lookups need. */
static void refuse_sockets(scmp_filter_ctx filter, bool connected)
{
    enum { LAST = AF_NETLINK };
    for (unsigned family = 0; family < LAST; family++) {
        bool allowed = family == AF_INET || family == AF_INET6 || (family == AF_UNIX && !connected);
        if (!allowed) {
            refuse(filter, "socket", EAFNOSUPPORT, 1, equal(0, family));
        }
    }
    refuse(filter, "socket", EAFNOSUPPORT, 1, above(0, LAST));
    check(seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPROTONOSUPPORT), SCMP_SYS(socket), 2, equal(0, AF_NETLINK),
                           unequal(2, 0)),
          "socket");
}

/* A datagram socket can reach others even if it is one of a pair. SOCK_RAW means the same here. */
static void refuse_pairs(scmp_filter_ctx filter)
{
    enum { TYPE = 0xf }; /* the rest are flags */
    refuse(filter, "socketpair", EAFNOSUPPORT, 1, masked(1, TYPE, SOCK_DGRAM));
    refuse(filter, "socketpair", EAFNOSUPPORT, 1, masked(1, TYPE, SOCK_RAW));
}

/* Memory that exists without any process holding it: shared memory without a file stays after its pages are unmapped,
 * so the process that runs programs decides about it (process/shared.h); swapped-out memory is not resident. */
static void watch_memory(scmp_filter_ctx filter, bool exposed)
{
    enum { SHARED = MAP_SHARED | MAP_ANONYMOUS };
    check(seccomp_rule_add(filter, SCMP_ACT_NOTIFY, SCMP_SYS(mmap), 1, masked(3, SHARED, SHARED)), "mmap");
    if (!exposed) {
        check(seccomp_rule_add(filter, SCMP_ACT_NOTIFY, SCMP_SYS(memfd_create), 0), "memfd_create");
    }
    refuse(filter, "madvise", EINVAL, 1, equal(2, MADV_PAGEOUT));
}

/* Attributes of files. Nothing counts the memory of access control lists: 64 KiB for each file of a file system in
 * memory. Fails as where there are no attributes, which programs that copy files expect. */
static void refuse_attributes(scmp_filter_ctx filter)
{
    static const char *const calls[] = {"setxattr", "lsetxattr", "fsetxattr", "setxattrat"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        refuse(filter, calls[i], EOPNOTSUPP, 0, (struct scmp_arg_cmp){0});
    }
}

/* New namespaces. In a sandbox, the first process makes new networks, too, for which programs lack the privilege. */
static void refuse_namespaces(scmp_filter_ctx filter, bool exposed)
{
    static const uint64_t flags[] = {CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
                                     CLONE_NEWUSER,   CLONE_NEWPID, CLONE_NEWNET};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        refuse(filter, "clone", EPERM, 1, masked(0, flags[i], flags[i]));
        if (exposed || flags[i] != CLONE_NEWNET) {
            refuse(filter, "unshare", EPERM, 1, masked(0, flags[i], flags[i]));
        }
    }
}

/* Limits, priorities and CPU affinity of other processes. In a sandbox the only other one is the first; without, any
 * call that names a process is refused, even if it names the caller's own thread. */
static void refuse_settings(scmp_filter_ctx filter, bool exposed)
{
    static const char *const by_process[] = {"sched_setaffinity", "sched_setattr", "sched_setparam",
                                             "sched_setscheduler"};
    for (size_t i = 0; i < sizeof by_process / sizeof *by_process; i++) {
        refuse(filter, by_process[i], EPERM, 1, exposed ? unequal(0, 0) : equal(0, 1));
    }
    refuse(filter, "prlimit64", EPERM, 1, unequal(0, 0));
    static const char *const by_kind[] = {"setpriority", "ioprio_set"};
    for (size_t i = 0; i < sizeof by_kind / sizeof *by_kind; i++) {
        unsigned process = i == 0 ? PRIO_PROCESS : 1; /* IOPRIO_WHO_PROCESS */
        refuse(filter, by_kind[i], EPERM, 1, unequal(0, process));
        refuse(filter, by_kind[i], EPERM, 1, exposed ? unequal(1, 0) : equal(1, 1));
    }
}

/* Injecting keystrokes into a terminal. */
static void refuse_terminals(scmp_filter_ctx filter)
{
    refuse(filter, "ioctl", EPERM, 1, equal(1, TIOCSTI));
    refuse(filter, "ioctl", EPERM, 1, equal(1, TIOCLINUX));
}

static void print(scmp_filter_ctx filter, const char *name)
{
    struct sock_filter step;
    int fd = memfd_create("filter", MFD_CLOEXEC);
    check(fd < 0 ? -errno : seccomp_export_bpf(filter, fd), name);
    check((int)lseek(fd, 0, SEEK_SET), name);
    printf("static struct sock_filter %s[] = {\n", name);
    while (read(fd, &step, sizeof step) == (ssize_t)sizeof step) {
        printf("    {%u, %u, %u, %uU},\n", step.code, step.jt, step.jf, step.k);
    }
    puts("};");
    close(fd);
}

/* exposed: to other processes of the user; connected: to the network of the machine. */
static void make(const char *name, bool exposed, bool connected)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    check(filter ? 0 : -ENOMEM, name);
    check(seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS)), name);
    check(seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2), name);
    refuse_all(filter, refused, sizeof refused / sizeof *refused);
    if (exposed) {
        refuse_all(filter, refused_exposed, sizeof refused_exposed / sizeof *refused_exposed);
    }
    if (connected) {
        refuse_pairs(filter);
    }
    watch_memory(filter, exposed);
    refuse_sockets(filter, connected);
    refuse_attributes(filter);
    refuse_namespaces(filter, exposed);
    refuse_settings(filter, exposed);
    refuse_terminals(filter);
    print(filter, name);
    seccomp_release(filter);
}

int main(void)
{
    enum { KNOWS_NOTIFY = 5 };
    seccomp_api_set(KNOWS_NOTIFY); /* whatever the kernel here can do */
    make("sandboxed", false, false);
    make("connected", false, true);
    make("exposed", true, true);
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
