/* What players have on a board of Maze: avatars, homes and goals, each in its player's color and with its number. */
#ifndef DRAW_MARKS_H
#define DRAW_MARKS_H

#include "draw/scene.h"

enum { DRAW_CORNER = 21 }; /* pixels from the middle of a tile to what is in one of its corners */

enum { DRAW_NO_PLAYER = -1 };

struct draw_mark {
    int player;           /* DRAW_NO_PLAYER: of none in particular */
    const char *name;     /* of the player */
    const char *color;    /* "#rrggbb" */
    struct draw_point at; /* the middle of the tile */
    bool key;             /* it only explains the picture: its group is of the class key */
};

/* Each adds a group of the class home, goal or avatar. */
void draw_marks_home(struct draw_scene *scene, const struct draw_mark *mark);
void draw_marks_goal(struct draw_scene *scene, const struct draw_mark *mark);
void draw_marks_avatar(struct draw_scene *scene, const struct draw_mark *mark);

/* The color of a player of Maze, a name or six digits, as "#rrggbb". Returns out. */
const char *draw_marks_color(const char *color, char out[8]);

#endif
