/* A slide moves one line and leaves the parts of the board before and after it unchanged. So it is enough to know which
 * cells along the edges of those parts are connected within them. The edges are computed line by line; each slide then
 * takes time proportional to its line, and all of them together to the number of cells. */
#include "maze/prospects_ways.h"
#include "maze/rules.h"

/* A region under construction: a tree in a union-find forest. Its root holds what is known about it. */
struct maze_prospects_node {
    int parent;
    int label; /* first cell on the edge that is in the region, or MAZE_NOWHERE */
    struct maze_region region;
};

/* A cell on the edge of a part. */
struct maze_prospects_edge {
    int label; /* first cell on the edge in the same region, which holds the region */
    struct maze_region region;
};

/* A part of the board: all lines before one, or all lines after it. */
struct maze_prospects_part {
    struct maze_prospects_edge *edge; /* the cells next to that line; NULL: the part is empty */
    bool has_player;
    int label;                 /* where the player's region touches the edge; MAZE_NOWHERE: nowhere, */
    struct maze_region region; /* and this is the whole region */
};

/* The board as lines: its rows, or its columns. */
struct grid {
    const struct maze_board *board;
    struct maze_prospects *room;
    int lines, length;         /* number of lines, and of cells in each */
    int line_step, cell_step;  /* from a place to the next line, and to the next cell in its line */
    uint8_t up, down;          /* the sides facing the previous and the next line, */
    uint8_t back, forth;       /* and the previous and the next cell of the line */
    int line, cell;            /* the player's position */
    enum maze_direction first; /* of the two in which lines slide */
};

bool maze_prospects_by_line_init(struct maze_prospects *p, const struct maze_board *board, struct arena *arena)
{
    size_t rows = (size_t)board->rows, columns = (size_t)board->columns, longer = rows > columns ? rows : columns;
    p->node = arena_array(arena, 3 * longer, sizeof *p->node);
    p->edge = arena_array(arena, rows * columns + longer, sizeof *p->edge);
    p->part = arena_array(arena, longer, sizeof *p->part);
    return p->node && p->edge && p->part;
}

static int place_of(const struct grid *g, int line, int cell)
{
    return line * g->line_step + cell * g->cell_step;
}

static uint8_t sides_of(const struct grid *g, int line, int cell)
{
    return g->board->tile[place_of(g, line, cell)].sides;
}

static int root_of(struct maze_prospects_node *node, int i)
{
    while (node[i].parent != i) {
        i = node[i].parent = node[node[i].parent].parent;
    }
    return i;
}

static void join(struct maze_prospects *p, int a, int b)
{
    a = root_of(p->node, a);
    b = root_of(p->node, b);
    if (a != b) {
        bool a_below = p->node[a].region.cells < p->node[b].region.cells;
        int top = a_below ? b : a, below = a_below ? a : b;
        p->node[below].parent = top;
        p->node[top].region = maze_prospects_both(p, p->node[top].region, p->node[below].region);
    }
}

/* Makes a node for each cell of a line. The player's own place does not count as one to go to. */
static void start_line(const struct grid *g, int line, int player)
{
    for (int k = 0; k < g->length; k++) {
        g->room->node[k] =
            (struct maze_prospects_node){k, MAZE_NOWHERE, {k == player ? MAZE_NOWHERE : place_of(g, line, k), 1}};
    }
}

/* Makes nodes, from `at` on, for the edge of a part. */
static void start_edge(const struct grid *g, const struct maze_prospects_part *part, int at)
{
    for (int k = 0; part->edge && k < g->length; k++) {
        g->room->node[at + k] =
            (struct maze_prospects_node){at + part->edge[k].label, MAZE_NOWHERE, part->edge[k].region};
    }
}

/* Adds a line to a part, next to its edge, and stores the new edge in `edge`, which may be the old one. `toward` is the
 * side facing the part, `from` the opposite one, and `neighbor` the line at the old edge. */
