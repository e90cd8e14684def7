#include "engine/tool.h"

#include "base/clock.h"
#include "base/json_show.h"
#include "process/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUTPUT_MAX = 16 * 1024 * 1024, EXEC_FAILED = 127, WORDS_MAX = 256 };

bool tool_find(const char *program, const char *package, struct error *err)
{
    char path[PATH_MAX];
    return process_find(program, path, sizeof path, &(struct error){0}) ||
           error_set(err, ERROR_IO, "there is no %s in PATH; Debian's package %s has it", program, package);
}

/* Starts a program with these descriptors. leader: in a process group of its own, and ended with this process. */
static pid_t start(const char *const *argv, int out, int complaints, bool leader, struct error *err)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    char *words[WORDS_MAX + 1] = {0};
    size_t count = 0;
    do {
        memcpy(&words[count], &argv[count], sizeof *words); /* execvp changes none of them, but does not say so */
        count++;
    } while (count < WORDS_MAX && argv[count]);
    pid_t parent = getpid(), pid = null < 0 ? -1 : fork();
    if (pid == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL); /* the caller may have blocked signals that should end the program */
        signal(SIGPIPE, SIG_DFL);
        if (leader) {
            setpgid(0, 0); /* neither of these can fail */
            prctl(PR_SET_PDEATHSIG, SIGTERM);
            if (getppid() != parent) { /* it died before we could ask for PDEATHSIG */
                _exit(EXEC_FAILED);
            }
        }
        if (argv[0] && dup2(null, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
            dup2(complaints, STDERR_FILENO) >= 0) {
            execvp(argv[0], words);
        }
        _exit(EXEC_FAILED);
    }
    if (pid < 0) {
        error_set(err, ERROR_MEMORY, "cannot start %s: %s", argv[0], strerror(errno));
    }
    if (null >= 0) {
        close(null);
    }
    return pid;
}

/* Waits for a program, and kills it if it takes longer. Returns its status, or -1. */
static int await(pid_t pid, int seconds)
{
    struct pollfd ended = {.fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN};
    int status = -1;
    if (ended.fd >= 0 && clock_poll(&ended, 1, clock_in(seconds * CLOCK_SECOND)) <= 0) {
        kill(pid, SIGKILL);
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (ended.fd >= 0) {
        close(ended.fd);
    }
    return status;
}

/* Adds what is in a file, from its beginning. */
static void read_all(int fd, struct text *out)
{
    char buffer[4096];
    ssize_t size;
    for (off_t at = 0; at < OUTPUT_MAX && (size = pread(fd, buffer, sizeof buffer, at)) > 0; at += size) {
        text_add(out, buffer, (size_t)size);
    }
}

/* Why a program failed: the first line that it wrote. */
static void complain(const char *program, int fd, int status, int seconds, struct error *err)
{
    struct text words = {0};
    char late[64];
    snprintf(late, sizeof late, "it took longer than %d s", seconds);
    read_all(fd, &words);
    size_t length = words.bytes ? strcspn(words.bytes, "\n") : 0;
    error_set(err, ERROR_IO, "%s failed: %s", program,
              length                                               ? json_show(words.bytes, length).text
              : WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? late
                                                                   : "it said nothing");
    text_free(&words);
}

bool tool_run(const char *const *argv, int seconds, struct text *out, struct error *err)
{
    int printed = memfd_create("stdout", MFD_CLOEXEC), complaints = memfd_create("stderr", MFD_CLOEXEC);
    bool ok = false;
    if (printed < 0 || complaints < 0) {
        error_set(err, ERROR_MEMORY, "cannot start %s: %s", argv[0], strerror(errno));
    } else {
        pid_t pid = start(argv, printed, complaints, false, err);
        int status = pid < 0 ? -1 : await(pid, seconds);
        ok = pid >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
        if (pid >= 0 && !ok) {
            complain(argv[0], complaints, status, seconds, err);
        }
    }
    if (ok && out) {
        read_all(printed, out);
        ok = out->failed ? error_memory(err) : true;
    }
    if (printed >= 0) {
        close(printed);
    }
    if (complaints >= 0) {
        close(complaints);
    }
    return ok;
}

pid_t tool_start(const char *const *argv, const char *log, struct error *err)
{
    int fd = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0) {
        error_set(err, ERROR_IO, "cannot write %s: %s", json_show(log, strlen(log)).text, strerror(errno));
        return -1;
    }
    pid_t pid = start(argv, fd, fd, true, err);
    close(fd);
    return pid;
}
