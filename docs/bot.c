/* A player of Maze as a program (docs/bots.md). It slides a row that is not next to it, so that nothing around it moves,
 * and takes one step along a path, to the tile that is nearest to its goal. To build it: cc -o bot bot.c -ljson-c */
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct side {
    int row, column, opposite;
    const char *tiles; /* those with a path on this side */
} sides[] = {{-1, 0, 1, "│└┘├┤┴┼"}, {1, 0, 0, "│┌┐├┤┬┼"}, {0, -1, 3, "─┐┘┤┬┴┼"}, {0, 1, 2, "─┌└├┬┴┼"}};

static int row_of(json_object *spot) { return json_object_get_int(json_object_object_get(spot, "row#")); }
static int column_of(json_object *spot) { return json_object_get_int(json_object_object_get(spot, "column#")); }
static const char *tile(json_object *rows, int row, int column)
{
    return json_object_get_string(json_object_array_get_idx(json_object_array_get_idx(rows, row), column));
}

static void take_turn(json_object *state, int goal_row, int goal_column)
{
    json_object *rows = json_object_object_get(json_object_object_get(state, "board"), "connectors");
    json_object *me = json_object_array_get_idx(json_object_object_get(state, "plmt"), 0); /* we come first */
    json_object *at = json_object_object_get(me, "current"), *last = json_object_object_get(state, "last");
    int height = json_object_array_length(rows), width = json_object_array_length(json_object_array_get_idx(rows, 0));
    int row = row_of(at), column = column_of(at), slide = row > 2 ? 0 : (row + 3) / 2 * 2, to = -1, nearest = 0;
    for (int i = 0; i < 4 && slide < height; i++) {
        int r = row + sides[i].row, c = column + sides[i].column;
        int distance = (r - goal_row) * (r - goal_row) + (c - goal_column) * (c - goal_column);
        if (r >= 0 && r < height && c >= 0 && c < width && strstr(sides[i].tiles, tile(rows, row, column)) &&
            strstr(sides[sides[i].opposite].tiles, tile(rows, r, c)) && (to < 0 || distance < nearest)) {
            to = i;
            nearest = distance;
        }
    }
    int undoes = last && strcmp(json_object_get_string(json_object_array_get_idx(last, 1)), "RIGHT") == 0; /* LEFT would */
    if (to < 0) {
        puts("\"PASS\"");
    } else {
        printf("[%d,\"%s\",0,{\"row#\":%d,\"column#\":%d}]\n", slide, undoes ? "RIGHT" : "LEFT", row + sides[to].row,
               column + sides[to].column);
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
        } else {
            if (strcmp(call, "setup") == 0) { /* the state or, later in the game, false; then our goal */
                goal_row = row_of(json_object_array_get_idx(arguments, 1));
                goal_column = column_of(json_object_array_get_idx(arguments, 1));
            }
            puts("\"void\"");
        }
        fflush(stdout);
        json_object_put(message);
    }
    free(line);
}
