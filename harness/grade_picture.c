/* Pictures of inputs, for xgrade's page. */
#include "draw/board.h"
#include "draw/map.h"
#include "draw/svg.h"
#include "maze/codec.h"
#include "trains/codec.h"
#include "xgrade.h"

#include <stdio.h>
#include <string.h>

enum { CITIES_MAX = 200, CONNECTIONS_MAX = 1000, LINES_MAX = 31 };

/* The strings before a map: xmap is asked about two cities. */
struct asked {
    char name[2][TRAINS_NAME_MAX + 1];
    int count;
};

static bool is_asked(const struct asked *asked, const char *name)
{
    bool found = false;
    for (int i = 0; i < asked->count; i++) {
        found = found || strcmp(asked->name[i], name) == 0;
    }
    return found;
}

/* Marks the cities that were asked about, by their classes. */
static void mark_asked(struct draw_scene *scene, const struct trains_map *map, const struct asked *asked)
{
    int labels = 0;
    for (int i = 0; i < scene->shapes; i++) {
        struct draw_shape *shape = &scene->shape[i];
        if (shape->kind != DRAW_GROUP) {
            continue;
        }
        if (strcmp(shape->name, "city") == 0 && is_asked(asked, shape->text)) {
            shape->name = "city asked";
        } else if (strcmp(shape->name, "label") == 0 && is_asked(asked, map->city[labels++].name)) {
            shape->name = "label asked";
        }
    }
}

/* An input that cannot be read has no picture, but a lack of memory is no reason to leave one out. */
static void leave_out(const struct error *why, struct text *out)
{
    out->failed = out->failed || why->kind == ERROR_MEMORY;
}

static void draw_map(const struct json_at *at, const struct asked *asked, struct arena *arena, struct text *out)
{
    struct trains_map map;
    struct draw_map picture;
    struct draw_scene scene;
    struct error err = {0};
    if (trains_codec_map(at, arena, &map, &err) && map.cities <= CITIES_MAX && map.connections <= CONNECTIONS_MAX &&
        draw_map_layout(&picture, &map, DRAW_WIDE, arena, &err) && draw_map_scene(&scene, &picture, arena, &err)) {
        mark_asked(&scene, &map, asked);
        if (asked->count == 2) {
            text_string(out, "<figcaption>Asked: from ");
            text_escape_string(out, TEXT_MARKUP, asked->name[0]);
            text_string(out, " to ");
            text_escape_string(out, TEXT_MARKUP, asked->name[1]);
            text_string(out, "</figcaption>\n");
        }
        draw_svg(out, &scene, false);
    }
    leave_out(&err, out);
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
            draw_svg(out, &scene, false);
        }
    }
    leave_out(&err, out);
}

static bool has(const struct json_at *at, const char *name)
{
    return json_object_object_get_ex(at->object, name, NULL);
}

static bool is_map(const struct json_at *at)
{
    return has(at, "width") && has(at, "height") && has(at, "cities") && has(at, "connections");
}

/* Draws a value. False if it is of a kind that has no picture. */
static bool draw_value(const struct json_at *at, const struct asked *asked, struct text *out)
{
    struct arena arena = {0};
    struct json_at member = {0};
    if (!json_object_is_type(at->object, json_type_object)) {
        return false;
    }
    while (!is_map(at) && json_at_each(at, &member)) {
        if (strcmp(member.key, "map") == 0 && is_map(&member)) { /* of a game state */
            return draw_value(&member, asked, out);
        }
    }
    bool known = is_map(at) || has(at, "connectors") || has(at, "board");
    if (is_map(at)) {
        draw_map(at, asked, &arena, out);
    } else if (known) {
        draw_board(at, &arena, out);
    }
    arena_free(&arena);
    return known;
}

static void take_asked(struct asked *asked, struct json_object *value)
{
    if (asked->count < 2 && json_object_is_type(value, json_type_string) &&
        json_object_get_string_len(value) <= TRAINS_NAME_MAX) {
        snprintf(asked->name[asked->count++], TRAINS_NAME_MAX + 1, "%s", json_object_get_string(value));
    }
}

static void draw(const char *input, size_t length, struct text *out)
{
    struct json_stream stream = {.name = "input"};
    struct json_value value = {0};
    struct error err = {0};
    struct asked asked = {.count = 0};
    bool drawn = !json_stream_feed(&stream, input, length, &err);
    stream.finished = true;
    while (!drawn && json_stream_next(&stream, TRAINS_MAP_REPEATS_AT, &value, &err) == JSON_STREAM_VALUE) {
        struct json_at at = json_at_root(&value);
        drawn = draw_value(&at, &asked, out);
        take_asked(&asked, value.object);
        json_object_put(value.object);
    }
    leave_out(&err, out);
    json_stream_free(&stream);
}

const struct report_artist grade_artist = {draw_svg_style, draw};
