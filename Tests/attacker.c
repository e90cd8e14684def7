/* attacker KIND: a program that tries to escape its sandbox in one way. It may be run through a link named after the
 * kind instead. It prints `true` if it failed, otherwise what it managed to do, as strings. Its working directory has a
 * file "targets", written by the victim:
 *
 * attacker victim FOLDER: what else the grading user may be running: servers, a terminal, a secret. It writes
 * FOLDER/targets, and FOLDER/harmed as soon as anything reaches one of the servers. */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <linux/limits.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <pty.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

enum {
    LIFE_SECONDS = 60,    /* of processes left behind, if nothing ends them, */
    VICTIM_SECONDS = 600, /* and of the victim */
    THREADS = 400,        /* more than programs may have */
    FILES = 20000,        /* the same */
    DEPTH = 2000,         /* of nested folders */
    KEY = 0x51676e6c,     /* of what outlives processes */
    HOARD = 512 << 20,    /* bytes, more than the tests allow */
    PIECE = 4 << 20,      /* of a hoard, touched at once */
    LEADERLESS = 8,       /* processes that share a hoard */
    SPAN_SHIFT = 21,      /* of the addresses that one page of a page table covers */
};

/* A variable of the environment; "" if there is none. */
static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "";
}

static struct {
    char folder[1024]; /* of the victim, with the servers' sockets and a secret */
    char abstract[64]; /* the name of a socket without a path */
    char terminal[64];
    char cases[1024]; /* a file with the answer */
    int port, pid;
} target;

static bool got_somewhere;

/* Notes whether an attempt worked. */
__attribute__((format(printf, 2, 3))) static void attempt(bool worked, const char *what, ...)
{
    va_list arguments;
    if (worked) {
        got_somewhere = true;
        putchar('"');
        va_start(arguments, what);
        vprintf(what, arguments);
        va_end(arguments);
        puts("\"");
    }
}

static const char *in_folder(const char *name)
{
    static char path[2048];
    snprintf(path, sizeof path, "%s/%s", target.folder, name);
    return path;
}

static void rest(double seconds)
{
    struct timespec time = {.tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&time, NULL);
}

static bool can_open(const char *path, int flags)
{
    int fd = open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd >= 0) {
        close(fd);
    }
    return fd >= 0;
}

/* -- sockets -- */

static socklen_t set_address(struct sockaddr_un *address, const char *name, bool abstract)
{
    size_t length = strnlen(name, sizeof address->sun_path - 2);
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    memcpy(address->sun_path + abstract, name, length);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + (size_t)abstract + length);
}

static void unix_socket(void)
{
    struct sockaddr_un address;
    int ends[2];
    socklen_t length = set_address(&address, in_folder("stream"), false);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    attempt(connect(fd, (void *)&address, length) == 0, "a socket by its path");
    length = set_address(&address, target.abstract, true);
    fd = socket(AF_UNIX, SOCK_STREAM, 0);
    attempt(connect(fd, (void *)&address, length) == 0, "an abstract socket");
    length = set_address(&address, in_folder("datagrams"), false);
    static const int types[] = {SOCK_DGRAM, SOCK_RAW, SOCK_DGRAM | SOCK_NONBLOCK};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (socketpair(AF_UNIX, types[i], 0, ends) == 0) {
            attempt(sendto(ends[0], "", 1, 0, (void *)&address, length) >= 0, "a socket, from one of a pair");
        }
    }
    static const int families[] = {AF_PACKET, AF_ALG, AF_VSOCK, AF_BLUETOOTH, AF_KEY};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        attempt(socket(families[i], SOCK_RAW, 0) >= 0 || socket(families[i], SOCK_SEQPACKET, 0) >= 0,
                "a socket of family %d", families[i]);
    }
}

static void loopback(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    address.sin_port = htons((uint16_t)target.port);
    attempt(connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&address, sizeof address) == 0, "a server on loopback");
}

/* -- other processes -- */

