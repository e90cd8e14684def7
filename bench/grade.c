/* grade CASES JOBS PROGRAM INPUT...: cases per second that the grader's workers manage, and a bare loop of posix_spawn
 * and wait over the same program and inputs, in turn. Prints both and their ratio. */
#include "grade/run.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 4 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void give_up(const char *why)
{
    fprintf(stderr, "grade: %s\n", why);
    exit(EXIT_FAILURE);
}

static void start(char *program, const char *input)
{
    char *command[] = {program, NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawn(&pid, program, &actions, NULL, command, environ)) {
        give_up("cannot start the program");
    }
    posix_spawn_file_actions_destroy(&actions);
}

/* The floor: seconds for all cases, so many at a time. */
static double spawn_all(char *program, char **inputs, size_t input_count, size_t cases, size_t jobs)
{
    double begin = now();
    for (size_t i = 0; i < cases + jobs; i++) {
        if (i >= jobs) {
            int status;
            if (wait(&status) < 0 || status) {
                give_up("the program fails");
            }
        }
        if (i < cases) {
            start(program, inputs[i % input_count]);
        }
    }
    return now() - begin;
}

static bool done(void *self, size_t index, const struct grade_result *result, bool *stop)
{
    (void)index;
    (void)stop;
    *(size_t *)self += result->end == GRADE_EXITED && result->code == 0 && result->out.length > 0;
    return false;
}

static double grade_all(char *program, char **inputs, size_t input_count, size_t cases, int jobs)
{
    const char *argv[] = {program, NULL};
    struct grade_job *list = calloc(cases, sizeof *list);
    struct grade_options options = {.jobs = jobs, .stop = -1};
    struct error err;
    size_t right = 0;
    if (!list) {
        give_up("out of memory");
        return 0;
    }
    double begin = now();
    for (size_t i = 0; i < cases; i++) {
        list[i] = (struct grade_job){.argv = argv, .input = inputs[i % input_count]};
    }
    if (!grade_run(&options, list, cases, done, &right, &err)) {
        give_up(err.text);
    }
    if (right != cases) {
        give_up("the program fails");
    }
    free(list);
    return now() - begin;
}

int main(int argc, char **argv)
{
    long cases = argc > 4 ? strtol(argv[1], NULL, 10) : 0, jobs = argc > 4 ? strtol(argv[2], NULL, 10) : 0;
    if (cases < 1 || jobs < 1 || jobs > 64) {
        fputs("Usage: grade CASES JOBS PROGRAM INPUT...\n", stderr);
        return EXIT_FAILURE;
    }
    double floor = 0, graded = 0;
    for (int i = 0; i < ROUNDS; i++) {
        size_t inputs = (size_t)argc - 4, part = (size_t)cases / ROUNDS + 1;
        floor += spawn_all(argv[3], argv + 4, inputs, part, (size_t)jobs);
        graded += grade_all(argv[3], argv + 4, inputs, part, (int)jobs);
    }
    double count = (double)(cases / ROUNDS + 1) * ROUNDS;
    printf("-j%ld: %6.0f cases a second   floor %6.0f   ratio %.2f   (%.0f cases)\n", jobs, count / graded,
           count / floor, floor / graded, count);
    return EXIT_SUCCESS;
}
