#include "git.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS_MAX = 40, NOT_FOUND = 127, COMPLAINTS_MAX = 16384, FILE_MAX_MIB = 2048 };

/* Nothing but these from a repository's own settings or from elsewhere can make git run another program. */
static const char *const settings[] = {
    "-c", "core.hooksPath=/dev/null",
    "-c", "core.fsmonitor=false",
    "-c", "protocol.ext.allow=never",
    "-c", "fetch.recurseSubmodules=no",
    "-c", "gc.auto=0",
    "-c", "maintenance.auto=false",
    "-c", "submodule.recurse=false",
    "-c", "core.bare=false",
    "-c", "advice.detachedHead=false",
};

/* The environment: questions are off, and variables of a repository around us do not count. */
static void set_environment(const struct git *git)
{
    static const char *const unwanted[] = {"GIT_DIR",
                                           "GIT_WORK_TREE",
                                           "GIT_INDEX_FILE",
                                           "GIT_NAMESPACE",
                                           "GIT_OBJECT_DIRECTORY",
                                           "GIT_COMMON_DIR",
                                           "GIT_EXTERNAL_DIFF",
                                           "GIT_ALTERNATE_OBJECT_DIRECTORIES"};
    for (size_t i = 0; i < sizeof unwanted / sizeof *unwanted; i++) {
        unsetenv(unwanted[i]);
    }
    setenv("GIT_TERMINAL_PROMPT", "0", 1);
    setenv("GIT_ASKPASS", "/bin/false", 1);
    setenv("SSH_ASKPASS", "/bin/false", 1);
    setenv("GIT_SSH_COMMAND", "ssh -oBatchMode=yes", 0);
    setenv("GIT_ALLOW_PROTOCOL", "file:git:http:https:ssh", 1);
    setenv("LC_ALL", "C", 1);
    if (git->index) {
        setenv("GIT_INDEX_FILE", git->index, 1);
    }
    if (git->tree) { /* filters are the user's business, not that of submissions */
        setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
        setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
        setenv("GIT_ATTR_NOSYSTEM", "1", 1);
    }
}

static _Noreturn void become_git(const struct git *git, const char *const *command, int out, int err)
{
    const char *words[WORDS_MAX] = {"git"};
    char repository[4200], tree[4200];
    size_t count = 1;
    sigset_t none;
    struct rlimit size = {(rlim_t)FILE_MAX_MIB << 20, (rlim_t)FILE_MAX_MIB << 20};
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_FSIZE, &size);
    memcpy(words + count, settings, sizeof settings);
    count += sizeof settings / sizeof *settings;
    snprintf(repository, sizeof repository, "--git-dir=%s", git->repository);
    words[count++] = repository;
    if (git->tree) {
        snprintf(tree, sizeof tree, "--work-tree=%s", git->tree);
        words[count++] = tree;
        words[count++] = "-C";
        words[count++] = git->tree;
    }
    while (*command && count + 1 < WORDS_MAX) {
        words[count++] = *command++;
    }
    set_environment(git);
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing >= 0 && dup2(nothing, 0) == 0 && dup2(out, 1) == 1 && dup2(err, 2) == 2) {
        execvp("git", (char *const *)(void *)words);
    }
    int problem = errno;
    dprintf(err, "fatal: cannot run git: %s\n", strerror(problem));
    _exit(problem == ENOENT ? NOT_FOUND : NOT_FOUND - 1);
}

/* Reads the beginning of what git printed, as a string. */
static bool read_printed(int fd, char *bytes, size_t size)
{
    size_t length = 0;
    ssize_t got;
    do {
        got = pread(fd, bytes + length, size - 1 - length, (off_t)length);
        length += got > 0 ? (size_t)got : 0;
    } while (got > 0 || (got < 0 && errno == EINTR));
    bytes[length] = '\0';
    return got == 0;
}

/* The line that says why git failed: the first fatal one, or else the last. */
static void explain(int fd, int status, struct error *err)
{
    static const char fatal[] = "fatal: ";
    char bytes[COMPLAINTS_MAX];
    char *found = NULL, *rest = bytes, *line;
    read_printed(fd, bytes, sizeof bytes);
    while ((line = strtok_r(rest, "\r\n", &rest))) {
        if (strncmp(line, fatal, strlen(fatal)) == 0) {
            found = line + strlen(fatal);
            break;
        }
        found = line;
    }
    struct text shown = {0};
    text_escape_string(&shown, TEXT_LINE, found ? found : "");
    if (found && !shown.failed) {
        error_set(err, ERROR_IO, "%s", shown.bytes);
    } else if (WIFSIGNALED(status)) {
        error_set(err, ERROR_IO, "git was ended by signal %d", WTERMSIG(status));
    } else {
        error_set(err, ERROR_IO, "git exited with %d", WEXITSTATUS(status));
    }
    text_free(&shown);
}

bool git_run(const struct git *git, const char *const *command, char *out, size_t size, struct error *err)
{
    int printed = memfd_create("stdout", MFD_CLOEXEC), complaints = memfd_create("stderr", MFD_CLOEXEC), status = 0;
    pid_t pid = printed >= 0 && complaints >= 0 ? fork() : -1;
    if (pid == 0) {
        become_git(git, command, printed, complaints);
    }
    bool ok = pid > 0;
    while (ok && waitpid(pid, &status, 0) < 0) {
        ok = errno == EINTR;
    }
    if (!ok) {
        error_set(err, ERROR_IO, "cannot run git: %s", strerror(errno));
    } else if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND) {
        ok = error_set(err, ERROR_IO, "there is no git here; the package is called git");
    } else if (status != 0) {
        explain(complaints, status, err);
        ok = false;
    } else if (out) {
        ok = read_printed(printed, out, size) ||
             error_set(err, ERROR_IO, "cannot read what git prints: %s", strerror(errno));
        out[strcspn(out, "\n")] = '\0';
    }
    if (printed >= 0) {
        close(printed);
    }
    if (complaints >= 0) {
        close(complaints);
    }
    return ok;
}
