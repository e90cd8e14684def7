#include "replay/replay.h"

#include "base/page.h"
#include "draw/board.h"
#include "draw/map.h"
#include "draw/svg.h"
#include "replay/maze.h"
#include "replay/trains.h"

#include <stdlib.h>
#include <string.h>

/* The files in this folder (assets.S). */
extern const char replay_asset_html[], replay_asset_css[], replay_asset_page[], replay_asset_parts[],
    replay_asset_trains[], replay_asset_maze[];

struct replay {
    enum { NOTHING, TRAINS, MAZE } kind; /* which game the log is of, once known */
    struct arena arena;
    struct replay_trains trains;
    struct replay_maze maze;
};

struct replay *replay_new(void)
{
    struct replay *replay = calloc(1, sizeof *replay);
    struct error ignored;
    if (replay &&
        (!replay_names_init(&replay->trains.names, &ignored) || !replay_names_init(&replay->maze.names, &ignored))) {
        replay_free(replay);
        return NULL;
    }
    return replay;
}

void replay_free(struct replay *replay)
{
    if (replay) {
        replay_trains_free(&replay->trains);
        replay_maze_free(&replay->maze);
        arena_free(&replay->arena);
        free(replay);
    }
}

bool replay_take(struct replay *replay, const struct json_at *line, struct error *err)
{
    if (replay->kind == NOTHING) {
        /* A log of Maze begins with a state. */
        bool maze = json_object_is_type(line->object, json_type_object) &&
                    json_object_object_get_ex(line->object, "state", NULL);
        replay->kind = maze ? MAZE : TRAINS;
    }
    bool taken = replay->kind == MAZE ? replay_maze_take(&replay->maze, line, &replay->arena, err)
                                      : replay_trains_take(&replay->trains, line, &replay->arena, err);
    if (taken && (replay->trains.events.failed || replay->maze.events.failed)) {
        return error_memory(err);
    }
    return taken;
}

/* -- the page -- */

/* Maps with more connections are not drawn again for small screens, where nobody could follow them. */
enum { NARROW_MOST = 150 };

/* Draws the map without owners. */
static bool draw_map(struct replay *replay, double width, struct text *page, struct error *err)
{
    struct draw_map map;
    struct draw_scene scene;
    if (!draw_map_layout(&map, &replay->trains.map, width, &replay->arena, err) ||
        !draw_map_scene(&scene, &map, &replay->arena, err)) {
        return false;
    }
    text_format(page, "<div class=\"%s\">\n", width == DRAW_WIDE ? "wide" : "narrow");
    draw_svg(page, &scene);
    text_string(page, "</div>\n");
    return true;
}

/* Draws the initial board. */
static bool draw_board(struct replay *replay, struct text *page, struct error *err)
{
    const struct replay_maze *maze = &replay->maze;
    struct draw_board_view view = {.state = &maze->setup.state, .goal = maze->setup.goal, .names = maze->name};
    struct draw_scene scene;
    if (!draw_board_scene(&scene, &view, &replay->arena, err)) {
        return false;
    }
    draw_svg(page, &scene);
    return true;
}

/* What the parts of a page are written from. */
struct source {
    struct replay *replay;
    struct error *err;
};

static void write_picture(void *self, struct text *page)
{
    const struct source *source = self;
    struct replay *replay = source->replay;
    bool narrow = replay->trains.map.connections <= NARROW_MOST, drawn = true;
    if (replay->kind == MAZE) {
        drawn = draw_board(replay, page, source->err);
    } else if (replay->trains.has_map) {
        drawn = draw_map(replay, DRAW_WIDE, page, source->err) &&
                (!narrow || draw_map(replay, DRAW_NARROW, page, source->err));
    }
    page->failed = page->failed || !drawn;
}

static void write_title(void *self, struct text *page)
{
    const struct replay *replay = ((const struct source *)self)->replay;
    const struct replay_trains *trains = &replay->trains;
    const char *const *name = replay->kind == MAZE ? replay->maze.name : trains->seat_name;
    int players = replay->kind == MAZE ? replay->maze.state.players : trains->players;
    text_string(page, replay->kind == MAZE ? "Maze" : "Trains");
    if (trains->round > 0) {
        text_format(page, ": a tournament of %d players", trains->names.count);
        return;
    }
    for (int i = 0; i < players; i++) {
        text_string(page, i == 0 ? ": " : i + 1 < players ? ", " : " and ");
        text_escape_string(page, TEXT_MARKUP, name[i]);
    }
}

static void write_data(void *self, struct text *page)
{
    const struct replay *replay = ((const struct source *)self)->replay;
    text_format(page, "{\"kind\":\"%s\",\n", replay->kind == MAZE ? "maze" : "trains");
    if (replay->kind == MAZE) {
        replay_maze_data(&replay->maze, page);
    } else {
        replay_trains_data(&replay->trains, page);
    }
    text_string(page, "}");
}

bool replay_page(struct replay *replay, struct text *out, struct error *err)
{
    static const struct page_part parts[] = {
        {"title", write_title}, {"picture", write_picture}, {"data", write_data}, {0}};
    struct page page = {.html = replay_asset_html};
    err->kind = ERROR_NONE;
    draw_svg_style(&page.style);
    text_string(&page.style, replay_asset_css);
    text_string(&page.script, replay_asset_parts);
    text_string(&page.script, replay->kind == MAZE ? replay_asset_maze : replay_asset_trains);
    text_string(&page.script, replay_asset_page);
    page_write(&page, parts, &(struct source){replay, err}, out);
    page_free(&page);
    return !out->failed || (err->kind == ERROR_NONE && error_memory(err));
}
