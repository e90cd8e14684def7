/* xgames: plays a game of Maze, or many. */
#include "maze_run.h"

#include "maze/generate.h"
#include "tournament/series.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "Usage: xgames [OPTION...] < INPUT\n"
    "       xgames --games N [--seed S] [--size RxC] [-j JOBS] < PLAYERS\n"
    "\n"
    "Reads players and a referee's state, plays the game, and prints the winners. A player is a name and a strategy, "
    "Riemann\n"
    "or Euclid.\n"
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

struct many {
    const struct maze_entry *entry;
    int players, rows, columns;
    bool skip, any_seed;
    uint64_t seed;
    int64_t games;
    struct error *error; /* of each worker */
};

static void play(void *context, int worker, int64_t number, int first, struct series_result *results)
{
    const struct many *many = context;
    struct random chance = random_stream(many->seed, (uint64_t)number);
    struct arena arena = {0};
    struct error *err = &many->error[worker];
    struct maze_setup setup;
    struct maze_state after;
    struct maze_trial trial;
    struct maze_house_player house[SERIES_PLAYERS_MAX];
    struct maze_player player[SERIES_PLAYERS_MAX];
    struct maze_standing standing[SERIES_PLAYERS_MAX];
    if (maze_generate(&setup, many->rows, many->columns, many->players, &chance, &arena, err) &&
        maze_trial_init(&trial, &setup.state.board, &arena, err)) {
        for (int seat = 0; seat < many->players; seat++) {
            const struct maze_entry *entry = &many->entry[(first + seat) % many->players];
            house[seat] = maze_run_house(entry, &trial);
            player[seat] = (struct maze_player){entry->name, &maze_house_player_calls, &house[seat]};
        }
        struct maze_game game = {.state = &setup.state, .player = player, .goal = setup.goal, .skip = many->skip};
        if (maze_referee_play(&game, standing, &after, &arena, err)) {
            for (int seat = 0; seat < many->players; seat++) {
                results[(first + seat) % many->players] =
                    (struct series_result){standing[seat].place, standing[seat].treasures};
            }
        }
    }
    arena_free(&arena);
}

static void progress(void *context, int64_t done)
{
    const struct many *many = context;
    harness_progress(done, many->games);
}

static bool play_many(struct harness *h, struct many *many, uint64_t jobs)
{
    static const struct harness_input inputs[] = {
        {.what = "the players", .name = "players"}, {.what = "a state", .optional = true}, {0}};
    struct maze_entry *entries;
    if (!harness_read(h, inputs) ||
        !maze_codec_players(&h->value[0], MAZE_GOOD_PLAYERS, &h->arena, &entries, &many->players, &h->error)) {
        return false;
    }
    int homes = maze_generate_homes(many->rows, many->columns);
    int most = homes < SERIES_PLAYERS_MAX ? homes : SERIES_PLAYERS_MAX;
    if (many->players < 1 || many->players > most) {
        return json_at_fail(&h->value[0], &h->error, "expected 1 to %d players for a board of %dx%d, found %d", most,
                            many->rows, many->columns, many->players);
    }
    if (many->any_seed) {
        many->seed = watch_any_seed();
    }
    const char *names[SERIES_PLAYERS_MAX];
    struct series_player totals[SERIES_PLAYERS_MAX] = {{0}};
    for (int i = 0; i < many->players; i++) {
        names[i] = entries[i].name;
    }
    struct series series = {.players = many->players,
                            .games = many->games,
                            .jobs = (int)jobs,
                            .play = play,
                            .progress = isatty(STDERR_FILENO) ? progress : NULL,
                            .context = many};
    many->entry = entries;
    many->error = arena_array(&h->arena, jobs, sizeof *many->error);
    if (!many->error || !series_play(&series, totals, &h->error)) {
        return many->error ? false : error_memory(&h->error);
    }
    for (uint64_t i = 0; i < jobs; i++) {
        if (many->error[i].kind == ERROR_MEMORY) {
            return error_memory(&h->error);
        }
    }
    return harness_answer(h, series_write(&series, many->seed, totals, names));
}

/* "7x9": rows and columns. */
static bool read_size(const char *text, struct many *many)
{
    if (strspn(text, "0123456789x") != strlen(text)) {
        return false;
    }
    char *end;
    long rows = strtol(text, &end, 10), columns = *end == 'x' ? strtol(end + 1, &end, 10) : 0;
    many->rows = (int)rows;
    many->columns = (int)columns;
    return *end == '\0' && rows >= 1 && rows <= SIZE_LIMIT && columns >= 1 && columns <= SIZE_LIMIT;
}

int main(int argc, char **argv)
{
    struct maze_run run = {.show = false};
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
    struct many many = {0};
    if (harness_options(&h, argc, argv, options)) {
        if (!read_size(size, &many)) {
            harness_usage(&h, "--size takes rows and columns such as 7x7, not %s", harness_show(size).text);
        } else if (!games.given && (seed.given || jobs.given || many.rows != 7 || many.columns != 7)) {
            harness_usage(&h, "--seed, --size and --jobs are for --games");
        } else if (!games.given) {
            maze_run(&h, &run, MAZE_GOOD_PLAYERS, false);
        } else if (run.watch.log_path || run.watch.explain || run.show) {
            harness_usage(&h, "--log, --explain and --show are for one game, --games for many");
        } else {
            uint64_t cores = jobs.given ? jobs.value : watch_cores();
            many.games = (int64_t)games.value;
            many.skip = !run.no_skip;
            many.seed = seed.value;
            many.any_seed = !seed.given;
            play_many(&h, &many, cores < games.value ? cores : games.value);
        }
    }
    return harness_exit(&h);
}
