/* What a player may do on its turn. */
#ifndef MAZE_RULES_H
#define MAZE_RULES_H

#include "maze/prospects.h"

#include <stddef.h>

enum maze_ruling {
    MAZE_LEGAL,
    MAZE_CANNOT_SLIDE, /* no such line, or a fixed one */
    MAZE_BAD_TURN,     /* the spare cannot be rotated like that */
    MAZE_UNDOES,       /* the slide undoes the last one */
    MAZE_OFF_BOARD,
    MAZE_STAYS, /* the destination is where the slide moved the avatar */
    MAZE_UNREACHABLE,
};

/* Working memory for trying out slides. */
struct maze_trial {
    struct maze_board board;
    struct maze_walker walker;
    struct maze_prospects prospects;
};

/* Allocates it for boards of this size. */
bool maze_trial_init(struct maze_trial *trial, const struct maze_board *board, struct arena *arena, struct error *err);

/* Whether a slide is legal: the line is movable, and the slide does not undo the last one. */
enum maze_ruling maze_rules_slide(const struct maze_state *state, struct maze_slide slide);

/* Whether the player may do this. A pass is always legal. */
enum maze_ruling maze_rules_judge(struct maze_trial *trial, const struct maze_state *state, int player,
                                  struct maze_choice choice);

/* Applies a legal choice. */
void maze_rules_apply(struct maze_state *state, int player, struct maze_choice choice);

/* Writes what the player wanted to do and, unless that is legal, what is wrong with it. */
void maze_rules_explain(enum maze_ruling ruling, struct maze_choice choice, char *text, size_t size);

#endif
