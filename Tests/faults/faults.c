/* Preloaded into a program, it makes calls fail as if something were wrong with the machine.
 *
 *     FAULTS=NAME:N:ERRNO   the N-th call of NAME (see calls.h) by a process fails; N+: and all after it. ERRNO is a
 *                           number; -1: the call reads or writes one byte
 *     FAULTS_IN=PROGRAM     only in programs of this name, not in what they run
 *     FAULTS_FROM=NAMES     only calls made by these, the program or libraries ("xlive libjson-c"); others do not count
 *     FAULTS_COUNT=FILE     FILE, an array of longs, is told how often each kind was called, by the process that did so
 *                           most often
 *
 * Forks continue counting where their parent was. What libc calls itself cannot be made to fail, so functions like
 * fwrite fail as a whole. */
#include "calls.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <fts.h>
#include <link.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CALLERS_MAX = 8 };

static bool active; /* not before main: that would test the loader */
static struct {
    uintptr_t begin, size;
} callers[CALLERS_MAX]; /* where calls may fail; everywhere if there are none */
static int caller_count;
static enum kind chosen;
static long from, to; /* the calls that fail; none if from is 0 */
static int problem;
static atomic_long counts[KINDS];
static atomic_long *most; /* of all processes, in the file; or NULL */
static FTS *(*real_fts_open)(char *const *roots, int options, int (*order)(const FTSENT **, const FTSENT **));

/* Where the function that says so was called. */
#define CALLER __builtin_return_address(0)

static bool is_caller(const void *caller)
{
    bool found = caller_count == 0;
    for (int i = 0; i < caller_count && !found; i++) {
        found = (uintptr_t)caller - callers[i].begin < callers[i].size;
    }
    return found;
}

/* Whether this call is to fail. */
static bool is_due(enum kind kind, const void *caller)
{
    if (!active || !is_caller(caller)) {
        return false;
    }
    long count = atomic_fetch_add(&counts[kind], 1) + 1;
    if (most) {
        long known = atomic_load(&most[kind]);
        while (known < count && !atomic_compare_exchange_weak(&most[kind], &known, count)) {
        }
    }
    return kind == chosen && from > 0 && count >= from && count <= to;
}

/* The same; then errno is set. */
static bool fails(enum kind kind, const void *caller)
{
    if (!is_due(kind, caller)) {
        return false;
    }
    errno = problem;
    return true;
}

/* The same, of calls that may also be short; then *size becomes 1. Messages are sent and received whole. */
static bool fails_or_shortens(enum kind kind, const void *caller, int fd, size_t *size)
{
    int type = SOCK_STREAM;
    if (!is_due(kind, caller)) {
        return false;
    }
    if (problem != SHORT) {
        errno = problem;
        return true;
    }
    int saved = errno;
    getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &(socklen_t){sizeof type});
    errno = saved;
    *size = *size > 1 && type == SOCK_STREAM ? 1 : *size;
    return false;
}

/* -- allocations; glibc's own have other names as well -- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
    return fails(KIND_alloc, CALLER) ? NULL : __libc_malloc(size);
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name,bugprone-macro-parentheses): libc has its own words
 * for them */
void *calloc(size_t count, size_t size)
{
    return fails(KIND_alloc, CALLER) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails(KIND_alloc, CALLER) ? NULL : __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size)
{
    return fails(KIND_alloc, CALLER) ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails(KIND_alloc, CALLER) ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    *out = fails(KIND_alloc, CALLER) ? NULL : __libc_memalign(alignment, size);
    return *out ? 0 : ENOMEM;
}

/* The allocations of this one count as a single one: glibc does not check all of them. */
FTS *fts_open(char *const *roots, int options, int (*order)(const FTSENT **, const FTSENT **))
{
    bool was_active = active;
    if (fails(KIND_alloc, CALLER)) {
        return NULL;
    }
    active = false;
    FTS *tree = real_fts_open(roots, options, order);
    active = was_active;
    return tree;
}

/* -- everything else -- */

/* The function that a call is passed on to. */
#define REAL(name) (__extension__(__typeof__(&name)) real(KIND_##name))
static void *real(enum kind kind)
{
    static void *found[KINDS];
    if (!found[kind]) {
        found[kind] = dlsym(RTLD_NEXT, calls[kind].name);
    }
    return found[kind];
}

