/* xvisualize: shows a map of Trains or a board of Maze. */
#include "base/file.h"
#include "canvas.h"
#include "draw/board.h"
#include "draw/map.h"
#include "draw/svg.h"
#include "harness.h"
#include "maze/codec.h"
#include "trains/codec.h"
#include "window.h"

#include <string.h>

static const char help[] =
    "Shows a map of Trains, or a board, a State or a RefereeState of Maze, in a window for 10 seconds, or until a key is "
    "pressed. Where there is no display, the picture goes to stdout, as SVG.\n"
    "\n"
    "    $ ./xvisualize --svg <<'END' | grep -c 'class=\"connection'\n"
    "    {\"width\": 800, \"height\": 800,\n"
    "     \"cities\": [[\"Boston\", [700, 100]], [\"Chicago\", [400, 150]], [\"Seattle\", [50, 80]]],\n"
    "     \"connections\": {\"Boston\": {\"Chicago\": {\"red\": 3, \"blue\": 4}},\n"
    "                     \"Chicago\": {\"Seattle\": {\"white\": 5}}}}\n"
    "    END\n"
    "    3\n";

enum { SHAPES_MAX = 20000 }; /* in a PNG or PDF: more would take too long */

struct settings {
    bool board, svg, dark;
    const char *output;
    struct harness_number seconds, width;
};

static const struct harness_option options[] = {
    {.help = "Options"},
    {"board", HARNESS_INTO(struct settings, board), .help = "complain unless the input is a board or a state of Maze"},
    {"output", 'o', .argument = "FILE", HARNESS_INTO(struct settings, output),
     .help = "write FILE instead: .svg, .png or .pdf"},
    {"svg", HARNESS_INTO(struct settings, svg), .help = "write SVG to stdout even where there is a display"},
    {"seconds", .argument = "N", HARNESS_INTO(struct settings, seconds), .low = 1, .high = 86400,
     .help = "how long the window stays (default: 10)"},
    {"width", .argument = "N", HARNESS_INTO(struct settings, width), .low = 300, .high = 4000,
     .help = "lay a map out for a screen N pixels wide (default: 1000; 460 suits a phone)"},
    {"dark", HARNESS_INTO(struct settings, dark),
     .help = "draw on a dark background; SVG adapts to its surroundings anyway"},
    {.name = ""},
};

/* What is too large for a picture is complained about as other input is, with its position. */
static bool cannot_draw(struct harness *h)
{
    struct error why = h->error;
    return why.kind == ERROR_INPUT ? json_at_fail(&h->value[0], &h->error, "%s", why.text) : false;
}

static bool draw_a_map(struct harness *h, const struct settings *settings, struct draw_scene *scene)
{
    struct trains_map *map = arena_array(&h->arena, 1, sizeof *map);
    struct draw_map *picture = arena_array(&h->arena, 1, sizeof *picture);
    if (!map || !picture) {
        return error_memory(&h->error);
    }
    return trains_codec_map(&h->value[0], &h->arena, map, &h->error) &&
           ((draw_map_layout(picture, map, (double)settings->width.value, &h->arena, &h->error) &&
             draw_map_scene(scene, picture, &h->arena, &h->error)) ||
            cannot_draw(h));
}

static bool draw_a_board(struct harness *h, struct draw_scene *scene)
{
    struct maze_setup setup;
    return json_stream_unique(&h->read[0], &h->error) && /* it could have been a map, which may repeat keys */
           maze_codec_any(&h->value[0], &h->arena, &setup, &h->error) &&
           (draw_board_scene(scene,
                             &(struct draw_board_view){.state = &setup.state, .goal = setup.goal, .names_gems = true},
                             &h->arena, &h->error) ||
            cannot_draw(h));
}

static bool draw(struct harness *h, const struct settings *settings, struct draw_scene *scene)
{
    const struct harness_input inputs[] = {
        {.what = settings->board ? "a board or a state" : "a map, a board or a state",
         .types = HARNESS_OBJECT,
         .repeats_at = TRAINS_MAP_REPEATS_AT},
        {0}};
    if (!harness_read(h, inputs)) {
        return false;
    }
    bool is_board = json_object_object_get_ex(h->value[0].object, "board", NULL) ||
                    json_object_object_get_ex(h->value[0].object, "connectors", NULL);
    return settings->board || is_board ? draw_a_board(h, scene) : draw_a_map(h, settings, scene);
}

/* The end of a file's name; that of stdout is ".svg". */
static const char *ending_of(const char *path)
{
    const char *dot = path ? strrchr(path, '.') : ".svg";
    return dot ? dot : "";
}

/* Lines and letters cost far more to draw than to write down. */
static bool check_size(struct harness *h, const struct settings *settings, const struct draw_scene *scene)
{
    bool fits = strcmp(ending_of(settings->output), ".svg") == 0 || scene->shapes <= SHAPES_MAX;
    return fits ||
           json_at_fail(&h->value[0], &h->error,
                        "a picture of %d shapes is too large for PNG and PDF, which have room for %d; write SVG",
                        scene->shapes, SHAPES_MAX);
}

/* Shows the picture in a window, or writes it to a file or stdout. */
static bool put_out(struct harness *h, const struct settings *settings, const struct draw_scene *scene)
{
    const char *ending = ending_of(settings->output);
    struct text out = {.bytes = NULL};
    bool made = true;
    if (!settings->output && !settings->svg && window_show(scene, (unsigned)settings->seconds.value, settings->dark)) {
        return true;
    }
    if (strcmp(ending, ".png") == 0) {
        made = canvas_png(&out, scene, settings->dark, &h->error);
    } else if (strcmp(ending, ".pdf") == 0) {
        made = canvas_pdf(&out, scene, settings->dark, &h->error);
    } else {
        draw_svg(&out, scene, true);
    }
    if (out.failed) {
        made = error_memory(&h->error);
    }
    made = made &&
           (settings->output ? file_write(settings->output, out.bytes, out.length, &h->error) : harness_write(h, &out));
    text_free(&out);
    return made;
}

static bool check_output(struct harness *h, const char *path)
{
    const char *ending = ending_of(path);
    return strcmp(ending, ".svg") == 0 || strcmp(ending, ".png") == 0 || strcmp(ending, ".pdf") == 0 ||
           harness_usage(h, "cannot write %s: the name must end in .svg, .png or .pdf", harness_show(path).text);
}

int main(int argc, char **argv)
{
    struct settings settings = {.seconds = {.value = 10}, .width = {.value = DRAW_WIDE}};
    const struct harness_table tables[] = {{options, &settings}, {0}};
    struct harness h = {.name = "xvisualize",
                        .usage = "xvisualize [-o FILE] < INPUT",
                        .summary = "Show a map of Trains or a board of Maze.",
                        .help = help};
    struct draw_scene scene = {0};
    if (harness_options(&h, argc, argv, tables) && check_output(&h, settings.output) && draw(&h, &settings, &scene) &&
        check_size(&h, &settings, &scene)) {
        put_out(&h, &settings, &scene);
    }
    return harness_exit(&h);
}