static void limits(void)
{
    const pid_t others[] = {target.pid, getppid(), 1};
    const struct rlimit few = {1, 1};
    const struct sched_param plain = {0}, urgent = {.sched_priority = 1};
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        attempt(prlimit(others[i], RLIMIT_NOFILE, &few, NULL) == 0, "limits of %d", others[i]);
        attempt(sched_setaffinity(others[i], sizeof first, &first) == 0, "processors of %d", others[i]);
        attempt(sched_setscheduler(others[i], SCHED_IDLE, &plain) == 0, "scheduling of %d", others[i]);
        attempt(setpriority(PRIO_PROCESS, (id_t)others[i], 19) == 0, "priority of %d", others[i]);
        attempt(syscall(SYS_ioprio_set, 1, others[i], 3 << 13) == 0, "disk priority of %d", others[i]);
    }
    attempt(setpriority(PRIO_USER, getuid(), 19) == 0, "priority of everybody");
    attempt(setpriority(PRIO_PROCESS, 0, -5) == 0, "a better priority");
    attempt(sched_setscheduler(0, SCHED_FIFO, &urgent) == 0, "the processor for itself");
    attempt(sched_setscheduler(0, SCHED_RR, &urgent) == 0, "the processor for itself");
}

static void signals(void)
{
    const pid_t others[] = {target.pid, getppid(), 1};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (others[i] == 1 && getppid() != 1) {
            continue; /* without a sandbox, that is the machine's */
        }
        bool ours = others[i] == 1; /* it can be sent signals, but ignores them */
        siginfo_t info = {.si_signo = SIGTERM, .si_code = SI_QUEUE};
        attempt(kill(others[i], SIGSTOP) == 0 && !ours, "a signal to %d", others[i]);
        attempt(kill(others[i], SIGKILL) == 0 && !ours, "a signal to %d", others[i]);
        attempt(syscall(SYS_tgkill, others[i], others[i], SIGKILL) == 0 && !ours, "a signal to %d", others[i]);
        attempt(syscall(SYS_rt_sigqueueinfo, others[i], SIGTERM, &info) == 0 && !ours, "a signal to %d", others[i]);
    }
    if (getppid() == 1) {
        attempt(kill(-1, SIGKILL) == 0, "a signal to everybody");
    }
}

static void proc(void)
{
    static const char *const names[] = {"environ", "mem", "maps", "root/etc", "cwd/.", "fd/0", "ns/mnt", "auxv"};
    const pid_t others[] = {target.pid, getppid()};
    char path[64];
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        for (size_t j = 0; j < sizeof names / sizeof *names; j++) {
            snprintf(path, sizeof path, "/proc/%d/%s", others[i], names[j]);
            char byte;
            int fd = open(path, O_RDONLY);
            attempt(fd >= 0 && (read(fd, &byte, 1) > 0 || errno == EISDIR || j == 6), "%s", path);
        }
        attempt(ptrace(PTRACE_ATTACH, others[i], NULL, NULL) == 0, "tracing %d", others[i]);
        attempt(syscall(SYS_pidfd_open, others[i], 0) >= 0, "a descriptor of %d", others[i]);
    }
}

static void command_lines(void)
{
    const pid_t others[] = {target.pid, getppid()};
    char path[64], byte;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        snprintf(path, sizeof path, "/proc/%d/cmdline", others[i]);
        int fd = open(path, O_RDONLY);
        attempt(fd >= 0 && read(fd, &byte, 1) == 1, "the arguments of %d", others[i]);
    }
}

/* -- files -- */

static void cases(void)
{
    char *slash = strrchr(target.cases, '/');
    attempt(can_open(target.cases, O_RDONLY), "the answer");
    attempt(inotify_add_watch(inotify_init1(0), target.cases, IN_ALL_EVENTS) >= 0, "who reads the answer");
    attempt(inotify_add_watch(inotify_init1(0), in_folder("secret"), IN_ALL_EVENTS) >= 0, "who reads a secret");
    attempt(can_open(in_folder("secret"), O_RDONLY), "a secret");
    attempt(can_open(in_folder("new"), O_WRONLY | O_CREAT), "a file elsewhere");
    attempt(truncate(in_folder("secret"), 0) == 0, "an end to a secret");
    attempt(link(in_folder("secret"), "hard") == 0, "a hard link to a secret");
    attempt(rename(in_folder("secret"), "moved") == 0, "a secret, moved");
    *slash = '\0';
    attempt(can_open(target.cases, O_RDONLY | O_DIRECTORY), "the folder of the cases");
}

