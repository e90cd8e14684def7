/* Pictures of inputs, for xgrade's page. */
#include "draw/board.h"
#include "draw/map.h"
#include "draw/svg.h"
#include "maze/codec.h"
#include "trains/codec.h"
#include "xgrade.h"

#include <string.h>

enum { CITIES_MAX = 200, CONNECTIONS_MAX = 1000, LINES_MAX = 31 };

/* Errors are ignored here: an input that cannot be read has no picture. */
static void draw_map(const struct json_at *at, struct arena *arena, struct text *out)
{
    struct trains_map map;
    struct draw_map picture;
    struct draw_scene scene;
    struct error err = {0};
    if (trains_codec_map(at, arena, &map, &err) && map.cities <= CITIES_MAX && map.connections <= CONNECTIONS_MAX &&
        draw_map_layout(&picture, &map, DRAW_WIDE, arena, &err) && draw_map_scene(&scene, &picture, arena, &err)) {
        draw_svg(out, &scene);
    }
}

static void draw_board(const struct json_at *at, struct arena *arena, struct text *out)
{
    struct maze_setup setup;
    struct draw_scene scene;
    struct error err = {0};
    if (maze_codec_any(at, arena, &setup, &err) && setup.state.board.rows <= LINES_MAX &&
        setup.state.board.columns <= LINES_MAX) {
        const struct draw_board_view view = {.state = &setup.state, .goal = setup.goal};
        if (draw_board_scene(&scene, &view, arena, &err)) {
            draw_svg(out, &scene);
        }
    }
}

static bool has(const struct json_at *at, const char *name)
{
    return json_object_object_get_ex(at->object, name, NULL);
}

static bool is_map(const struct json_at *at)
{
    return json_object_is_type(at->object, json_type_object) && has(at, "width") && has(at, "height") &&
           has(at, "cities") && has(at, "connections");
}

/* Draws a value. False if it is of a kind that has no picture. */
static bool draw_value(const struct json_at *at, struct text *out)
{
    struct arena arena = {0};
    struct json_at member = {0};
    if (!json_object_is_type(at->object, json_type_object)) {
        return false;
    }
    while (!is_map(at) && json_at_each(at, &member)) {
        if (strcmp(member.key, "map") == 0 && is_map(&member)) { /* of a game state */
            return draw_value(&member, out);
        }
    }
    bool known = is_map(at) || has(at, "connectors") || has(at, "board");
    if (known) {
        (is_map(at) ? draw_map : draw_board)(at, &arena, out);
    }
    arena_free(&arena);
    return known;
}

static void draw(const char *input, size_t length, struct text *out)
{
    struct json_stream stream = {.name = "input"};
    struct json_value value = {0};
    struct error err = {0};
    bool drawn = !json_stream_feed(&stream, input, length, &err);
    stream.finished = true;
    while (!drawn && json_stream_next(&stream, TRAINS_MAP_REPEATS_AT, &value, &err) == JSON_STREAM_VALUE) {
        struct json_at at = json_at_root(&value);
        drawn = draw_value(&at, out);
        json_object_put(value.object);
    }
    json_stream_free(&stream);
}

const struct report_artist grade_artist = {draw_svg_style, draw};
