/* Seccomp filters against system calls that reach other processes, the kernel's settings, or memory that no limit
 * counts. Neither programs nor what they start can remove them.
 *
 * The lists are in filter/make.c, which compiles them with libseccomp when Signalbox is built; only the resulting bytes
 * are used at run time. A blocked call fails as on a kernel that does not have it. Some calls are neither allowed nor
 * blocked, but left to the process that entered the filter (process/shared.h). */
#ifndef PROCESS_FILTER_H
#define PROCESS_FILTER_H

#include <stdbool.h>

enum filter {
    FILTER_SANDBOXED, /* for programs in a sandbox, where the only foreign process is the first one */
    FILTER_CONNECTED, /* the same with this machine's network, where unix sockets without a path are: no unix sockets */
    FILTER_EXPOSED,   /* for programs without a sandbox: no unix sockets, no access to other processes */
};

/* Applies a filter to this process, which must have one thread and be unable to gain privileges, and to everything it
 * will start. *listener becomes the descriptor that asks about calls, or -1 if they all fail. */
bool filter_enter(enum filter filter, int *listener);

#endif
