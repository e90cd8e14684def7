/* xvisualize: shows a map of Trains or a board of Maze. */
#include "draw/board.h"
#include "draw/map.h"
#include "draw/svg.h"
#include "harness.h"
#include "maze/codec.h"
#include "trains/codec.h"

#include <stdio.h>
#include <stdlib.h>

static const char help[] = "Usage: xvisualize [--board] < INPUT\n\nOptions:\n";

static double width = DRAW_WIDE;
static bool draw_a_map(struct harness *h, struct draw_scene *scene)
{
    struct trains_map map;
    struct draw_map picture;
    return trains_codec_map(&h->value[0], &h->arena, &map, &h->error) &&
           draw_map_layout(&picture, &map, width, &h->arena, &h->error) &&
           draw_map_scene(scene, &picture, &h->arena, &h->error);
}

/* A board, a State or a RefereeState: who has "connectors" is a board, and whose players have "goto" is the last. */
static bool draw_a_board(struct harness *h, struct draw_scene *scene)
{
    const struct json_at *at = &h->value[0];
    struct maze_setup setup = {.extra_count = 0};
    struct draw_board_view view = {.state = &setup.state};
    json_object *players, *first;
    if (!json_at_object(at, &h->error)) {
        return false;
    }
    if (!json_object_object_get_ex(at->object, "plmt", &players)) {
        return maze_codec_board(at, &h->arena, &setup.state.board, &h->error) &&
               draw_board_scene(scene, &view, &h->arena, &h->error);
    }
    first = json_object_is_type(players, json_type_array) ? json_object_array_get_idx(players, 0) : NULL;
    bool goals = json_object_object_get_ex(at->object, "goals", NULL) ||
                 (json_object_is_type(first, json_type_object) && json_object_object_get_ex(first, "goto", NULL));
    if (!(goals ? maze_codec_setup(at, &h->arena, &setup, &h->error)
                : maze_codec_state(at, &h->arena, &setup.state, &h->error))) {
        return false;
    }
    view.goal = setup.goal;
    return draw_board_scene(scene, &view, &h->arena, &h->error);
}

int main(int argc, char **argv)
{
    bool board = false;
    if (getenv("W")) width = atof(getenv("W"));
    const struct harness_option options[] = {{"board", .flag = &board}, {0}};
    struct harness h = {.name = "xvisualize", .help = help};
    struct draw_scene scene;
    if (harness_options(&h, argc, argv, options)) {
        const struct harness_input inputs[] = {
            {.what = board ? "a board or state" : "a map", .repeats_at = board ? 0 : TRAINS_MAP_REPEATS_AT}, {0}};
        if (harness_read(&h, inputs) && (board ? draw_a_board : draw_a_map)(&h, &scene)) {
            struct text out = {0};
            draw_svg_file(&out, &scene);
            fwrite(out.bytes, 1, out.length, stdout);
            fflush(stdout);
            text_free(&out);
        }
    }
    return harness_exit(&h);
}
