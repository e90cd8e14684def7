/* grade JOBS XGRADE PROGRAM FOLDER: cases a second that xgrade manages over a folder, from its start to its end, and
 * those of a bare loop of posix_spawn and wait over the same program and inputs, in turn. Prints both and the ratio. */
#include <fcntl.h>
#include <glob.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 9 };

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

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *of)
{
    qsort(of, ROUNDS, sizeof *of, by_size);
    return of[ROUNDS / 2];
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
    double floor[ROUNDS], graded[ROUNDS], ratio[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) { /* in turn, so that what else the machine does is the same for both */
        floor[i] = spawn_all(argv[3], &inputs, (size_t)jobs);
        graded[i] = grade_all(argv);
        ratio[i] = floor[i] / graded[i];
    }
    double count = (double)inputs.gl_pathc;
    printf("xgrade -j%ld   %6.0f cases a second   floor %6.0f   ratio %.2f   (%.0f cases, medians of %d runs)\n", jobs,
           count / median(graded), count / median(floor), median(ratio), count, ROUNDS);
    globfree(&inputs);
    return EXIT_SUCCESS;
}