static void extend(const struct grid *g, struct maze_prospects_part *part, int line, int neighbor, uint8_t toward,
                   uint8_t from, struct maze_prospects_edge *edge)
{
    struct maze_prospects_node *node = g->room->node;
    int length = g->length, player = line == g->line ? g->cell : MAZE_NOWHERE;
    start_line(g, line, player);
    start_edge(g, part, length);
    for (int k = 0; k < length; k++) {
        uint8_t sides = sides_of(g, line, k);
        if (sides & g->forth && k + 1 < length && sides_of(g, line, k + 1) & g->back) {
            join(g->room, k, k + 1);
        }
        if (sides & toward && part->edge && sides_of(g, neighbor, k) & from) {
            join(g->room, k, length + k);
        }
    }
    for (int k = 0; k < length; k++) {
        struct maze_prospects_node *root = &node[root_of(node, k)];
        root->label = root->label == MAZE_NOWHERE ? k : root->label;
        edge[k] = (struct maze_prospects_edge){root->label, root->region};
    }
    part->edge = edge;
    if (player != MAZE_NOWHERE || part->label != MAZE_NOWHERE) {
        int root = root_of(node, player != MAZE_NOWHERE ? player : length + part->label);
        part->has_player = true;
        part->label = node[root].label;
        part->region = node[root].region;
    }
}

/* The neighbors of the inserted tile: the side of that tile that faces each one, 0 if the neighbor is not open towards
 * it, and their regions. */
struct neighbors {
    uint8_t side[3];
    int root[3];
};

/* Joins the regions that the slide connects, whatever the inserted tile is. */
static struct neighbors slide_line(const struct grid *g, int line, bool backwards, bool before, bool behind)
{
    struct maze_prospects_node *node = g->room->node;
    int length = g->length, inserted = backwards ? length - 1 : 0, shift = backwards ? 1 : -1;
    struct neighbors n = {{0}, {0}};
    for (int k = 0; k < length; k++) {
        uint8_t sides = k == inserted ? MAZE_ALL_SIDES : sides_of(g, line, k + shift);
        bool up = before && sides & g->up && sides_of(g, line - 1, k) & g->down;
        bool down = behind && sides & g->down && sides_of(g, line + 1, k) & g->up;
        if (k == inserted) {
            n.side[0] = up ? g->up : 0;
            n.side[1] = down ? g->down : 0;
            continue;
        }
        if (up) {
            join(g->room, k, length + k);
        }
        if (down) {
            join(g->room, k, 2 * length + k);
        }
        if (sides & g->forth && k + 1 < length && k + 1 != inserted && sides_of(g, line, k + 1 + shift) & g->back) {
            join(g->room, k, k + 1);
        }
    }
    int next = inserted - shift; /* in the line */
    if (length > 1 && sides_of(g, line, inserted) & (backwards ? g->forth : g->back)) {
        n.side[2] = backwards ? g->back : g->forth;
    }
    for (int i = 0; i < 3; i++) {
        int at = i == 0 ? length + inserted : i == 1 ? 2 * length + inserted : next;
        n.root[i] = n.side[i] ? root_of(node, at) : MAZE_NOWHERE;
    }
    return n;
}

/* The player's region if the inserted tile has these sides. `root` is the player's node. */
static struct maze_region insert(const struct grid *g, const struct neighbors *n, int inserted, uint8_t sides, int root)
{
    const struct maze_prospects_node *node = g->room->node;
    struct maze_region region = node[inserted].region;
    bool there = root == inserted;
    for (int i = 0; i < 3; i++) {
        if (!(n->side[i] & sides)) {
            continue;
        }
        bool again = false;
        for (int k = 0; k < i; k++) {
            again = again || (n->side[k] & sides && n->root[k] == n->root[i]);
        }
        if (!again) {
            region = maze_prospects_both(g->room, region, node[n->root[i]].region);
        }
        there = there || n->root[i] == root;
    }
    return there ? region : node[root].region;
}

