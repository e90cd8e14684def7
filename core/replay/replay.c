#include "replay/replay.h"

#include "draw/board.h"
#include "draw/map.h"
#include "draw/svg.h"
#include "replay/maze.h"
#include "replay/trains.h"

#include <stdlib.h>
#include <string.h>

/* The files of this folder (assets.S). */
extern const char replay_asset_html[], replay_asset_css[], replay_asset_page[], replay_asset_parts[],
    replay_asset_trains[], replay_asset_maze[];

struct replay {
    enum { NOTHING, TRAINS, MAZE } kind; /* what the log is about, once that is known */
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

/* Maps with more connections are not drawn a second time for small screens, where nobody could follow them. */
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

/* Draws the board as the game began. */
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

static bool write_picture(struct replay *replay, struct text *page, struct error *err)
{
    if (replay->kind == MAZE) {
        return draw_board(replay, page, err);
    }
    bool narrow = replay->trains.map.connections <= NARROW_MOST;
    return !replay->trains.has_map ||
           (draw_map(replay, DRAW_WIDE, page, err) && (!narrow || draw_map(replay, DRAW_NARROW, page, err)));
}

static bool write_title(struct replay *replay, struct text *page, struct error *err)
{
    const struct replay_trains *trains = &replay->trains;
    const char *const *name = replay->kind == MAZE ? replay->maze.name : trains->seat_name;
    int players = replay->kind == MAZE ? replay->maze.state.players : trains->players;
    (void)err;
    text_string(page, replay->kind == MAZE ? "Maze" : "Trains");
    if (trains->round > 0) {
        text_format(page, ": a tournament of %d players", trains->names.count);
        return true;
    }
    for (int i = 0; i < players; i++) {
        text_string(page, i == 0 ? ": " : i + 1 < players ? ", " : " and ");
        text_escape_string(page, TEXT_MARKUP, name[i]);
    }
    return true;
}

static bool write_data(struct replay *replay, struct text *page, struct error *err)
{
    (void)err;
    text_format(page, "{\"kind\":\"%s\",\n", replay->kind == MAZE ? "maze" : "trains");
    if (replay->kind == MAZE) {
        replay_maze_data(&replay->maze, page);
    } else {
        replay_trains_data(&replay->trains, page);
    }
    text_string(page, "}");
    return true;
}

static bool write_script(struct replay *replay, struct text *page, struct error *err)
{
    (void)err;
    text_string(page, replay_asset_parts);
    text_string(page, replay->kind == MAZE ? replay_asset_maze : replay_asset_trains);
    text_string(page, replay_asset_page);
    return true;
}

static bool write_style(struct replay *replay, struct text *page, struct error *err)
{
    (void)replay;
    (void)err;
    draw_svg_style(page);
    text_string(page, replay_asset_css);
    return true;
}

/* What stands for what in page.html. */
static const struct part {
    const char *mark;
    bool (*write)(struct replay *replay, struct text *page, struct error *err);
} parts[] = {
    {"{{title}}", write_title}, {"{{style}}", write_style},   {"{{picture}}", write_picture},
    {"{{data}}", write_data},   {"{{script}}", write_script},
};

static const struct part *part_at(const char *text)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (strncmp(text, parts[i].mark, strlen(parts[i].mark)) == 0) {
            return &parts[i];
        }
    }
    return NULL;
}

bool replay_page(struct replay *replay, struct text *page, struct error *err)
{
    const char *from = replay_asset_html;
    for (const char *at = from; (at = strstr(at, "{{"));) {
        const struct part *part = part_at(at);
        if (!part) {
            at += 2;
            continue;
        }
        text_add(page, from, (size_t)(at - from));
        if (!part->write(replay, page, err)) {
            return false;
        }
        from = at += strlen(part->mark);
    }
    text_string(page, from);
    return page->failed ? error_memory(err) : true;
}