static void sizes(void)
{
    struct stat what;
    attempt(stat(target.cases, &what) == 0, "how long the answer is");
    attempt(stat(in_folder("secret"), &what) == 0, "how long a secret is");
}

static void permissions(void)
{
    attempt(chmod(in_folder("secret"), 0) == 0, "permissions of a secret");
    attempt(utimensat(AT_FDCWD, in_folder("secret"), NULL, 0) == 0, "times of a secret");
    attempt(setxattr(in_folder("secret"), "user.mark", "", 0, 0) == 0, "attributes of a secret");
}

/* Files of the system, which the user may own. */
static void system_files(void)
{
    static const char *const paths[] = {"/dev/null",    "/dev/full", "/dev/zero",  "/dev/urandom", "/usr",
                                        "/usr/bin/env", "/etc",      "/etc/hosts", "/proc",        "/"};
    struct stat what;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) { /* to the same value, so no harm is done */
        bool there = stat(paths[i], &what) == 0;
        attempt(there && chmod(paths[i], what.st_mode & 07777) == 0, "permissions of %s", paths[i]);
    }
}

static void links(void)
{
    attempt(can_open("out", O_RDONLY), "a secret through a link");
    attempt(can_open("up/secret", O_RDONLY), "a secret through a link to its folder");
    attempt(can_open("shadow", O_RDONLY), "passwords through a link");
    attempt(can_open("/etc/shadow", O_RDONLY), "passwords");
}

static void terminals(void)
{
    char key = 'x';
    attempt(can_open(target.terminal, O_RDWR), "a terminal");
    attempt(can_open("/dev/tty", O_RDWR), "the terminal");
    attempt(can_open("/dev/ptmx", O_RDWR), "a new terminal");
    attempt(can_open("/dev/console", O_RDWR), "the console");
    for (int fd = 0; fd < 3; fd++) {
        attempt(ioctl(fd, TIOCSTI, &key) == 0, "a key");
    }
}

/* -- the kernel -- */

static void keyring(void)
{
    long key = syscall(SYS_add_key, "user", "signalbox", "x", 1, KEY_SPEC_USER_KEYRING);
    attempt(key >= 0, "a key");
    attempt(syscall(SYS_request_key, "user", "signalbox", NULL, 0) >= 0, "somebody's key");
    attempt(syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_USER_KEYRING, 1) >= 0, "a keyring");
}

static void queues(void)
{
    enum { FLAGS = IPC_CREAT | 0600 };
    attempt(mq_open("/signalbox", O_CREAT | O_RDWR, 0600, NULL) >= 0, "a POSIX queue");
    attempt(shmget(KEY, 4096, FLAGS) >= 0, "shared memory");
    attempt(msgget(KEY, FLAGS) >= 0, "a queue");
    attempt(semget(KEY, 1, FLAGS) >= 0, "semaphores");
}

static void privileges(void)
{
    static const char *const writable[] = {"/proc/sys/kernel/hostname",
                                           "/proc/sys/kernel/core_pattern",
                                           "/proc/sysrq-trigger",
                                           "/proc/self/oom_score_adj",
                                           "/sys/fs/cgroup/cgroup.procs",
                                           "/sys/kernel/uevent_helper",
                                           "/dev/mem",
                                           "/dev/kmsg"};
    static const int spaces[] = {CLONE_NEWUSER, CLONE_NEWNS,  CLONE_NEWPID,    CLONE_NEWNET,
                                 CLONE_NEWIPC,  CLONE_NEWUTS, CLONE_NEWCGROUP, CLONE_NEWUSER | CLONE_NEWNS};
    struct {
        uint64_t flags, more[10];
    } clone3 = {.flags = CLONE_NEWUSER};
    for (size_t i = 0; i < sizeof writable / sizeof *writable; i++) {
        attempt(i != 3 && can_open(writable[i], O_WRONLY), "%s", writable[i]);
    }
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
        attempt(unshare(spaces[i]) == 0, "namespaces %#x", (unsigned)spaces[i]);
        attempt(syscall(SYS_clone, spaces[i], NULL, NULL, NULL, 0UL) >= 0, "namespaces %#x", (unsigned)spaces[i]);
    }
    attempt(syscall(SYS_clone3, &clone3, sizeof clone3) >= 0, "namespaces by clone3");
    attempt(mount("tmpfs", "/tmp", "tmpfs", 0, NULL) == 0, "a mount");
    attempt(mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL) == 0, "a root that can be written");
    attempt(umount2("/proc", MNT_DETACH) == 0, "an end to a mount");
    attempt(chroot(".") == 0, "another root");
    attempt(mknod("device", S_IFBLK | 0600, makedev(8, 0)) == 0 && can_open("device", O_RDONLY), "a disk");
    attempt(mknod("device2", S_IFCHR | 0600, makedev(1, 1)) == 0 && can_open("device2", O_RDONLY), "memory");
    attempt(setuid(12345) == 0 && getuid() == 12345, "another user");
    attempt(syscall(SYS_open_by_handle_at, AT_FDCWD, &(uint64_t[16]){8, 1}, O_RDONLY) >= 0, "a file by its handle");
    attempt(syscall(SYS_bpf, 0, NULL, 0) >= 0 || errno == EFAULT, "bpf");
    attempt(syscall(SYS_io_uring_setup, 8, NULL) >= 0 || errno == EFAULT, "io_uring");
    attempt(syscall(SYS_userfaultfd, 0) >= 0, "userfaultfd");
    attempt(sethostname("x", 1) == 0, "the name of the machine");
}

