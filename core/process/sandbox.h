/* A sandbox for untrusted programs.
 *
 * The process that runs them has its own user, pid, network, ipc and uts namespaces (sandbox_fork) and is the init
 * process of its pid namespace: orphans are reparented to it, and when it ends, the kernel kills whatever it has
 * started. In addition, each program enters a mount namespace. The root there holds the system's programs and
 * libraries, read-only, one submission, writable during a run, a private /tmp, /dev and /proc, and nothing else; there
 * is no path to any other file. The process that runs programs stays outside that root and can open cases and answers
 * as usual.
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

/* Where HOME and TMPDIR are inside. */
#define SANDBOX_HOME "/scratch"
#define SANDBOX_TMP "/tmp"

/* What programs see besides the system. All paths are absolute and resolved (realpath); everything is borrowed. */
struct sandbox_view {
    const char *submission;      /* shown at its own path; NULL: none */
    const char *content;         /* the folder shown there, such as a built copy; NULL: the submission itself */
    bool writes_stay;            /* writes there go to content and persist: for builds */
    bool may_be_read_only;       /* if the kernel cannot layer writes over its file system */
    const char *const *readable; /* more paths, shown read-only; NULL-terminated, or NULL. Missing ones are skipped */
    const char *const *masked;   /* folders and files among these that appear empty; NULL-terminated, or NULL */
    uint64_t disk_bytes;         /* that a run may write in total; and how many files */
    uint64_t disk_files;
};

enum { SANDBOX_TRAFFIC = 512 };
struct sandbox {
    int mounts; /* the mount namespace that programs enter; -1: none yet */
    int root;   /* its root, */
    int proc;   /* and its /proc */

    /* private */
    int base;    /* a mount namespace with everything that does not depend on the view; the host's root is at /host */
    int scratch; /* the file system that holds what programs write */
    uint64_t free_blocks, free_files;
    uint64_t stamp;
    int network;                   /* says what has passed through its network; -1: not opened yet */
    char traffic[SANDBOX_TRAFFIC]; /* what it said while nothing had */
    char shown[PATH_MAX];          /* the submission whose folder was made in the root */
};

/* Like fork(2), but the child is the first process in its own namespaces: its loopback device is up, and its host name
 * is "sandbox". network: it shares this machine's network instead. -1 with err on failure. */
pid_t sandbox_fork(bool network, struct error *err);

/* For a child of sandbox_fork, with one thread: prepares the sandbox. */
bool sandbox_open(struct sandbox *sandbox, struct error *err);

/* Makes a fresh root for a view. No process may be inside the previous one. */
bool sandbox_show(struct sandbox *sandbox, const struct sandbox_view *view, struct error *err);

/* Gives the programs to come a network that nobody has used: a connection leaves its port occupied for a minute after
 * its end. Not for a child that shares this machine's network. */
bool sandbox_renew_network(struct sandbox *sandbox, struct error *err);

/* Whether nothing was written since the root was made, so that it can be reused. */
bool sandbox_is_untouched(const struct sandbox *sandbox);

/* How many bytes written by programs still exist. */
uint64_t sandbox_disk_used(const struct sandbox *sandbox);

/* Moves a process that is about to execute a program into the root. Makes only system calls. */
bool sandbox_enter(const struct sandbox *sandbox);

void sandbox_close(struct sandbox *sandbox);

/* Whether sandboxes work here, tried in a child; if not, err tells why. */
bool sandbox_works(struct error *err);

#endif
