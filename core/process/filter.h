/* System calls that programs may not make: those that reach other processes, the kernel's settings, or memory that no
 * limit counts. Programs cannot shake it off, nor can what they start.
 *
 * The lists are in filter/make.c, which libseccomp turns into filters for the kernel when Signalbox is built; what runs
 * is only their bytes. A call that is refused fails as on a kernel that does not have it. */
#ifndef PROCESS_FILTER_H
#define PROCESS_FILTER_H

#include <stdbool.h>

enum filter {
    FILTER_SANDBOXED, /* for programs in a sandbox, who see no other process but the first of theirs */
    FILTER_EXPOSED,   /* for programs without: no unix sockets, and nothing about processes but their own */
};

/* Puts this process, which must have one thread and be unable to gain privileges, behind a filter with all that it will
 * start. */
bool filter_enter(enum filter filter);

#endif
