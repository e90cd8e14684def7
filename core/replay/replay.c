#include "replay/replay.h"

#include "base/page.h"
#include "draw/board.h"
#include "draw/map.h"
#include "draw/svg.h"
#include "replay/maze.h"
#include "replay/trains.h"

#include <stdlib.h>

/* The files in this folder (assets.S). */
extern const char replay_asset_html[], replay_asset_css[], replay_asset_page[], replay_asset_parts[],
    replay_asset_trains[], replay_asset_maze[], replay_asset_live[], replay_asset_play[];

struct replay {
    enum { NOTHING, TRAINS, MAZE } kind; /* which game the log is of, once known */
    struct arena arena;
    struct replay_trains trains;
    struct replay_maze maze;
};

struct replay *replay_new(void)
{
    struct replay *replay = calloc(1, sizeof *replay);
    if (!replay) {
        return NULL;
    }
    replay->trains.arena = replay->maze.arena = &replay->arena;
    if (!replay_names_init(&replay->trains.names) || !replay_names_init(&replay->maze.names)) {
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
    bool taken = replay->kind == MAZE ? replay_maze_take(&replay->maze, line, err)
                                      : replay_trains_take(&replay->trains, line, err);
    if (!taken && replay->kind == MAZE && !replay->maze.has_game) {
        replay->kind = NOTHING; /* a live page may still be asked for, and there is no board to show */
    }
    if (taken && (replay->trains.events.failed || replay->maze.events.failed)) {
        return error_memory(err);
    }
    return taken;
}

/* -- the page -- */

/* Maps with more connections are not drawn again for small screens, where nobody could follow them. */
enum { NARROW_MOST = 150 };

/* What the parts of a page are written from. */
struct source {
    const struct replay *replay;
    const char *live; /* the id of a live page, or NULL */
    const struct replay_player *player;
    struct arena *arena;
    struct error *err;
};

/* Draws the map without owners. */
static bool draw_map(const struct source *source, double width, struct text *page)
{
    struct draw_map map;
    struct draw_scene scene;
    if (!draw_map_layout(&map, &source->replay->trains.map, width, source->arena, source->err) ||
        !draw_map_scene(&scene, &map, source->arena, source->err)) {
        return false;
    }
    text_format(page, "<div class=\"%s\">\n", width == DRAW_WIDE ? "wide" : "narrow");
    draw_svg(page, &scene, false);
    text_string(page, "</div>\n");
    return true;
}

/* Draws the initial board. */
static bool draw_board(const struct source *source, struct text *page)
{
    const struct replay_maze *maze = &source->replay->maze;
    struct draw_board_view view = {.state = &maze->setup.state, .goal = maze->setup.goal, .names = maze->name};
    struct draw_scene scene;
    if (!draw_board_scene(&scene, &view, source->arena, source->err)) {
        return false;
    }
    draw_svg(page, &scene, false);
    return true;
}

static void write_picture(void *self, struct text *page)
{
    const struct source *source = self;
    const struct replay *replay = source->replay;
    bool narrow = replay->trains.map.connections <= NARROW_MOST, drawn = true;
    if (replay->kind == MAZE) {
        drawn = draw_board(source, page);
    } else if (replay->trains.has_map) {
        drawn = draw_map(source, DRAW_WIDE, page) && (!narrow || draw_map(source, DRAW_NARROW, page));
    }
    page->failed = page->failed || !drawn;
}

static void write_title(void *self, struct text *page)
{
    const struct source *source = self;
    const struct replay *replay = source->replay;
    const struct replay_trains *trains = &replay->trains;
    const char *const *name = replay->kind == MAZE ? replay->maze.name : trains->seat_name;
    int players = replay->kind == MAZE ? replay->maze.state.players : trains->players;
    const char *game = replay->kind == MAZE ? "Maze" : "Trains";
    if (source->live) {
        text_string(page, replay->kind == NOTHING ? "Live" : game);
        text_string(page, replay->kind == NOTHING ? "" : ", live");
        return;
    }
    text_string(page, game);
    if (trains->round > 0) {
        text_format(page, ": a tournament of %d players", trains->names.count);
        return;
    }
    for (int i = 0; i < players; i++) {
        text_string(page, i == 0 ? ": " : i + 1 < players ? ", " : " and ");
        text_escape_string(page, TEXT_MARKUP, name[i]);
    }
}

/* The members that a page has from the start, which are not in replay_news. */
static void write_beginning(const struct replay *replay, struct text *page)
{
    if (replay->kind == MAZE) {
        replay_maze_data(&replay->maze, page);
    } else {
        replay_trains_data(&replay->trains, page);
    }
    text_string(page, ",\n");
}

static void write_data(void *self, struct text *page)
{
    const struct source *source = self;
    struct replay_mark all = {0};
    text_format(page, "{\"kind\":\"%s\",\n", source->replay->kind == MAZE ? "maze" : "trains");
    write_beginning(source->replay, page);
    if (source->player) {
        text_string(page, "\"seconds\":");
        text_number(page, source->player->seconds, 1);
        text_string(page, ",");
    }
    if (source->live) {
        text_format(page, "\"live\":\"%s\",\"names\":[],\"events\":[]", source->live);
    } else {
        replay_news(source->replay, &all, page);
    }
    text_string(page, "}");
}

/* Adds the elements of a JSON array that a mark has not passed. */
static void add_news(const struct text *list, size_t *passed, struct text *out)
{
    if (*passed < list->length) {
        size_t from = *passed + (*passed > 0); /* without the comma */
        text_add(out, list->bytes + from, list->length - from);
    }
    out->failed = out->failed || list->failed;
    *passed = list->length;
}

void replay_news(const struct replay *replay, struct replay_mark *mark, struct text *out)
{
    bool maze = replay->kind == MAZE;
    text_string(out, "\"names\":[");
    if (!maze) {
        add_news(&replay->trains.names.list, &mark->names, out);
    }
    text_string(out, "],\n\"events\":[");
    add_news(maze ? &replay->maze.events : &replay->trains.events, &mark->events, out);
    text_string(out, "]");
}

static bool make_page(struct source source, struct text *out, struct text *policy)
{
    static const struct page_part parts[] = {
        {"title", write_title}, {"picture", write_picture}, {"data", write_data}, {0}};
    struct page page = {.html = replay_asset_html, .connects = source.live};
    struct arena arena = {0};
    source.arena = &arena;
    source.err->kind = ERROR_NONE;
    draw_svg_style(&page.style);
    text_string(&page.style, page_css);
    text_string(&page.style, replay_asset_css);
    text_string(&page.script, replay_asset_parts);
    text_string(&page.script, source.replay->kind == MAZE ? replay_asset_maze : replay_asset_trains);
    text_string(&page.script, replay_asset_page);
    text_string(&page.script, source.live ? replay_asset_live : "");
    text_string(&page.script, source.player ? replay_asset_play : "");
    page_write(&page, parts, &source, out);
    if (policy) {
        page_policy(&page, policy);
    }
    page_free(&page);
    arena_free(&arena);
    bool failed = out->failed || (policy && policy->failed);
    return !failed || (source.err->kind == ERROR_NONE && error_memory(source.err));
}

bool replay_page(struct replay *replay, struct text *page, struct error *err)
{
    return make_page((struct source){.replay = replay, .err = err}, page, NULL);
}

bool replay_has_picture(const struct replay *replay)
{
    return replay->trains.has_map || replay->maze.has_game;
}

bool replay_live_page(struct replay *replay, const char *id, const struct replay_player *player, struct text *page,
                      struct text *policy, struct error *err)
{
    return make_page((struct source){.replay = replay, .live = id, .player = player, .err = err}, page, policy);
}
