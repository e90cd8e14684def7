/* Runs programs again and again, each time with another call that fails, until there is none left.
 *
 *     sweep alloc|calls PROGRAMS CASES [PATTERN]
 *
 * alloc: allocations fail; calls: all others in calls.h do. PROGRAMS is the folder of the dynamic programs and of
 * faults.so. CASES has one case a line,
 *
 *     xref: xref --seed 1 --log @log < input.json
 *
 * the program in which calls fail, and a command: a program of the folder, or a script with a slash in its name. "x/7:"
 * tries only every seventh allocation, and "x/7/3:" every third of the other calls; 0 is none. @NAME is a file for the
 * program to write. With STRIDE=5 in the environment, five times fewer are tried where there is such a number. PATTERN
 * selects cases by what they contain. Cases of programs that are not built are skipped.
 *
 * A run must end by itself, leave neither files nor processes behind, and either print what it prints without a fault,
 * write the same files and exit with 0, or say so on stderr and exit with 2 to 5. It must print nothing then, but
 * for an answer that is right: a log that could not be written is complained about beside it. */
#include "calls.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WORDS_MAX = 40, FILES_MAX = 4, PATH_ROOM = 512, SECONDS_MAX = 30, COMPLAINTS_MAX = 10 };

/* A file that a run has written. */
struct content {
    char *bytes;
    size_t length;
};

struct test {
    const char *line;
    char program[32]; /* in which calls fail */
    int steps[2];     /* of allocations, and of other calls */
    char *word[WORDS_MAX + 1];
    char path[2 * PATH_ROOM]; /* of the command */
    const char *input;
    char file[FILES_MAX][PATH_ROOM]; /* out and err are the first two */
    int files;
};

struct run {
    int status;
    bool hung, left_files, left_processes;
    struct content content[FILES_MAX];
};

static char scratch[] = "/tmp/faults.XXXXXX";
static char library[PATH_ROOM + 32], count_path[64], temporary[64];

_Noreturn static void fail(const char *what)
{
    fprintf(stderr, "sweep: %s: %s\n", what, strerror(errno));
    exit(2);
}

static struct content read_all(const char *path)
{
    struct stat status;
    struct content content = {NULL, 0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &status) != 0) {
        return content; /* it was not written */
    }
    content.bytes = calloc(1, (size_t)status.st_size + 1);
    ssize_t got = content.bytes ? read(fd, content.bytes, (size_t)status.st_size) : -1;
    if (got < 0) {
        fail(path);
    }
    content.length = (size_t)got;
    close(fd);
    return content;
}

static bool same(const struct content *a, const struct content *b)
{
    return a->length == b->length && (!a->bytes || !b->bytes || memcmp(a->bytes, b->bytes, a->length) == 0);
}

/* -- a case -- */

static void add_file(struct test *t, const char *name)
{
    snprintf(t->file[t->files++], PATH_ROOM, "%s/%s", scratch, name);
}

/* The environment can make samples sparser. */
static int stride(void)
{
    const char *said = getenv("STRIDE");
    return said ? (int)strtol(said, NULL, 10) : 1;
}

/* Takes a line apart, in place; false if it is a comment, or empty. */
static bool parse(struct test *t, char *line, const char *folder)
{
    static char copy[1024];
    snprintf(copy, sizeof copy, "%.*s", (int)strcspn(line, "\n"), line);
    *t = (struct test){.line = copy, .steps = {1, 1}, .input = "/dev/null"};
    char *name = strtok(line, " \n"), *slash = name;
    if (!name || *name == '#') {
        return false;
    }
    for (int i = 0; i < 2 && (slash = strchr(slash, '/')); i++) {
        t->steps[i] = stride() * (int)strtol(++slash, NULL, 10);
    }
    snprintf(t->program, sizeof t->program, "%.*s", (int)strcspn(name, "/:"), name);
    add_file(t, "out");
    add_file(t, "err");
    int words = 0;
    for (char *word; (word = strtok(NULL, " \n")) && words < WORDS_MAX;) {
        if (strcmp(word, "<") == 0) {
            t->input = strtok(NULL, " \n");
        } else if (*word == '@' && t->files < FILES_MAX) {
            add_file(t, word + 1);
            t->word[words++] = t->file[t->files - 1];
        } else {
            t->word[words++] = word;
        }
    }
    const char *command = words ? t->word[0] : "";
    snprintf(t->path, sizeof t->path, "%s%s%s", strchr(command, '/') ? "" : folder, strchr(command, '/') ? "" : "/",
             command);
    return words > 0 && t->input;
}

