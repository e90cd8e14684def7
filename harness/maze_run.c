#include "maze_run.h"

#include "show.h"

const struct harness_option maze_run_options[] = {
    {.help = "The game"},
    {"show", HARNESS_INTO(struct maze_run, show), .help = "draw the board on stderr, before and after"},
    {"no-skip", HARNESS_INTO(struct maze_run, no_skip),
     .help = "play every round, even when the game only repeats itself"},
    {.name = ""},
};

static bool check_size(struct harness *h, const struct maze_state *state)
{
    int64_t cells = (int64_t)state->board.rows * state->board.columns;
    if (state->players <= MAZE_PLAYERS_MAX && cells * state->players <= MAZE_GAME_MAX) {
        return true;
    }
    return json_at_fail(&h->value[1], &h->error,
                        "a game of %d players on a board of %dx%d is too large; there may be %d players, and players "
                        "times cells may be %d",
                        state->players, state->board.rows, state->board.columns, MAZE_PLAYERS_MAX, MAZE_GAME_MAX);
}

/* Reads what the game needs. */
static bool read_input(struct harness *h, enum maze_spec spec, struct maze_entry **entries, struct maze_setup *setup)
{
    const struct harness_input inputs[] = {{.what = "the players", .name = "players", .types = HARNESS_ARRAY},
                                           {.what = "the state of a referee", .types = HARNESS_OBJECT, .sign = "board"},
                                           {0}};
    int players;
    if (!harness_read(h, inputs) ||
        !maze_codec_players(&h->value[0], spec, false, &h->arena, entries, &players, &h->error) ||
        !maze_codec_setup(&h->value[1], &h->arena, setup, &h->error)) {
        return false;
    }
    if (players != setup->state.players) {
        return json_at_fail(&h->value[0], &h->error, "expected as many players as the state has, %d, found %d",
                            setup->state.players, players);
    }
    return check_size(h, &setup->state);
}

bool maze_run(struct harness *h, struct maze_run *run, enum maze_spec spec, bool dropouts)
{
    struct maze_setup setup;
    struct maze_entry *entries;
    struct maze_trial trial;
    struct maze_referee referee;
    if (!read_input(h, spec, &entries, &setup) || !maze_trial_init(&trial, &setup.state.board, &h->arena, &h->error) ||
        !maze_referee_init(&referee, &setup.state, &h->arena, &h->error)) {
        return false;
    }
    size_t players = (size_t)setup.state.players;
    struct maze_house_player *house = arena_array(&h->arena, players, sizeof *house);
    struct maze_player *player = arena_array(&h->arena, players, sizeof *player);
    struct maze_standing *standing = arena_array(&h->arena, players, sizeof *standing);
    const char **names = arena_array(&h->arena, players, sizeof *names);
    if (!house || !player || !standing || !names) {
        return error_memory(&h->error);
    }
    for (size_t i = 0; i < players; i++) {
        house[i] = maze_house_player(&entries[i], &trial);
        player[i] = (struct maze_player){entries[i].name, &maze_house_player_calls, &house[i]};
        names[i] = entries[i].name;
    }
    struct maze_game game = {.setup = &setup, .player = player, .skip = !run->no_skip};
    struct maze_player *bots;
    bool ready = bot_players_start_maze(h, &run->bots, &h->value[0], entries, setup.state.players, 1, &bots) &&
                 recording_open(h, &run->recording, maze_log, maze_explain);
    for (size_t i = 0; ready && bots && i < players; i++) {
        player[i] = entries[i].program ? bots[i] : player[i];
    }
    game.observers = run->recording.observers;
    bool played = ready && maze_referee_play(&referee, &game, standing, &h->error);
    bot_players_end(&run->bots);
    recording_close(h, &run->recording);
    if (ready && run->show) {
        show_state(h, &setup.state, setup.goal, NULL);
        show_state(h, maze_referee_after(&referee), NULL, NULL);
    }
    if (!played) {
        return false;
    }
    struct text answer = {0};
    maze_codec_write_outcome(&answer, names, standing, setup.state.players, dropouts, &h->arena);
    return harness_answer(h, &answer);
}
