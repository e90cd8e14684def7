/* A world of its own for programs that nobody trusts.
 *
 * The process that runs them lives in user, pid, network, ipc and uts namespaces of its own (sandbox_fork), as the
 * first process of its pid namespace: every orphan comes to it, and when it ends, the kernel ends whatever it has
 * started. Each program enters a mount namespace besides. The root there holds the system's programs and libraries,
 * read-only, one submission, writable for as long as a run takes, a private /tmp, /dev and /proc, and nothing else;
 * there is no path to any other file. The process that runs programs stays outside that root, and opens cases and
 * answers as ever.
 *
 *     pid_t pid = sandbox_fork(false, &err);
 *     if (pid == 0) {
 *         struct sandbox sandbox;
 *         sandbox_open(&sandbox, &err) && sandbox_show(&sandbox, &view, &err) && ... start programs ...
 *     } */
#ifndef PROCESS_SANDBOX_H
#define PROCESS_SANDBOX_H

#include "base/error.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/* Where HOME and TMPDIR are inside. */
#define SANDBOX_HOME "/scratch"
#define SANDBOX_TMP "/tmp"

/* What programs see beside the system. All paths are absolute and real (realpath); everything is borrowed. */
struct sandbox_view {
    const char *submission; /* shown at its own path; NULL: none */
    const char *content;    /* the folder that is shown there, such as a built copy; NULL: the submission itself */
    bool writes_stay;       /* what is written there goes to the content and stays: for builds */
    const char *const
        *readable;             /* more that is shown, read-only; NULL-terminated, or NULL. Missing paths are skipped */
    const char *const *masked; /* folders and files within all that, which appear empty; NULL-terminated, or NULL */
    uint64_t disk_bytes;       /* that a run may write, all files together; and how many files */
    uint64_t disk_files;
};

struct sandbox {
    int mounts; /* the mount namespace that programs enter; -1: none is shown */
    int root;   /* its root, */
    int proc;   /* and its /proc */

    /* private */
    int base;    /* a mount namespace with all that does not depend on the view, and the host's root at /host */
    int scratch; /* the file system that holds what programs write */
    uint64_t free_blocks, free_files;
    char shown[PATH_MAX]; /* the submission whose folder was made in the root */
};

/* As fork(2), but the child is the first process in namespaces of its own: its loopback device is up, and the host's
 * name is "sandbox". network: it has that of this machine all the same. -1 with err if there can be none. */
pid_t sandbox_fork(bool network, struct error *err);

/* For a child of sandbox_fork, with one thread: prepares the sandbox. */
bool sandbox_open(struct sandbox *sandbox, struct error *err);

/* Makes a fresh root for a view. Nobody may be inside the one before. */
bool sandbox_show(struct sandbox *sandbox, const struct sandbox_view *view, struct error *err);

/* Whether nothing was written since the root was made, so that it can be used again. */
bool sandbox_is_untouched(const struct sandbox *sandbox);

/* Bytes that programs have written and that are still there. */
uint64_t sandbox_disk_used(const struct sandbox *sandbox);

/* Opens a file that a program has left, for reading; -1 if there is none. Links, pipes and devices are none. */
int sandbox_open_file(const struct sandbox *sandbox, const char *folder, const char *name);

/* In a process that is about to become a program: moves into the root. Only system calls. */
bool sandbox_enter(const struct sandbox *sandbox);

void sandbox_close(struct sandbox *sandbox);

/* Whether all of it works here, tried in a child; if not, err says why. */
bool sandbox_works(struct error *err);

#endif
