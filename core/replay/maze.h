/* Turns logs of Maze into the data of a page. */
#ifndef REPLAY_MAZE_H
#define REPLAY_MAZE_H

#include "maze/codec.h"
#include "maze/rules.h"
#include "replay/line.h"

/* Limit on players times cells: checking a turn takes time proportional to the cells. A server's game has room in that
 * on every board of which there is a picture. */
enum { REPLAY_MAZE_MAX = 400000 };

/* Initialize with `struct replay_maze m = {.arena = arena};`, then replay_names_init. */
struct replay_maze {
    struct arena *arena; /* of everything that stays */
    bool has_game;
    struct maze_setup setup;   /* initial state */
    struct replay_names names; /* numbered as in the state */
    const char **name;
    struct text events; /* events so far, as elements of a JSON array; see replay_maze_data */

    struct maze_state state; /* current state */
    struct maze_trial trial;
    struct replay_maze_seat {
        struct maze_spot goal;
        int moved; /* the round of its last turn */
        bool scored;
    } * seat;
    int round;
};

bool replay_maze_take(struct replay_maze *m, const struct json_at *line, struct error *err);

/* Writes the members of a JSON object that follow from the beginning of the game:
 *
 *     "rows", "columns", "sides": one hexadecimal digit for each tile, the spare last,
 *     "players": [[name, color, home row, home column, place, goal row, goal column], ...],
 *     "extra": number of extra goals, assigned as others are reached
 *
 * The other one is
 *
 *     "events": [["s", player, goal row, goal column], ["r", round], ["t", player],
 *                ["t", player, index, direction, quarters, place], ["g", player, home], ["k", player, call, reason],
 *                ["f", player, treasures, distance, won], ["w", player, won]]
 *
 * The letters stand for setup, round, turn, goal, kick, final score, win. Directions are those of maze_direction. */
void replay_maze_data(const struct replay_maze *m, struct text *out);

void replay_maze_free(struct replay_maze *m);

#endif
