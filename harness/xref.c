/* xref: plays one game of Trains, or many. */
#include "series_run.h"
#include "trains_run.h"

#include "trains/series.h"

static const char help[] =
    "Reads a map, two to eight players in the order of their turns, and a deck of 250 colors, and plays a game. "
    "Prints the ranking, best first, and the players that misbehaved. A player is an array of a name and a strategy: "
    "Hold-10, Buy-Now, Cheat, or player-bad-start, -setup, -pick, -play, -more, -win or -end, which fails in that call. "
    "A strategy with a slash in it is the path of a program that plays (docs/bots.md). "
    "When the input has no deck, one is shuffled, and the destinations that players choose from are drawn at random:\n"
    "\n"
    "    $ ./xref --seed 7 --explain <<'END'\n" TRAINS_RUN_EXAMPLE "    END\n"
    "    xref: Cleo: kicked in game 1, turn 3: asked for \"Nowhere - Utopia, white, 5\", which is not on the map\n"
    "    xref: Ben: place 1 in game 1 with 56 = 16 for segments, +10 and +10 for destinations, +20 for the longest path of 12\n"
    "    xref: Ann: place 2 in game 1 with 12 = 12 for segments, +10 and -10 for destinations, +0 for a path of 9\n"
    "    [[[\"Ben\"],[\"Ann\"]],[\"Cleo\"]]\n"
    "\n"
    "With --games it plays N games with shuffled decks, each with the next player in the first seat, and prints how often "
    "each player won, its mean score with the standard error and, for two players, the difference in Elo points with its "
    "95% confidence interval. The same seed gives the same result, whatever the number of jobs.\n";

static void write_summary(struct text *out, const struct series_totals *totals)
{
    if (totals->players) {
        series_write(out, totals);
    } else {
        trains_codec_write_too_small(out);
    }
}

static bool play_many(struct harness *h, const struct trains_run *run, const struct series_run *many)
{
    struct trains_series series = {.series = series_run_plan(many, run->players, run->seed.value),
                                   .map = &run->map,
                                   .entry = run->entry,
                                   .program = run->player};
    struct series_totals totals;
    return trains_series_play(&series, &totals, &h->arena, &h->error) &&
           series_run_end(h, many, &totals, "", write_summary);
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
        recording_close(h, &run->recording);
        trains_codec_write_too_small(&answer);
        return harness_answer(h, &answer);
    }
    if (!run->has_deck) {
        game.deck = trains_cards_shuffle(shuffled, &chance);
        game.chance = &chance;
    }
    game.observers = run->recording.observers;
    struct trains_event map = {.kind = TRAINS_EVENT_MAP, .map = &run->map, .player = TRAINS_NONE};
    observer_tell(game.observers, &map);
    bool played = trains_referee_play(&referee, &game, standing, &h->error);
    recording_close(h, &run->recording);
    if (!played) {
        return false;
    }
    trains_codec_write_game(&answer, run->names, standing, run->players, &h->arena);
    return harness_answer(h, &answer);
}

static bool play(struct harness *h, struct trains_run *run, struct series_run *series)
{
    bool many = series->games.given;
    if (!series_run_check(h, series, run->seed.given)) {
        return false;
    }
    if (series->merge) {
        return series_run_merge(h, write_summary);
    }
    if (many && (run->recording.log_path || run->recording.replay_path || run->recording.explain)) {
        return harness_usage(h, "--log, --replay and --explain are for a single game, not for --games");
    }
    if (!trains_run_read(h, run, TRAINS_PLAYERS_MIN, TRAINS_PLAYERS_MAX, TRAINS_NAMES_REFUSED)) {
        return false;
    }
    run->has_deck = run->has_deck && !many; /* a series shuffles */
    if (series->engine.engine) {
        return trains_run_open(h, run) &&
               series_run_spread(h, series, run->seed.value, run->has_programs, "", write_summary);
    }
    bool done = trains_run_bots(h, run, many ? series->threads : 1) && trains_run_open(h, run) &&
                (many ? play_many(h, run, series) : play_one(h, run));
    bot_players_end(&run->bots);
    return done;
}

int main(int argc, char **argv)
{
    struct trains_run run = TRAINS_RUN;
    struct series_run series = {0};
    const struct harness_table tables[] = {
        {trains_run_options, &run},       {series_run_options, &series},           {recording_options, &run.recording},
        {bot_players_options, &run.bots}, {engine_choice_options, &series.engine}, {0}};
    struct harness h = {.name = "xref",
                        .usage =
                            "xref [OPTION...] < INPUT\nxref --games N [--seed N] [-j N] < INPUT\nxref --merge FILE...",
                        .summary = "Play a game of Trains, or many.",
                        .help = help,
                        .most = argc};
    if (engine_choice_keep(&h, &series.engine, argc, argv) && harness_options(&h, argc, argv, tables)) {
        play(&h, &run, &series);
    }
    return harness_exit(&h);
}
