#include "draw/board.h"

#include "draw/font.h"
#include "draw/marks.h"

enum {
    CELL = DRAW_CELL,
    HALF = DRAW_CELL / 2,
    BORDER = 46, /* around the board, for arrows and numbers */
    LINE = 34,   /* height of a line in the legend */
    MARGIN = 16,
    NARROWEST = 300,
};

/* -- gems -- */

/* The kinds of gems on a board, numbered in the order of their names. Colors alone cannot tell a hundred kinds apart.
 */
struct gems {
    int number[MAZE_GEMS]; /* 0: not on the board, or not named */
    int kinds;
};

static void count_gems(struct gems *gems, const struct maze_board *board)
{
    for (int place = 0; place < board->rows * board->columns; place++) {
        gems->number[board->tile[place].gem[0]] = gems->number[board->tile[place].gem[1]] = 1;
    }
    if (board->spare.sides) {
        gems->number[board->spare.gem[0]] = gems->number[board->spare.gem[1]] = 1;
    }
    for (int i = 0; i < MAZE_GEMS; i++) {
        gems->number[i] = gems->number[i] ? ++gems->kinds : 0;
    }
}

/* Spreads the gems' colors as far apart as possible, each a golden angle from the previous one. All are light enough
 * for dark numbers. */
static const char *gem_color(struct draw_scene *scene, int gem)
{
    double hue = fmod(gem * 137.508, 360) / 60, x = 1 - fabs(fmod(hue, 2) - 1);
    static const int order[6][3] = {{2, 1, 0}, {1, 2, 0}, {0, 2, 1}, {0, 1, 2}, {1, 0, 2}, {2, 0, 1}};
    double part[] = {0, x, 1};
    unsigned rgb[3];
    for (int i = 0; i < 3; i++) {
        rgb[i] = (unsigned)(105 + 140 * part[order[(int)hue][i]]);
    }
    return draw_scene_text(scene, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
}

static void add_gem(struct draw_scene *scene, const struct gems *gems, int gem, double x, double y)
{
    enum { RADIUS = 8 };
    int corners = 3 + gem % 4;
    double down = corners == 3 ? 1 : 0; /* where a triangle is widest */
    struct draw_step step[8];
    for (int i = 0; i < corners; i++) {
        double angle = 2 * M_PI * i / corners - M_PI / 2;
        step[i] = draw_step_to(i ? 'L' : 'M', (struct draw_point){x + RADIUS * cos(angle), y + RADIUS * sin(angle)});
    }
    step[corners] = (struct draw_step){.op = 'Z'};
    draw_scene_path(scene, DRAW_GEM, step, corners + 1);
    draw_scene_place(scene, (struct draw_point){0, 0}, gem_color(scene, gem));
    if (gems->number[gem]) {
        draw_scene_write(scene, DRAW_GEM_NUMBER, (struct draw_point){x, y + down},
                         draw_scene_text(scene, "%d", gems->number[gem]));
    }
}

/* -- tiles -- */

/* The paths of a tile, relative to its center: a bend, or lines that meet there. */
static int find_ways(unsigned sides, struct draw_step step[8])
{
    static const struct draw_point end[4] = {{0, -HALF}, {HALF, 0}, {0, HALF}, {-HALF, 0}};
    static const int bends[4] = {MAZE_NORTH | MAZE_EAST, MAZE_EAST | MAZE_SOUTH, MAZE_SOUTH | MAZE_WEST,
                                 MAZE_WEST | MAZE_NORTH};
    for (int i = 0; i < 4; i++) {
        if ((int)sides == bends[i]) {
            step[0] = draw_step_to('M', end[i]);
            step[1] = draw_step_to('Q', end[(i + 1) % 4]);
            return 2;
        }
    }
    int steps = 0;
    for (int i = 0; i < 4; i++) {
        bool across = sides >> ((i + 2) % 4) & 1;
        if ((sides >> i & 1) && (i < 2 || !across)) {
            struct draw_point to = across ? end[(i + 2) % 4] : (struct draw_point){0, 0};
            step[steps++] = draw_step_to('M', end[i]);
            step[steps++] = draw_step_to('L', to);
        }
    }
    return steps;
}

static void add_tile(struct draw_scene *scene, const struct gems *gems, const struct maze_tile *tile,
                     struct draw_point at, bool fixed, bool reached)
{
    struct draw_step ways[8];
    int steps = find_ways(tile->sides, ways);
    draw_scene_fact(scene, "sides", "%d", tile->sides);
    draw_scene_place(scene, at, NULL);
    draw_scene_add(scene, (struct draw_shape){.kind = DRAW_BOX,
                                              .style = fixed ? DRAW_A_FIXED : DRAW_A_TILE,
                                              .box = {-HALF, -HALF, HALF, HALF},
                                              .size = 5});
    draw_scene_group(scene, "ways", NULL);
    draw_scene_path(scene, DRAW_A_BANK, ways, steps);
    draw_scene_path(scene, DRAW_A_WAY, ways, steps);
    draw_scene_end(scene);
    add_gem(scene, gems, tile->gem[0], -DRAW_CORNER, -DRAW_CORNER);
    add_gem(scene, gems, tile->gem[1], DRAW_CORNER, DRAW_CORNER);
    if (reached) {
        draw_scene_add(scene, (struct draw_shape){.kind = DRAW_BOX,
                                                  .style = DRAW_REACHED,
                                                  .box = {3 - HALF, 3 - HALF, HALF - 3, HALF - 3},
                                                  .size = 4});
    }
    draw_scene_end(scene);
}

static struct draw_point middle_of(struct maze_spot spot)
{
    return (struct draw_point){BORDER + (spot.column + 0.5) * CELL, BORDER + (spot.row + 0.5) * CELL};
}

static const char *gems_of(struct draw_scene *scene, const struct maze_tile *tile)
{
    return draw_scene_text(scene, "%s, %s", maze_gem_names[tile->gem[0]], maze_gem_names[tile->gem[1]]);
}

static void add_tiles(struct draw_scene *scene, const struct gems *gems, const struct draw_board_view *view)
{
    const struct maze_board *board = &view->state->board;
    for (int place = 0; place < board->rows * board->columns; place++) {
        struct maze_spot spot = maze_board_spot(board, place);
        bool fixed = spot.row % 2 && spot.column % 2;
        draw_scene_group(scene, fixed ? "cell fixed" : "cell",
                         draw_scene_text(scene, "row %d, column %d: %s", spot.row, spot.column,
                                         gems_of(scene, &board->tile[place])));
        draw_scene_fact(scene, "tile", "%d", place);
        add_tile(scene, gems, &board->tile[place], middle_of(spot), fixed,
                 view->reached && maze_set_has(view->reached, place));
    }
}

static struct draw_point spare_at(const struct maze_board *board)
{
    return (struct draw_point){BORDER + HALF, 2 * BORDER + board->rows * CELL + HALF};
}

/* Added with the other tiles, below all marks: in a replay it slides onto the board. */
static void add_spare(struct draw_scene *scene, const struct gems *gems, const struct maze_board *board)
{
    struct draw_point at = spare_at(board);
    draw_scene_group(scene, "cell spare", draw_scene_text(scene, "spare tile: %s", gems_of(scene, &board->spare)));
    draw_scene_fact(scene, "tile", "%d", board->rows * board->columns);
    add_tile(scene, gems, &board->spare, at, false, false);
    draw_scene_write(scene, DRAW_NOTE, (struct draw_point){at.x, at.y + HALF + 12}, "spare tile");
}

/* -- around the board -- */

/* A triangle with its tip 9 pixels from a point. */
static void add_triangle(struct draw_scene *scene, struct draw_point at, struct draw_point way, enum draw_style style)
{
    struct draw_point side = {way.y * 9, way.x * 9}, back = draw_minus(at, draw_times(way, 4));
    struct draw_step step[] = {draw_step_to('M', draw_add(back, side)),
                               draw_step_to('L', draw_add(at, draw_times(way, 9))),
                               draw_step_to('L', draw_minus(back, side)),
                               {.op = 'Z'}};
    draw_scene_path(scene, style, step, 4);
}

/* A triangle that points into the board, where the spare is inserted. */
static void add_arrow(struct draw_scene *scene, const struct maze_state *state, struct maze_slide slide)
{
    static const struct draw_point ways[MAZE_DIRECTIONS] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    struct draw_point way = ways[slide.direction];
    struct draw_point at = middle_of(maze_board_spot(&state->board, maze_board_insertion(&state->board, slide)));
    at = draw_minus(at, draw_times(way, HALF + 14));
    bool last = state->has_last && state->last.index == slide.index && state->last.direction == slide.direction;
    bool row = slide.direction == MAZE_LEFT || slide.direction == MAZE_RIGHT;
    draw_scene_group(scene, last ? "slide last" : "slide",
                     draw_scene_text(scene, "%s %d moves %s%s", row ? "row" : "column", slide.index,
                                     maze_direction_names[slide.direction], last ? ": the last action" : ""));
    draw_scene_fact(scene, "index", "%d", slide.index);
    draw_scene_fact(scene, "direction", "%s", maze_direction_names[slide.direction]);
    add_triangle(scene, at, way, last ? DRAW_ARROW_LAST : DRAW_ARROW);
    draw_scene_end(scene);
}

static void add_lines(struct draw_scene *scene, const struct maze_state *state)
{
    const struct maze_board *board = &state->board;
    for (int i = 0; i < board->rows || i < board->columns; i++) {
        for (int direction = 0; direction < MAZE_DIRECTIONS; direction++) {
            struct maze_slide slide = {i, (enum maze_direction)direction};
            if (maze_board_can_slide(board, slide)) {
                add_arrow(scene, state, slide);
            }
        }
    }
    for (int row = 0; row < board->rows; row++) {
        struct draw_point at = {BORDER - 34, BORDER + (row + 0.5) * CELL};
        draw_scene_write(scene, DRAW_NOTE, at, draw_scene_text(scene, "%d", row));
    }
    for (int column = 0; column < board->columns; column++) {
        struct draw_point at = {BORDER + (column + 0.5) * CELL, BORDER - 34};
        draw_scene_write(scene, DRAW_NOTE, at, draw_scene_text(scene, "%d", column));
    }
}

/* -- players -- */

static struct draw_mark mark_of(struct draw_scene *scene, const struct draw_board_view *view, int player)
{
    const struct maze_avatar *avatar = &view->state->avatar[player];
    char shade[8];
    const char *color = draw_scene_text(scene, "%s", draw_marks_color(avatar->color, shade));
    return (struct draw_mark){
        .player = player, .name = view->names ? view->names[player] : avatar->color, .color = color};
}

/* Finds where a player has one of its marks. */
typedef struct maze_spot (*find_spot)(const struct draw_board_view *view, int player);

static struct maze_spot find_home(const struct draw_board_view *view, int player)
{
    return view->state->avatar[player].home;
}

static struct maze_spot find_goal(const struct draw_board_view *view, int player)
{
    return view->goal[player];
}

static struct maze_spot find_current(const struct draw_board_view *view, int player)
{
    return maze_board_spot(&view->state->board, view->state->avatar[player].current);
}

/* The offset of one of several marks of a kind that share a tile, chosen to keep their numbers readable: around the
 * center (lean 0), or in rows that start at the first mark and go right and up (1) or left and down (-1). */
static struct draw_point aside(int lean, int number, int all)
{
    if (!lean) {
        double away = all > 1 ? 0.24 * CELL : 0, angle = 2 * M_PI * number / all;
        return (struct draw_point){-away * cos(angle), -away * sin(angle)};
    }
    int each = (int)fmax(3, ceil(sqrt(all))); /* per row */
    int row = number / each, column = number % each;
    double step = 54.0 / each;
    return (struct draw_point){lean * step * column, -lean * step * row};
}

/* Adds a mark for every player that has one on the board. */
static void add_marks(struct draw_scene *scene, const struct draw_board_view *view, find_spot find, int lean,
                      void (*add)(struct draw_scene *, const struct draw_mark *))
{
    const struct maze_state *state = view->state;
    const struct maze_board *board = &state->board;
    size_t places = (size_t)board->rows * (size_t)board->columns;
    int *all = arena_array(scene->arena, places, sizeof *all), *before = arena_array(scene->arena, places, sizeof *all);
    for (int pass = 0; pass < 2 && all && before; pass++) {
        for (int i = 0; i < state->players; i++) {
            struct maze_spot spot = find(view, i);
            int place = state->avatar[i].out ? MAZE_NOWHERE : maze_board_place(board, spot);
            if (place != MAZE_NOWHERE && pass == 0) {
                all[place]++;
            } else if (place != MAZE_NOWHERE) {
                struct draw_mark mark = mark_of(scene, view, i);
                mark.at = draw_add(middle_of(spot), aside(lean, before[place]++, all[place]));
                add(scene, &mark);
            }
        }
    }
    scene->failed |= !all || !before;
}

/* -- below the board -- */

/* Lines of marks and their meanings, laid out from left to right. */
struct legend {
    struct draw_scene *scene;
    double left; /* start of each line */
    struct draw_point at;
};

static void add_entry(struct legend *legend, struct draw_mark mark, struct draw_point middle,
                      void (*add)(struct draw_scene *, const struct draw_mark *))
{
    struct draw_scene *scene = legend->scene;
    double width = draw_font_width(mark.name, draw_looks[DRAW_NOTE].font);
    if (legend->at.x > legend->left && legend->at.x + width + 40 > scene->width - MARGIN) {
        legend->at = (struct draw_point){legend->left, legend->at.y + LINE};
    }
    struct draw_point at = {legend->at.x + 13, legend->at.y};
    mark.key = true;
    mark.at = draw_minus(at, middle);
    add(scene, &mark);
    draw_scene_write(scene, DRAW_NOTE, (struct draw_point){at.x + 20 + width / 2, at.y}, mark.name);
    legend->at.x += width + 52;
}

static void add_last_key(struct draw_scene *scene, const struct draw_mark *mark)
{
    add_triangle(scene, mark->at, (struct draw_point){1, 0}, DRAW_ARROW_LAST);
}

/* Adds the players and the meanings of the marks, next to the spare tile. Returns where it ends. */
static double add_key(struct draw_scene *scene, const struct draw_board_view *view, double left, double top)
{
    const struct maze_state *state = view->state;
    struct legend legend = {scene, left, {left, top + 16}};
    struct draw_mark any = {.player = DRAW_NO_PLAYER, .name = "home"};
    if (!state->players && !state->has_last) {
        return top;
    }
    draw_scene_group(scene, "legend", NULL);
    for (int i = 0; i < state->players; i++) {
        add_entry(&legend, mark_of(scene, view, i), (struct draw_point){0, 0}, draw_marks_avatar);
    }
    if (state->players) {
        legend.at = (struct draw_point){left, legend.at.y + LINE};
        add_entry(&legend, any, (struct draw_point){-DRAW_CORNER, DRAW_CORNER}, draw_marks_home);
    }
    if (view->goal) {
        any.name = "goal";
        add_entry(&legend, any, (struct draw_point){DRAW_CORNER, -DRAW_CORNER}, draw_marks_goal);
    }
    if (state->has_last) {
        any.name = "last slide";
        add_entry(&legend, any, (struct draw_point){0, 0}, add_last_key);
    }
    draw_scene_end(scene);
    return legend.at.y + 16;
}

/* Adds the names of the gems, in columns. Returns where they end. */
static double add_gem_names(struct draw_scene *scene, const struct gems *gems, double top)
{
    enum { WIDTH = 160, HEIGHT = 18 };
    double left = BORDER, width = scene->width - 2 * MARGIN;
    int columns = (int)fmax(1, floor(width / WIDTH)), rows = (gems->kinds + columns - 1) / columns;
    if (!gems->kinds) {
        return top;
    }
    draw_scene_group(scene, "legend gems", NULL);
    for (int gem = 0; gem < MAZE_GEMS; gem++) {
        int index = gems->number[gem] - 1;
        if (index >= 0) {
            int column = index / rows;
            double x = left + column * WIDTH, y = top + (index % rows + 0.5) * HEIGHT;
            double length = draw_font_width(maze_gem_names[gem], draw_looks[DRAW_GEM_NAME].font);
            add_gem(scene, gems, gem, x, y);
            draw_scene_write(scene, DRAW_GEM_NAME, (struct draw_point){x + 13 + length / 2, y}, maze_gem_names[gem]);
        }
    }
    draw_scene_end(scene);
    return top + rows * HEIGHT;
}

/* Adds the spare tile's place and the legend. Returns the height of it all. */
static double add_below(struct draw_scene *scene, const struct draw_board_view *view, const struct gems *gems)
{
    const struct maze_board *board = &view->state->board;
    double top = 2 * BORDER + board->rows * CELL, spare = board->spare.sides ? CELL + 24 : 0;
    double end = fmax(top + spare, add_key(scene, view, BORDER + spare, top));
    return add_gem_names(scene, gems, end + (end > top ? MARGIN : 0)) - top;
}

bool draw_board_scene(struct draw_scene *scene, const struct draw_board_view *view, struct arena *arena,
                      struct error *err)
{
    const struct maze_board *board = &view->state->board;
    if (board->rows > DRAW_CELLS_MAX / board->columns) {
        return error_set(err, ERROR_INPUT,
                         "a board of %d rows and %d columns is too large for a picture, which has room for %d tiles",
                         board->rows, board->columns, DRAW_CELLS_MAX);
    }
    if (view->state->players > DRAW_PLAYERS_MAX) {
        return error_set(err, ERROR_INPUT, "a state with %d players is too large for a picture, which has room for %d",
                         view->state->players, DRAW_PLAYERS_MAX);
    }
    *scene = (struct draw_scene){.name = "board", .arena = arena};
    scene->width = fmax(2 * BORDER + board->columns * CELL, NARROWEST);
    scene->title = draw_scene_text(scene, "A board of Maze: %d rows, %d columns, %d player%s", board->rows,
                                   board->columns, view->state->players, view->state->players == 1 ? "" : "s");
    draw_scene_fact(scene, "rows", "%d", board->rows);
    draw_scene_fact(scene, "columns", "%d", board->columns);
    draw_scene_fact(scene, "cell", "%d", CELL);
    draw_scene_fact(scene, "origin", "%d %d", BORDER, BORDER);
    if (board->spare.sides) {
        draw_scene_fact(scene, "spare", "%g %g", spare_at(board).x, spare_at(board).y);
    }
    draw_scene_add(scene, (struct draw_shape){.kind = DRAW_BOX, .style = DRAW_BACKGROUND});
    add_lines(scene, view->state);
    struct gems gems = {.kinds = 0};
    if (view->names_gems) {
        count_gems(&gems, board);
    }
    add_tiles(scene, &gems, view);
    if (board->spare.sides) {
        add_spare(scene, &gems, board);
    }
    add_marks(scene, view, find_home, 1, draw_marks_home);
    if (view->goal) {
        add_marks(scene, view, find_goal, -1, draw_marks_goal);
    }
    add_marks(scene, view, find_current, 0, draw_marks_avatar);
    double below = add_below(scene, view, &gems);
    scene->height = 2 * BORDER + board->rows * CELL + (below > 0 ? below + MARGIN : 0);
    if (scene->failed) {
        return error_memory(err);
    }
    scene->shape[0].box = (struct draw_box){0, 0, scene->width, scene->height};
    return true;
}
