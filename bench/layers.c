/* layers PROGRAM: what each layer between a program and the machine costs, from its start to its end.
 *
 * Each layer has a process that starts the program as those that grade do, with that layer and all above it in the
 * list. They work in turn, so that whatever else the machine does hits all alike. Prints the medians in
 * microseconds, and those of the ratios to the first layer. */
#include "process/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 41, STARTS = 50 };
enum layer { BARE, STARTED, LIMITED, SPACES, ROOT, FILTERED, LAYERS };

static const char *const names[LAYERS] = {
    [BARE] = "posix_spawn and wait",
    [STARTED] = "a worker: own session, signals, descriptors",
    [LIMITED] = "limits",
    [SPACES] = "user, pid, network, ipc and uts namespaces",
    [ROOT] = "mount namespace, root and overlay",
    [FILTERED] = "filter of system calls",
};

static _Noreturn void give_up(const char *why)
{
    fprintf(stderr, "layers: %s\n", why);
    exit(EXIT_FAILURE);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void spawn(char *program)
{
    char *command[] = {program, NULL};
    pid_t pid;
    int status;
    if (posix_spawn(&pid, program, NULL, NULL, command, environ) || waitpid(pid, &status, 0) < 0 || status) {
        give_up(program);
    }
}

static void start(const struct process_spec *spec)
{
    struct process process;
    struct process_end end;
    struct error err = {.kind = ERROR_NONE};
    if (process_start(spec, &process, &err) != PROCESS_STARTED ||
        poll(&(struct pollfd){.fd = process.fd, .events = POLLIN}, 1, -1) != 1 || !process_end(&process, &end, &err) ||
        end.status) {
        give_up(*err.text ? err.text : "the program fails");
    }
    process_end_all(spec->sandbox, NULL);
}

/* Starts the program many times whenever it is told to, and says how long one took. */
static _Noreturn void work(enum layer layer, char *program, const char *folder, int control)
{
    struct sandbox sandbox;
    struct shared shared;
    struct error err = {.kind = ERROR_NONE};
    const struct sandbox_view view = {.submission = folder, .disk_bytes = 1 << 20, .disk_files = 100};
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    struct process_spec spec = {.argv = (const char *const[]){program, NULL},
                                .env = (const char *const *)environ,
                                .folder = folder,
                                .in = null,
                                .out = null,
                                .err = null,
                                .isolation = PROCESS_ISOLATE_NONE,
                                .ruleset = -1};
    if (layer >= LIMITED) {
        spec.limits = (struct process_limits){
            .cpu_seconds = 10, .file_bytes = 1 << 20, .open_files = 256, .user_processes = 100000};
    }
    if (layer >= ROOT) {
        if (!sandbox_open(&sandbox, &err) || !sandbox_show(&sandbox, &view, &err)) {
            give_up(err.text);
        }
        spec.sandbox = &sandbox;
    }
    if (!process_confine(layer >= FILTERED ? PROCESS_ISOLATE_SANDBOX : PROCESS_ISOLATE_NONE, false, &shared, &err)) {
        give_up(err.text);
    }
    for (char byte; read(control, &byte, 1) == 1;) {
        double begin = now();
        for (int i = 0; i < STARTS; i++) {
            if (layer == BARE) {
                spawn(program);
            } else {
                start(&spec);
            }
        }
        double took = (now() - begin) / STARTS;
        (void)!write(control, &took, sizeof took);
    }
    exit(EXIT_SUCCESS);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double of[ROUNDS])
{
    qsort(of, ROUNDS, sizeof *of, by_size);
    return of[ROUNDS / 2];
}

int main(int argc, char **argv)
{
    static double took[LAYERS][ROUNDS], ratio[LAYERS][ROUNDS];
    double times[LAYERS];
    int controls[LAYERS][2];
    char program[PATH_MAX], folder[PATH_MAX];
    struct error err = {.kind = ERROR_NONE};
    if (argc != 2 || !realpath(argv[1], program)) {
        give_up("Usage: layers PROGRAM");
    }
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(program, '/') - program), program);
    for (enum layer layer = BARE; layer < LAYERS; layer++) {
        pid_t pid = -1;
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, controls[layer]) < 0 ||
            (pid = layer >= SPACES ? sandbox_fork(false, &err) : fork()) < 0) {
            give_up(*err.text ? err.text : "no process to be had");
        }
        if (pid == 0) {
            close(controls[layer][0]);
            work(layer, program, folder, controls[layer][1]);
        }
        close(controls[layer][1]);
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (enum layer layer = BARE; layer < LAYERS; layer++) {
            double *one = &took[layer][round];
            if (write(controls[layer][0], "", 1) != 1 || read(controls[layer][0], one, sizeof *one) != sizeof *one) {
                give_up("a worker has ended");
            }
        }
    }
    for (int layer = LAYERS - 1; layer >= BARE; layer--) { /* the first one last: until then, its times are in order */
        for (int round = 0; round < ROUNDS; round++) {
            ratio[layer][round] = took[layer][round] / took[BARE][round];
        }
        times[layer] = median(took[layer]);
    }
    for (int layer = BARE; layer < LAYERS; layer++) {
        printf("%s%-45s %6.0f us   ratio %.2f\n", layer == BARE ? "  " : "+ ", names[layer], times[layer],
               median(ratio[layer]));
    }
    return EXIT_SUCCESS;
}
