#include "maze/generate.h"

#include <stdio.h>
#include <string.h>

int maze_generate_homes(int rows, int columns)
{
    return (rows / 2) * (columns / 2);
}

/* The n-th place with two odd coordinates. */
static int fixed_place(const struct maze_board *board, int n)
{
    int in_row = board->columns / 2;
    return (2 * (n / in_row) + 1) * board->columns + 2 * (n % in_row) + 1;
}

static uint8_t random_sides(struct random *chance)
{
    uint8_t sides;
    do {
        sides = (uint8_t)random_below(chance, MAZE_ALL_SIDES + 1);
    } while (!maze_tile_connector(sides));
    return sides;
}

/* Makes random tiles, with different treasures as long as there are enough. */
static void make_tiles(struct maze_board *board, struct random *chance)
{
    enum { PAIRS = MAZE_GEMS * (MAZE_GEMS - 1) / 2, STRIDE = 1009 /* coprime to PAIRS */ };
    uint64_t pair = random_below(chance, PAIRS);
    int cells = board->rows * board->columns;
    for (int i = 0; i <= cells; i++) {
        struct maze_tile *tile = i < cells ? &board->tile[i] : &board->spare;
        int high = 1, rest = (int)pair;
        while (rest >= high) {
            rest -= high++;
        }
        *tile = (struct maze_tile){.sides = random_sides(chance), .gem = {(uint8_t)rest, (uint8_t)high}};
        pair = (pair + STRIDE) % PAIRS;
    }
}

bool maze_generate(struct maze_setup *setup, int rows, int columns, int players, struct random *chance,
                   struct arena *arena, struct error *err)
{
    struct maze_state *state = &setup->state;
    int homes = maze_generate_homes(rows, columns);
    *setup = (struct maze_setup){.state = {.players = players}};
    if (!maze_board_init(&state->board, rows, columns, arena, err)) {
        return false;
    }
    int *home = arena_array(arena, (size_t)homes, sizeof *home);
    state->avatar = arena_array(arena, (size_t)players, sizeof *state->avatar);
    setup->goal = arena_array(arena, (size_t)players, sizeof *setup->goal);
    if (!home || !state->avatar || !setup->goal) {
        return error_memory(err);
    }
    make_tiles(&state->board, chance);
    for (int i = 0; i < homes; i++) {
        int other = (int)random_below(chance, (uint64_t)i + 1);
        home[i] = home[other];
        home[other] = fixed_place(&state->board, i);
    }
    for (int i = 0; i < players; i++) {
        char color[12];
        snprintf(color, sizeof color, "%06X", i + 1);
        const char *copy = arena_string(arena, color, strlen(color));
        if (!copy) {
            return error_memory(err);
        }
        int goal = fixed_place(&state->board, (int)random_below(chance, (uint64_t)homes));
        state->avatar[i] =
            (struct maze_avatar){.current = home[i], .home = maze_board_spot(&state->board, home[i]), .color = copy};
        setup->goal[i] = maze_board_spot(&state->board, goal);
    }
    return true;
}