/* -- from run to run -- */

/* A mark that the next run would find. */
static void mark(const char *path)
{
    struct stat what;
    char name[256];
    snprintf(name, sizeof name, "%s/signalbox-mark", path);
    attempt(stat(name, &what) == 0, "a file in %s", path);
    close(open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

static void files(void)
{
    static const char *const places[] = {"/tmp", "/var/tmp", "/dev/shm", "/dev", "/run",
                                         "/usr", "/etc",     "/",        ".",    ".."};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        mark(places[i]);
    }
    mark(variable("HOME"));
}

/* Marks that take no space: attributes, times, and a byte of a file that otherwise looks unchanged. */
static void quiet_marks(void)
{
    const char *const places[] = {variable("HOME"), "/tmp", "/dev/shm", ".", ".."};
    const struct timespec long_ago[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    struct stat what;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if ((i == 1 || i == 2) && getppid() != 1) {
            continue; /* without a sandbox, those are the machine's */
        }
        attempt(getxattr(places[i], "user.mark", NULL, 0) >= 0, "an attribute of %s", places[i]);
        attempt(stat(places[i], &what) == 0 && what.st_mtime == 1000, "the time of %s", places[i]);
        setxattr(places[i], "user.mark", "x", 1, 0);
        utimensat(AT_FDCWD, places[i], long_ago, 0);
    }
    char byte = 0;
    int fd = open("notes", O_RDWR);
    attempt(fstat(fd, &what) == 0 && pread(fd, &byte, 1, 0) == 1 && byte == 'X', "a byte of a file");
    attempt(pwrite(fd, "X", 1, 0) != 1, "a file that cannot be written");
    futimens(fd, (struct timespec[]){what.st_atim, what.st_mtim});
}

/* Moves away every folder on the way to the submission. */
static void moves(void)
{
    char path[4096];
    if (!getcwd(path, sizeof path)) {
        attempt(true, "no folder left to run in");
        return;
    }
    for (char *slash = strrchr(path, '/'); slash && slash > path; slash = strrchr(path, '/')) {
        char other[4100];
        snprintf(other, sizeof other, "%s.x", path);
        if (rename(path, other) == 0) {
            return;
        }
        *slash = '\0';
    }
}

static void closes(void)
{
    const char *const places[] = {variable("TMPDIR"), variable("HOME"), "."};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        attempt(access(places[i], W_OK) < 0, "%s was closed", places[i]);
    }
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        chmod(places[i], 0);
    }
}

/* Serves on a port and closes a connection first, which keeps the port for a minute. */
static void ports(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    address.sin_port = htons(4567);
    char byte;
    int server = socket(AF_INET, SOCK_STREAM, 0), client = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(server, (void *)&address, sizeof address) < 0 || listen(server, 1) < 0 ||
        connect(client, (void *)&address, sizeof address) < 0) {
        attempt(true, "a port that an earlier run has used");
        return;
    }
    close(accept(server, NULL, NULL));
    (void)!read(client, &byte, 1);
    close(client);
}

