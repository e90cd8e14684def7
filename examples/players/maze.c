/* maze [PORT NAME [HOST]]: a player of Maze. It slides a row that is not next to it, so that nothing around it moves,
 * and takes one step along a path, to the tile that is nearest to its goal.
 *
 *     cc -o maze maze.c -ljson-c */
#include "table.h"

static const struct side {
    int row, column, opposite;
    const char *tiles; /* those with a path on this side */
} sides[] = {{-1, 0, 1, "│└┘├┤┴┼"}, {1, 0, 0, "│┌┐├┤┬┼"}, {0, -1, 3, "─┐┘┤┬┴┼"}, {0, 1, 2, "─┌└├┬┴┼"}};

static int goal_row, goal_column;

static int number(json_object *object, const char *key)
{
    return json_object_get_int(member(object, key));
}

static void take_turn(FILE *out, json_object *state)
{
    json_object *rows = member(member(state, "board"), "connectors"), *last = member(state, "last");
    json_object *place = member(at(member(state, "plmt"), 0), "current"); /* we come first */
    int row = number(place, "row#"), column = number(place, "column#"), nearest = -1, to_row = 0, to_column = 0;
    int slide = row > 1 ? 0 : row == 1 ? 4 : 2; /* even, and at least two rows away */
    json_object *here = at(at(rows, row), column);
    for (const struct side *s = sides; s < sides + 4 && slide < (int)json_object_array_length(rows); s++) {
        int r = row + s->row, c = column + s->column;
        json_object *line = at(rows, r), *next = line ? at(line, c) : NULL; /* NULL beyond the board */
        int distance = (r - goal_row) * (r - goal_row) + (c - goal_column) * (c - goal_column);
        if (next && strstr(s->tiles, json_object_get_string(here)) &&
            strstr(sides[s->opposite].tiles, json_object_get_string(next)) && (nearest < 0 || distance < nearest)) {
            nearest = distance, to_row = r, to_column = c;
        }
    }
    const char *latest = last ? json_object_get_string(at(last, 1)) : "";
    const char *direction = strcmp(latest, "RIGHT") == 0 ? "RIGHT" : "LEFT"; /* LEFT might undo the latest slide */
    if (nearest < 0) {
        fputs("\"PASS\"\n", out);
    } else {
        fprintf(out, "[%d,\"%s\",0,{\"row#\":%d,\"column#\":%d}]\n", slide, direction, to_row, to_column);
    }
}

static void answer(FILE *out, const char *call, json_object *arguments)
{
    if (strcmp(call, "take-turn") == 0) {
        take_turn(out, at(arguments, 0));
        return;
    }
    if (strcmp(call, "setup") == 0) { /* the state or, later in the game, false; then our goal */
        goal_row = number(at(arguments, 1), "row#");
        goal_column = number(at(arguments, 1), "column#");
    }
    fputs("\"void\"\n", out);
}

int main(int argc, char **argv)
{
    return play(argc, argv, answer);
}
