#include "trains/state.h"

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