/* -- a run -- */

static pid_t start(const struct test *t)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    pid_t pid;
    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, t->input, O_RDONLY, 0);
    for (int i = 0; i < 2; i++) {
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO + i, t->file[i], O_WRONLY | O_CREAT | O_TRUNC, 0600);
    }
    errno = posix_spawn(&pid, t->path, &actions, &attributes, t->word, environ);
    if (errno) {
        fail(t->path);
    }
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return pid;
}

/* Waits for a child, or for all if pid is -1. False if that takes too long. */
static bool await(pid_t pid, int *status)
{
    const struct timespec most = {.tv_sec = SECONDS_MAX};
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    for (pid_t ended; (ended = waitpid(pid, status, WNOHANG)) >= 0;) {
        if (ended == pid) {
            return true;
        }
        if (ended == 0 && sigtimedwait(&child, NULL, &most) < 0 && errno == EAGAIN) {
            return false;
        }
    }
    return true;
}

/* Kills everything that runs has left, which was reparented to us. */
static void kill_children(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    for (int rounds = 0; waitpid(-1, NULL, WNOHANG) >= 0 && rounds < 100; rounds++) {
        FILE *list = fopen(path, "re");
        char *word = NULL;
        size_t room = 0;
        while (list && getdelim(&word, &room, ' ', list) > 0) {
            long pid = strtol(word, NULL, 10);
            if (pid > 1) {
                kill((pid_t)pid, SIGKILL);
            }
        }
        free(word);
        if (list) {
            fclose(list);
        }
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
}

/* Removes what a run should not have left in a folder. Returns whether there was something. */
static bool clear(const struct test *t, const char *folder)
{
    char path[2 * PATH_ROOM];
    bool any = false;
    DIR *entries = opendir(folder);
    for (const struct dirent *entry; entries && (entry = readdir(entries));) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        bool expected = entry->d_name[0] == '.' || strcmp(path, count_path) == 0 || strcmp(path, temporary) == 0;
        for (int i = 0; t && i < t->files; i++) {
            expected |= strcmp(path, t->file[i]) == 0;
        }
        if (!expected) {
            any = true;
            clear(NULL, path);
            remove(path);
        }
    }
    if (entries) {
        closedir(entries);
    }
    return any;
}

/* Runs a case with FAULTS as they are in the environment. */
static struct run run(const struct test *t)
{
    struct run r = {0};
    for (int i = 0; i < t->files; i++) {
        unlink(t->file[i]);
    }
    pid_t pid = start(t);
    r.hung = !await(pid, &r.status);
    r.left_processes = !r.hung && !await(-1, &(int){0});
    kill_children();
    for (int i = 0; i < t->files; i++) {
        r.content[i] = read_all(t->file[i]);
    }
    r.left_files = clear(t, scratch);
    r.left_files |= clear(t, temporary);
    return r;
}

static void forget(struct run *r)
{
    for (int i = 0; i < FILES_MAX; i++) {
        free(r->content[i].bytes);
    }
}

/* -- what is expected -- */

