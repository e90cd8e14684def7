/* Measures and ends all descendants of this process. */
#include "base/ascii.h"
#include "base/clock.h"
#include "process/filter.h"
#include "process/folder.h"
#include "process/start.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    TREE_MAX = 16384, /* processes found by one scan; the next scan finds more, when these are gone */
    CROWD = 64,       /* more processes than this are frozen before they are killed */
    FREEZE_ROUNDS = 100,
    ENDING_SECONDS = 30, /* before giving up on a process that SIGKILL does not end */
    PAUSE_NS = 200000,   /* between scans */
    PATH_ROOM = 64,      /* for a path in /proc */
    CHILDREN_READ = 4096,
};

bool process_confine(enum process_isolation isolation, bool network, struct shared *shared, struct error *err)
{
    *shared = (struct shared){.listener = -1, .folder = -1};
    if (prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L) < 0) {
        return error_set(err, ERROR_IO, "cannot adopt orphans: %s", strerror(errno));
    }
    enum filter filter = isolation != PROCESS_ISOLATE_SANDBOX ? FILTER_EXPOSED
                         : network                            ? FILTER_CONNECTED
                                                              : FILTER_SANDBOXED;
    return isolation == PROCESS_ISOLATE_NONE ||
           (prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L) == 0 && filter_enter(filter, &shared->listener)) ||
           error_set(err, ERROR_IO, "system calls cannot be filtered: %s", strerror(errno));
}

struct tree {
    pid_t pid[TREE_MAX];
    size_t count;
};

/* Adds the pids of a list of children, which may be read in pieces that split a pid in two. */
static void add_children(struct tree *tree, int fd)
{
    char text[CHILDREN_READ];
    pid_t pid = 0;
    for (ssize_t length; (length = read(fd, text, sizeof text)) > 0;) {
        for (const char *p = text; p < text + length; p++) {
            if (ascii_is_digit(*p)) {
                pid = 10 * pid + (*p - '0');
            } else if (pid && tree->count < TREE_MAX) {
                tree->pid[tree->count++] = pid;
                pid = 0;
            }
        }
    }
}

/* The next entry that begins with a digit, as those of processes and threads do; 0 if there is none. */
static pid_t next_id(struct folder_listing *listing)
{
    const char *name;
    while ((name = folder_next(listing)) && !ascii_is_digit(*name)) {
    }
    return name ? (pid_t)strtol(name, NULL, 10) : 0;
}

