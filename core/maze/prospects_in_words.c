/* Boards of up to 64 cells: sets of places are words, and paths are followed from all places at once. */
#include "maze/prospects_ways.h"
#include "maze/rules.h"

/* A board as bit sets, with one bit for each place. */
struct small {
    int columns;
    uint64_t right_edge; /* the last column */
    uint64_t open[4];    /* the places open to the north, east, south and west */
};

static struct small small_of(const struct maze_board *board)
{
    struct small s = {.columns = board->columns};
    int cells = board->rows * board->columns;
    for (int i = cells - 1; i >= 0; i--) {
        uint64_t sides = board->tile[i].sides;
        for (int side = 0; side < 4; side++) {
            s.open[side] = s.open[side] << 1 | (sides >> side & 1);
        }
    }
    for (int i = board->columns - 1; i < cells; i += board->columns) {
        s.right_edge |= UINT64_C(1) << i;
    }
    return s;
}

/* The places in the line of a slide. */
static uint64_t line_of(const struct small *s, struct maze_slide slide)
{
    uint64_t first_row = (s->right_edge & -s->right_edge) * 2 - 1;
    return slide.direction < MAZE_UP ? first_row << slide.index * s->columns
                                     : s->right_edge >> (s->columns - 1 - slide.index);
}

/* Slides a line, leaving the inserted tile empty. */
static struct small slide_small(const struct small *s, struct maze_slide slide, uint64_t line)
{
    struct small after = *s;
    int shift = slide.direction < MAZE_UP ? 1 : s->columns;
    for (int side = 0; side < 4; side++) {
        uint64_t moved = shift < 64 ? s->open[side] & line : 0;
        bool down = slide.direction == MAZE_LEFT || slide.direction == MAZE_UP; /* towards smaller places */
        moved = down ? moved >> shift % 64 : moved << shift % 64;
        after.open[side] = (s->open[side] & ~line) | (moved & line);
    }
    return after;
}

/* The places reachable from `from`, found by expanding all places in parallel. `inserted` is the bit of a tile with
 * these sides. */
static uint64_t walk_small(const struct small *s, uint64_t inserted, uint8_t sides, int from)
{
    uint64_t open[4];
    for (int side = 0; side < 4; side++) {
        open[side] = s->open[side] | (sides >> side & 1 ? inserted : 0);
    }
    /* bit i: i is connected to its right neighbor, or to the one below; a board of one row has none below */
    int shift = s->columns < 64 ? s->columns : 0;
    uint64_t right = open[1] & open[3] >> 1 & ~s->right_edge;
    uint64_t down = s->columns < 64 ? open[2] & open[0] >> shift : 0;
    uint64_t reached = UINT64_C(1) << from, before;
    do {
        before = reached;
        reached |= (reached & right) << 1 | (reached >> 1 & right);
        reached |= (reached & down) << shift | (reached >> shift & down);
    } while (reached != before);
    return reached;
}

static int best_of(const int64_t *rank, uint64_t places)
{
    int best = MAZE_NOWHERE;
    for (; places; places &= places - 1) {
        int place = __builtin_ctzll(places);
        best = best == MAZE_NOWHERE || rank[place] < rank[best] ? place : best;
    }
    return best;
}

/* These places and their neighbors, perhaps with a few more. */
static uint64_t around(const struct small *s, uint64_t places)
{
    int shift = s->columns % 64;
    return places | places << 1 | places >> 1 | places << shift | places >> shift;
}

void maze_prospects_in_words(const struct maze_prospects *p, const struct maze_state *state, int player,
                             const struct maze_prospects_viewer *viewer)
{
    const struct maze_board *board = &state->board;
    const struct small before = small_of(board);
    const int current = state->avatar[player].current;
    const uint64_t now = walk_small(&before, 0, 0, current);
    uint64_t known = 0; /* the places of the last region computed, without the player's own */
    struct maze_region region = {MAZE_NOWHERE, 1};
    for (int i = 0; i < 2 * (board->rows + board->columns); i++) {
        struct maze_slide slide = maze_prospects_slide(board, i);
        if (maze_rules_slide(state, slide) != MAZE_LEGAL) {
            continue;
        }
        uint64_t line = line_of(&before, slide), inserted = UINT64_C(1) << maze_board_insertion(board, slide);
        bool matters = line & around(&before, now);
        struct small after = matters ? slide_small(&before, slide, line) : before;
        int from = matters ? maze_board_carry(board, slide, current) : current;
        for (int k = 0; k < (matters ? viewer->shapes : 1); k++) {
            uint64_t reached = matters ? walk_small(&after, inserted, viewer->sides[k], from) : now;
            uint64_t places = reached & ~(UINT64_C(1) << from);
            if (places != known) { /* often unchanged */
                known = places;
                region = (struct maze_region){best_of(p->rank, places), __builtin_popcountll(reached)};
            }
            const struct maze_prospect prospect = {slide, viewer->quarters[k], region};
            if (!viewer->see(viewer->context, &prospect)) {
                return;
            }
        }
    }
}
