/* xref: plays one game of Trains, or many. */
#include "trains_run.h"

#include "tournament/series.h"

#include <stdio.h>
#include <unistd.h>

static const char help[] =
    "Usage: xref [OPTION...] < INPUT\n"
    "       xref --games N [--seed S] [-j JOBS] < INPUT\n"
    "\n"
    "Reads a map, two to eight players in the order of their turns, and a deck of 250 colors, and plays a game. Prints "
    "the\n"
    "ranking, best first, and those who misbehaved. Players are pairs of a name and a strategy: Hold-10, Buy-Now, "
    "Cheat,\n"
    "or player-bad-start, -setup, -pick, -play, -more, -win or -end, which fails in that call. Without a deck in the\n"
    "input one is shuffled, and the destinations that players choose from are drawn at random:\n"
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
    "  -j, --jobs N     on so many cores (default: all)\n";

/* -- many games -- */

struct many {
    const struct trains_run *run;
    struct trains_referee *referee; /* one for each worker */
    int64_t games;
};

static void play(void *context, int worker, int64_t number, int first, struct series_result *results)
{
    const struct many *many = context;
    const struct trains_run *run = many->run;
    struct random chance = random_stream(run->seed.value, (uint64_t)number);
    enum trains_color cards[TRAINS_DECK];
    struct trains_house_player house[TRAINS_PLAYERS_MAX];
    struct trains_player player[TRAINS_PLAYERS_MAX];
    struct trains_standing standing[TRAINS_PLAYERS_MAX];
    for (int seat = 0; seat < run->players; seat++) {
        const struct trains_entry *entry = &run->entry[(first + seat) % run->players];
        house[seat] = (struct trains_house_player){.strategy = entry->strategy, .map = &run->map};
        player[seat] = (struct trains_player){entry->name, &trains_house_player_calls, &house[seat]};
    }
    struct trains_game game = {.number = 1, .players = run->players, .player = player, .chance = &chance};
    game.deck = trains_cards_shuffle(cards, &chance);
    trains_referee_play(&many->referee[worker], &game, standing);
    for (int seat = 0; seat < run->players; seat++) {
        results[(first + seat) % run->players] =
            (struct series_result){standing[seat].place, standing[seat].score.total};
    }
}

static void progress(void *context, int64_t done)
{
    const struct many *many = context;
    harness_progress(done, many->games);
}

static bool play_many(struct harness *h, struct trains_run *run, uint64_t games, uint64_t jobs)
{
    struct series_player totals[TRAINS_PLAYERS_MAX] = {{0}};
    jobs = jobs < games ? jobs : games;
    struct many many = {.run = run, .games = (int64_t)games};
    struct series series = {.players = run->players,
                            .games = many.games,
                            .jobs = (int)jobs,
                            .play = play,
                            .progress = isatty(STDERR_FILENO) ? progress : NULL,
                            .context = &many};
    many.referee = arena_array(&h->arena, jobs, sizeof *many.referee);
    if (!many.referee) {
        return error_memory(&h->error);
    }
    for (uint64_t i = 0; i < jobs; i++) {
        if (!trains_referee_init(&many.referee[i], &run->map, &h->arena, &h->error)) {
            return false;
        }
    }
    if (!trains_referee_can_play(&many.referee[0], run->players)) {
        return harness_answer(h, json_object_new_string("error: not enough destinations"));
    }
    return series_play(&series, totals, &h->error) &&
           harness_answer(h, series_write(&series, run->seed.value, totals, run->names));
}

/* -- one game -- */

static bool play_one(struct harness *h, struct trains_run *run)
{
    struct random chance = random_stream(run->seed.value, 0);
    struct trains_standing standing[TRAINS_PLAYERS_MAX];
    enum trains_color shuffled[TRAINS_DECK];
    struct trains_referee referee;
    struct trains_game game = {.number = 1, .players = run->players, .player = run->player, .deck = run->deck};
    if (!trains_referee_init(&referee, &run->map, &h->arena, &h->error)) {
        return false;
    }
    if (!trains_referee_can_play(&referee, run->players)) {
        watch_close(h, &run->watch);
        return harness_answer(h, json_object_new_string("error: not enough destinations"));
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
    return harness_answer(h, trains_codec_write_game(run->names, standing, run->players, &h->arena));
}

int main(int argc, char **argv)
{
    struct trains_run run = TRAINS_RUN;
    struct harness_number games = {.low = 1, .high = 1000000000000}, jobs = {.low = 1, .high = 256};
    const struct harness_option options[] = {
        TRAINS_RUN_OPTIONS(run),
        {"games", .number = &games},
        {"jobs", .number = &jobs, .letter = 'j'},
        {0},
    };
    struct harness h = {.name = "xref", .help = help};
    if (harness_options(&h, argc, argv, options)) {
        if (jobs.given && !games.given) {
            harness_usage(&h, "--jobs is for --games");
        } else if (games.given && (run.watch.log_path || run.watch.explain)) {
            harness_usage(&h, "--log and --explain are for one game, --games for many");
        } else if (trains_run_read(&h, &run, TRAINS_PLAYERS_MIN, TRAINS_PLAYERS_MAX, false)) {
            if (games.given) {
                run.has_deck = false; /* a series shuffles */
            }
            if (trains_run_open(&h, &run)) {
                games.given ? play_many(&h, &run, games.value, jobs.given ? jobs.value : watch_cores())
                            : play_one(&h, &run);
            }
        }
    }
    return harness_exit(&h);
}
