/* spectators RUNS PLAYERS INPUT [xlive]: what spectators of a tournament over loopback cost, half of whom never read:
 * 100 of them over TCP, or 500 as browsers would be, over xlive.
 *
 * ./xserver --live and ./xclients play the tournament of the input with spectators and without, by turns. Prints the
 * medians of the time until the outcome is there, until the server has gone, and that the server was busy, with their
 * ratios, and the greatest memory of the server or, if there is one, of xlive. */
#include "base/clock.h"
#include "remote/net.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    SPECTATORS = 100,
    BROWSERS = 500,
    RUNS_MAX = 1000,
    WORDS = 10,
    OUTCOME = BROWSERS,
    FDS,
    QUIET = 3000,
    PAUSE = 100
};

struct result {
    int64_t outcome, end, busy; /* nanoseconds; busy: the server's processor time */
    int64_t web;                /* xlive's processor time */
    int64_t memory;             /* KiB */
    size_t seen;                /* bytes that each reader got, at the least */
};

static _Noreturn void fail(const char *why)
{
    fprintf(stderr, "spectators: %s\n", why);
    exit(EXIT_FAILURE);
}

/* -- the programs -- */

/* Starts a program. The command is split at its blanks. */
static pid_t start(char *command, const char *input, int out, int err)
{
    char *argument[WORDS] = {command};
    for (int words = 1; words < WORDS - 1 && (command = strchr(command, ' ')); words++) {
        *command++ = 0;
        argument[words] = command;
    }
    posix_spawn_file_actions_t actions;
    pid_t pid;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    if (posix_spawn(&pid, argument[0], &actions, NULL, argument, environ) != 0) {
        fail("cannot start a program; it belongs into the top folder");
    }
    posix_spawn_file_actions_destroy(&actions);
    return pid;
}

/* The server's process; the ports that it says, and where its outcome will be. */
static pid_t start_server(const char *players, char port[6], char live[6], int *outcome)
{
    char command[100];
    int out[2], err[2];
    if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) {
        fail("cannot make a pipe");
    }
    snprintf(command, sizeof command, "./xserver 0 --live 0 --seed 1 --max %s", players);
    pid_t pid = start(command, "/dev/null", out[1], err[1]);
    close(out[1]);
    close(err[1]);
    FILE *said = fdopen(err[0], "r");
    if (!said || fscanf(said, "xserver: live on port %5[0-9] xserver: listening on port %5[0-9]", live, port) != 2) {
        fail("the server does not listen");
    }
    fclose(said);
    *outcome = out[0];
    return pid;
}

/* xlive's process; the port that it says. */
static pid_t start_web(const char *live, char port[6])
{
    char command[100];
    int err[2];
    if (pipe2(err, O_CLOEXEC) != 0) {
        fail("cannot make a pipe");
    }
    snprintf(command, sizeof command, "./xlive %s", live);
    pid_t pid = start(command, "/dev/null", STDERR_FILENO, err[1]);
    close(err[1]);
    FILE *said = fdopen(err[0], "r");
    if (!said || fscanf(said, "xlive: watch at http://localhost:%5[0-9]", port) != 1) {
        fail("xlive does not listen");
    }
    fclose(said);
    return pid;
}

/* -- the spectators -- */

static int join(const char *port)
{
    struct error err;
    bool nobody;
    int fd = net_connect((struct net_address){.port = (uint16_t)strtoul(port, NULL, 10)}, CLOCK_NEVER, &nobody, &err);
    if (fd < 0) {
        fail(err.text);
    }
    return fd;
}

/* Reads what there is; whether the end has come. */
static bool read_some(struct pollfd *ready, size_t *total)
{
    static char bytes[64 * 1024];
    ssize_t got = ready->revents ? read(ready->fd, bytes, sizeof bytes) : 1;
    *total += ready->revents && got > 0 ? (size_t)got : 0;
    return got <= 0;
}

/* Every other spectator reads, until the server has gone and nobody has anything left to read. xlive, if any, is
 * stopped when it has been quiet since. */
