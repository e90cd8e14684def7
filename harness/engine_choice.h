/* --engine: runs on many machines, for the programs that can be cut into shares. */
#ifndef ENGINE_CHOICE_H
#define ENGINE_CHOICE_H

#include "engine/engine.h"
#include "harness.h"

struct engine_choice {
    /* options */
    const char *engine, *options, *spool;
    struct harness_number shares, tries;

    /* hidden options, for the shares of a run */
    const char *share;     /* the folder of the share that this is, or NULL */
    const char *isolation; /* that the machine must have */

    /* private */
    const char *const *words; /* of the command line, without the program */
};

extern const struct harness_option engine_choice_options[]; /* into a struct engine_choice */

/* Keeps a copy of the command line, for shares. Call it before harness_options, which changes its order. */
bool engine_choice_keep(struct harness *h, struct engine_choice *choice, int argc, char **argv);

/* Checks the options. In a share, the engine is ignored: it has done its part. */
bool engine_choice_check(struct harness *h, struct engine_choice *choice);

/* Opens the spool for a run of this name, cancels what an earlier run has left, and prepares the engine. Call
 * engine_free and spool_close in any case. */
bool engine_choice_open(struct harness *h, const struct engine_choice *choice, const char *run, bool resume,
                        struct spool *spool, struct engine *engine);

/* Writes the script of the shares, which run this program with `more` words, the words of this command line, and this
 * input, if any. */
bool engine_choice_script(struct harness *h, const struct engine_choice *choice, const struct spool *spool,
                          const char *const *more, const char *input, size_t length);

/* How many shares to make of `cells` cells that take so many seconds in all; negative: nobody knows. */
size_t engine_choice_shares(const struct engine_choice *choice, const struct engine *engine, size_t cells,
                            double seconds);

/* Runs the shares. Fails if some had to be given up. */
bool engine_choice_run(struct harness *h, struct engine *engine, const struct engine_work *work);

#endif
