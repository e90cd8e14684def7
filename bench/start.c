/* start RUNS FLOOR PROGRAM INPUT...: how long a run of a program takes, as a ratio to a run of the floor.
 *
 * Both are started in turn, each time with the next input, so that whatever else the machine does hits both alike.
 * Prints the medians in microseconds and their ratio, and the ratio for the input that takes longest. */
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNS_MAX = 100000 };

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Nanoseconds from the start of the program to its end. */
static int64_t run(char *program, const char *input)
{
    char *command[] = {program, NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status = 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    int64_t start = now();
    if (posix_spawn(&pid, program, &actions, NULL, command, environ) || waitpid(pid, &status, 0) < 0 || status) {
        fprintf(stderr, "start: %s fails on %s\n", program, input);
        exit(EXIT_FAILURE);
    }
    int64_t spent = now() - start;
    posix_spawn_file_actions_destroy(&actions);
    return spent;
}

static int compare(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static int64_t median(int64_t *times, long count)
{
    qsort(times, (size_t)count, sizeof *times, compare);
    return times[(size_t)count / 2];
}

/* The greatest median of the runs on one input; they come in turn. */
static int64_t slowest(const int64_t *times, long runs, long inputs)
{
    static int64_t of_one[RUNS_MAX];
    int64_t most = 0;
    for (long input = 0; input < inputs; input++) {
        long count = 0;
        for (long i = input; i < runs; i += inputs) {
            of_one[count++] = times[i];
        }
        int64_t middle = count ? median(of_one, count) : 0;
        most = middle > most ? middle : most;
    }
    return most;
}

int main(int argc, char **argv)
{
    long runs = argc > 4 ? strtol(argv[1], NULL, 10) : 0;
    if (runs < 1 || runs > RUNS_MAX) {
        fputs("Usage: start RUNS FLOOR PROGRAM INPUT...\n", stderr);
        return EXIT_FAILURE;
    }
    static int64_t floor[RUNS_MAX], program[RUNS_MAX];
    for (long i = 0; i < runs; i++) {
        const char *input = argv[4 + i % (argc - 4)];
        floor[i] = run(argv[2], input);
        program[i] = run(argv[3], input);
    }
    double longest = (double)slowest(program, runs, argc - 4) / 1000;
    double low = (double)median(floor, runs) / 1000, high = (double)median(program, runs) / 1000;
    printf("%-12s %8.0f us   floor %8.0f us   ratio %5.2f   slowest input %5.2f   (%ld runs each)\n", argv[3], high,
           low, high / low, longest / low, runs);
    return EXIT_SUCCESS;
}
