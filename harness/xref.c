/* xref: plays one game of Trains, or many. */
#include "trains_run.h"

#include "trains/series.h"

#include <unistd.h>

static const char help[] =
    "Usage: xref [OPTION...] < INPUT\n"
    "       xref --games N [--seed S] [-j JOBS] < INPUT\n"
    "\n"
    "Reads a map, two to eight players in the order of their turns, and a deck of 250 colors, and plays a game. Prints "
    "the\n"
    "ranking, best first, and those who misbehaved. Players are pairs of a name and a strategy: Hold-10, Buy-Now, "
    "Cheat,\n"
    "or player-bad-start, -setup, -pick, -play, -more, -win or -end, which fails in that call; what has a / in it is "
    "the\n"
    "path of a program that plays (docs/bots.md). Without a deck in the input one is shuffled, and the destinations "
    "that\n"
    "players choose from are drawn at random:\n"
    "\n"
    "    $ ./xref --seed 7 --explain <<'END'\n" TRAINS_RUN_EXAMPLE "    END\n"
    "    xref: Cleo: kicked in game 1, turn 3: asked for \"Nowhere - Utopia, white, 5\", which is not on the map\n"
    "    xref: Ben: place 1 in game 1 with 56 = 16 for segments, +10 and +10 for destinations, +20 for the longest "
    "path of 12\n"
    "    xref: Ann: place 2 in game 1 with 12 = 12 for segments, +10 and -10 for destinations, +0 for a path of 9\n"
    "    [[[\"Ben\"],[\"Ann\"]],[\"Cleo\"]]\n"
    "\n"
    "With --games it plays N games with shuffled decks, each with the next player in the first seat, and prints how "
    "often\n"
    "each player won, its mean score with the standard error and, for two players, the difference in Elo points with "
    "its\n"
    "95 % interval. The same seed gives the same result, whatever the number of jobs.\n"
    "\n"
    "Options:\n" TRAINS_RUN_HELP "      --games N    play N games and print a summary\n"
    "  -j, --jobs N     on so many cores (default: all)\n" PROGRAMS_HELP;

static bool play_many(struct harness *h, const struct trains_run *run, uint64_t games, uint64_t jobs)
{
    struct trains_series series = {.map = &run->map,
                                   .players = run->players,
                                   .entry = run->entry,
                                   .program = run->player,
                                   .seed = run->seed.value,
                                   .games = (int64_t)games,
                                   .jobs = (int)jobs,
                                   .progress = isatty(STDERR_FILENO) ? harness_progress : NULL};
    struct text summary = {0};
    return trains_series_play(&series, &summary, &h->arena, &h->error) && harness_answer(h, &summary);
}

static bool play_one(struct harness *h, struct trains_run *run)
{
    struct random chance = random_stream(run->seed.value, 0);
    struct trains_standing standing[TRAINS_PLAYERS_MAX];
    enum trains_color shuffled[TRAINS_DECK];
    struct trains_referee referee;
    struct text answer = {0};
    struct trains_game game = {.number = 1, .players = run->players, .player = run->player, .deck = run->deck};
    if (!trains_referee_init(&referee, &run->map, &h->arena, &h->error)) {
        return false;
    }
    if (!trains_referee_can_play(&referee, run->players)) {
        watch_close(h, &run->watch);
        trains_codec_write_too_small(&answer);
        return harness_answer(h, &answer);
    }
    if (!run->has_deck) {
        game.deck = trains_cards_shuffle(shuffled, &chance);
        game.chance = &chance;
    }
    game.observers = run->watch.observers;
    struct trains_event map = {.kind = TRAINS_EVENT_MAP, .map = &run->map, .player = TRAINS_NONE};
    observe(game.observers, &map);
    trains_referee_play(&referee, &game, standing);
    watch_close(h, &run->watch);
    trains_codec_write_game(&answer, run->names, standing, run->players, &h->arena);
    return harness_answer(h, &answer);
}

int main(int argc, char **argv)
{
    struct trains_run run = TRAINS_RUN;
    struct harness_number games = {.low = 1, .high = 1000000000000}, jobs = {.low = 1, .high = 256};
    const struct harness_option options[] = {
        TRAINS_RUN_OPTIONS(run),
        PROGRAMS_OPTIONS(run.programs),
        {"games", .number = &games},
        {"jobs", .number = &jobs, .letter = 'j'},
        {0},
    };
    struct harness h = {.name = "xref", .help = help};
    if (harness_options(&h, argc, argv, options)) {
        if (jobs.given && !games.given) {
            harness_usage(&h, "--jobs is for --games");
        } else if (games.given && (run.watch.log_path || run.watch.replay_path || run.watch.explain)) {
            harness_usage(&h, "--log, --replay and --explain are for one game, --games for many");
        } else if (trains_run_read(&h, &run, TRAINS_PLAYERS_MIN, TRAINS_PLAYERS_MAX, TRAINS_NAMES_REFUSED)) {
            if (games.given) {
                run.has_deck = false; /* a series shuffles */
            }
            uint64_t side_by_side = jobs.given ? jobs.value : watch_cores();
            side_by_side = !games.given ? 1 : side_by_side < games.value ? side_by_side : games.value;
            if (trains_run_programs(&h, &run, (int)side_by_side) && trains_run_open(&h, &run)) {
                games.given ? play_many(&h, &run, games.value, side_by_side) : play_one(&h, &run);
            }
            programs_end(&run.programs);
        }
    }
    return harness_exit(&h);
}
