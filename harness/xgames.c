/* xgames: plays a game of Maze, or many. */
#include "maze_run.h"
#include "series_run.h"

#include "maze/generate.h"
#include "maze/series.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    struct harness_number seed;
    const char *size;
};

static const struct harness_option options[] = {
    {.help = "Boards of many games"},
    {"seed", .argument = "N", HARNESS_INTO(struct settings, seed), .high = UINT64_MAX, .help = "the seed for --games"},
    {"size", .argument = "RxC", HARNESS_INTO(struct settings, size),
     .help = "rows and columns of the boards for --games (default: 7x7)"},
    {.name = ""},
};

enum { SIZE_LEAST = 2, SIZE_MOST = 1000 }; /* homes are on tiles that never move, and smaller boards have none */

static bool play_many(struct harness *h, struct maze_run *run, const struct series_run *many,
                      struct maze_series *series, const struct harness_number *seed)
{
    const struct harness_input inputs[] = {
        {.what = "the players", .name = "players", .types = HARNESS_ARRAY},
        {.what = "a state", .types = HARNESS_OBJECT, .sign = "board", .optional = true},
        {0}};
    struct maze_entry *entries;
    int players;
    if (!harness_read(h, inputs) ||
        !maze_codec_players(&h->value[0], MAZE_GOOD_PLAYERS, false, &h->arena, &entries, &players, &h->error)) {
        return false;
    }
    int homes = maze_generate_homes(series->rows, series->columns);
    int most = homes < SERIES_PLAYERS_MAX ? homes : SERIES_PLAYERS_MAX;
    if (players < 1 || players > most) {
        return json_at_fail(&h->value[0], &h->error, "expected 1 to %d players for a board of %dx%d, found %d", most,
                            series->rows, series->columns, players);
    }
    struct maze_player *bots;
    uint64_t any_seed = seed->given ? seed->value : recording_any_seed();
    char size[40];
    snprintf(size, sizeof size, "%dx%d", series->rows, series->columns);
    if (many->engine.engine) {
        return series_run_spread(h, many, any_seed, bot_players_in_maze(entries, players), size, series_write);
    }
    struct series_totals totals;
    bool played = bot_players_start_maze(h, &run->bots, &h->value[0], entries, players, many->threads, &bots);
    series->series = series_run_plan(many, players, any_seed);
    series->entry = entries;
    series->program = bots;
    played = played && maze_series_play(series, &totals, &h->error);
    bot_players_end(&run->bots);
    return played && series_run_end(h, many, &totals, size, series_write);
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

static bool play(struct harness *h, struct maze_run *run, struct series_run *many, const struct settings *settings)
{
    struct maze_series series = {.skip = !run->no_skip};
    if (!series_run_check(h, many, settings->seed.given)) {
        return false;
    }
    if (many->merge) {
        return series_run_merge(h, series_write);
    }
    if (!many->games.given) {
        return settings->seed.given || settings->size ? harness_usage(h, "--seed and --size need --games")
                                                      : maze_run(h, run, MAZE_GOOD_PLAYERS, false);
    }
    if (run->recording.log_path || run->recording.replay_path || run->recording.explain || run->show) {
        return harness_usage(h, "--log, --replay, --explain and --show are for a single game, not for --games");
    }
    if (!read_size(h, settings->size ? settings->size : "7x7", &series)) {
        return false;
    }
    return play_many(h, run, many, &series, &settings->seed);
}

int main(int argc, char **argv)
{
    struct maze_run run = MAZE_RUN;
    struct series_run many = {0};
    struct settings settings = {0};
    const struct harness_table tables[] = {{maze_run_options, &run},
                                           {series_run_options, &many},
                                           {options, &settings},
                                           {recording_options, &run.recording},
                                           {bot_players_options, &run.bots},
                                           {engine_choice_options, &many.engine},
                                           {0}};
    struct harness h = {.name = "xgames",
                        .usage = "xgames [OPTION...] < INPUT\n"
                                 "xgames --games N [--seed N] [--size RxC] [-j N] < PLAYERS\n"
                                 "xgames --merge FILE...",
                        .summary = "Play a game of Maze, or many.",
                        .help = help,
                        .most = argc};
    if (engine_choice_keep(&h, &many.engine, argc, argv) && harness_options(&h, argc, argv, tables)) {
        play(&h, &run, &many, &settings);
    }
    return harness_exit(&h);
}
