/* Reserves descriptors before they are needed. */
#include "process/process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Whether this many can be opened now, found by opening them. */
static bool try_to_open(size_t count)
{
    int *opened = calloc(count, sizeof *opened);
    size_t have = 0;
    while (opened && have < count && (opened[have] = open("/", O_PATH | O_CLOEXEC)) >= 0) {
        have++;
    }
    int error = opened ? errno : ENOMEM;
    for (size_t i = 0; opened && i < have; i++) {
        close(opened[i]);
    }
    free(opened);
    errno = error;
    return have == count;
}

bool process_reserve(size_t count, uint64_t each, struct error *err)
{
    enum { PLENTY = 4096 }; /* on top of the requested ones, for those already open */
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) {
        return error_set(err, ERROR_IO, "cannot read the limit of open files: %s", strerror(errno));
    }
    rlim_t wanted = PLENTY + (count > each ? count : each);
    wanted = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = wanted;
        setrlimit(RLIMIT_NOFILE, &limit); /* if this fails, so does what follows */
    }
    if (limit.rlim_max < each) {
        return error_set(err, ERROR_IO,
                         "programs may open %llu files, but the limit here is %llu: raise it (ulimit -n)",
                         (unsigned long long)each, (unsigned long long)limit.rlim_max);
    }
    return try_to_open(count) ||
           error_set(err, ERROR_IO, "%zu more open files are needed: %s; raise the limit (ulimit -n)", count,
                     strerror(errno));
}
