/* Which layers of isolation work on this machine: found out by trying them. */
#include "process/process.h"

#include "process/folder.h"
#include "process/landlock.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

const char *const process_isolations[] = {"default", "none", "ns", "bwrap", NULL};

/* Runs a program that does nothing, isolated in this way. */
static bool try_isolation(enum process_isolation isolation, struct error *err)
{
    static const char *const argv[] = {"/bin/true", NULL};
    struct folder_run run;
    struct process_environment environment = {0};
    struct process process;
    struct process_end end;
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null < 0 || !folder_begin(&run, err)) {
        return false;
    }
    struct process_spec spec = {.argv = argv,
                                .env = environment.list,
                                .folder = run.path,
                                .in = null,
                                .out = null,
                                .err = null,
                                .ruleset = -1,
                                .isolation = isolation,
                                .keeper = true};
    bool fine = process_environment(&environment, run.path) && process_start(&spec, &process, err) == PROCESS_STARTED &&
                process_wait(&process, &end, err);
    if (fine && (!WIFEXITED(end.status) || WEXITSTATUS(end.status))) {
        fine = error_set(err, ERROR_IO, "a program that does nothing fails");
    }
    close(null);
    folder_end(&run);
    return fine;
}

static bool try_wall(struct error *err)
{
    struct folder_run run;
    if (!folder_begin(&run, err)) {
        return false;
    }
    bool works = folder_can_wall(&run, err);
    folder_end(&run);
    return works;
}

bool process_can_isolate(enum process_isolation isolation, struct error *err)
{
    if (isolation == PROCESS_ISOLATE_DEFAULT && !landlock_version()) {
        return error_set(err, ERROR_IO, "the kernel has no Landlock");
    }
    return isolation < PROCESS_ISOLATE_NS || try_isolation(isolation, err);
}

__attribute__((format(printf, 4, 5))) static void describe(struct process_layer *layer, const char *name, bool works,
                                                           const char *format, ...)
{
    va_list arguments;
    *layer = (struct process_layer){.name = name, .works = works};
    va_start(arguments, format);
    vsnprintf(layer->text, sizeof layer->text, format, arguments);
    va_end(arguments);
}

void process_layers(struct process_layer layers[PROCESS_LAYERS])
{
    struct error err = {0};
    int version = landlock_version();
    describe(&layers[0], "Landlock", version > 0, "%s",
             version >= 6  ? "programs write in their own folder only, and signal only what they have started"
             : version > 0 ? "programs write in their own folder only; Linux 6.12 would confine their signals, too"
                           : "programs can read and write whatever you can; Linux 5.13 and newer have it");
    bool works = try_wall(&err);
    describe(&layers[1], "read-only", works, "%s",
             works ? "programs cannot change the permissions of your files either, and leave no shared memory"
                   : err.text);
    works = try_isolation(PROCESS_ISOLATE_NS, &err);
    describe(&layers[2], "namespaces", works, "%s",
             works ? "--isolate=ns: programs see no other process and no network but their own" : err.text);
    works = process_can_isolate(PROCESS_ISOLATE_BWRAP, &err);
    describe(&layers[3], "bubblewrap", works, "%s",
             works ? "--isolate=bwrap: the same, and no file but the system's and their own" : err.text);
    works = geteuid() != 0;
    describe(&layers[4], "user", works, "%s",
             works ? "without privileges, as it should be"
                   : "root: another one would be safer, and is needed by nothing");
}