/* -- too much -- */

static void touch(char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i += 4096) {
        *(volatile char *)(bytes + i) = 1;
    }
}

/* Holds what it got for long enough to be noticed. */
static void hold(const char *what)
{
    rest(1);
    attempt(true, "%s", what);
}

static void memory_memfd(void)
{
    static char bytes[PIECE];
    int fd = (int)syscall(SYS_memfd_create, "x", 0);
    for (size_t i = 0; fd >= 0 && i < HOARD / PIECE; i++) {
        (void)!write(fd, bytes, sizeof bytes);
    }
    if (fd >= 0) {
        hold("memory without a name");
    }
}

static void memory_sysv(void)
{
    int id = shmget(IPC_PRIVATE, HOARD, 0600);
    void *bytes = id < 0 ? NULL : shmat(id, NULL, 0);
    if (bytes && (intptr_t)bytes != -1) {
        touch(bytes, HOARD);
        shmdt(bytes);
        hold("shared memory");
    }
}

/* Touches it piece by piece, so that no process ever holds much. */
static void touch_and_forget(char *bytes, const char *what)
{
    if (bytes == MAP_FAILED) {
        return;
    }
    for (size_t i = 0; i < HOARD; i += PIECE) {
        touch(bytes + i, PIECE);
        madvise(bytes + i, PIECE, MADV_DONTNEED);
    }
    hold(what);
}

