#include "engine_choice.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

enum {
    TRIES = 3,
    SHARES_A_SLOT = 4, /* so that a slow share does not hold up the end */
    SHARE_SECONDS = 5, /* of work, at least, */
    SHARE_CELLS = 50,  /* or as many cells, if nobody knows how long they take */
    SHARES_MAX = 1000, /* by default: more only keep the engine busy */
    WORDS_MAX = 10,    /* that the caller may add */
};

const struct harness_option engine_choice_options[] = {
    {.help = "On many machines"},
    {"engine", .argument = "ENGINE", HARNESS_INTO(struct engine_choice, engine), .words = "slurm|parallel",
     .help = "run shares as a Slurm job array or with GNU parallel (docs/scale-out.md)"},
    {"engine-options", .argument = "OPTIONS", HARNESS_INTO(struct engine_choice, options),
     .help = "options for sbatch or parallel, like '-p short --mem=4G' or '-S host1,host2'"},
    {"engine-tries", .argument = "N", HARNESS_INTO(struct engine_choice, tries), .low = 1, .high = 100,
     .help = "how often a share is tried (default: 3)"},
    {"shares", .argument = "N", HARNESS_INTO(struct engine_choice, shares), .low = 1, .high = 100000,
     .help = "how many shares the work is cut into (default: four for each that can run at once)"},
    {"spool", .argument = "DIR", HARNESS_INTO(struct engine_choice, spool),
     .help = "a folder that all machines see, for the shares and their results; --resume continues with it"},
    {"share", .argument = "DIR", HARNESS_INTO(struct engine_choice, share)},
    {"share-isolation", .argument = "KIND", HARNESS_INTO(struct engine_choice, isolation)},
    {.name = ""},
};

bool engine_choice_keep(struct harness *h, struct engine_choice *choice, int argc, char **argv)
{
    const char **words = arena_array(&h->arena, (size_t)argc + 1, sizeof *words);
    for (int i = 1; words && i < argc; i++) {
        words[i - 1] = argv[i];
    }
    choice->words = words;
    return words || error_memory(&h->error);
}

bool engine_choice_check(struct harness *h, struct engine_choice *choice)
{
    if (choice->share) {
        choice->engine = NULL;
        return true;
    }
    if (!choice->engine) {
        const char *other = choice->options        ? "engine-options"
                            : choice->tries.given  ? "engine-tries"
                            : choice->shares.given ? "shares"
                            : choice->spool        ? "spool"
                                                   : NULL;
        return !other || harness_usage(h, "--%s needs --engine", other);
    }
    return choice->spool || harness_usage(h, "--engine needs --spool DIR, a folder that all machines see");
}

bool engine_choice_open(struct harness *h, const struct engine_choice *choice, const char *run, bool resume,
                        struct spool *spool, struct engine *engine)
{
    *spool = (struct spool){.lock = -1};
    *engine =
        (struct engine){.spool = spool, .tries = choice->tries.given ? (int)choice->tries.value : TRIES, .stop = -1};
    engine->calls = engine_find(choice->engine, &h->error);
    if (choice->options && !(engine->options = arena_words(&h->arena, choice->options, " "))) {
        return error_memory(&h->error);
    }
    if (!engine->calls || !spool_open(spool, choice->spool, run, resume, &h->arena, &h->error)) {
        return false;
    }
    return !spool->before || engine_cancel_all(choice->spool, &h->error);
}

bool engine_choice_script(struct harness *h, const struct engine_choice *choice, const struct spool *spool,
                          const char *const *more, const char *input, size_t length)
{
    char program[PATH_MAX];
    ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);
    const char *command = strchr(h->name, ' ');
    size_t count = 0, words = 0;
    while (choice->words[words]) {
        words++;
    }
    const char **all = arena_array(&h->arena, words + WORDS_MAX + 1, sizeof *all);
    if (!all) {
        return error_memory(&h->error);
    }
    if (size < 0) {
        return error_set(&h->error, ERROR_IO, "cannot find this program: %s", strerror(errno));
    }
    program[size] = '\0';
    for (; count < WORDS_MAX && more[count]; count++) {
        all[count] = more[count];
    }
    memcpy(all + count, choice->words, words * sizeof *all);
    return spool_script(spool,
                        &(struct spool_command){.program = program,
                                                .command = command ? command + 1 : NULL,
                                                .words = all,
                                                .input = input,
                                                .input_length = length},
                        &h->error);
}

size_t engine_choice_shares(const struct engine_choice *choice, const struct engine *engine, size_t cells,
                            double seconds)
{
    size_t shares = choice->shares.value;
    if (!choice->shares.given) {
        double most = seconds < 0 ? (double)cells / SHARE_CELLS : seconds / SHARE_SECONDS;
        shares = SHARES_A_SLOT * engine_slots(engine);
        shares = shares < SHARES_MAX ? shares : SHARES_MAX;
        shares = (double)shares < most ? shares : (size_t)most;
    }
    shares = shares < cells ? shares : cells;
    return shares ? shares : 1;
}

bool engine_choice_run(struct harness *h, struct engine *engine, const struct engine_work *work)
{
    return engine_run(engine, work, &h->error) &&
           (engine->failed == 0 ||
            error_set(&h->error, ERROR_IO, "%zu share%s given up: %s", engine->failed,
                      engine->failed == 1 ? " was" : "s were", engine->why.failed ? "" : engine->why.bytes));
}
