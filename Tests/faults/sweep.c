/* Runs programs again and again, each time with another allocation that fails, until there is none left.
 *
 *     sweep PROGRAMS CASES [PATTERN]
 *
 * PROGRAMS is the folder of the dynamic programs and of faults.so. CASES has one case a line,
 *
 *     xref: xref --seed 1 --log @log < input.json
 *
 * the program in which calls fail, and a command: a program of the folder, or a script with a slash in its name. "x/7:"
 * tries only every seventh call. @NAME is a file for the program to write. PATTERN selects cases by what they contain.
 *
 * A run must end by itself, and either print what it prints without a fault, write the same files and exit with 0, or
 * say so on stderr and exit with 3, 4 or 5. It must print nothing then, but for an answer that is right: a log that
 * could not be written is complained about beside it. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
    int step;
    char *word[WORDS_MAX + 1];
    char path[2 * PATH_ROOM]; /* of the command */
    const char *input;
    char file[FILES_MAX][PATH_ROOM]; /* out and err are the first two */
    int files;
};

struct run {
    int status;
    bool hung;
    struct content content[FILES_MAX];
};

static char scratch[] = "/tmp/faults.XXXXXX";
static char library[PATH_ROOM + 32], count_path[64];

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
    return a->length == b->length && (a->length == 0 || memcmp(a->bytes, b->bytes, a->length) == 0);
}

/* -- a case -- */

static void add_file(struct test *t, const char *name)
{
    snprintf(t->file[t->files++], PATH_ROOM, "%s/%s", scratch, name);
}

/* Takes a line apart, in place; false if it is a comment, or empty. */
static bool parse(struct test *t, char *line, const char *folder)
{
    static char copy[1024];
    snprintf(copy, sizeof copy, "%.*s", (int)strcspn(line, "\n"), line);
    *t = (struct test){.line = copy, .step = 1, .input = "/dev/null"};
    char *name = strtok(line, " \n"), *slash;
    if (!name || *name == '#') {
        return false;
    }
    if ((slash = strchr(name, '/'))) {
        t->step = (int)strtol(slash + 1, NULL, 10);
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
    return words > 0 && t->step > 0 && t->input;
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

/* Runs a case with FAULTS as they are in the environment. */
static struct run run(const struct test *t)
{
    const struct timespec most = {.tv_sec = SECONDS_MAX};
    struct run r = {0};
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    for (int i = 0; i < t->files; i++) {
        unlink(t->file[i]);
    }
    pid_t pid = start(t);
    while (waitpid(pid, &r.status, WNOHANG) == 0) {
        if (sigtimedwait(&child, NULL, &most) < 0 && errno == EAGAIN) {
            r.hung = true;
            kill(-pid, SIGKILL);
        }
    }
    for (int i = 0; i < t->files; i++) {
        r.content[i] = read_all(t->file[i]);
    }
    return r;
}

static void forget(struct run *r)
{
    for (int i = 0; i < FILES_MAX; i++) {
        free(r->content[i].bytes);
    }
}

/* -- what is expected -- */

/* Whether stderr ends with a whole line of the program. */
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
    return strncmp(line, t->program, name) == 0 && strncmp(line + name, ": ", 2) == 0;
}

/* What is wrong with a run, or NULL. */
static const char *judge(const struct test *t, const struct run *clean, const struct run *r)
{
    if (r->hung) {
        return "hangs";
    }
    if (WIFSIGNALED(r->status)) {
        return strsignal(WTERMSIG(r->status));
    }
    int code = WEXITSTATUS(r->status);
    if (code == 0) {
        for (int i = 0; i < t->files; i++) {
            if (!same(&clean->content[i], &r->content[i])) {
                return i == 0 ? "the answer is wrong" : i == 1 ? "stderr is wrong" : "a file is wrong";
            }
        }
        return NULL;
    }
    if (code < 3 || code > 5) {
        return "the exit code is wrong";
    }
    if (r->content[0].length > 0 && !same(&clean->content[0], &r->content[0])) {
        return "part of an answer was printed";
    }
    return complains(t, &r->content[1]) ? NULL : "does not say what is wrong";
}

/* -- the sweep -- */

static void set_fault(long number, bool all_after)
{
    char text[64];
    snprintf(text, sizeof text, "alloc:%ld%s", number, all_after ? "+" : "");
    setenv("FAULTS", text, 1);
}

/* How many allocations there are without a fault. */
static long count_calls(const struct test *t, struct run *clean)
{
    setenv("FAULTS_COUNT", count_path, 1);
    set_fault(0, false);
    unlink(count_path);
    *clean = run(t);
    unsetenv("FAULTS_COUNT");
    struct content count = read_all(count_path);
    long calls = count.bytes ? strtol(count.bytes, NULL, 10) : 0;
    free(count.bytes);
    return clean->hung || clean->status != 0 ? 0 : calls;
}

/* Whether a case holds. */
static bool sweep(const struct test *t)
{
    struct run clean;
    setenv("FAULTS_IN", t->program, 1);
    long calls = count_calls(t, &clean), runs = 0;
    int wrong = calls == 0;
    if (wrong) {
        printf("not ok %s: fails without a fault, or nothing was counted\n%s", t->line,
               clean.content[1].bytes ? clean.content[1].bytes : "");
    }
    for (long number = 1; number <= calls && wrong < COMPLAINTS_MAX; number += t->step) {
        for (int after = 0; after < 2; after++, runs++) {
            set_fault(number, after);
            struct run r = run(t);
            const char *problem = judge(t, &clean, &r);
            if (problem) {
                wrong++;
                printf("not ok FAULTS=%s %s: %s (%#x)\n%s", getenv("FAULTS"), t->line, problem, (unsigned)r.status,
                       r.content[1].bytes ? r.content[1].bytes : "");
            }
            forget(&r);
        }
    }
    if (!wrong) {
        printf("ok %s: %ld allocations, %ld runs\n", t->line, calls, runs);
    }
    fflush(stdout);
    forget(&clean);
    return !wrong;
}

int main(int argc, char **argv)
{
    sigset_t child;
    char line[1024], folder[PATH_ROOM];
    FILE *cases = argc > 2 ? fopen(argv[2], "re") : NULL;
    if (!cases || !realpath(argv[1], folder) || !mkdtemp(scratch)) {
        fail("usage: sweep PROGRAMS CASES [PATTERN]");
    }
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    snprintf(library, sizeof library, "%s/faults.so", folder);
    snprintf(count_path, sizeof count_path, "%s/count", scratch);
    setenv("LD_PRELOAD", library, 1);
    setenv("PROGRAMS", folder, 1);
    setenv("SCRATCH", scratch, 1);
    int passed = 0, failed = 0;
    while (fgets(line, sizeof line, cases)) {
        struct test t;
        bool chosen = argc < 4 || strstr(line, argv[3]);
        if (chosen && parse(&t, line, folder)) {
            *(sweep(&t) ? &passed : &failed) += 1;
            for (int i = 0; i < t.files; i++) {
                unlink(t.file[i]);
            }
        }
    }
    fclose(cases);
    unlink(count_path);
    rmdir(scratch);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || passed == 0;
}
