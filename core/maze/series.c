#include "maze/series.h"

#include "maze/generate.h"
#include "maze/referee.h"

/* What a thread needs for its games. */
struct worker {
    struct maze_referee referee;
    struct maze_trial trial; /* for the strategies */
};

struct context {
    const struct maze_series *series;
    struct worker *worker;
};

static bool play_game(const struct maze_series *s, int number_of_worker, struct worker *w,
                      const struct maze_setup *setup, int first, struct series_result *results, struct error *err)
{
    struct maze_house_player house[SERIES_PLAYERS_MAX];
    struct maze_player player[SERIES_PLAYERS_MAX];
    struct maze_standing standing[SERIES_PLAYERS_MAX];
    for (int seat = 0; seat < s->series.players; seat++) {
        int index = (first + seat) % s->series.players;
        const struct maze_entry *entry = &s->entry[index];
        house[seat] = maze_house_player(entry, &w->trial);
        player[seat] = entry->program ? s->program[number_of_worker * s->series.players + index]
                                      : (struct maze_player){entry->name, &maze_house_player_calls, &house[seat]};
    }
    const struct maze_game game = {.setup = setup, .player = player, .skip = s->skip};
    if (!maze_referee_play(&w->referee, &game, standing, err)) {
        return false;
    }
    for (int seat = 0; seat < s->series.players; seat++) {
        results[(first + seat) % s->series.players] =
            (struct series_result){standing[seat].place, standing[seat].treasures};
    }
    return true;
}

static bool play(void *argument, int worker, int64_t number, int first, struct series_result *results,
                 struct error *err)
{
    const struct context *context = argument;
    const struct maze_series *s = context->series;
    struct random chance = random_stream(s->series.seed, (uint64_t)number);
    struct arena arena = {0};
    struct maze_setup setup;
    bool played = maze_generate(&setup, s->rows, s->columns, s->series.players, &chance, &arena, err) &&
                  play_game(s, worker, &context->worker[worker], &setup, first, results, err);
    arena_free(&arena);
    return played;
}

static bool make_workers(struct context *context, int count, struct arena *arena, struct error *err)
{
    const struct maze_series *s = context->series;
    const struct maze_state like = {.board = {.rows = s->rows, .columns = s->columns}, .players = s->series.players};
    context->worker = arena_array(arena, (size_t)count, sizeof *context->worker);
    for (int i = 0; context->worker && i < count; i++) {
        struct worker *w = &context->worker[i];
        if (!maze_referee_init(&w->referee, &like, arena, err) ||
            !maze_trial_init(&w->trial, &like.board, arena, err)) {
            return false;
        }
    }
    return context->worker ? true : error_memory(err);
}

bool maze_series_play(const struct maze_series *s, struct series_totals *totals, struct error *err)
{
    struct context context = {.series = s};
    struct series series = s->series;
    series.play = play;
    series.context = &context;
    *totals = series_totals(&series);
    for (int i = 0; i < s->series.players; i++) {
        totals->names[i] = s->entry[i].name;
    }
    struct arena arena = {0};
    bool played = make_workers(&context, series.jobs, &arena, err) && series_play(&series, totals->player, err);
    arena_free(&arena);
    return played;
}
