/* What a player could reach after every slide and turn of the spare, found without making any of them.
 *
 * On boards of up to 64 cells, sets of places are words: paths are followed from all places at once.
 *
 * On others: a slide moves one line; the rest of the board is the part before that line and the part behind it, and
 * neither changes. So it is enough to know which cells along the edges of the two parts are connected within them.
 * Those edges are found line by line, and then a slide costs no more than its line is long: all of them together take
 * time proportional to the number of cells. */
#ifndef MAZE_PROSPECTS_H
#define MAZE_PROSPECTS_H

#include "maze/state.h"

/* Cells that are connected. */
struct maze_region {
    int best;  /* the place with the least rank, without the one that the player stands on; MAZE_NOWHERE: none */
    int cells; /* how many there are */
};

/* One way to begin a turn, and the region that the player is in then. */
struct maze_prospect {
    struct maze_slide slide;
    int quarters;
    struct maze_region region;
};

/* Room for it; one for each thread. */
struct maze_prospects {
    int64_t *rank; /* of each place, for the caller to set: which are better than others. The smaller place wins ties */

    /* private */
    struct maze_prospects_node *node;
    struct maze_prospects_edge *edge;
    struct maze_prospects_part *part;
};

/* Room for boards of the size of this one. */
bool maze_prospects_init(struct maze_prospects *prospects, const struct maze_board *board, struct arena *arena,
                         struct error *err);

/* Is shown a prospect; false: enough. */
typedef bool (*maze_prospects_see)(void *context, const struct maze_prospect *prospect);

/* Shows what the player may do, rows before columns, smaller indices first, LEFT before RIGHT and UP before DOWN, each
 * with the turns of the spare that make a difference, until `see` has had enough. The slide that the rules forbid is
 * left out. */
void maze_prospects_show(struct maze_prospects *prospects, const struct maze_state *state, int player,
                         maze_prospects_see see, void *context);

#endif
