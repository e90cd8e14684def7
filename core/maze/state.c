#include "maze/state.h"

bool maze_state_init(struct maze_state *state, int rows, int columns, int players, struct arena *arena,
                     struct error *err)
{
    *state = (struct maze_state){.players = players};
    state->avatar = arena_array(arena, (size_t)players, sizeof *state->avatar);
    return state->avatar ? maze_board_init(&state->board, rows, columns, arena, err) : error_memory(err);
}

void maze_state_assign(struct maze_state *to, const struct maze_state *from)
{
    maze_board_copy(&to->board, &from->board);
    to->has_last = from->has_last;
    to->last = from->last;
    for (int i = 0; i < from->players; i++) {
        to->avatar[i] = from->avatar[i];
    }
}

bool maze_state_copy(struct maze_state *to, const struct maze_state *from, struct arena *arena, struct error *err)
{
    if (!maze_state_init(to, from->board.rows, from->board.columns, from->players, arena, err)) {
        return false;
    }
    maze_state_assign(to, from);
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
