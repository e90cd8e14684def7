/* Programs that read JSON on stdin and answer, whole: a byte says which one and how it is called, the rest is its
 * input. The exit code must be one that such a program has. */
#include "fuzz.h"
#include "harness.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef int program(int argc, char **argv);
/* Their main functions, renamed when this is linked. */
program xbad_main, xbad2_main, xboard_main, xchoice_main, xgames_main, xlegal_main, xmanager_main, xmap_main, xref_main,
    xreplay_main, xstate_main, xstrategy_main;

static const struct call {
    program *main;
    const char *argument[3]; /* NULL-terminated */
} calls[] = {
    {xbad_main, {0}},
    {xbad2_main, {0}},
    {xboard_main, {"--show"}},
    {xchoice_main, {"--show", "--explain"}},
    {xgames_main, {"--explain"}},
    {xlegal_main, {"--explain"}},
    {xlegal_main, {"--explain", "--proposal"}},
    {xmanager_main, {"--explain"}},
    {xmap_main, {0}},
    {xref_main, {"--explain"}},
    {xreplay_main, {0}},
    {xstate_main, {"--show"}},
    {xstrategy_main, {0}},
    {xstrategy_main, {"--strategy=Buy-Now"}},
    {xmanager_main, {"--seed=1"}},
    {xref_main, {"--seed=1"}},
    {xmanager_main, {"--results", "--log=/dev/null"}},
    {xref_main, {"--seed=1", "--games=2"}},
    {xref_main, {"--log=/dev/null"}},
    {xgames_main, {"--seed=1", "--games=2"}},
    {xgames_main, {"--log=/dev/null", "--replay=/dev/null"}},
    {xmanager_main, {"--replay=/dev/null"}},
    {xmanager_main, {"--losses=2", "--seed=1"}},
};
enum { CALLS = sizeof calls / sizeof *calls };

/* Whether a strategy in the input may be a path, which would be run. */
static bool may_run_programs(const struct fuzz_input *input)
{
    return memchr(input->at, '/', input->left) || memmem(input->at, input->left, "\\u002", strlen("\\u002"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    const struct call *call = &calls[fuzz_byte(&input) % CALLS];
    char name[] = "program", arguments[2][40], *argv[] = {name, NULL, NULL, NULL};
    int argc = 1;
    if (input.left == 0 || may_run_programs(&input)) {
        return 0;
    }
    for (int i = 0; call->argument[i]; i++) {
        snprintf(arguments[i], sizeof arguments[i], "%s", call->argument[i]);
        argv[argc++] = arguments[i];
    }
    fuzz_expect(dup2(fuzz_file(&input), STDIN_FILENO) == STDIN_FILENO);
    fuzz_silence();
    int code = call->main(argc, argv);
    fuzz_expect(code == EXIT_DONE || code == EXIT_BAD_INPUT ||
                code == EXIT_USAGE); /* a deck and --seed exclude each other */
    return 0;
}