/* A function that passes its arguments on or fails, returning `failure`. */
#define CALL(type, name, failure, parameters, arguments) \
    type name parameters \
    { \
        return fails(KIND_##name, CALLER) ? failure : REAL(name) arguments; \
    }

CALL(size_t, fwrite, 0, (const void *bytes, size_t size, size_t count, FILE *stream), (bytes, size, count, stream))
CALL(int, fflush, EOF, (FILE * stream), (stream))
CALL(FILE *, fopen, NULL, (const char *path, const char *mode), (path, mode))
CALL(FILE *, tmpfile, NULL, (void), ())
CALL(int, scandir, -1,
     (const char *path, struct dirent ***list, int (*filter)(const struct dirent *),
      int (*order)(const struct dirent **, const struct dirent **)),
     (path, list, filter, order))
CALL(int, stat, -1, (const char *path, struct stat *status), (path, status))
CALL(int, fstat, -1, (int fd, struct stat *status), (fd, status))
CALL(int, dup, -1, (int fd), (fd))
CALL(int, dup2, -1, (int fd, int as), (fd, as))
CALL(int, pipe2, -1, (int ends[2], int flags), (ends, flags))
CALL(int, eventfd, -1, (unsigned count, int flags), (count, flags))
CALL(int, signalfd, -1, (int fd, const sigset_t *mask, int flags), (fd, mask, flags))
CALL(int, memfd_create, -1, (const char *name, unsigned flags), (name, flags))
CALL(void *, mmap, MAP_FAILED, (void *at, size_t size, int protection, int flags, int fd, off_t offset),
     (at, size, protection, flags, fd, offset))
CALL(int, fsync, -1, (int fd), (fd))
CALL(int, rename, -1, (const char *old, const char *new), (old, new))
CALL(int, fchmod, -1, (int fd, mode_t mode), (fd, mode))
CALL(int, flock, -1, (int fd, int operation), (fd, operation))
CALL(int, mkdirat, -1, (int fd, const char *path, mode_t mode), (fd, path, mode))
CALL(char *, mkdtemp, NULL, (char *template), (template))
CALL(ssize_t, getdents64, -1, (int fd, void *buffer, size_t size), (fd, buffer, size))
CALL(pid_t, fork, -1, (void), ())
CALL(pid_t, waitpid, -1, (pid_t pid, int *status, int options), (pid, status, options))
CALL(pid_t, wait4, -1, (pid_t pid, int *status, int options, struct rusage *usage), (pid, status, options, usage))
CALL(int, poll, -1, (struct pollfd * list, nfds_t count, int timeout), (list, count, timeout))
CALL(int, ppoll, -1, (struct pollfd * list, nfds_t count, const struct timespec *timeout, const sigset_t *mask),
     (list, count, timeout, mask))
CALL(int, epoll_create1, -1, (int flags), (flags))
CALL(int, epoll_wait, -1, (int epoll, struct epoll_event *list, int room, int timeout), (epoll, list, room, timeout))
CALL(int, socket, -1, (int domain, int type, int protocol), (domain, type, protocol))
CALL(int, socketpair, -1, (int domain, int type, int protocol, int ends[2]), (domain, type, protocol, ends))
CALL(int, bind, -1, (int fd, __CONST_SOCKADDR_ARG address, socklen_t length), (fd, address, length))
CALL(int, listen, -1, (int fd, int backlog), (fd, backlog))
CALL(int, getsockname, -1, (int fd, __SOCKADDR_ARG address, socklen_t *length), (fd, address, length))
CALL(int, setsockopt, -1, (int fd, int level, int option, const void *value, socklen_t length),
     (fd, level, option, value, length))
CALL(int, accept4, -1, (int fd, __SOCKADDR_ARG address, socklen_t *length, int flags), (fd, address, length, flags))
CALL(int, connect, -1, (int fd, __CONST_SOCKADDR_ARG address, socklen_t length), (fd, address, length))
CALL(ssize_t, sendmsg, -1, (int fd, const struct msghdr *message, int flags), (fd, message, flags))
CALL(int, setrlimit, -1, (__rlimit_resource_t resource, const struct rlimit *limit), (resource, limit))

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    return fails(KIND_pthread_create, CALLER) ? problem : REAL(pthread_create)(thread, attributes, start, argument);
}

/* What is removed needs no memory. */
int epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event)
{
    bool failed = operation == EPOLL_CTL_ADD && fails(KIND_epoll_ctl, CALLER);
    return failed ? -1 : REAL(epoll_ctl)(epoll, operation, fd, event);
}

/* What fails to be closed is closed all the same. */
int close(int fd)
{
    bool failed = is_due(KIND_close, CALLER);
    int result = REAL(close)(fd);
    errno = failed ? problem : errno;
    return failed ? -1 : result;
}

int fclose(FILE *stream)
{
    bool failed = is_due(KIND_fclose, CALLER);
    int result = REAL(fclose)(stream);
    errno = failed ? problem : errno;
    return failed ? EOF : result;
}

