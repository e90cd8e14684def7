/* xgames: plays a game of Maze, or many. */
#include "maze_run.h"

#include "maze/generate.h"
#include "maze/series.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "Reads players and the state of a referee, plays the game, and prints the winners. A player is an array of a name and "
    "a strategy: Riemann, Euclid, or the path of a program that plays, with a slash in it (docs/bots.md).\n"
    "\n"
    "    $ ./xgames --explain <<'END'\n"
    "    [[\"Ann\", \"Euclid\"], [\"Ben\", \"Riemann\"]]\n" MAZE_RUN_EXAMPLE "    END\n"
    "    xgames: Ann: came home in round 3 and ended the game\n"
    "    xgames: Ann: won after round 3 with 1 treasure, at the squared distance 0 from row 1, column 1\n"
    "    xgames: Ben: lost after round 3 with 1 treasure, at the squared distance 2 from row 1, column 1\n"
    "    [\"Ann\"]\n"
    "\n"
    "With --games it plays N games on random boards, each with the next player in the first seat, and prints how often "
    "each player won, its mean number of treasures with the standard error and, for two players, the difference in Elo "
    "points with its 95% confidence interval. The same seed gives the same result, whatever the number of jobs.\n";

struct settings {
    struct harness_number games, seed, jobs;
    const char *size;
};

static const struct harness_option options[] = {
    {.help = "Many games"},
    {"games", .argument = "N", HARNESS_INTO(struct settings, games), .low = 1, .high = 1000000000000,
     .help = "play N games and print a summary"},
    {"seed", .argument = "N", HARNESS_INTO(struct settings, seed), .high = UINT64_MAX, .help = "the seed for --games"},
    {"size", .argument = "RxC", HARNESS_INTO(struct settings, size),
     .help = "rows and columns of the boards for --games (default: 7x7)"},
    {"jobs", 'j', .argument = "N", HARNESS_INTO(struct settings, jobs), .low = 1, .high = 256,
     .help = "play N games at once (default: one per core)"},
    {.name = ""},
};

enum { SIZE_LEAST = 2, SIZE_MOST = 1000 }; /* homes are on tiles that never move, and smaller boards have none */

static bool play_many(struct harness *h, struct maze_run *run, struct maze_series *series,
                      const struct harness_number *seed)
{
    const struct harness_input inputs[] = {
        {.what = "the players", .name = "players"}, {.what = "a state", .optional = true}, {0}};
    struct maze_entry *entries;
    if (!harness_read(h, inputs) ||
        !maze_codec_players(&h->value[0], MAZE_GOOD_PLAYERS, false, &h->arena, &entries, &series->players, &h->error)) {
        return false;
    }
    int homes = maze_generate_homes(series->rows, series->columns);
    int most = homes < SERIES_PLAYERS_MAX ? homes : SERIES_PLAYERS_MAX;
    if (series->players < 1 || series->players > most) {
        return json_at_fail(&h->value[0], &h->error, "expected 1 to %d players for a board of %dx%d, found %d", most,
                            series->rows, series->columns, series->players);
    }
    struct maze_player *bots;
    if (!maze_run_bots(h, run, entries, series->players, series->jobs, &bots)) {
        return false;
    }
    series->entry = entries;
    series->program = bots;
    series->seed = seed->given ? seed->value : watch_any_seed();
    struct text summary = {0};
    bool played = maze_series_play(series, &summary, &h->error);
    bot_players_end(&run->bots);
    return played && harness_answer(h, &summary);
}

/* "7x9": rows and columns. */
static bool read_size(struct harness *h, const char *text, struct maze_series *series)
{
    char *end;
    long rows = strtol(text, &end, 10), columns = *end == 'x' ? strtol(end + 1, &end, 10) : 0;
    bool sound =
        strspn(text, "0123456789x") == strlen(text) && *end == '\0' && rows <= SIZE_MOST && columns <= SIZE_MOST;
    series->rows = (int)rows;
    series->columns = (int)columns;
    return (sound && rows >= SIZE_LEAST && columns >= SIZE_LEAST) ||
           harness_usage(h, "--size takes rows and columns from %dx%d to %dx%d, like 7x7, not %s", SIZE_LEAST,
                         SIZE_LEAST, SIZE_MOST, SIZE_MOST, harness_show(text).text);
}

static bool play(struct harness *h, struct maze_run *run, const struct settings *settings)
{
    struct maze_series many = {.games = (int64_t)settings->games.value, .skip = !run->no_skip};
    if (!settings->games.given) {
        return settings->seed.given || settings->jobs.given || settings->size
                   ? harness_usage(h, "--seed, --size and --jobs need --games")
                   : maze_run(h, run, MAZE_GOOD_PLAYERS, false);
    }
    if (run->watch.log_path || run->watch.replay_path || run->watch.explain || run->show) {
        return harness_usage(h, "--log, --replay, --explain and --show are for a single game, not for --games");
    }
    if (!read_size(h, settings->size ? settings->size : "7x7", &many)) {
        return false;
    }
    many.jobs = (int)(settings->jobs.given ? settings->jobs.value : watch_cores());
    many.jobs = many.jobs < many.games ? many.jobs : (int)many.games;
    many.progress = isatty(STDERR_FILENO) ? harness_progress : NULL;
    return play_many(h, run, &many, &settings->seed);
}

int main(int argc, char **argv)
{
    struct maze_run run = MAZE_RUN;
    struct settings settings = {0};
    const struct harness_table tables[] = {{maze_run_options, &run},
                                           {options, &settings},
                                           {watch_options, &run.watch},
                                           {bot_players_options, &run.bots},
                                           {0}};
    struct harness h = {.name = "xgames",
                        .usage =
                            "xgames [OPTION...] < INPUT\nxgames --games N [--seed N] [--size RxC] [-j N] < PLAYERS",
                        .summary = "Play a game of Maze, or many.",
                        .help = help};
    if (harness_options(&h, argc, argv, tables)) {
        play(&h, &run, &settings);
    }
    return harness_exit(&h);
}
