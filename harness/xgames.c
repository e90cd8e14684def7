/* xgames: plays a game of Maze, or many. */
#include "maze_run.h"

#include "maze/generate.h"
#include "maze/series.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "Usage: xgames [OPTION...] < INPUT\n"
    "       xgames --games N [--seed S] [--size RxC] [-j JOBS] < PLAYERS\n"
    "\n"
    "Reads players and a referee's state, plays the game, and prints the winners. A player is a name and a strategy, "
    "Riemann\n"
    "or Euclid, or the path of a program that plays, with a / in it (docs/bots.md).\n"
    "\n"
    "    $ ./xgames --explain <<'END'\n"
    "    [[\"Ann\", \"Euclid\"], [\"Ben\", \"Riemann\"]]\n" MAZE_RUN_EXAMPLE "    END\n"
    "    xgames: Ann: came home in round 3 and ended the game\n"
    "    xgames: Ann: won after round 3 with 1 treasure, at the squared distance 0 from row 1, column 1\n"
    "    xgames: Ben: lost after round 3 with 1 treasure, at the squared distance 2 from row 1, column 1\n"
    "    [\"Ann\"]\n"
    "\n"
    "With --games it plays N games on boards that chance makes, each with the next player in the first seat, and "
    "prints how\n"
    "often each player won, its mean number of treasures with the standard error and, for two players, the difference "
    "in\n"
    "Elo points with its 95 % interval. The same seed gives the same result, whatever the number of jobs.\n"
    "\n"
    "Options:\n" MAZE_RUN_HELP "      --games N    play N games and print a summary\n"
    "      --seed S     the seed for --games\n"
    "      --size RxC   rows and columns of the boards for --games (default: 7x7)\n"
    "  -j, --jobs N     on so many cores (default: all)\n";

enum { SIZE_LIMIT = 1000 };

static bool play_many(struct harness *h, struct maze_run *run, struct maze_series *series,
                      const struct harness_number *seed)
{
    static const struct harness_input inputs[] = {
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
    struct maze_player *programs;
    if (!maze_run_programs(h, run, entries, series->players, series->jobs, &programs)) {
        return false;
    }
    series->entry = entries;
    series->program = programs;
    series->seed = seed->given ? seed->value : watch_any_seed();
    struct text summary = {0};
    bool played = maze_series_play(series, &summary, &h->arena, &h->error);
    programs_end(&run->programs);
    return played && harness_answer(h, &summary);
}

/* "7x9": rows and columns. */
static bool read_size(const char *text, struct maze_series *series)
{
    if (strspn(text, "0123456789x") != strlen(text)) {
        return false;
    }
    char *end;
    long rows = strtol(text, &end, 10), columns = *end == 'x' ? strtol(end + 1, &end, 10) : 0;
    series->rows = (int)rows;
    series->columns = (int)columns;
    return *end == '\0' && rows >= 1 && rows <= SIZE_LIMIT && columns >= 1 && columns <= SIZE_LIMIT;
}

int main(int argc, char **argv)
{
    struct maze_run run = MAZE_RUN;
    struct harness_number games = {.low = 1, .high = 1000000000000}, jobs = {.low = 1, .high = 256};
    struct harness_number seed = {.high = UINT64_MAX};
    const char *size = "7x7";
    const struct harness_option options[] = {
        MAZE_RUN_OPTIONS(run),
        {"games", .number = &games},
        {"seed", .number = &seed},
        {"size", .word = &size},
        {"jobs", .number = &jobs, .letter = 'j'},
        {0},
    };
    struct harness h = {.name = "xgames", .help = help};
    struct maze_series many = {.games = 0};
    if (harness_options(&h, argc, argv, options)) {
        if (!read_size(size, &many)) {
            harness_usage(&h, "--size takes rows and columns such as 7x7, not %s", harness_show(size).text);
        } else if (!games.given && (seed.given || jobs.given || many.rows != 7 || many.columns != 7)) {
            harness_usage(&h, "--seed, --size and --jobs are for --games");
        } else if (!games.given) {
            maze_run(&h, &run, MAZE_GOOD_PLAYERS, false);
        } else if (run.watch.log_path || run.watch.replay_path || run.watch.explain || run.show) {
            harness_usage(&h, "--log, --replay, --explain and --show are for one game, --games for many");
        } else {
            many.games = (int64_t)games.value;
            many.jobs = (int)(jobs.given ? jobs.value : watch_cores());
            many.jobs = many.jobs < many.games ? many.jobs : (int)many.games;
            many.skip = !run.no_skip;
            many.progress = isatty(STDERR_FILENO) ? harness_progress : NULL;
            play_many(&h, &run, &many, &seed);
        }
    }
    return harness_exit(&h);
}
