/* Tries which layers of isolation work on this machine. */
#include "process/process.h"

#include "process/landlock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

const char *const process_isolations[] = {"default", "none", "ns", "landlock", NULL};

const struct process_promise process_promises[] = {
    {"read other files, or the cases", "no", "no"},
    {"see sizes and times of other files", "no", "yes"},
    {"write other files, or leave any to the next run", "no", "no"},
    {"change permissions, times, attributes of your files", "no", "yes"},
    {"reach unix sockets, terminals or keys of yours", "no", "no"},
    {"reach servers on this machine, and the network", "no", "yes"},
    {"see which processes run, and their arguments", "no", "yes"},
    {"read, trace or reschedule your processes", "no", "no"},
    {"send signals to your processes", "no", "before 6.12"},
    {"outlive xgrade, even if its process group is killed", "no", "no"},
    {"hold more than --memory, by any kind of mapping", "no", "no"},
    {"hold more in the kernel: buffers of pipes, locks", "yes", "yes"},
    {"write more than --disk, or too many files", "no", "for moments"},
    {"use /tmp and /dev/shm, as Java and Python do", "its own", "no"},
    {0},
};

bool process_can_isolate(enum process_isolation isolation, struct error *err)
{
    switch (isolation) {
    case PROCESS_ISOLATE_SANDBOX:
        return sandbox_works(err);
    case PROCESS_ISOLATE_LANDLOCK:
        return landlock_version() > 0 ||
               error_set(err, ERROR_IO, "the kernel has no Landlock; Linux 5.13 and newer do");
    default:
        return true;
    }
}

enum process_isolation process_isolation_here(enum process_isolation wanted, struct error *why)
{
    return wanted != PROCESS_ISOLATE_DEFAULT ? wanted
           : sandbox_works(why)              ? PROCESS_ISOLATE_SANDBOX
           : landlock_version() > 0          ? PROCESS_ISOLATE_LANDLOCK
                                             : PROCESS_ISOLATE_NONE;
}

static void describe(struct process_layer *layer, const char *name, bool works, const char *text)
{
    *layer = (struct process_layer){.name = name, .works = works};
    snprintf(layer->text, sizeof layer->text, "%.*s", (int)sizeof layer->text - 1, text);
}

/* In a child, since a filter cannot be removed. */
static bool try_filter(struct error *err)
{
    int status = -1;
    struct shared shared;
    pid_t pid = fork();
    if (pid == 0) {
        _exit(process_confine(PROCESS_ISOLATE_LANDLOCK, false, &shared, err) ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status == 0 || error_set(err, ERROR_IO, "the kernel or a container forbids it");
}

void process_layers(struct process_layer layers[PROCESS_LAYERS])
{
    struct error err = {.kind = ERROR_NONE};
    bool works = sandbox_works(&err);
    describe(&layers[0], "sandbox", works,
             works ? "programs see none of your files and processes, and no network" : err.text);
    works = try_filter(&err);
    describe(&layers[1], "filter", works,
             works ? "programs cannot make system calls that reach other processes or kernel settings" : err.text);
    int version = landlock_version();
    describe(&layers[2], "Landlock", version > 0,
             version >= 6
                 ? "without a sandbox, programs write in their own folder only, and signal only what they started"
             : version > 0
                 ? "without a sandbox, programs write in their own folder only; Linux 6.12 confines signals, too"
                 : "without a sandbox, programs can read and write whatever you can; Linux 5.13 and newer have it");
    works = geteuid() != 0;
    describe(&layers[3], "user", works,
             works ? "without privileges, as it should be"
                   : "root: an ordinary user would be safer, and nothing needs root");
}
