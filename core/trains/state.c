#include "trains/state.h"

#include <stdio.h>

bool trains_state_init(struct trains_state *state, const struct trains_map *map, int players, const char *const *names,
                       struct arena *arena, struct error *err)
{
    *state = (struct trains_state){.map = map, .players = players, .names = names};
    state->owner = arena_array(arena, (size_t)map->connections, sizeof *state->owner);
    if (!state->owner) {
        return error_memory(err);
    }
    for (int i = 0; i < map->connections; i++) {
        state->owner[i] = TRAINS_NONE;
    }
    return true;
}

/* "this player", "other player 1" and so on, for the maximum number of players. */
static const char *const usual_names[] = {"this player",    "other player 1", "other player 2", "other player 3",
                                          "other player 4", "other player 5", "other player 6", "other player 7"};

static const char *const *name_players(size_t players, struct arena *arena)
{
    const size_t usual = sizeof usual_names / sizeof *usual_names;
    if (players <= usual) {
        return usual_names;
    }
    const char **names = arena_array(arena, players, sizeof *names);
    for (size_t i = 0; names && i < players; i++) {
        char text[40];
        int size = snprintf(text, sizeof text, "other player %zu", i);
        names[i] = i < usual ? usual_names[i] : arena_string(arena, text, (size_t)size);
        if (!names[i]) {
            return NULL;
        }
    }
    return names;
}

bool trains_state_init_unnamed(struct trains_state *state, const struct trains_map *map, size_t players,
                               struct arena *arena, struct error *err)
{
    const char *const *names = name_players(players, arena);
    return names ? trains_state_init(state, map, (int)players, names, arena, err) : error_memory(err);
}
