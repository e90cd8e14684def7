#include "maze/state.h"

#include <string.h>

bool maze_state_copy(struct maze_state *to, const struct maze_state *from, struct arena *arena, struct error *err)
{
    size_t players = (size_t)from->players;
    *to = *from;
    if (!maze_board_init(&to->board, from->board.rows, from->board.columns, arena, err)) {
        return false;
    }
    maze_board_copy(&to->board, &from->board);
    to->avatar = arena_array(arena, players, sizeof *to->avatar);
    if (!to->avatar) {
        return error_memory(err);
    }
    if (players > 0) {
        memcpy(to->avatar, from->avatar, players * sizeof *to->avatar);
    }
    return true;
}

void maze_state_slide(struct maze_state *state, struct maze_slide slide, int quarters)
{
    for (int i = 0; i < state->players; i++) {
        if (!state->avatar[i].out) {
            state->avatar[i].current = maze_board_carry(&state->board, slide, state->avatar[i].current);
        }
    }
    maze_board_slide(&state->board, slide, quarters);
    state->has_last = true;
    state->last = slide;
}