/* Whether stderr ends with a whole line of the program, or of one of its commands ("xgrade report: "). */
static bool complains(const struct test *t, const struct content *err)
{
    if (err->length == 0 || err->bytes[err->length - 1] != '\n') {
        return false;
    }
    const char *line = err->bytes + err->length - 1;
    while (line > err->bytes && line[-1] != '\n') {
        line--;
    }
    size_t name = strlen(t->program);
    if (strncmp(line, t->program, name) != 0) {
        return false;
    }
    line += name;
    line += *line == ' ' ? 1 + strspn(line + 1, "abcdefghijklmnopqrstuvwxyz") : 0;
    return strncmp(line, ": ", 2) == 0;
}

/* What a run is tried with. */
struct fault {
    enum kind kind;
    int problem;
    long number;
    bool all_after;
};

/* Whether this is what the network says of the other end, so that a game may end otherwise. */
static bool is_about_peer(const struct fault *fault)
{
    return fault->problem == ECONNRESET || fault->problem == ECONNABORTED || fault->problem == ETIMEDOUT ||
           fault->problem == ECONNREFUSED;
}

/* Whether nothing can be said because of the fault. */
static bool silences(const struct fault *fault)
{
    return fault->kind == KIND_write || fault->kind == KIND_dprintf || fault->kind == KIND_fflush;
}

/* Whether no folder can be emptied because of the fault. */
static bool prevents_removal(const struct fault *fault)
{
    return fault->all_after && (fault->kind == KIND_openat || fault->kind == KIND_getdents64);
}

/* What is wrong with a run, or NULL. */
static const char *judge(const struct test *t, const struct fault *fault, const struct run *clean, const struct run *r)
{
    if (r->hung) {
        return "hangs";
    }
    if (r->left_files && !prevents_removal(fault)) {
        return "files are left behind";
    }
    if (r->left_processes) {
        return "processes are left behind";
    }
    if (WIFSIGNALED(r->status)) {
        return strsignal(WTERMSIG(r->status));
    }
    int code = WEXITSTATUS(r->status);
    if (code == 0 && is_about_peer(fault)) {
        return NULL;
    }
    if (code == 0) {
        for (int i = 0; i < t->files; i++) {
            if (!same(&clean->content[i], &r->content[i])) {
                return i == 0 ? "the answer is wrong" : i == 1 ? "stderr is wrong" : "a file is wrong";
            }
        }
        return NULL;
    }
    bool says_memory = memmem(r->content[1].bytes, r->content[1].length, "out of memory", strlen("out of memory"));
    if (code < 2 || code > 5 || (says_memory && code != 4)) {
        return "the exit code is wrong";
    }
    if (r->content[0].length > 0 && !same(&clean->content[0], &r->content[0])) {
        return "part of an answer was printed";
    }
    return complains(t, &r->content[1]) || silences(fault) ? NULL : "does not say what is wrong";
}

/* -- the sweep -- */

static void set_fault(const struct fault *fault)
{
    char text[64];
    snprintf(text, sizeof text, "%s:%ld%s:%d", calls[fault->kind].name, fault->number, fault->all_after ? "+" : "",
             fault->problem);
    setenv("FAULTS", text, 1);
}

/* How many calls there are without a fault. False if it fails. */
static bool count_calls(const struct test *t, struct run *clean, long counts[KINDS])
{
    int fd = open(count_path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0 || ftruncate(fd, (off_t)(KINDS * sizeof *counts)) < 0) {
        fail(count_path);
    }
    setenv("FAULTS_COUNT", count_path, 1);
    set_fault(&(struct fault){.number = 0});
    *clean = run(t);
    unsetenv("FAULTS_COUNT");
    bool counted = read(fd, counts, KINDS * sizeof *counts) > 0 && counts[KIND_alloc] > 0;
    close(fd);
    return counted && !clean->hung && clean->status == 0;
}

/* Runs a case with a fault; whether it goes well. */
static bool try(const struct test *t, const struct fault *fault, const struct run *clean)
{
    set_fault(fault);
    struct run r = run(t);
    const char *problem = judge(t, fault, clean, &r);
    if (problem) {
        printf("not ok FAULTS=%s %s: %s (%#x)\n%s", getenv("FAULTS"), t->line, problem, (unsigned)r.status,
               r.content[1].bytes ? r.content[1].bytes : "");
    }
    forget(&r);
    return !problem;
}