static void watch(const int spectator[], int spectators, int outcome, pid_t web, struct result *result)
{
    struct pollfd ready[FDS];
    size_t got[FDS] = {0};
    int open = 1 + spectators / 2;
    for (int i = 0; i < FDS; i++) {
        ready[i] = (struct pollfd){.fd = i < spectators && i % 2 ? spectator[i] : -1, .events = POLLIN};
    }
    ready[OUTCOME].fd = outcome;
    while (open > 0) {
        if (web) { /* browsers are elsewhere: reading here should cost little */
            poll(&ready[OUTCOME], 1, PAUSE);
        }
        if (poll(ready, FDS, !web ? -1 : result->end ? QUIET : 0) == 0 && result->end) {
            kill(web, SIGINT);
        }
        for (int i = 0; i < FDS; i++) {
            if (read_some(&ready[i], &got[i])) {
                ready[i].fd = -1;
                open--;
            }
        }
        result->outcome = result->outcome == 0 && got[OUTCOME] > 0 ? clock_now() : result->outcome;
        result->end = result->end == 0 && ready[OUTCOME].fd < 0 ? clock_now() : result->end;
    }
    result->seen = spectators ? got[1] : 0;
    for (int i = 1; i < spectators; i += 2) {
        result->seen = got[i] < result->seen ? got[i] : result->seen;
    }
}

static int64_t nanoseconds(struct timeval time)
{
    return (int64_t)time.tv_sec * CLOCK_SECOND + (int64_t)time.tv_usec * 1000;
}

static struct result run(const char *players, const char *input, int spectators)
{
    static const char request[] = "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n";
    struct result result = {0};
    int outcome, spectator[BROWSERS], status, joined;
    char port[6], live[6], http[6], command[100];
    struct rusage usage;
    pid_t server = start_server(players, port, live, &outcome);
    pid_t web = spectators == BROWSERS ? start_web(live, http) : 0;
    for (int i = 0; i < spectators; i++) {
        spectator[i] = join(web ? http : live);
        if (web && write(spectator[i], request, sizeof request - 1) < 0) {
            fail("xlive does not read");
        }
    }
    for (int i = 0; web && i < spectators; i++) { /* all are there before it begins */
        poll(&(struct pollfd){.fd = spectator[i], .events = POLLIN}, 1, -1);
    }
    snprintf(command, sizeof command, "./xclients %s --interval 0", port);
    int64_t begin = clock_now();
    pid_t clients = start(command, input, STDERR_FILENO, STDERR_FILENO);
    watch(spectator, spectators, outcome, web, &result);
    if (waitpid(clients, &joined, 0) < 0 || wait4(server, &status, 0, &usage) < 0 || joined || status) {
        fail("a program failed");
    }
    for (int i = 0; i < spectators; i++) {
        close(spectator[i]);
    }
    close(outcome);
    result.outcome -= begin;
    result.end -= begin;
    result.busy = nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime);
    result.memory = usage.ru_maxrss;
    if (web) {
        if (wait4(web, &status, 0, &usage) < 0 || status) {
            fail("xlive failed");
        }
        result.memory = usage.ru_maxrss;
        result.web = nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime);
    }
    return result;
}

/* -- both ways -- */

static int by_size(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double median_ms(int64_t *list, long count)
{
    qsort(list, (size_t)count, sizeof *list, by_size);
    int64_t middle = list[count / 2];
    return (double)middle / 1e6;
}

static void compare(const char *what, int64_t times[2][RUNS_MAX], long runs)
{
    double without = median_ms(times[0], runs), with = median_ms(times[1], runs);
    printf("%s: %.1f ms with, %.1f ms without, ratio %.2f\n", what, with, without, with / without);
}

int main(int argc, char **argv)
{
    static int64_t outcome[2][RUNS_MAX], end[2][RUNS_MAX], busy[2][RUNS_MAX], web[2][RUNS_MAX];
    int64_t memory[2] = {0};
    size_t seen = SIZE_MAX;
    long runs = argc == 4 || argc == 5 ? strtol(argv[1], NULL, 10) : 0;
    int spectators = argc == 5 ? BROWSERS : SPECTATORS;
    if (runs < 1 || runs > RUNS_MAX) {
        fail("Usage: spectators RUNS PLAYERS INPUT [xlive]");
    }
    for (long i = 0; i < 2 * runs; i++) {
        bool way = i % 2;
        struct result result = run(argv[2], argv[3], way ? spectators : 0);
        outcome[way][i / 2] = result.outcome;
        end[way][i / 2] = result.end;
        busy[way][i / 2] = result.busy;
        web[way][i / 2] = result.web;
        memory[way] = result.memory > memory[way] ? result.memory : memory[way];
        seen = way && result.seen < seen ? result.seen : seen;
    }
    compare("until the outcome", outcome, runs);
    compare("until the server has gone", end, runs);
    compare("the server's processor time", busy, runs);
    if (argc == 5) {
        printf("xlive's processor time: %.1f ms\n", median_ms(web[1], runs));
    }
    printf("memory: %.1f MiB %s, %.1f MiB of the server without; every reader got %zu KiB or more\n",
           (double)memory[1] / 1024, argc == 5 ? "of xlive" : "of the server with", (double)memory[0] / 1024,
           seen / 1024);
    return EXIT_SUCCESS;
}
