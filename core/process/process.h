/* Programs that nobody trusts: started with as little as they need, and ended whatever they do.
 *
 * A program gets no shell, the environment and the descriptors that it is given and no others, a session and a folder
 * of its own, limits, and no way to gain privileges. Where the kernel has Landlock, it sees the system read-only,
 * writes in its folder only, and signals nothing but what it has started itself (process/landlock.h).
 *
 * What it starts ends with it, also what has left its session and its parent. There are two ways to be sure of that:
 *
 * - With `keeper`, a small process of ours stands in between for as long as the program runs. Any number of programs
 *   may run at once; process_end ends one of them with everything below it. They also end when this process does, be it
 *   by SIGKILL.
 * - Without, orphans come to this process itself, which has to say so first (process_adopt), have one thread, and start
 *   nothing else meanwhile: process_end_all ends everything below it. This costs a third of a keeper.
 *
 *     struct process bot;
 *     if (process_start(&spec, &bot, &err)) {
 *         ... talk over the descriptors, poll bot.fd, which is readable when the program is over ...
 *         process_end(&bot, &end, &err);
 *     } */
#ifndef PROCESS_PROCESS_H
#define PROCESS_PROCESS_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

enum process_isolation {
    PROCESS_ISOLATE_DEFAULT, /* Landlock where the kernel has it */
    PROCESS_ISOLATE_NONE,    /* no Landlock either */
    PROCESS_ISOLATE_NS,      /* user, pid, network, ipc and mount namespaces besides */
    PROCESS_ISOLATE_BWRAP,   /* bubblewrap instead */
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
    const char *const *argv; /* ends with NULL; argv[0] is a path, absolute or from the current folder */
    const char *const *env;  /* ends with NULL; process_environment makes a plain one */
    const char *folder;      /* where it runs and may write; absolute */
    const char *const
        *readable;    /* folders and files that it may read and execute beside the system's; ends with NULL */
    int in, out, err; /* its descriptors 0, 1, 2; they stay open here and should be close-on-exec */
    int ruleset;      /* of landlock_open for this folder and these paths; -1: made anew where it applies */
    struct process_limits limits;
    enum process_isolation isolation;
    bool wall;     /* it has a wall of its own (process_wall) with a gate to its folder; folder_can_wall: can it? */
    bool unshared; /* process_unshare was called: the program shares this process's network, whatever the isolation */
    bool keeper;   /* isolation by namespaces and bubblewrap has one in any case */
    bool tidy; /* the keeper removes the folder when the program is over, and the one around it, should nobody else */
};

/* A program that runs. */
struct process {
    int fd;    /* readable when it is over */
    bool kept; /* it has a keeper */

    /* private */
    pid_t pid;
    int leash; /* to the keeper, or -1 */
    bool bwrap;
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

/* Whether an errno says that this machine is short of something, which is no fault of the program. */
bool process_is_shortage(int error);

/* Makes sure that this process can open so many more descriptors, and that programs can have `each`: raises its soft
 * limit as far as the hard one if it has to. */
bool process_reserve(size_t count, uint64_t each, struct error *err);

/* Has orphans of programs come to this process. */
bool process_adopt(struct error *err);

/* Ends everything that this process or what it started has started, adding what they used to usage, if it is not NULL.
 * False if something cannot be ended within seconds, which takes a broken kernel or disk. */
bool process_end_all(struct rusage *usage);

/* Ends all children of this process but those that are to be kept, and what is below them. */
void process_end_others(const pid_t *keep, size_t count);

/* How many processes there are below this one, and the memory that they hold together; if there are more than `most`,
 * only that there are more. kept: the uppermost are keepers, and do not count. */
struct process_tree {
    size_t count;
    uint64_t memory_bytes;
};
struct process_tree process_measure(size_t most, bool kept);

/* A new user and network namespace for this process, which must have one thread, and all that it will start; its
 * loopback device is up. */
bool process_unshare(struct error *err);

/* A wall around this process, which must have one thread, and all that it will start: everything is read-only to them,
 * but for what was open before. Landlock lets programs change permissions, owners and times of all files of their user;
 * the wall does not. */
bool process_wall(struct error *err);

/* Behind the wall: a gate to a folder, and its end. */
bool process_wall_open(const char *folder, struct error *err);
void process_wall_close(const char *folder);

/* Behind the wall: removes shared memory, queues and semaphores, which outlive whoever made them. */
void process_wall_sweep(void);

/* Whether the layer that this isolation adds works here; if not, err says why. DEFAULT stands for Landlock. */
bool process_can_isolate(enum process_isolation isolation, struct error *err);

/* What there is on this machine to confine programs, found out by trying. */
struct process_layer {
    const char *name;
    bool works;
    char text[200]; /* more about it, for a person: what it gives, or why it does not work */
};
enum { PROCESS_LAYERS = 5 };
void process_layers(struct process_layer layers[PROCESS_LAYERS]);

/* The words for enum process_isolation, in its order, and a NULL. */
extern const char *const process_isolations[];

/* PATH as it is here, a UTF-8 locale without a country, UTC, and HOME and TMPDIR in the folder. The strings live in
 * `room`, and the list ends with NULL. False if the room is too small. */
struct process_environment {
    const char *list[8];
    char room[8192];
};
bool process_environment(struct process_environment *env, const char *folder);

/* The path of a program as a shell would find it: looked up in PATH if it has no slash; absolute in any case. A path
 * with a slash is not looked at: whether it can be executed turns out when it is. If there is none, err is an
 * ERROR_INPUT; anything else is a failure on our side. */
bool process_find(const char *name, char *path, size_t size, struct error *err);

#endif
