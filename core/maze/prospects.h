/* What a player could reach after each slide and turn of the spare, computed without trying them all out. */
#ifndef MAZE_PROSPECTS_H
#define MAZE_PROSPECTS_H

#include "maze/state.h"

/* A set of connected cells. */
struct maze_region {
    int best;  /* the place of lowest rank, other than the player's own; MAZE_NOWHERE: none */
    int cells; /* number of cells */
};

/* A slide and turn of the spare, and the region that the player is then in. */
struct maze_prospect {
    struct maze_slide slide;
    int quarters;
    struct maze_region region;
};

/* Working memory; one for each thread. */
struct maze_prospects {
    int64_t *rank; /* of each place, set by the caller: lower is better, and the smaller place wins ties */

    /* private */
    uint8_t *inside, *sides;
    bool *reached;
    int *queue;
    struct maze_prospects_node *node;
    struct maze_prospects_edge *edge;
    struct maze_prospects_part *part;
};

/* Allocates it for boards of this size. */
bool maze_prospects_init(struct maze_prospects *prospects, const struct maze_board *board, struct arena *arena,
                         struct error *err);

/* Receives a prospect; returns false to stop. */
typedef bool (*maze_prospects_see)(void *context, const struct maze_prospect *prospect);

/* Shows the player's options: rows before columns, smaller indices first, LEFT before RIGHT and UP before DOWN, each
 * with the turns of the spare that make a difference, until `see` returns false. Leaves out the slide that the rules
 * forbid. */
void maze_prospects_show(struct maze_prospects *prospects, const struct maze_state *state, int player,
                         maze_prospects_see see, void *context);

#endif
