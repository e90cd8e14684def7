/* Pictures of Maze boards. In SVG a board is
 *
 *     <svg class="drawing board" data-rows="7" data-columns="7" data-cell="64" data-origin="X Y" data-spare="X Y" ...>
 *       <g class="slide" data-index="0" data-direction="LEFT"><title>...</title><path class="arrow"/></g> ...
 *       <g class="slide last" ...>   the last slide
 *       <g class="cell" data-tile="PLACE" data-sides="5" transform="translate(X Y)"><title>its gems</title>
 *         <rect class="tile"/>
 *         <g class="ways"><path class="bank"/><path class="way"/></g>
 *         <path class="gem"/><path class="gem"/>
 *         <rect class="reached"/>   if marked
 *       </g> ...
 *       <g class="cell spare" data-tile="ROWS * COLUMNS" ...>...</g>
 *       <g class="home" data-player="INDEX" transform="translate(X Y)"><title>...</title>...</g> ...
 *       <g class="goal" data-player="INDEX" transform="translate(X Y)">...</g> ...
 *       <g class="avatar" data-player="INDEX" transform="translate(X Y)">...</g> ...
 *
 * data-origin is the top left corner of the board, data-spare the center of the spare tile. Every translated group is
 * centered at its position: x = origin.x + (C + 0.5) * cell and y = origin.y + (R + 0.5) * cell for row R and column C.
 * The picture numbers players from 1, in turn order; marks of players that share a tile are moved apart. */
#ifndef DRAW_BOARD_H
#define DRAW_BOARD_H

#include "draw/scene.h"
#include "maze/state.h"

enum {
    DRAW_CELL = 64,           /* pixels */
    DRAW_CELLS_MAX = 1 << 16, /* size of the largest board that is drawn, in tiles, */
    DRAW_PLAYERS_MAX = 10000, /* and the maximum number of players on it */
};

/* What to draw. A board alone is a state without players whose spare has no sides. */
struct draw_board_view {
    const struct maze_state *state;
    const struct maze_spot *goal;   /* of each player, or NULL */
    const char *const *names;       /* of each player, or NULL to use their colors as names */
    const struct maze_set *reached; /* places to mark, or NULL */
    bool names_gems;                /* number the gems and list their names; otherwise only a page's titles have them */
};

/* Makes the scene of a board. */
bool draw_board_scene(struct draw_scene *scene, const struct draw_board_view *view, struct arena *arena,
                      struct error *err);

#endif
