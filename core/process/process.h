/* Untrusted programs: started with as little as they need, and ended whatever they do.
 *
 * A program gets no shell, only the environment and the descriptors it is given, its own session, limits, and no way to
 * gain privileges. It runs in a sandbox (process/sandbox.h) or, where the kernel or a container forbids that, under
 * Landlock (process/landlock.h), in both cases behind a system call filter (process/filter.h).
 *
 * What it starts ends with it, even processes that have left its session and their parent. There are two ways to
 * guarantee that:
 *
 * - With `keeper`, a small process of ours stays between us and the program while it runs. Any number of programs may
 *   run at once; process_end ends one of them with everything below it. They also end when this process does, even by
 *   SIGKILL.
 * - Without, orphans are reparented to this process, which has to prepare first (process_confine), have one thread, and
 *   start nothing else meanwhile: process_end_all ends everything below it. This costs a third of a keeper.
 *
 *     struct process bot;
 *     if (process_start(&spec, &bot, &err)) {
 *         ... talk over the descriptors, poll bot.fd, which is readable once the program has ended ...
 *         process_end(&bot, &end, &err);
 *     } */
#ifndef PROCESS_PROCESS_H
#define PROCESS_PROCESS_H

#include "base/error.h"
#include "process/sandbox.h"
#include "process/shared.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

enum process_isolation {
    PROCESS_ISOLATE_DEFAULT,  /* the strongest of the others that works here */
    PROCESS_ISOLATE_NONE,     /* as a shell would run it */
    PROCESS_ISOLATE_SANDBOX,  /* in its own namespaces and root */
    PROCESS_ISOLATE_LANDLOCK, /* among the files and processes of this machine, most of which it cannot reach */
};

/* Limits per process; 0: none. */
struct process_limits {
    uint64_t cpu_seconds; /* SIGXCPU then, SIGKILL a second later */
    uint64_t file_bytes;  /* per file; SIGXFSZ beyond */
    uint64_t open_files;
    uint64_t user_processes; /* of the user in this user namespace, including threads; not for root */
    uint64_t tree_processes; /* of the program and everything it starts; enforced by the keeper, which ends them all */
};

struct process_spec {
    const char *const *argv; /* NULL-terminated; argv[0] is a path, absolute or relative to the current folder */
    const char *const *env;  /* NULL-terminated; process_environment makes a plain one */
    const char *folder;      /* where it runs; absolute */
    int in, out, err;        /* become its descriptors 0, 1, 2; stay open here and should be close-on-exec */
    struct process_limits limits;
    enum process_isolation isolation; /* not DEFAULT: see process_isolation_here */

    /* SANDBOX: without a keeper, the sandbox of this process; with one, the view of the keeper's sandbox. */
    const struct sandbox *sandbox;
    const struct sandbox_view *view;

    /* LANDLOCK: the ruleset; -1: made from the folder that it may write to, and the NULL-terminated list of paths that
     * it may read and execute besides the system. */
    int ruleset;
    const char *writable;
    const char *const *readable;

    bool beside; /* another program already runs here, which might stop this one before it executes: do not wait long */
    bool keeper;
    bool tidy; /* the keeper removes `writable` after the program, and its parent folder if nobody else will */
};

/* A running program. */
struct process {
    int fd; /* readable once it has ended */

    /* private */
    pid_t pid;
    pid_t group; /* to kill: its own, or everybody in the sandbox, since who traces it could keep us waiting for it */
    int leash;   /* to the keeper, or -1 */
};

/* How a program ended. */
struct process_end {
    int status; /* as from waitpid(2) */
    struct rusage usage;
};

enum process_started {
    PROCESS_STARTED,
    PROCESS_UNFIT,   /* the program cannot be executed */
    PROCESS_NOWHERE, /* there is no folder where it is to run, or none that it may enter */
    PROCESS_FAILED,  /* something failed on our side */
};

/* Starts a program. If it was not started, err tells why. */
enum process_started process_start(const struct process_spec *spec, struct process *process, struct error *err);

/* Ends a program, unless it has ended, and everything below it (without a keeper, process_end_all does that: see
 * above), and reports how it ended. The process is gone afterwards in any case; false if how it ended is unknown. */
bool process_end(struct process *process, struct process_end *end, struct error *err);

/* Ensures that this process can open `count` more descriptors, and that programs can have `each`: raises the soft
 * limit, up to the hard one, if necessary. */
bool process_reserve(size_t count, uint64_t each, struct error *err);

/* Prepares this process, which must have one thread, to start programs without keepers: makes it the reaper of orphans,
 * and applies the programs' system call filter to it. network: in a sandbox, they share this machine's. Then it has to
 * answer shared->listener, with the other members set. */
bool process_confine(enum process_isolation isolation, bool network, struct shared *shared, struct error *err);

/* Ends all descendants of this process, adding the resources they used to usage, if that is not NULL. sandbox: that of
 * this process, or NULL. False if something cannot be ended within seconds, which takes a broken kernel or disk. */
bool process_end_all(const struct sandbox *sandbox, struct rusage *usage);

/* Ends all children of this process, with everything below them, except those in `keep`. */
void process_end_others(const pid_t *keep, size_t count);

/* The descendants of this process: the number of their threads, their total memory, the CPU time they have used, and
 * how long they were runnable but waited for a processor, as far as the kernel counts that. If there are more than
 * `most` threads, only `count > most` is meaningful. */
struct process_tree {
    size_t count;
    uint64_t memory_bytes;
    int64_t cpu_ns, waited_ns;
};
/* Shared memory is not included, but files in a sandbox are, which count as memory. */
struct process_tree process_measure(const struct sandbox *sandbox, size_t most);

/* Resolves DEFAULT to the strongest isolation that works here; any other is returned as is. why tells what keeps a
 * stronger one from working, if anything does. */
enum process_isolation process_isolation_here(enum process_isolation wanted, struct error *why);

/* Whether an isolation works here; if not, err tells why. */
bool process_can_isolate(enum process_isolation isolation, struct error *err);

/* A mechanism to confine programs, and whether it works on this machine, found by trying. */
struct process_layer {
    const char *name;
    bool works;
    char text[200]; /* for people: what it provides, or why it does not work */
};
enum { PROCESS_LAYERS = 4 };
void process_layers(struct process_layer layers[PROCESS_LAYERS]);

/* What programs can still do in a sandbox and under Landlock, for a person. docs/grading.md has the same table. */
struct process_promise {
    const char *what, *sandbox, *landlock;
};
extern const struct process_promise process_promises[]; /* the last one has no `what` */

/* The names of enum process_isolation, in its order, NULL-terminated. */
extern const char *const process_isolations[];

/* The environment of a program: our PATH, the locale C.UTF-8, UTC, HOME and TMPDIR, and `more`, which overrides these;
 * it is NULL-terminated, or NULL. The strings live in `room`; the list is NULL-terminated. False if they do not fit. */
enum { PROCESS_VARIABLES_MAX = 64 };
struct process_environment {
    const char *list[PROCESS_VARIABLES_MAX];
    char room[8192];
};
bool process_environment(struct process_environment *env, const char *home, const char *tmp, const char *const *more);

/* Finds a program as a shell does: in PATH if the name has no slash. The path is always absolute. A name with a slash
 * is not checked; starting it will tell whether it can be executed. If nothing is found, fails with ERROR_INPUT; any
 * other error is on our side. */
bool process_find(const char *name, char *path, size_t size, struct error *err);

/* The name of a signal that ends programs, without "SIG", or NULL. */
const char *process_signal_name(int signal);

#endif