/* Whether a call may fail each time: signals come to an end, and so do connections that are given up before they are
 * accepted; a client waits long for a server, and copying programs byte by byte takes long. */
static bool can_last(const struct fault *fault)
{
    return fault->problem != EINTR && fault->problem != ECONNABORTED && fault->kind != KIND_connect &&
           (fault->problem != SHORT || fault->kind != KIND_copy_file_range);
}

/* Whether its program can be run. Some are only built where their libraries are. */
static bool is_built(const struct test *t, const char *folder)
{
    char path[2 * PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s", folder, t->program);
    return access(path, X_OK) == 0;
}

/* Whether a case holds. */
static bool sweep(const struct test *t, bool allocations)
{
    struct run clean;
    long counts[KINDS] = {0}, runs = 0;
    setenv("FAULTS_IN", t->program, 1);
    int wrong = !count_calls(t, &clean, counts);
    if (wrong) {
        printf("not ok %s: fails without a fault, or nothing was counted\n%s", t->line,
               clean.content[1].bytes ? clean.content[1].bytes : "");
    }
    int step = t->steps[!allocations], first = allocations ? KIND_alloc : KIND_alloc + 1,
        last = allocations ? KIND_alloc : KINDS - 1;
    for (int kind = first; kind <= last; kind++) {
        for (const int *problem = calls[kind].problems; *problem; problem++) {
            for (long number = 1; number <= counts[kind] && wrong < COMPLAINTS_MAX; number += step) {
                struct fault fault = {(enum kind)kind, *problem, number, false};
                wrong += !try(t, &fault, &clean);
                fault.all_after = can_last(&fault);
                wrong += fault.all_after && !try(t, &fault, &clean);
                runs += 1 + fault.all_after;
            }
        }
    }
    if (!wrong) {
        printf("ok %s: %ld runs\n", t->line, runs);
    }
    fflush(stdout);
    forget(&clean);
    return !wrong;
}

int main(int argc, char **argv)
{
    sigset_t child;
    char line[1024], folder[PATH_ROOM];
    FILE *cases = argc > 3 ? fopen(argv[3], "re") : NULL;
    if (!cases || !realpath(argv[2], folder) || !mkdtemp(scratch)) {
        fail("usage: sweep alloc|calls PROGRAMS CASES [PATTERN]");
    }
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    snprintf(library, sizeof library, "%s/faults.so", folder);
    snprintf(count_path, sizeof count_path, "%s/count", scratch);
    snprintf(temporary, sizeof temporary, "%s/tmp", scratch);
    if (mkdir(temporary, 0700) < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) < 0) {
        fail(temporary);
    }
    setenv("LD_PRELOAD", library, 1);
    setenv("PROGRAMS", folder, 1);
    setenv("SCRATCH", scratch, 1);
    setenv("TMPDIR", temporary, 1);
    int passed = 0, failed = 0, skipped = 0;
    bool allocations = strcmp(argv[1], "alloc") == 0;
    while (fgets(line, sizeof line, cases)) {
        struct test t;
        bool chosen = argc < 5 || strstr(line, argv[4]);
        if (!chosen || !parse(&t, line, folder) || t.steps[!allocations] <= 0) {
            continue;
        }
        if (!is_built(&t, folder)) {
            printf("skipped %s: %s is not built\n", t.line, t.program);
            skipped++;
        } else {
            *(sweep(&t, allocations) ? &passed : &failed) += 1;
            for (int i = 0; i < t.files; i++) {
                unlink(t.file[i]);
            }
        }
    }
    fclose(cases);
    unlink(count_path);
    rmdir(temporary);
    rmdir(scratch);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || passed + skipped == 0;
}
