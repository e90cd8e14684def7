/* Follows the paths after each slide: fast where the player reaches little, as on random boards. */
#include "maze/prospects_ways.h"
#include "maze/rules.h"

#include <string.h>

enum { PATIENCE = 4 }; /* how many cells may be visited for each cell of the board */

struct flood {
    const struct maze_prospects *p;
    const struct maze_board *board;
    uint8_t *sides; /* of each place: the open ones, but for those that lead off the board */
    bool *reached;
    int *queue; /* the places reached */
    int count;
    struct maze_region region; /* these places, without the player's own as one to go to */
    int player;
};

bool maze_prospects_by_flood_init(struct maze_prospects *p, const struct maze_board *board, struct arena *arena)
{
    size_t rows = (size_t)board->rows, columns = (size_t)board->columns, cells = rows * columns;
    p->inside = arena_array(arena, cells, sizeof *p->inside);
    p->sides = arena_array(arena, cells, sizeof *p->sides);
    p->reached = arena_array(arena, cells, sizeof *p->reached);
    p->queue = arena_array(arena, cells, sizeof *p->queue);
    if (!p->inside || !p->sides || !p->reached || !p->queue) {
        return false;
    }
    memset(p->inside, MAZE_ALL_SIDES, cells);
    for (size_t i = 0; i < columns; i++) {
        p->inside[i] &= (uint8_t)~MAZE_NORTH;
        p->inside[cells - 1 - i] &= (uint8_t)~MAZE_SOUTH;
    }
    for (size_t i = 0; i < cells; i += columns) {
        p->inside[i] &= (uint8_t)~MAZE_WEST;
        p->inside[i + columns - 1] &= (uint8_t)~MAZE_EAST;
    }
    return true;
}

static void reach(struct flood *f, int place)
{
    if (f->reached[place]) {
        return;
    }
    f->reached[place] = true;
    f->queue[f->count++] = place;
    struct maze_region one = {place == f->player ? MAZE_NOWHERE : place, 1};
    f->region = maze_prospects_both(f->p, f->region, one);
}

/* Follows the paths from the places in the queue, from the given one on. */
static void spread(struct flood *f, int next)
{
    const uint8_t *sides = f->sides;
    int columns = f->board->columns;
    while (next < f->count) {
        int at = f->queue[next++];
        if (sides[at] & MAZE_NORTH && sides[at - columns] & MAZE_SOUTH) {
            reach(f, at - columns);
        }
        if (sides[at] & MAZE_SOUTH && sides[at + columns] & MAZE_NORTH) {
            reach(f, at + columns);
        }
        if (sides[at] & MAZE_WEST && sides[at - 1] & MAZE_EAST) {
            reach(f, at - 1);
        }
        if (sides[at] & MAZE_EAST && sides[at + 1] & MAZE_WEST) {
            reach(f, at + 1);
        }
    }
}

/* Forgets the places reached after the first ones, which are this region. */
static void shrink(struct flood *f, int count, struct maze_region region)
{
    while (f->count > count) {
        f->reached[f->queue[--f->count]] = false;
    }
    f->region = region;
}

/* Whether a path leads from the places reached to this one. */
static bool is_next(const struct flood *f, int place)
{
    int sides = f->sides[place], columns = f->board->columns;
    return (sides & MAZE_NORTH && f->reached[place - columns] && f->sides[place - columns] & MAZE_SOUTH) ||
           (sides & MAZE_SOUTH && f->reached[place + columns] && f->sides[place + columns] & MAZE_NORTH) ||
           (sides & MAZE_WEST && f->reached[place - 1] && f->sides[place - 1] & MAZE_EAST) ||
           (sides & MAZE_EAST && f->reached[place + 1] && f->sides[place + 1] & MAZE_WEST);
}

/* Moves the sides of a line as the slide does, leaving the inserted tile closed; or puts them back. */
static void move_line(struct flood *f, struct maze_slide slide, bool back)
{
    const struct maze_board *board = f->board;
    const int steps[] = {[MAZE_LEFT] = -1, [MAZE_RIGHT] = 1, [MAZE_UP] = -board->columns, [MAZE_DOWN] = board->columns};
    int place = maze_board_insertion(board, slide), step = steps[slide.direction];
    f->sides[place] = back ? f->p->inside[place] & board->tile[place].sides : 0;
    for (int left = slide.direction < MAZE_UP ? board->columns : board->rows; left > 1; left--) {
        place += step;
        f->sides[place] = f->p->inside[place] & board->tile[back ? place : place - step].sides;
    }
}

/* Shows a slide with all turns of the spare. */
static bool show(struct flood *f, struct maze_slide slide, int current, int *visited,
                 const struct maze_prospects_viewer *viewer)
{
    int inserted = maze_board_insertion(f->board, slide);
    bool more = true;
    f->player = maze_board_carry(f->board, slide, current);
    move_line(f, slide, false);
    if (f->player != inserted) {
        reach(f, f->player);
        spread(f, 0);
    }
    const int count = f->count;
    const struct maze_region region = f->region;
    *visited += count;
    for (int i = 0; i < viewer->shapes && more; i++) {
        f->sides[inserted] = f->p->inside[inserted] & viewer->sides[i];
        if (f->player == inserted || is_next(f, inserted)) {
            reach(f, inserted);
            spread(f, count);
        }
        const struct maze_prospect prospect = {slide, viewer->quarters[i], f->region};
        *visited += f->count - count;
        shrink(f, count, region);
        more = viewer->see(viewer->context, &prospect);
    }
    shrink(f, 0, (struct maze_region){MAZE_NOWHERE, 0});
    move_line(f, slide, true);
    return more;
}

int maze_prospects_by_flood(struct maze_prospects *p, const struct maze_state *state, int player,
                            const struct maze_prospects_viewer *viewer)
{
    const struct maze_board *board = &state->board;
    const int cells = board->rows * board->columns, current = state->avatar[player].current;
    struct flood f = {p, board, p->sides, p->reached, p->queue, 0, {MAZE_NOWHERE, 0}, current};
    int visited = 0, top = board->rows, left = board->columns, bottom = 0, right = 0;
    for (int i = 0; i < cells; i++) {
        f.sides[i] = p->inside[i] & board->tile[i].sides;
    }
    reach(&f, current);
    spread(&f, 0);
    for (int i = 0; i < f.count; i++) {
        struct maze_spot at = maze_board_spot(board, f.queue[i]);
        top = at.row < top ? at.row : top;
        bottom = at.row > bottom ? at.row : bottom;
        left = at.column < left ? at.column : left;
        right = at.column > right ? at.column : right;
    }
    const struct maze_region now = f.region;
    shrink(&f, 0, (struct maze_region){MAZE_NOWHERE, 0});
    for (int i = 0; i < 2 * (board->rows + board->columns); i++) {
        struct maze_slide slide = maze_prospects_slide(board, i);
        if (maze_rules_slide(state, slide) != MAZE_LEGAL) {
            continue;
        }
        if (visited > PATIENCE * cells) {
            return i;
        }
        bool in_row = slide.direction < MAZE_UP;
        bool matters = slide.index >= (in_row ? top : left) - 1 && slide.index <= (in_row ? bottom : right) + 1;
        const struct maze_prospect unchanged = {slide, viewer->quarters[0], now};
        if (!(matters ? show(&f, slide, current, &visited, viewer) : viewer->see(viewer->context, &unchanged))) {
            return -1;
        }
    }
    return -1;
}