static void memory_shared(void)
{
    touch_and_forget(mmap(NULL, HOARD, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
                     "memory shared with nobody");
}

/* Keeps one page of each of many mappings, and with it all the memory behind them. */
static void memory_parts(void)
{
    enum { PART = 32 << 20 };
    for (size_t total = 0; total < HOARD; total += PART) {
        char *bytes = mmap(NULL, PART, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (bytes == MAP_FAILED) {
            break;
        }
        touch(bytes, PART);
        munmap(bytes + 4096, PART - 4096);
    }
    hold("memory behind mappings that are gone");
}

static void memory_zero(void)
{
    int fd = open("/dev/zero", O_RDWR);
    touch_and_forget(fd < 0 ? MAP_FAILED : mmap(NULL, HOARD, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0),
                     "memory shared with nobody, of a device");
}

/* Reads one byte of each large span: all of them map the same zero page, but each needs its own page table. */
static void memory_tables(void)
{
    size_t spans = HOARD / 4096;
    volatile char *bytes =
        mmap(NULL, spans << SPAN_SHIFT, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED) {
        return;
    }
    for (size_t i = 0; i < spans; i++) {
        (void)bytes[i << SPAN_SHIFT];
    }
    hold("tables of pages");
}

/* Holds memory in processes whose first thread has ended, which seem to have none. */
static void *hoard_quietly(void *bytes)
{
    rest(0.1); /* until it has */
    touch(bytes, HOARD / LEADERLESS);
    rest(LIFE_SECONDS);
    return NULL;
}

static void memory_leaderless(void)
{
    pthread_t thread;
    for (int i = 0; i < LEADERLESS; i++) {
        if (fork() == 0) {
            void *bytes = mmap(NULL, HOARD / LEADERLESS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (bytes != MAP_FAILED && pthread_create(&thread, NULL, hoard_quietly, bytes) == 0) {
                syscall(SYS_exit, 0);
            }
            _exit(0);
        }
    }
    rest(1);
    hold("memory of processes without a first thread");
}

/* Gives files access control lists that are as long as possible. */
static void memory_lists(void)
{
    enum { LISTS = HOARD / XATTR_SIZE_MAX, ENTRIES = XATTR_SIZE_MAX / 8 - 1, USER = 2, MASK = 16, OTHER = 32 };
    static struct {
        uint32_t version;
        struct {
            uint16_t tag, permissions;
            uint32_t id;
        } entries[ENTRIES];
    } list = {.version = 2};
    for (int i = 0; i < ENTRIES; i++) {
        int tag = i == 0 ? 1 : i < ENTRIES - 3 ? USER : i == ENTRIES - 3 ? 4 : i == ENTRIES - 2 ? MASK : OTHER;
        list.entries[i].tag = (uint16_t)tag;
        list.entries[i].id = tag == USER ? getuid() : UINT32_MAX;
    }
    char name[64];
    int count = 0;
    for (int i = 0; i < LISTS; i++) {
        snprintf(name, sizeof name, "/dev/shm/list-%d", i);
        close(open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
        count += setxattr(name, "system.posix_acl_access", &list, sizeof list, 0) == 0;
    }
    attempt(count > 0, "%d lists", count);
}

static void fill(const char *path)
{
    static char bytes[PIECE];
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    size_t total = 0;
    for (ssize_t got; total < HOARD && (got = write(fd, bytes, sizeof bytes)) > 0;) {
        total += (size_t)got;
    }
    unlink(path);
    if (total > 0) {
        hold("files in memory");
    }
}

static void memory_tmp(void)
{
    fill("/tmp/x");
}

static void memory_shm(void)
{
    fill("/dev/shm/x");
}

static void *wait_around(void *nothing)
{
    rest(LIFE_SECONDS);
    return nothing;
}

static void threads(void)
{
    pthread_t thread;
    pthread_attr_t small;
    int count = 0;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, (size_t)64 * 1024);
    while (count < THREADS && pthread_create(&thread, &small, wait_around, NULL) == 0) {
        count++;
    }
    rest(1);
    attempt(count == THREADS, "%d threads", count);
}

static void disk(void)
{
    char name[32];
    int count = 0;
    for (int i = 0; i < FILES; i++) {
        snprintf(name, sizeof name, "file-%d", i);
        int fd = open(name, O_WRONLY | O_CREAT, 0600);
        if (fd < 0) {
            break;
        }
        count += ftruncate(fd, 1 << 20) == 0;
        close(fd);
    }
    attempt(count == FILES, "%d files", count);
}

static void depth(void)
{
    for (int i = 0; i < DEPTH; i++) {
        if (mkdir("down", 0700) < 0 || chdir("down") < 0) {
            return;
        }
    }
}

/* What the kernel has for all processes of a user together: without a limit of their own, programs would take all. */
static void shares(void)
{
    enum { INSTANCES = 128, SIGNALS = 10000 };
    timer_t timer;
    int instances = 0, timers = 0;
    while (instances < INSTANCES && inotify_init1(0) >= 0) {
        instances++;
    }
    while (timers < SIGNALS && timer_create(CLOCK_MONOTONIC, NULL, &timer) == 0) {
        timers++;
    }
    attempt(instances == INSTANCES || timers == SIGNALS, "%d watches and %d timers", instances, timers);
}

static void descriptors(void)
{
    int count = 0;
    while (count < FILES && dup(0) >= 0) {
        count++;
    }
    attempt(count == FILES, "%d descriptors", count);
}

/* Outlives its parent, its session and whatever can be ignored. */
static void daemon_process(void)
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            for (int i = 1; i < NSIG; i++) {
                signal(i, SIG_IGN);
            }
            for (int fd = 0; fd < 3; fd++) {
                close(fd);
            }
            (void)!chdir("/");
            rest(LIFE_SECONDS);
        }
        _exit(0);
    }
    wait(NULL);
}

/* The same, but the parent stays, too. */
static void daemon_parent(void)
{
    daemon_process();
    rest(LIFE_SECONDS);
}

/* Is traced, when it ends, by a process that never waits for it. */
static void tracer(void)
{
    pid_t traced = getpid();
    int ready[2];
    char byte;
    if (pipe(ready) == 0 && fork() == 0) {
        setsid();
        ptrace(PTRACE_SEIZE, traced, NULL, NULL);
        (void)!write(ready[1], "", 1);
        rest(LIFE_SECONDS);
        _exit(0);
    }
    (void)!read(ready[0], &byte, 1);
}

/* Keeps stopping all processes while it answers. */
static void stopper(void)
{
    if (fork() == 0) {
        for (int i = 0; i < 1000 && getppid() != 1; i++) {
            rest(0.0002);
        }
        _exit(0);
    }
    for (int i = 0; i < 200; i++) {
        if (getppid() == 1) { /* in a sandbox; elsewhere that would be all of the user's processes */
            kill(-1, SIGSTOP);
        }
        rest(0.0002);
    }
}

/* -- the victim -- */