/* The player's node after a slide, or MAZE_NOWHERE if the slide does not affect what the player can reach. */
static int find_player(const struct grid *g, int cell, const struct maze_prospects_part *before,
                       const struct maze_prospects_part *behind)
{
    if (cell != MAZE_NOWHERE) {
        return cell;
    }
    const struct maze_prospects_part *part = before->has_player ? before : behind;
    int first = before->has_player ? g->length : 2 * g->length;
    return part->label == MAZE_NOWHERE ? MAZE_NOWHERE : first + part->label;
}

/* Shows a slide with all turns of the spare. */
static bool show_slide(const struct grid *g, struct maze_slide slide, const struct maze_prospects_part *before,
                       const struct maze_prospects_part *behind, const struct maze_prospects_viewer *viewer)
{
    bool backwards = slide.direction == g->first;
    int length = g->length, cell = MAZE_NOWHERE, inserted = backwards ? length - 1 : 0;
    struct maze_prospect prospect = {.slide = slide, .region = before->has_player ? before->region : behind->region};
    struct neighbors n = {{0}, {0}};
    if (slide.index == g->line) {
        cell = (g->cell + (backwards ? length - 1 : 1)) % length;
    }
    int player = find_player(g, cell, before, behind);
    if (player != MAZE_NOWHERE) {
        start_line(g, slide.index, cell);
        start_edge(g, before, length);
        start_edge(g, behind, 2 * length);
        n = slide_line(g, slide.index, backwards, before->edge, behind->edge);
        player = root_of(g->room->node, player);
    }
    for (int i = 0; i < viewer->shapes; i++) {
        prospect.quarters = viewer->quarters[i];
        if (player != MAZE_NOWHERE) {
            prospect.region = insert(g, &n, inserted, viewer->sides[i], player);
        }
        if (!viewer->see(viewer->context, &prospect)) {
            return false;
        }
    }
    return true;
}

static bool is_settled(const struct maze_prospects_part *part)
{
    return part->has_player && part->label == MAZE_NOWHERE;
}

/* Shows all slides of the grid's lines but the first ones. */
static bool show_grid(const struct grid *g, const struct maze_state *state, int shown,
                      const struct maze_prospects_viewer *viewer)
{
    struct maze_prospects_part *behind = g->room->part, before = {.label = MAZE_NOWHERE};
    struct maze_prospects_edge *edge = g->room->edge, *last = edge + (size_t)g->lines * (size_t)g->length;
    behind[g->lines - 1] = before;
    for (int i = g->lines - 2; i >= 0; i--) {
        behind[i] = behind[i + 1];
        if (!is_settled(&behind[i])) {
            extend(g, &behind[i], i + 1, i + 2, g->down, g->up, edge + (size_t)i * (size_t)g->length);
        }
    }
    for (int i = 0; i < g->lines; i++) {
        for (int way = 0; way < 2; way++) {
            struct maze_slide slide = {i, (enum maze_direction)((int)g->first + way)};
            if (2 * i + way >= shown && maze_rules_slide(state, slide) == MAZE_LEGAL &&
                !show_slide(g, slide, &before, &behind[i], viewer)) {
                return false;
            }
        }
        if (i + 1 < g->lines && !is_settled(&before)) {
            extend(g, &before, i, i - 1, g->up, g->down, last);
        }
    }
    return true;
}

void maze_prospects_by_line(struct maze_prospects *p, const struct maze_state *state, int player, int shown,
                            const struct maze_prospects_viewer *viewer)
{
    const struct maze_board *board = &state->board;
    struct maze_spot at = maze_board_spot(board, state->avatar[player].current);
    const struct grid rows = {board,      p,         board->rows, board->columns, board->columns, 1,        MAZE_NORTH,
                              MAZE_SOUTH, MAZE_WEST, MAZE_EAST,   at.row,         at.column,      MAZE_LEFT};
    const struct grid columns = {board,     p,          board->columns, board->rows, 1,      board->columns, MAZE_WEST,
                                 MAZE_EAST, MAZE_NORTH, MAZE_SOUTH,     at.column,   at.row, MAZE_UP};
    int in_rows = 2 * board->rows;
    if (shown >= in_rows || show_grid(&rows, state, shown, viewer)) {
        show_grid(&columns, state, shown - in_rows, viewer);
    }
}
