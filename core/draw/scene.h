/* A picture as plain shapes, before anybody knows what it is drawn with.
 *
 * Layouts (draw/map.h, draw/board.h) make scenes; draw/svg.h writes them as SVG, and xvisualize draws them with cairo.
 * How a shape looks is a style (draw/style.h), the same for all of them. Coordinates are pixels, from the top left. */
#ifndef DRAW_SCENE_H
#define DRAW_SCENE_H

#include "base/arena.h"
#include "draw/style.h"

#include <stdbool.h>

struct draw_point {
    double x, y;
};

struct draw_box {
    double left, top, right, bottom;
};

enum draw_kind {
    DRAW_GROUP, /* everything until its DRAW_END; moved by `at` */
    DRAW_END,
    DRAW_PATH,
    DRAW_CIRCLE, /* around `at` */
    DRAW_BOX,
    DRAW_TEXT, /* its middle, as high as small letters are, is at `at` */
};

/* A step of a path: M moves to a point, L draws a line to it, Q a quadratic curve with a control point, Z closes. */
struct draw_step {
    char op;
    struct draw_point to, control;
};

/* A fact about a group that a page may ask for, written as data-NAME. */
struct draw_fact {
    const char *name, *value;
};

struct draw_shape {
    enum draw_kind kind;
    enum draw_style style; /* of a group: DRAW_PLAIN */
    struct draw_point at;
    double size;       /* the radius of a circle, the width of a text */
    const char *color; /* "#rrggbb" instead of what the style fills with, or NULL */
    struct draw_box box;
    const struct draw_step *step;
    int steps;
    const char *text;  /* of a text; of a group: what it is, for people, or NULL */
    const char *name;  /* of a group: its classes */
    struct draw_fact fact[6];
};

struct draw_scene {
    double width, height;
    const char *name;  /* its class: "map" or "board" */
    const char *title; /* what it shows, in a line */
    struct draw_fact fact[6];
    int shapes;
    struct draw_shape *shape;

    /* private */
    int room;
    struct arena *arena;
    bool failed;
};

/* Adds a shape, whose pointers must live as long as the scene. Returns where it is, to be filled further; when memory
 * is short, that is a place that does not count, and `failed` is set. */
struct draw_shape *draw_scene_add(struct draw_scene *scene, struct draw_shape shape);

/* Text made for a scene. "" when memory is short. */
__attribute__((format(printf, 2, 3))) const char *draw_scene_text(struct draw_scene *scene, const char *format, ...);

#endif
