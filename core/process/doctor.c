/* Which layers of isolation work on this machine: found out by trying them. */
#include "process/process.h"

#include "process/folder.h"
#include "process/landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs a program that does nothing, isolated in this way. */
static bool try_isolation(enum process_isolation isolation, struct error *err)
{
    static const char *const argv[] = {"/bin/true", NULL};
    struct folder_run run;
    struct process_environment environment;
    struct process process;
    struct process_end end;
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null < 0 || !folder_begin(&run, "xgrade", err)) {
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

bool process_can_isolate(enum process_isolation isolation, struct error *err)
{
    if ((isolation == PROCESS_ISOLATE_DEFAULT || isolation == PROCESS_ISOLATE_NS) && !landlock_version()) {
        return error_set(err, ERROR_IO, "the kernel has no Landlock");
    }
    if (isolation == PROCESS_ISOLATE_BWRAP && access("/usr/bin/bwrap", X_OK) < 0) {
        return error_set(err, ERROR_IO, "bubblewrap is not installed");
    }
    return isolation < PROCESS_ISOLATE_NS || try_isolation(isolation, err);
}

struct description {
    char *text;
    size_t size, length;
};

__attribute__((format(printf, 2, 3))) static void say(struct description *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(to->text + to->length, to->size - to->length, format, arguments);
    va_end(arguments);
    to->length += length > 0 ? (size_t)length : 0;
    to->length = to->length < to->size ? to->length : to->size - 1;
}

bool process_describe(char *text, size_t size)
{
    struct description to = {text, size, 0};
    struct error err;
    int version = landlock_version();
    bool namespaces = try_isolation(PROCESS_ISOLATE_NS, &err);
    if (!version) {
        say(&to, "Landlock: no; programs can read and write whatever you can (kernel 5.13 or newer has it)\n");
    } else {
        say(&to, "Landlock: yes, version %d (files%s)\n", version, version >= 6 ? ", signals" : "; signals from 6 on");
    }
    if (namespaces) {
        say(&to, "namespaces: yes (--isolate=ns)\n");
    } else {
        say(&to, "namespaces: no, %s\n", err.text);
    }
    if (process_can_isolate(PROCESS_ISOLATE_BWRAP, &err)) {
        say(&to, "bubblewrap: yes (--isolate=bwrap)\n");
    } else {
        say(&to, "bubblewrap: no, %s\n", err.text);
    }
    if (geteuid() == 0) {
        say(&to, "user: root; a user without privileges would be safer\n");
    } else {
        say(&to, "user: not root, as it should be\n");
    }
    return version && namespaces;
}
