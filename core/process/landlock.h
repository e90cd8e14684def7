/* Landlock: what a program may do with files and signals, set by the program that starts it, for good.
 *
 * Allowed is: to read and execute the system (/usr, /etc, /proc, ...) and what the caller lists, to write to
 * /dev/null, and everything within one folder. Kernels from 5.13 on have it, those from 6.12 on also confine signals.
 */
#ifndef PROCESS_LANDLOCK_H
#define PROCESS_LANDLOCK_H

#include "base/error.h"

/* The version of the interface that the kernel has; 0: none. */
int landlock_version(void);

/* A set of rules for programs that may do everything within `writable` and read `readable`, NULL-terminated lists that
 * may be NULL; paths that do not exist are left out. -1 with err when it cannot be made. The caller closes it. */
int landlock_open(const char *const *writable, const char *const *readable, struct error *err);

/* Puts this thread, which must not be able to gain privileges any more, under the rules. */
bool landlock_enter(int ruleset);

#endif
