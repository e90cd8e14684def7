/* Programs that nobody trusts: started with as little as they need, and ended whatever they do.
 *
 * A program gets no shell, the environment and the descriptors that it is given and no others, a session of its own,
 * limits, and no way to gain privileges. It runs in a sandbox (process/sandbox.h) or, where the kernel or a container
 * forbids that, under Landlock (process/landlock.h), in both cases behind a filter of system calls (process/filter.h).
 *
 * What it starts ends with it, even what has left its session and its parent. There are two ways to be sure of that:
 *
 * - With `keeper`, a small process of ours stands in between for as long as the program runs. Any number of programs
 *   may run at once; process_end ends one of them with everything below it. They also end when this process does, be it
 *   by SIGKILL.
 * - Without, orphans come to this process itself, which has to prepare for it first (process_confine), have one thread,
 *   and start nothing else meanwhile: process_end_all ends everything below it. This costs a third of a keeper.
 *
 *     struct process bot;
 *     if (process_start(&spec, &bot, &err)) {
 *         ... talk over the descriptors, poll bot.fd, which is readable when the program is over ...
 *         process_end(&bot, &end, &err);
 *     } */
#ifndef PROCESS_PROCESS_H
#define PROCESS_PROCESS_H

#include "base/error.h"
#include "process/sandbox.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

enum process_isolation {
    PROCESS_ISOLATE_DEFAULT,  /* the strongest of the others that works here */
    PROCESS_ISOLATE_NONE,     /* as a shell would run it */
    PROCESS_ISOLATE_SANDBOX,  /* in namespaces and a root of its own */
    PROCESS_ISOLATE_LANDLOCK, /* among the files and processes of this machine, most of which it cannot reach */
};

/* Limits of each process; 0 is none. */
struct process_limits {
    uint64_t cpu_seconds; /* SIGXCPU then, SIGKILL a second later */
    uint64_t file_bytes;  /* that it may write into a file: SIGXFSZ */
    uint64_t open_files;
    uint64_t user_processes; /* that the user may have, threads counted, in this user namespace; not for root */
    uint64_t tree_processes; /* that the program may have with all that it starts, if it has a keeper: more end it */
};

struct process_spec {
    const char *const *argv; /* NULL-terminated; argv[0] is a path, absolute or from the current folder */
    const char *const *env;  /* NULL-terminated; process_environment makes a plain one */
    const char *folder;      /* where it runs; absolute */
    int in, out, err;        /* its descriptors 0, 1, 2; they stay open here and should be close-on-exec */
    struct process_limits limits;
    enum process_isolation isolation; /* not DEFAULT: see process_isolation_here */

    /* SANDBOX: without a keeper, the sandbox of this process; with one, what the keeper's sandbox shows. */
    const struct sandbox *sandbox;
    const struct sandbox_view *view;

    /* LANDLOCK: the rules, or -1: they are made of the folder that it may write, and the NULL-terminated list of what
     * it may read and execute beside the system. */
    int ruleset;
    const char *writable;
    const char *const *readable;

    bool keeper;
    bool tidy; /* the keeper removes `writable` when the program is over, and the one around it, should nobody else */
};

/* A program that runs. */
struct process {
    int fd; /* readable when it is over */

    /* private */
    pid_t pid;
    int leash; /* to the keeper, or -1 */
};

/* How a program ended. */
struct process_end {
    int status; /* as of waitpid */
    struct rusage usage;
};

enum process_started {
    PROCESS_STARTED,
    PROCESS_UNFIT,  /* the program cannot be executed */
    PROCESS_FAILED, /* something on our side */
};

/* Starts a program. Unless it was started, err says why. */
enum process_started process_start(const struct process_spec *spec, struct process *process, struct error *err);

/* Ends a program, unless it has ended, and everything below it (but see above: without a keeper, process_end_all does
 * that); says how it ended. The process is then no more, whatever is returned. False when that is not known. */
bool process_end(struct process *process, struct process_end *end, struct error *err);

/* Waits until a program is over, then the same. */
bool process_wait(struct process *process, struct process_end *end, struct error *err);

/* Makes sure that this process can open so many more descriptors, and that programs can have `each`: raises its soft
 * limit as far as the hard one if it has to. */
bool process_reserve(size_t count, uint64_t each, struct error *err);

/* Prepares this process, which must have one thread, to start programs without keepers: orphans come to it, and it goes
 * behind the filter of system calls that programs are to have. */
bool process_confine(enum process_isolation isolation, struct error *err);

/* Ends everything that this process or what it started has started, adding what they used to usage, if it is not NULL.
 * sandbox: that of this process, or NULL. False if something cannot be ended within seconds, which takes a broken
 * kernel or disk. */
bool process_end_all(const struct sandbox *sandbox, struct rusage *usage);

/* Ends all children of this process but those that are to be kept, and what is below them. */
void process_end_others(const pid_t *keep, size_t count);

/* What there is below this process: how many threads, the memory that they hold together, the processor time that they
 * have used, and how long they could have run but waited for a processor, as far as the kernel counts that. If there
 * are more than `most` threads, only that there are more. */
struct process_tree {
    size_t count;
    uint64_t memory_bytes;
    int64_t cpu_ns, waited_ns;
};
struct process_tree process_measure(const struct sandbox *sandbox, size_t most);

/* The isolation that is meant: itself, or for DEFAULT the strongest one that works here; why is what keeps a stronger
 * one from working, if something does. */
enum process_isolation process_isolation_here(enum process_isolation wanted, struct error *why);

/* Whether an isolation works here; if not, err says why. */
bool process_can_isolate(enum process_isolation isolation, struct error *err);

/* What there is on this machine to confine programs, found out by trying. */
struct process_layer {
    const char *name;
    bool works;
    char text[200]; /* more about it, for a person: what it gives, or why it does not work */
};
enum { PROCESS_LAYERS = 4 };
void process_layers(struct process_layer layers[PROCESS_LAYERS]);

/* The words for enum process_isolation, in its order, and a NULL. */
extern const char *const process_isolations[];

/* PATH as it is here, a UTF-8 locale without a country, UTC, HOME and TMPDIR, and more, NULL-terminated, which may be
 * NULL and wins over these. The strings live in `room`, and the list is NULL-terminated. False if the room is too
 * small. */
enum { PROCESS_VARIABLES_MAX = 64 };
struct process_environment {
    const char *list[PROCESS_VARIABLES_MAX];
    char room[8192];
};
bool process_environment(struct process_environment *env, const char *home, const char *tmp, const char *const *more);

/* The path of a program as a shell would find it: looked up in PATH if it has no slash; absolute in any case. A path
 * with a slash is not looked at: whether it can be executed turns out when it is. If there is none, err is an
 * ERROR_INPUT; anything else is a failure on our side. */
bool process_find(const char *name, char *path, size_t size, struct error *err);

#endif
