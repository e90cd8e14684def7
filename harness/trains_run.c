#include "trains_run.h"

const struct harness_option trains_run_options[] = {
    {.help = "The game"},
    {"seed", .argument = "N", HARNESS_INTO(struct trains_run, seed), .high = UINT64_MAX,
     .help = "the seed for the deck and the destinations when the input has no deck"},
    {.name = ""},
};

static bool make_players(struct harness *h, struct trains_run *run)
{
    size_t players = (size_t)run->players;
    struct trains_house_player *house = arena_array(&h->arena, players, sizeof *house);
    run->player = arena_array(&h->arena, players, sizeof *run->player);
    run->names = arena_array(&h->arena, players, sizeof *run->names);
    if (!house || !run->player || !run->names) {
        return error_memory(&h->error);
    }
    for (size_t i = 0; i < players; i++) {
        house[i] = (struct trains_house_player){.strategy = run->entry[i].strategy, .map = &run->map};
        run->player[i] = (struct trains_player){run->entry[i].name, &trains_house_player_calls, &house[i]};
        run->names[i] = run->entry[i].name;
        run->has_programs = run->has_programs || run->entry[i].program;
    }
    return true;
}

bool trains_run_read(struct harness *h, struct trains_run *run, size_t low, size_t high,
                     enum trains_shared_names shared)
{
    const struct harness_input inputs[] = {
        {.what = "a map", .types = HARNESS_OBJECT, .sign = "cities", .repeats_at = TRAINS_MAP_REPEATS_AT},
        {.what = "the players", .name = "players", .types = HARNESS_ARRAY},
        {.what = "a deck", .name = "deck", .types = HARNESS_ARRAY, .optional = !run->fourth},
        {.what = run->fourth},
        {0},
    };
    return harness_read(h, inputs) && trains_run_decode(h, run, low, high, shared);
}

bool trains_run_decode(struct harness *h, struct trains_run *run, size_t low, size_t high,
                       enum trains_shared_names shared)
{
    struct trains_entry *entries;
    run->has_deck = h->values > 2 && !run->fourth; /* the deck before a fourth value does not matter */
    if (!trains_codec_map(&h->value[0], &h->arena, &run->map, &h->error) ||
        !trains_codec_players(&h->value[1], low, high, shared, &h->arena, &entries, &run->players, &h->error) ||
        (run->has_deck && !trains_codec_deck(&h->value[2], &h->arena, &run->deck, &h->error))) {
        return false;
    }
    run->entry = entries;
    return make_players(h, run);
}

bool trains_run_bots(struct harness *h, struct trains_run *run, int jobs)
{
    struct trains_player *started;
    if (!run->has_programs) {
        return true;
    }
    if (!bot_players_start_trains(h, &run->bots, &h->value[1], run->entry, run->players, jobs, &started)) {
        return false;
    }
    for (int i = 0; i < run->players && jobs == 1; i++) {
        if (!run->entry[i].program) {
            started[i] = run->player[i];
        }
    }
    run->player = started;
    return true;
}

bool trains_run_dialect(struct harness *h, struct trains_run *run)
{
    run->dialect = trains_dialect_find(run->dialect_name);
    return run->dialect || harness_usage(h, "Trains has no dialect %s; it has call, plain and message",
                                         harness_show(run->dialect_name).text);
}

bool trains_run_open(struct harness *h, struct trains_run *run)
{
    if (run->has_deck && run->seed.given) {
        return harness_usage(h, "--seed is only for inputs without a deck");
    }
    if (!recording_open(h, &run->recording, trains_log, trains_explain)) {
        return false;
    }
    if (!run->has_deck && !run->seed.given) {
        run->seed.value = recording_any_seed();
    }
    return true;
}
