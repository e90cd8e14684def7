/* What players have on a board of Maze: avatars, homes and goals, each in its player's color and with its number. */
#ifndef DRAW_MARKS_H
#define DRAW_MARKS_H

#include "draw/scene.h"

enum { DRAW_CORNER = 21 }; /* pixels from the center of a tile to marks in its corners */

enum { DRAW_NO_PLAYER = -1 };

struct draw_mark {
    int player;           /* DRAW_NO_PLAYER: nobody's */
    const char *name;     /* of the player */
    const char *color;    /* "#rrggbb" */
    struct draw_point at; /* center of the tile */
    bool key;             /* part of the legend: its group has the class key */
};

/* Each adds a group with the class home, goal or avatar. */
void draw_marks_home(struct draw_scene *scene, const struct draw_mark *mark);
void draw_marks_goal(struct draw_scene *scene, const struct draw_mark *mark);
void draw_marks_avatar(struct draw_scene *scene, const struct draw_mark *mark);

/* A player's color in Maze, a name or six digits, as "#rrggbb". Returns out. */
const char *draw_marks_color(const char *color, char out[8]);

#endif
