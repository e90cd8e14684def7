/* grade JOBS XGRADE PROGRAM FOLDER: cases a second that xgrade manages over a folder, from its start to its end, and
 * those of a bare loop of posix_spawn and wait over the same program and inputs, in turn. Prints both and the ratio. */
#include <fcntl.h>
#include <glob.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 7 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void start(char **command, const char *input)
{
    posix_spawn_file_actions_t actions;
    pid_t pid;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawn(&pid, command[0], &actions, NULL, command, environ)) {
        fprintf(stderr, "grade: cannot start %s\n", command[0]);
        exit(EXIT_FAILURE);
    }
    posix_spawn_file_actions_destroy(&actions);
}

static void wait_for_one(const char *program)
{
    int status;
    if (wait(&status) < 0 || status) {
        fprintf(stderr, "grade: %s fails\n", program);
        exit(EXIT_FAILURE);
    }
}

/* The floor: seconds for all inputs, so many at a time. */
static double spawn_all(char *program, const glob_t *inputs, size_t jobs)
{
    char *command[] = {program, NULL};
    double begin = now();
    for (size_t i = 0; i < inputs->gl_pathc + jobs; i++) {
        if (i >= jobs) {
            wait_for_one(program);
        }
        if (i < inputs->gl_pathc) {
            start(command, inputs->gl_pathv[i]);
        }
    }
    return now() - begin;
}

static double grade_all(char **argv)
{
    char jobs[16], quiet[] = "--quiet";
    snprintf(jobs, sizeof jobs, "-j%s", argv[1]);
    char *command[] = {argv[2], jobs, quiet, argv[3], argv[4], NULL};
    double begin = now();
    start(command, "/dev/null");
    wait_for_one(argv[2]);
    return now() - begin;
}

int main(int argc, char **argv)
{
    char pattern[4096];
    glob_t inputs;
    long jobs = argc == 5 ? strtol(argv[1], NULL, 10) : 0;
    snprintf(pattern, sizeof pattern, "%s/*-in.json", argc == 5 ? argv[4] : "");
    if (jobs < 1 || jobs > 64 || glob(pattern, 0, NULL, &inputs)) {
        fputs("Usage: grade JOBS XGRADE PROGRAM FOLDER\n", stderr);
        return EXIT_FAILURE;
    }
    double low = 1e9, high = 1e9; /* the best of each: whatever else the machine does only makes them slower */
    for (int i = 0; i < ROUNDS; i++) {
        low = fmin(low, spawn_all(argv[3], &inputs, (size_t)jobs));
        high = fmin(high, grade_all(argv));
    }
    double count = (double)inputs.gl_pathc;
    printf("xgrade -j%ld   %6.0f cases a second   floor %6.0f   ratio %.2f   (%.0f cases, best of %d runs)\n", jobs,
           count / high, count / low, low / high, count, ROUNDS);
    globfree(&inputs);
    return EXIT_SUCCESS;
}
