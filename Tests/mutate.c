/* mutate [--count N] PROGRAM [ARGUMENT... --] INPUT...: runs a program on mutated copies of inputs.
 *
 * Each run must exit with 0 or 3 within two seconds, and print nothing to stdout if it exits with 3. The first input
 * that breaks this is kept in a file, which the message names. The same count gives the same copies. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TEXT_MAX = 1 << 20, SECONDS_MAX = 2 };

static uint64_t seed = 20211116;

static size_t below(size_t limit)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return limit ? (size_t)(seed % limit) : 0;
}

struct text {
    char bytes[TEXT_MAX];
    size_t length;
};

/* Replaces `gone` bytes by `count` bytes, as far as there is room. */
static void replace(struct text *t, size_t at, size_t gone, const char *bytes, size_t count)
{
    if (t->length - gone + count > TEXT_MAX) {
        return;
    }
    memmove(t->bytes + at + count, t->bytes + at + gone, t->length - at - gone);
    memcpy(t->bytes + at, bytes, count);
    t->length += count - gone;
}

static void mutate(struct text *t)
{
    static const char *const words[] = {"\"\"",    "null", "-1",      "1e999",   "9999999999999999999999",
                                        "[]",      "{}",   "\\u0000", "\\uD800", "\xC0\x80",
                                        "NaN",     ",",    "]",       "}",       "0.5",
                                        "\"red\"", "true", "\t"};
    size_t at = below(t->length), size = below(t->length - at < 64 ? t->length - at : 64);
    char piece[64], nest[80];
    memcpy(piece, t->bytes + at, size);
    switch (below(7)) {
    case 0: /* flip a bit */
        if (t->length) {
            t->bytes[at] = (char)(t->bytes[at] ^ 1 << below(8));
        }
        break;
    case 1: /* any byte */
        if (t->length) {
            t->bytes[at] = (char)below(256);
        }
        break;
    case 2: /* truncate */
        t->length = at;
        break;
    case 3: /* drop a piece */
        replace(t, at, size, "", 0);
        break;
    case 4: /* copy a piece to another place */
        replace(t, below(t->length), 0, piece, size);
        break;
    case 5: { /* nest */
        size_t depth = 1 + below(sizeof nest);
        memset(nest, below(2) ? '[' : '{', depth);
        replace(t, at, 0, nest, depth);
        break;
    }
    default: { /* something else that looks like JSON */
        const char *word = words[below(sizeof words / sizeof *words)];
        replace(t, at, size, word, strlen(word));
    }
    }
}

static bool load(const char *path, struct text *t)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : read(fd, t->bytes, TEXT_MAX);
    if (fd >= 0) {
        close(fd);
    }
    t->length = got > 0 ? (size_t)got : 0;
    return got >= 0;
}

/* Waits up to two seconds for the process; false if it takes longer. */
static bool wait_for(pid_t pid, int *status)
{
    int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    bool ended = fd < 0 || poll(&ready, 1, SECONDS_MAX * 1000) > 0;
    if (fd >= 0) {
        close(fd);
    }
    if (!ended) {
        kill(pid, SIGKILL);
    }
    waitpid(pid, status, 0);
    return ended;
}

/* Runs the program on the text; returns what is wrong with how it ended, or NULL. */
static const char *run(char **command, const struct text *t, int input, int output)
{
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status = 0;
    if (ftruncate(input, 0) || pwrite(input, t->bytes, t->length, 0) < 0 || lseek(input, 0, SEEK_SET) ||
        ftruncate(output, 0) || lseek(output, 0, SEEK_SET)) {
        return "the test itself cannot write";
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int failed = posix_spawn(&pid, command[0], &actions, NULL, command, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed) {
        return "the program cannot be started";
    }
    if (!wait_for(pid, &status)) {
        return "took more than 2 s";
    }
    if (!WIFEXITED(status)) {
        return "was ended by a signal";
    }
    if (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 3) {
        return "exited with another code than 0 or 3";
    }
    struct stat printed;
    if (WEXITSTATUS(status) == 3 && (fstat(output, &printed) || printed.st_size > 0)) {
        return "printed something though the input is bad";
    }
    return NULL;
}

static int report(const char *program, const char *problem, const struct text *t)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/mutation-%d", (int)getpid());
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 || write(fd, t->bytes, t->length) < 0) {
        perror(path);
    }
    printf("%s: %s; the input is in %s\n", program, problem, path);
    return EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    static struct text text;
    long count = 10000;
    int first = 1;
    if (argc > 3 && strcmp(argv[1], "--count") == 0) {
        count = strtol(argv[2], NULL, 10);
        first = 3;
    }
    int input = memfd_create("input", MFD_CLOEXEC), output = memfd_create("output", MFD_CLOEXEC);
    if (argc < first + 2 || input < 0 || output < 0) {
        fputs("Usage: mutate [--count N] PROGRAM [ARGUMENT... --] INPUT...\n", stderr);
        return EXIT_FAILURE;
    }
    int inputs = first + 1;
    for (int i = first + 1; i < argc; i++) {
        if (strcmp(argv[i], "--") == 0) {
            argv[i] = NULL;
            inputs = i + 1;
        }
    }
    char *alone[] = {argv[first], NULL};
    char **command = inputs > first + 1 ? argv + first : alone;
    for (long i = 0; i < count; i++) {
        if (!load(argv[inputs + (int)below((size_t)(argc - inputs))], &text)) {
            perror("mutate");
            return EXIT_FAILURE;
        }
        for (size_t rounds = 1 + below(3); rounds > 0; rounds--) {
            mutate(&text);
        }
        const char *problem = run(command, &text, input, output);
        if (problem) {
            return report(argv[first], problem, &text);
        }
    }
    printf("%s: %ld spoiled inputs, none did harm\n", argv[first], count);
    return EXIT_SUCCESS;
}
