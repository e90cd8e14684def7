/* choices SECONDS SIZE..., or choices --count N SIZE...: how fast Maze's strategies choose on square boards.
 *
 * Each choice is on another generated board. Prints choices a second, and nanoseconds for a slide and cell. */
#include "maze/generate.h"
#include "maze/strategy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BOARDS = 100 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Chooses again and again, for some seconds or some times; how many times, and how long it took. */
static long choose(struct maze_setup *boards, struct maze_trial *trial, enum maze_strategy strategy, double seconds,
                   long count, double *spent)
{
    long choices = 0;
    double start = now();
    do {
        const struct maze_setup *setup = &boards[choices++ % BOARDS];
        maze_strategy_choose(strategy, trial, &setup->state, 0, setup->goal[0]);
        *spent = now() - start;
    } while (count ? choices < count : *spent < seconds);
    return choices;
}

int main(int argc, char **argv)
{
    bool counted = argc > 3 && strcmp(argv[1], "--count") == 0;
    long count = counted ? strtol(argv[2], NULL, 10) : 0;
    double seconds = argc > 2 && !counted ? strtod(argv[1], NULL) : 0;
    for (int i = counted ? 3 : 2; i < argc; i++) {
        struct arena arena = {0};
        struct error error = {0};
        struct random chance = random_stream(1, 0);
        struct maze_setup boards[BOARDS];
        struct maze_trial trial;
        int size = (int)strtol(argv[i], NULL, 10);
        for (int k = 0; k < BOARDS; k++) {
            if (!maze_generate(&boards[k], size, size, 1, &chance, &arena, &error)) {
                return EXIT_FAILURE;
            }
        }
        if (!maze_trial_init(&trial, &boards[0].state.board, &arena, &error)) {
            return EXIT_FAILURE;
        }
        for (int strategy = 0; strategy < MAZE_STRATEGIES; strategy++) {
            double spent;
            long choices = choose(boards, &trial, (enum maze_strategy)strategy, seconds, count, &spent);
            int slides = 4 * ((size + 1) / 2);
            double each = spent / (double)choices;
            printf("%-8s %3dx%-3d %9.0f choices/s %9.1f us each %7.3f ns/(slide x cell)\n",
                   maze_strategy_names[strategy], size, size, 1 / each, each * 1e6, each * 1e9 / slides / size / size);
        }
        arena_free(&arena);
    }
    return EXIT_SUCCESS;
}
