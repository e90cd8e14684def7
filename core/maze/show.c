#include "maze/show.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    char name[8];
    int code;
} colors[] = {
    {"purple", 0xA03CC8}, {"orange", 0xFF8C00}, {"pink", 0xFF82B4},  {"red", 0xE63232},   {"blue", 0x466EFF},
    {"green", 0x28AA46},  {"yellow", 0xE6C800}, {"white", 0xF5F5F5}, {"black", 0x6E6E6E},
};

/* Switches to a player's color. */
static void paint(FILE *stream, const char *name)
{
    int code = (int)strtol(name, NULL, 16);
    for (size_t i = 0; i < sizeof colors / sizeof *colors; i++) {
        code = strcmp(colors[i].name, name) == 0 ? colors[i].code : code;
    }
    fprintf(stream, "\033[1;38;2;%d;%d;%dm", code >> 16 & 255, code >> 8 & 255, code & 255);
}

/* Writes a mark, in a player's color if there is one, possibly inverted. */
static void mark(FILE *stream, const struct maze_state *state, int player, const char *text, bool color, bool inverse)
{
    if (color && player >= 0) {
        paint(stream, state->avatar[player].color);
    }
    fprintf(stream, "%s%s%s", color && inverse ? "\033[7m" : "", text, color ? "\033[0m" : "");
}

/* The first player with an avatar, home or goal at a place, or MAZE_NOBODY. */
struct things {
    int avatar, home, goal;
};

static void note(int *first, int player)
{
    *first = *first == MAZE_NOBODY ? player : *first;
}

/* Finds what is at each place; NULL if out of memory. */
static struct things *find_things(const struct maze_state *state, const struct maze_spot *goal)
{
    const struct maze_board *board = &state->board;
    int cells = board->rows * board->columns;
    struct things *things = calloc((size_t)cells, sizeof *things);
    for (int i = 0; things && i < cells; i++) {
        things[i] = (struct things){MAZE_NOBODY, MAZE_NOBODY, MAZE_NOBODY};
    }
    for (int i = 0; things && i < state->players; i++) {
        const struct maze_avatar *a = &state->avatar[i];
        int home = maze_board_place(board, a->home), aim = goal ? maze_board_place(board, goal[i]) : MAZE_NOWHERE;
        if (a->out) {
            continue;
        }
        note(&things[a->current].avatar, i);
        if (home != MAZE_NOWHERE) {
            note(&things[home].home, i);
        }
        if (aim != MAZE_NOWHERE) {
            note(&things[aim].goal, i);
        }
    }
    return things;
}

static void show_cell(FILE *stream, const struct maze_state *state, struct things t, const struct maze_set *reached,
                      int place, bool color)
{
    uint8_t sides = state->board.tile[place].sides;
    bool marked = reached && maze_set_has(reached, place);
    const char number[] = {(char)(t.avatar < 9 ? '1' + t.avatar : '*'), '\0'}, *blank = marked && !color ? "·" : " ";
    mark(stream, state, t.home, t.home >= 0 ? "⌂" : sides & MAZE_WEST ? "─" : blank, color, marked);
    mark(stream, state, t.avatar, t.avatar >= 0 ? number : maze_tile_connector(sides), color, marked);
    mark(stream, state, t.goal, t.goal >= 0 ? "◎" : sides & MAZE_EAST ? "─" : blank, color, marked);
}

static void show_spot(FILE *stream, const char *what, struct maze_spot spot)
{
    if (spot.row != MAZE_NOWHERE) {
        fprintf(stream, "  %s %d,%d", what, spot.row, spot.column);
    }
}

bool maze_show(FILE *stream, const struct maze_state *state, const struct maze_spot *goal,
               const struct maze_set *reached, bool color)
{
    const struct maze_board *board = &state->board;
    struct things *things = find_things(state, goal);
    if (!things) {
        return false;
    }
    fputs("     ", stream);
    for (int c = 0; c < board->columns; c++) {
        fprintf(stream, "%2d%s", c, c % 2 ? " " : "↕");
    }
    if (board->spare.sides) {
        fprintf(stream, "   spare %s", maze_tile_connector(board->spare.sides));
    }
    fputc('\n', stream);
    for (int r = 0; r < board->rows; r++) {
        fprintf(stream, "%3d%s ", r, r % 2 ? " " : "↔");
        for (int c = 0; c < board->columns; c++) {
            int place = r * board->columns + c;
            show_cell(stream, state, things[place], reached, place, color);
        }
        fputc('\n', stream);
    }
    for (int i = 0; i < state->players; i++) {
        const struct maze_avatar *a = &state->avatar[i];
        if (!a->out) {
            fprintf(stream, "%4d ", i + 1);
            mark(stream, state, i, a->color, color, false);
            show_spot(stream, "at", maze_board_spot(board, a->current));
            show_spot(stream, "⌂", a->home);
            if (goal) {
                show_spot(stream, "◎", goal[i]);
            }
            fputc('\n', stream);
        }
    }
    free(things);
    return true;
}
