/* Landlock: irrevocably restricts what a program may do with files and signals.
 *
 * A program may read and execute the system (/usr, some of /etc, /proc, ...) and what the caller lists, write to
 * /dev/null, and do anything within one folder. Available since Linux 5.13; confines signals since 6.12. */
#ifndef PROCESS_LANDLOCK_H
#define PROCESS_LANDLOCK_H

#include "base/error.h"

/* The parts of /etc that programs may read, also in a sandbox: only what interpreters, run-time libraries and the
 * linker need; nothing about people or passwords. NULL-terminated; some are missing on most machines. */
extern const char *const landlock_settings[];

/* The version of the kernel's Landlock ABI; 0: none. */
int landlock_version(void);

/* Whether a resolved path belongs to the system, so that programs may always read it. */
bool landlock_reads(const char *path);

/* A ruleset for programs that may do anything within `writable` and read `readable`, NULL-terminated lists that may be
 * NULL; skips paths that do not exist. -1 with err on failure. The caller closes it. */
int landlock_open(const char *const *writable, const char *const *readable, struct error *err);

/* Applies the rules to this thread, which must be unable to gain privileges. */
bool landlock_enter(int ruleset);

#endif
