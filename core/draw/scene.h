/* A picture as plain shapes, before anybody knows what it is drawn with.
 *
 * Layouts (draw/map.h, draw/board.h) make scenes; draw/svg.h writes them as SVG, and xvisualize draws them with cairo.
 * How a shape looks is a style (draw/style.h), the same for all of them. */
#ifndef DRAW_SCENE_H
#define DRAW_SCENE_H

#include "base/arena.h"
#include "draw/geometry.h"
#include "draw/style.h"

enum draw_kind {
    DRAW_GROUP, /* everything until its DRAW_END, moved by `at` */
    DRAW_END,
    DRAW_PATH,
    DRAW_CIRCLE, /* around `at` */
    DRAW_BOX,
    DRAW_TEXT, /* one line, whose middle is at `at` */
};

/* A step of a path: M moves to a point, L draws a line to it, Q a quadratic curve with a control point, Z closes. */
struct draw_step {
    char op;
    struct draw_point to, control;
};

static inline struct draw_step draw_step_to(char op, struct draw_point to)
{
    return (struct draw_step){.op = op, .to = to};
}

/* A fact about a group that a page may ask for, in SVG data-NAME. */
struct draw_fact {
    const char *name, *value;
    struct draw_fact *next;
};

/* Which members count depends on the kind. */
struct draw_shape {
    enum draw_kind kind;
    enum draw_style style;
    struct draw_point at;
    double size; /* the radius of a circle, of the corners of a box; the width of a text */
    struct draw_box box;
    const struct draw_step *step;
    int steps;
    const char *text;        /* of a text; of a group: what it is, for people, or NULL */
    const char *name;        /* of a group: its classes */
    const char *own;         /* "#rrggbb": the color DRAW_OWN in this shape or group, or NULL */
    struct draw_fact *facts; /* of a group */
};

struct draw_scene {
    double width, height;
    const char *name;        /* its class: "map" or "board" */
    const char *title;       /* what it shows, in a line */
    struct draw_fact *facts; /* about all of it */
    int shapes;
    struct draw_shape *shape;

    bool failed; /* memory was short: something is missing */

    /* private */
    int room;
    struct arena *arena;
};

/* Adds a shape, whose pointers must live as long as the scene. */
void draw_scene_add(struct draw_scene *scene, struct draw_shape shape);

/* Adds a group with a name and what it is for people, or NULL. draw_scene_end ends it. */
void draw_scene_group(struct draw_scene *scene, const char *name, const char *text);
void draw_scene_end(struct draw_scene *scene);

/* Adds a fact about the group that was added last, or about the scene if it is empty yet. */
__attribute__((format(printf, 3, 4))) void draw_scene_fact(struct draw_scene *scene, const char *name,
                                                           const char *format, ...);

/* Moves the group that was added last, or gives that group or path a color of its own. */
void draw_scene_place(struct draw_scene *scene, struct draw_point at, const char *own);

/* Adds a path; the steps are copied. */
void draw_scene_path(struct draw_scene *scene, enum draw_style style, const struct draw_step *step, int steps);

/* Adds a line of text around a point, as wide as its letters are. */
void draw_scene_write(struct draw_scene *scene, enum draw_style style, struct draw_point at, const char *text);

/* Text made for a scene; "" when memory is short. */
__attribute__((format(printf, 2, 3))) const char *draw_scene_text(struct draw_scene *scene, const char *format, ...);

#endif
