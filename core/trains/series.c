#include "trains/series.h"

struct context {
    const struct trains_series *series;
    struct trains_referee *referee; /* one for each worker */
};

static bool play(void *argument, int worker, int64_t number, int first, struct series_result *results,
                 struct error *err)
{
    const struct context *context = argument;
    const struct trains_series *s = context->series;
    struct random chance = random_stream(s->series.seed, (uint64_t)number);
    enum trains_color cards[TRAINS_DECK];
    struct trains_house_player house[TRAINS_PLAYERS_MAX];
    struct trains_player player[TRAINS_PLAYERS_MAX];
    struct trains_standing standing[TRAINS_PLAYERS_MAX];
    for (int seat = 0; seat < s->series.players; seat++) {
        const struct trains_entry *entry = &s->entry[(first + seat) % s->series.players];
        house[seat] = (struct trains_house_player){.strategy = entry->strategy, .map = s->map};
        player[seat] = entry->strategy ? (struct trains_player){entry->name, &trains_house_player_calls, &house[seat]}
                                       : s->program[worker * s->series.players + (first + seat) % s->series.players];
    }
    struct trains_game game = {.number = 1, .players = s->series.players, .player = player, .chance = &chance};
    game.deck = trains_cards_shuffle(cards, &chance);
    if (!trains_referee_play(&context->referee[worker], &game, standing, err)) {
        return false;
    }
    for (int seat = 0; seat < s->series.players; seat++) {
        results[(first + seat) % s->series.players] =
            (struct series_result){standing[seat].place, standing[seat].score.total};
    }
    return true;
}

bool trains_series_play(const struct trains_series *s, struct series_totals *totals, struct arena *arena,
                        struct error *err)
{
    struct context context = {.series = s};
    struct series series = s->series;
    series.play = play;
    series.context = &context;
    *totals = series_totals(&series);
    context.referee = arena_array(arena, (size_t)series.jobs, sizeof *context.referee);
    if (!context.referee) {
        return error_memory(err);
    }
    for (int i = 0; i < series.jobs; i++) {
        if (!(i == 0 ? trains_referee_init(&context.referee[0], s->map, arena, err)
                     : trains_referee_copy(&context.referee[i], &context.referee[0], arena, err))) {
            return false;
        }
    }
    if (!trains_referee_can_play(&context.referee[0], s->series.players)) {
        totals->players = 0;
        return true;
    }
    for (int i = 0; i < s->series.players; i++) {
        totals->names[i] = s->entry[i].name;
    }
    return series_play(&series, totals->player, err);
}
