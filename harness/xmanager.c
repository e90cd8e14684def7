/* xmanager: runs a tournament of Trains. */
#include "trains_run.h"

static const char help[] =
    "Usage: xmanager [OPTION...] < INPUT\n"
    "\n"
    "Reads a map, two or more players in the order of their age, and a deck of 250 colors, and runs a tournament: "
    "games of\n"
    "up to eight, whose winners go on, until one game decides. Prints the winners and those who misbehaved. Players "
    "are\n"
    "those of xref. Without a deck in the input every game has its own, shuffled, and destinations drawn at random:\n"
    "\n"
    "    $ ./xmanager --seed 3 --results <<'END'\n" TRAINS_RUN_EXAMPLE "    END\n"
    "    [[\"Ben\"],[\"Cleo\"],[{\"Ann\":2,\"Ben\":1,\"Cleo\":0}]]\n"
    "\n"
    "Options:\n" TRAINS_RUN_HELP "      --losses K   a player may lose K games before it is out (default: 1)\n"
    "      --results    print the places in every game, too\n" PROGRAMS_HELP;

static bool manage(struct harness *h, struct trains_run *run, int losses, bool results)
{
    struct trains_tournament tournament = {.players = run->players,
                                           .player = run->player,
                                           .losses = losses,
                                           .deck = run->has_deck ? &run->deck : NULL,
                                           .seed = run->seed.value,
                                           .observers = run->watch.observers};
    struct trains_outcome outcome;
    struct text answer = {0};
    bool done = trains_manager_run(&tournament, &h->arena, &outcome, &h->error);
    watch_close(h, &run->watch);
    if (!done) {
        return false;
    }
    trains_codec_write_tournament(&answer, run->names, run->players, &outcome, results, &h->arena);
    return harness_answer(h, &answer);
}

int main(int argc, char **argv)
{
    struct trains_run run = TRAINS_RUN;
    struct harness_number losses = {.low = 1, .high = 1000000, .value = 1};
    bool results = false;
    const struct harness_option options[] = {
        TRAINS_RUN_OPTIONS(run),
        PROGRAMS_OPTIONS(run.programs),
        {"losses", .number = &losses},
        {"results", .flag = &results},
        {0},
    };
    struct harness h = {.name = "xmanager", .help = help};
    if (harness_options(&h, argc, argv, options) &&
        trains_run_read(&h, &run, TRAINS_PLAYERS_MIN, SIZE_MAX, TRAINS_NAMES_RENAMED)) {
        if (trains_run_programs(&h, &run, 1) && trains_run_open(&h, &run)) {
            manage(&h, &run, (int)losses.value, results);
        }
        programs_end(&run.programs);
    }
    return harness_exit(&h);
}
