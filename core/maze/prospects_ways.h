/* Private to the sources of prospects.h: three ways to find prospects. */
#ifndef MAZE_PROSPECTS_WAYS_H
#define MAZE_PROSPECTS_WAYS_H

#include "maze/prospects.h"

/* The callback, and the different shapes of the spare with the quarter turns that produce them. */
struct maze_prospects_viewer {
    maze_prospects_see see;
    void *context;
    int shapes;
    uint8_t sides[4];
    int quarters[4];
};

/* The union of two regions that have no cell in common. */
struct maze_region maze_prospects_both(const struct maze_prospects *p, struct maze_region a, struct maze_region b);

/* Slides have numbers: rows before columns, two for each line. */
struct maze_slide maze_prospects_slide(const struct maze_board *board, int number);

/* For boards of up to 64 cells: sets of places are words. */
void maze_prospects_in_words(const struct maze_prospects *p, const struct maze_state *state, int player,
                             const struct maze_prospects_viewer *viewer);

/* For boards on which the player reaches little, as on random ones: follows the paths after each slide. Gives up when
 * that takes longer than the next way would, and returns the number of the slide that is next, or -1 if there is none.
 */
bool maze_prospects_by_flood_init(struct maze_prospects *p, const struct maze_board *board, struct arena *arena);
int maze_prospects_by_flood(struct maze_prospects *p, const struct maze_state *state, int player,
                            const struct maze_prospects_viewer *viewer);

/* For all boards, from one slide on: takes time proportional to the board, however it is shaped and wherever paths
 * lead. */
bool maze_prospects_by_line_init(struct maze_prospects *p, const struct maze_board *board, struct arena *arena);
void maze_prospects_by_line(struct maze_prospects *p, const struct maze_state *state, int player, int shown,
                            const struct maze_prospects_viewer *viewer);

#endif
