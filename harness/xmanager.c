/* xmanager: runs a tournament of Trains. */
#include "trains_run.h"

static const char help[] =
    "Reads a map, two or more players from oldest to youngest, and a deck of 250 colors, and runs a tournament: games of "
    "up to eight players, whose winners advance, until one game decides. "
    "Prints the winners and the players that misbehaved. Players are written as for xref. "
    "When the input has no deck, each game has its own, shuffled, and destinations drawn at random:\n"
    "\n"
    "    $ ./xmanager --seed 3 --results <<'END'\n" TRAINS_RUN_EXAMPLE "    END\n"
    "    [[\"Ben\"],[\"Cleo\"],[{\"Ann\":2,\"Ben\":1,\"Cleo\":0}]]\n";

struct settings {
    struct harness_number losses;
    bool results;
};

static const struct harness_option options[] = {
    {"losses", .argument = "N", HARNESS_INTO(struct settings, losses), .low = 1, .high = 1000000,
     .help = "how many games a player loses before it is out (default: 1)"},
    {"results", HARNESS_INTO(struct settings, results), .help = "print the places in every game, too"},
    {.name = ""},
};

static bool manage(struct harness *h, struct trains_run *run, int losses, bool results)
{
    struct trains_tournament tournament = {.players = run->players,
                                           .player = run->player,
                                           .losses = losses,
                                           .keeps_games = results,
                                           .deck = run->has_deck ? &run->deck : NULL,
                                           .seed = run->seed.value,
                                           .observers = run->recording.observers};
    struct trains_outcome outcome;
    struct text answer = {0};
    bool done = trains_manager_run(&tournament, &h->arena, &outcome, &h->error);
    recording_close(h, &run->recording);
    if (!done) {
        return false;
    }
    trains_codec_write_tournament(&answer, run->names, run->players, &outcome, results, &h->arena);
    return harness_answer(h, &answer);
}

int main(int argc, char **argv)
{
    struct trains_run run = TRAINS_RUN;
    struct settings settings = {.losses = {.value = 1}};
    const struct harness_table tables[] = {{trains_run_options, &run},
                                           {options, &settings},
                                           {recording_options, &run.recording},
                                           {bot_players_options, &run.bots},
                                           {0}};
    struct harness h = {.name = "xmanager",
                        .usage = "xmanager [OPTION...] < INPUT",
                        .summary = "Run a tournament of Trains.",
                        .help = help};
    if (harness_options(&h, argc, argv, tables) &&
        trains_run_read(&h, &run, TRAINS_PLAYERS_MIN, settings.results ? TRAINS_KEPT_GAMES_MAX : TRAINS_TOURNAMENT_MAX,
                        TRAINS_NAMES_RENAMED)) {
        if (trains_run_bots(&h, &run, 1) && trains_run_open(&h, &run)) {
            manage(&h, &run, (int)settings.losses.value, settings.results);
        }
        bot_players_end(&run.bots);
    }
    return harness_exit(&h);
}