static void look_below(struct tree *tree, pid_t pid)
{
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    struct folder_listing threads = {.fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    for (pid_t thread; (thread = next_id(&threads));) {
        snprintf(path, sizeof path, "%d/children", (int)thread);
        int fd = openat(threads.fd, path, O_RDONLY | O_CLOEXEC);
        if (fd >= 0) {
            add_children(tree, fd);
            close(fd);
        }
    }
    if (threads.fd >= 0) {
        close(threads.fd);
    }
}

/* Finds all descendants of this process, but stops at more than `most`. Sends each the signal, unless it is 0, as soon
 * as it is found, so that its pid cannot have been reused. A stopped process gets no more children; a killed one loses
 * those it has. */
static void look(struct tree *tree, int signal, size_t most)
{
    tree->count = 0;
    look_below(tree, getpid());
    for (size_t i = 0; i < tree->count && tree->count <= most; i++) {
        if (signal == SIGSTOP) {
            kill(tree->pid[i], signal);
        }
        look_below(tree, tree->pid[i]);
        if (signal == SIGKILL) {
            kill(tree->pid[i], signal);
        }
    }
}

/* Reads a short file of a process; the text is "" if it cannot be read. */
static void read_short(int proc, pid_t pid, const char *name, char *text, size_t size)
{
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%d/%s", (int)pid, name);
    int fd = openat(proc, path, O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? -1 : read(fd, text, size - 1);
    if (fd >= 0) {
        close(fd);
    }
    text[length > 0 ? length : 0] = '\0';
}

/* The memory of a process, which all its threads share: resident, in swap, and page tables, which can be large without
 * any pages. Shared pages are counted where they are made: as files of the sandbox, or when they are granted. 0 if the
 * thread has ended. */
static uint64_t measure_memory(int proc, pid_t pid, const char *name)
{
    static const char *const facts[] = {"\nRssAnon:", "\nRssFile:", "\nVmPTE:", "\nVmSwap:", "\nHugetlbPages:"};
    char text[4096];
    uint64_t sum = 0;
    read_short(proc, pid, name, text, sizeof text);
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        const char *at = strstr(text, facts[i]); /* the process name cannot fake one: newlines are escaped in it */
        sum += at ? strtoull(at + strlen(facts[i]), NULL, 10) * 1024 : 0;
    }
    return sum;
}

/* The same if the first thread, which stands for the process, has ended before the others. */
static uint64_t measure_threads(int proc, pid_t pid)
{
    char path[PATH_ROOM];
    uint64_t memory = 0;
    snprintf(path, sizeof path, "%d/task", (int)pid);
    struct folder_listing threads = {.fd = openat(proc, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    for (pid_t thread; !memory && (thread = next_id(&threads));) {
        snprintf(path, sizeof path, "task/%d/status", (int)thread);
        memory = measure_memory(proc, pid, path);
    }
    if (threads.fd >= 0) {
        close(threads.fd);
    }
    return memory;
}

/* In /proc/PID/stat, fields 14 to 17 are CPU times, its own and those of children it has waited for, and field 20 is
 * the number of threads. */
static void measure_one(int proc, pid_t pid, struct process_tree *sum)
{
    enum { FIRST = 3, TIMES = 14, THREADS = 20 };
    char text[1024];
    read_short(proc, pid, "stat", text, sizeof text);
    char *at = strrchr(text, ')'); /* ends its name, which may contain anything */
    if (!at) {
        return;
    }
    int64_t ticks = 0;
    uint64_t threads = 0;
    at += strlen(") S");
    for (int field = FIRST + 1; field <= THREADS; field++) {
        uint64_t value = strtoull(at, &at, 10);
        ticks += field >= TIMES && field < TIMES + 4 ? (int64_t)value : 0;
        threads = value;
    }
    sum->count += threads;
    sum->cpu_ns += ticks * (1000000000 / sysconf(_SC_CLK_TCK));
    read_short(proc, pid, "schedstat", text, sizeof text); /* time on a processor, time waiting for one, ... */
    at = strchr(text, ' ');
    sum->waited_ns += at ? strtoll(at, NULL, 10) : 0;
    uint64_t memory = measure_memory(proc, pid, "status");
    sum->memory_bytes += memory || threads < 2 ? memory : measure_threads(proc, pid);
}

/* In a sandbox, all processes but the first are below it, even those that have left their parents. */
static struct process_tree measure_sandbox(const struct sandbox *sandbox, size_t most)
{
    struct folder_listing processes = {.fd = sandbox->proc};
    struct process_tree measured = {.memory_bytes = sandbox_disk_used(sandbox)};
    lseek(sandbox->proc, 0, SEEK_SET);
    for (pid_t pid; measured.count <= most && (pid = next_id(&processes));) {
        if (pid > 1) {
            measure_one(sandbox->proc, pid, &measured);
        }
    }
    return measured;
}

struct process_tree process_measure(const struct sandbox *sandbox, size_t most)
{
    if (sandbox) {
        return measure_sandbox(sandbox, most);
    }
    struct tree tree;
    struct process_tree measured = {0};
    int proc = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
    look(&tree, 0, most);
    for (size_t i = 0; i < tree.count && measured.count <= most; i++) {
        measure_one(proc, tree.pid[i], &measured);
    }
    if (proc >= 0) {
        close(proc);
    }
    return measured;
}

static void add_usage(struct rusage *sum, const struct rusage *more)
{
    timeradd(&sum->ru_utime, &more->ru_utime, &sum->ru_utime);
    timeradd(&sum->ru_stime, &more->ru_stime, &sum->ru_stime);
    sum->ru_maxrss = more->ru_maxrss > sum->ru_maxrss ? more->ru_maxrss : sum->ru_maxrss;
}

/* Reaps dead children. False if there are no children left. */
static bool reap(struct rusage *usage)
{
    struct rusage used;
    pid_t pid;
    while ((pid = wait4(-1, NULL, WNOHANG, &used)) > 0) {
        if (usage) {
            add_usage(usage, &used);
        }
    }
    return pid == 0 || errno != ECHILD;
}

/* This many processes are probably a fork bomb, with hundreds competing for the processor. They are stopped before they
 * are killed: a stopped process neither forks nor makes room for another that does, so in the end all stand still.
 * Raises our priority for this, if allowed. */
static void freeze(struct tree *tree)
{
    sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &(struct sched_param){.sched_priority = 1});
    size_t before = 0;
    for (int round = 0; round < FREEZE_ROUNDS && tree->count != before; round++) {
        before = tree->count;
        look(tree, SIGSTOP, TREE_MAX);
    }
}

/* Sends SIGKILL to all descendants. A process that was sent it forks no more, so a scan misses only children born in
 * between; the next scan finds them. In a sandbox, the kernel does it and misses none. */
static void kill_all(const struct sandbox *sandbox, bool *frozen)
{
    struct tree tree;
    if (sandbox) {
        kill(-1, SIGKILL);
        return;
    }
    look(&tree, 0, CROWD);
    if (tree.count > CROWD && !*frozen) {
        *frozen = true;
        freeze(&tree);
    }
    look(&tree, SIGKILL, TREE_MAX);
}

bool process_end_all(const struct sandbox *sandbox, struct rusage *usage)
{
    int64_t until = clock_in(ENDING_SECONDS * CLOCK_SECOND);
    bool gone = false, frozen = false;
    while (!(gone = !reap(usage)) && clock_now() < until) {
        kill_all(sandbox, &frozen);
        clock_sleep(clock_in(PAUSE_NS));
    }
    if (frozen) {
        sched_setscheduler(0, SCHED_OTHER, &(struct sched_param){0});
    }
    return gone;
}

static bool is_kept(const pid_t *keep, size_t count, pid_t pid)
{
    for (size_t i = 0; i < count; i++) {
        if (keep[i] == pid) {
            return true;
        }
    }
    return false;
}

void process_end_others(const pid_t *keep, size_t count)
{
    enum { ROUNDS = ENDING_SECONDS * (1000000000 / PAUSE_NS) };
    struct tree tree;
    bool others = true;
    for (int round = 0; others && round < ROUNDS; round++) {
        others = false;
        tree.count = 0;
        look_below(&tree, getpid());
        for (size_t i = 0; i < tree.count; i++) {
            if (!is_kept(keep, count, tree.pid[i])) {
                kill(tree.pid[i], SIGKILL);
                waitpid(tree.pid[i], NULL, WNOHANG);
                others = true;
            }
        }
        if (others) {
            clock_sleep(clock_in(PAUSE_NS));
        }
    }
}
