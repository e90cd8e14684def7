/* Preloaded into a program, it makes calls fail as if the machine were short of something.
 *
 *     FAULTS=alloc:N      the N-th allocation of the process fails; N+: and all after it
 *     FAULTS_IN=NAME      only in programs of this name, not in what they run
 *     FAULTS_COUNT=FILE   when the process ends, FILE says how many allocations there were
 *
 * What can fail is a table; a system call to be failed is one more row, and a function of its name here. */
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum kind { ALLOC, KINDS };

static struct fault {
    const char *name;
    int problem;   /* errno of the failure */
    long from, to; /* the calls that fail; none if from is 0 */
    atomic_long count;
} faults[KINDS] = {[ALLOC] = {.name = "alloc", .problem = ENOMEM}};

static bool active; /* not before main: that would test the loader */
static pid_t process;

/* Whether this call is to fail; then errno is set. */
static bool fails(enum kind kind)
{
    struct fault *fault = &faults[kind];
    if (!active) {
        return false;
    }
    long count = atomic_fetch_add(&fault->count, 1) + 1;
    if (fault->from == 0 || count < fault->from || count > fault->to) {
        return false;
    }
    errno = fault->problem;
    return true;
}

/* -- allocations; glibc's own have other names as well -- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
    return fails(ALLOC) ? NULL : __libc_malloc(size);
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): libc has its own words for them */
void *calloc(size_t count, size_t size)
{
    return fails(ALLOC) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails(ALLOC) ? NULL : __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size)
{
    return fails(ALLOC) ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    *out = memalign(alignment, size);
    return *out ? 0 : ENOMEM;
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */

/* -- beginning and end -- */

__attribute__((constructor)) static void begin(void)
{
    const char *spec = getenv("FAULTS"), *name = getenv("FAULTS_IN");
    if (!spec || (name && strcmp(name, program_invocation_short_name) != 0)) {
        return;
    }
    for (int i = 0; i < KINDS; i++) {
        size_t length = strlen(faults[i].name);
        if (strncmp(spec, faults[i].name, length) == 0 && spec[length] == ':') {
            char *end;
            faults[i].from = strtol(spec + length + 1, &end, 10);
            faults[i].to = *end == '+' ? __LONG_MAX__ : faults[i].from;
        }
    }
    process = getpid();
    active = true;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAULTS_COUNT");
    bool counts = active && path && getpid() == process;
    active = false;
    int fd = counts ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;
    if (fd >= 0) {
        dprintf(fd, "%ld\n", atomic_load(&faults[ALLOC].count));
        close(fd);
    }
}