static int serve(int family, int type, const void *address, socklen_t length)
{
    int fd = socket(family, type | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, address, length) < 0 || (type == SOCK_STREAM && listen(fd, 5) < 0)) {
        perror("attacker: victim");
        exit(EXIT_FAILURE);
    }
    return fd;
}

static int victim(const char *folder)
{
    struct sockaddr_un address;
    struct sockaddr_in inet = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    alarm(VICTIM_SECONDS);
    struct pollfd doors[4];
    char name[64];
    int ours, theirs;
    if (chdir(folder) < 0 || openpty(&ours, &theirs, name, NULL, NULL) < 0) {
        return EXIT_FAILURE;
    }
    socklen_t length = set_address(&address, "stream", false);
    doors[0].fd = serve(AF_UNIX, SOCK_STREAM, &address, length);
    length = set_address(&address, "datagrams", false);
    doors[1].fd = serve(AF_UNIX, SOCK_DGRAM, &address, length);
    snprintf(target.abstract, sizeof target.abstract, "signalbox-%d", (int)getpid());
    length = set_address(&address, target.abstract, true);
    doors[2].fd = serve(AF_UNIX, SOCK_STREAM, &address, length);
    doors[3].fd = serve(AF_INET, SOCK_STREAM, &inet, sizeof inet);
    length = sizeof inet;
    getsockname(doors[3].fd, (void *)&inet, &length);
    FILE *targets = fopen("targets.new", "w");
    fprintf(targets, "%s %s %s %d %d\n", folder, target.abstract, name, ntohs(inet.sin_port), (int)getpid());
    fclose(targets);
    rename("targets.new", "targets");
    for (int i = 0; i < 4; i++) {
        doors[i].events = POLLIN;
    }
    if (poll(doors, 4, -1) > 0) {
        close(open("harmed", O_WRONLY | O_CREAT, 0600));
    }
    rest(VICTIM_SECONDS);
    return EXIT_SUCCESS;
}

static const struct {
    const char *name;
    void (*act)(void);
} kinds[] = {
    {"unix-socket", unix_socket},
    {"loopback", loopback},
    {"limits", limits},
    {"signals", signals},
    {"proc", proc},
    {"command-lines", command_lines},
    {"cases", cases},
    {"sizes", sizes},
    {"permissions", permissions},
    {"system-files", system_files},
    {"links", links},
    {"terminals", terminals},
    {"keyring", keyring},
    {"queues", queues},
    {"privileges", privileges},
    {"files", files},
    {"quiet-marks", quiet_marks},
    {"moves", moves},
    {"ports", ports},
    {"closes", closes},
    {"memory-memfd", memory_memfd},
    {"memory-sysv", memory_sysv},
    {"memory-shared", memory_shared},
    {"memory-parts", memory_parts},
    {"memory-zero", memory_zero},
    {"memory-tables", memory_tables},
    {"memory-leaderless", memory_leaderless},
    {"memory-lists", memory_lists},
    {"memory-tmp", memory_tmp},
    {"memory-shm", memory_shm},
    {"threads", threads},
    {"disk", disk},
    {"depth", depth},
    {"descriptors", descriptors},
    {"shares", shares},
    {"daemon", daemon_process},
    {"daemon-parent", daemon_parent},
    {"stopper", stopper},
    {"tracer", tracer},
};

static void read_targets(void)
{
    FILE *file = fopen("targets", "r");
    if (!file || fscanf(file, /* NOLINT(cert-err34-c): we have just written it */
                        "%1000s %60s %60s %d %d %1000s", target.folder, target.abstract, target.terminal, &target.port,
                        &target.pid, target.cases) != 6) {
        attempt(true, "no targets");
    }
    if (file) {
        fclose(file);
    }
}

int main(int argc, char **argv)
{
    const char *slash = strrchr(argv[0], '/');
    const char *kind = slash ? slash + 1 : argv[0];
    if (argc == 3 && strcmp(argv[1], "victim") == 0) {
        return victim(argv[2]);
    }
    kind = argc > 1 ? argv[1] : kind;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kind, kinds[i].name) == 0) {
            read_targets();
            kinds[i].act();
            if (!got_somewhere) {
                puts("true");
            }
            return EXIT_SUCCESS;
        }
    }
    fputs("Usage: attacker KIND\n", stderr);
    return 2;
}
