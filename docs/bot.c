/* A player of Maze as a program (docs/bots.md). It slides a row that is not next to it, so that nothing around it
 * moves, and takes one step along a path, to the tile that is nearest to its goal.
 *
 *     cc -o bot bot.c -ljson-c */
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct side {
    int row, column, opposite;
    const char *tiles; /* those with a path on this side */
} sides[] = {{-1, 0, 1, "│└┘├┤┴┼"}, {1, 0, 0, "│┌┐├┤┬┼"}, {0, -1, 3, "─┐┘┤┬┴┼"}, {0, 1, 2, "─┌└├┬┴┼"}};

static int number(json_object *object, const char *key)
{
    return json_object_get_int(json_object_object_get(object, key));
}

static void take_turn(json_object *state, int goal_row, int goal_column)
{
    json_object *rows = json_object_object_get(json_object_object_get(state, "board"), "connectors");
    json_object *me = json_object_array_get_idx(json_object_object_get(state, "plmt"), 0); /* we come first */
    json_object *at = json_object_object_get(me, "current"), *last = json_object_object_get(state, "last");
    int row = number(at, "row#"), column = number(at, "column#"), nearest = -1, to_row = 0, to_column = 0;
    int slide = row > 1 ? 0 : row == 1 ? 4 : 2; /* even, and at least two rows away */
    json_object *here = json_object_array_get_idx(json_object_array_get_idx(rows, (size_t)row), (size_t)column);
    for (const struct side *s = sides; s < sides + 4 && slide < (int)json_object_array_length(rows); s++) {
        int r = row + s->row, c = column + s->column;
        json_object *next = json_object_array_get_idx(rows, (size_t)r); /* NULL beyond the board */
        next = next ? json_object_array_get_idx(next, (size_t)c) : NULL;
        int distance = (r - goal_row) * (r - goal_row) + (c - goal_column) * (c - goal_column);
        if (next && strstr(s->tiles, json_object_get_string(here)) &&
            strstr(sides[s->opposite].tiles, json_object_get_string(next)) && (nearest < 0 || distance < nearest)) {
            nearest = distance, to_row = r, to_column = c;
        }
    }
    const char *latest = last ? json_object_get_string(json_object_array_get_idx(last, 1)) : "";
    const char *direction = strcmp(latest, "RIGHT") == 0 ? "RIGHT" : "LEFT"; /* LEFT might undo the latest slide */
    if (nearest < 0) {
        puts("\"PASS\"");
    } else {
        printf("[%d,\"%s\",0,{\"row#\":%d,\"column#\":%d}]\n", slide, direction, to_row, to_column);
    }
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    int goal_row = 0, goal_column = 0;
    while (getline(&line, &room, stdin) > 0) { /* [name, [argument, ...]] */
        json_object *message = json_tokener_parse(line), *arguments = json_object_array_get_idx(message, 1);
        const char *call = json_object_get_string(json_object_array_get_idx(message, 0));
        if (strcmp(call, "take-turn") == 0) {
            take_turn(json_object_array_get_idx(arguments, 0), goal_row, goal_column);
        } else if (strcmp(call, "setup") == 0) { /* the state or, later in the game, false; then our goal */
            goal_row = number(json_object_array_get_idx(arguments, 1), "row#");
            goal_column = number(json_object_array_get_idx(arguments, 1), "column#");
            puts("\"void\"");
        } else { /* win */
            puts("\"void\"");
        }
        fflush(stdout);
        json_object_put(message);
    }
    free(line);
}