/* A function that can be short. */
#define TRANSFER(name, parameters, fd, size, arguments) \
    ssize_t name parameters \
    { \
        return fails_or_shortens(KIND_##name, CALLER, fd, &(size)) ? -1 : REAL(name) arguments; \
    }

TRANSFER(read, (int fd, void *bytes, size_t size), fd, size, (fd, bytes, size))
TRANSFER(pread, (int fd, void *bytes, size_t size, off_t offset), fd, size, (fd, bytes, size, offset))
TRANSFER(write, (int fd, const void *bytes, size_t size), fd, size, (fd, bytes, size))
TRANSFER(send, (int fd, const void *bytes, size_t size, int flags), fd, size, (fd, bytes, size, flags))
TRANSFER(recv, (int fd, void *bytes, size_t size, int flags), fd, size, (fd, bytes, size, flags))
TRANSFER(copy_file_range, (int in, off_t *in_at, int out, off_t *out_at, size_t size, unsigned flags), in, size,
         (in, in_at, out, out_at, size, flags))

/* -- with any number of arguments -- */

/* The one argument after `last`, as a long. */
#define NEXT(name, last) \
    va_list list; \
    va_start(list, last); \
    long name = va_arg(list, long); \
    va_end(list)

int open(const char *path, int flags, ...)
{
    NEXT(mode, flags);
    return fails(KIND_open, CALLER) ? -1 : REAL(open)(path, flags, (mode_t)mode);
}

int openat(int folder, const char *path, int flags, ...)
{
    NEXT(mode, flags);
    return fails(KIND_openat, CALLER) ? -1 : REAL(openat)(folder, path, flags, (mode_t)mode);
}

int fcntl(int fd, int command, ...)
{
    NEXT(argument, command);
    return command == F_DUPFD_CLOEXEC && fails(KIND_fcntl, CALLER) ? -1 : REAL(fcntl)(fd, command, argument);
}

int prctl(int option, ...)
{
    va_list list;
    unsigned long argument[4];
    va_start(list, option);
    for (int i = 0; i < 4; i++) {
        argument[i] = va_arg(list, unsigned long);
    }
    va_end(list);
    return fails(KIND_prctl, CALLER) ? -1 : REAL(prctl)(option, argument[0], argument[1], argument[2], argument[3]);
}

int clone(int (*start)(void *), void *stack, int flags, void *argument, ...)
{
    NEXT(parent_tid, argument);
    return fails(KIND_clone, CALLER) ? -1 : REAL(clone)(start, stack, flags, argument, parent_tid);
}

__attribute__((format(printf, 3, 4))) int __dprintf_chk(int fd, int flag, const char *format, ...);
int __dprintf_chk(int fd, int flag, const char *format, ...)
{
    va_list list;
    (void)flag;
    if (fails(KIND_dprintf, CALLER)) {
        return -1;
    }
    va_start(list, format);
    int result = vdprintf(fd, format, list);
    va_end(list);
    return result;
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name,bugprone-macro-parentheses) */

/* -- beginning and end -- */

/* Maps the file for the counts, so that forks have it too. */
static void begin_to_count(const char *path)
{
    int fd = open(path, O_RDWR | O_CLOEXEC);
    void *map = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof counts, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    most = map == MAP_FAILED ? NULL : map;
    close(fd);
}

/* Notes where the code of a program or a library is, if it has this name. */
static int note_caller(struct dl_phdr_info *info, size_t size, void *name)
{
    const char *path = *info->dlpi_name ? info->dlpi_name : program_invocation_short_name, *slash = strrchr(path, '/');
    const char *found = slash ? slash + 1 : path;
    bool named = strcspn(found, ".") == strlen(name) && strncmp(found, name, strlen(name)) == 0;
    (void)size;
    for (int i = 0; named && i < info->dlpi_phnum && caller_count < CALLERS_MAX; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type == PT_LOAD && (part->p_flags & PF_X)) {
            callers[caller_count].begin = info->dlpi_addr + part->p_vaddr;
            callers[caller_count++].size = part->p_memsz;
        }
    }
    return 0;
}

/* The same for each of these names. */
static void note_callers(const char *names)
{
    char copy[256], *rest = copy, *name;
    snprintf(copy, sizeof copy, "%s", names);
    while ((name = strsep(&rest, " "))) {
        dl_iterate_phdr(note_caller, name);
    }
}

__attribute__((constructor)) static void begin(void)
{
    const char *spec = getenv("FAULTS"), *name = getenv("FAULTS_IN"), *count = getenv("FAULTS_COUNT");
    const char *names = getenv("FAULTS_FROM");
    for (int i = 0; i < KINDS; i++) {
        real((enum kind)i); /* not for the first time in a child that shares its parent's memory */
    }
    *(void **)&real_fts_open = dlsym(RTLD_NEXT, "fts_open");
    if (!spec || (name && strcmp(name, program_invocation_short_name) != 0)) {
        return;
    }
    for (int i = 0; i < KINDS; i++) {
        size_t length = strlen(calls[i].name);
        if (strncmp(spec, calls[i].name, length) == 0 && spec[length] == ':') {
            char *end;
            chosen = (enum kind)i;
            from = strtol(spec + length + 1, &end, 10);
            to = *end == '+' ? __LONG_MAX__ : from;
            end += *end == '+';
            problem = (int)strtol(end + 1, NULL, 10);
        }
    }
    if (names) {
        note_callers(names);
    }
    if (count) {
        begin_to_count(count);
    }
    active = true;
}

__attribute__((destructor)) static void end(void)
{
    active = false;
}
