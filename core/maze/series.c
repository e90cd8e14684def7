#include "maze/series.h"

#include "maze/generate.h"

static bool play_game(const struct maze_series *s, int worker, int64_t number, int first, struct series_result *results,
                      struct arena *arena, struct error *err)
{
    struct random chance = random_stream(s->seed, (uint64_t)number);
    struct maze_setup setup;
    struct maze_state after;
    struct maze_trial trial;
    struct maze_house_player house[SERIES_PLAYERS_MAX];
    struct maze_player player[SERIES_PLAYERS_MAX];
    struct maze_standing standing[SERIES_PLAYERS_MAX];
    if (!maze_generate(&setup, s->rows, s->columns, s->players, &chance, arena, err) ||
        !maze_trial_init(&trial, &setup.state.board, arena, err)) {
        return false;
    }
    for (int seat = 0; seat < s->players; seat++) {
        const struct maze_entry *entry = &s->entry[(first + seat) % s->players];
        house[seat] = maze_house_player(entry, &trial);
        player[seat] = entry->program ? s->program[worker * s->players + (first + seat) % s->players]
                                      : (struct maze_player){entry->name, &maze_house_player_calls, &house[seat]};
    }
    struct maze_game game = {.state = &setup.state, .player = player, .goal = setup.goal, .skip = s->skip};
    if (!maze_referee_play(&game, standing, &after, arena, err)) {
        return false;
    }
    for (int seat = 0; seat < s->players; seat++) {
        results[(first + seat) % s->players] = (struct series_result){standing[seat].place, standing[seat].treasures};
    }
    return true;
}

static bool play(void *argument, int worker, int64_t number, int first, struct series_result *results,
                 struct error *err)
{
    const struct maze_series *const *series = argument;
    struct arena arena = {0};
    bool played = play_game(*series, worker, number, first, results, &arena, err);
    arena_free(&arena);
    return played;
}

bool maze_series_play(const struct maze_series *s, struct text *out, struct error *err)
{
    struct series_player totals[SERIES_PLAYERS_MAX] = {{0}};
    const char *names[SERIES_PLAYERS_MAX];
    struct series series = {
        .players = s->players, .games = s->games, .play = play, .progress = s->progress, .context = &s};
    series.jobs = s->jobs < s->games ? s->jobs : (int)s->games;
    for (int i = 0; i < s->players; i++) {
        names[i] = s->entry[i].name;
    }
    if (!series_play(&series, totals, err)) {
        return false;
    }
    series_write(out, &series, s->seed, totals, names);
    return true;
}
