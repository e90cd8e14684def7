/* A picture as plain shapes, independent of how it is rendered.
 *
 * Layouts (draw/map.h, draw/board.h) make scenes; draw/svg.h writes them as SVG, and xvisualize draws them with cairo.
 * Styles (draw/style.h) determine how shapes look, for all renderers. */
#ifndef DRAW_SCENE_H
#define DRAW_SCENE_H

#include "base/arena.h"
#include "draw/geometry.h"
#include "draw/style.h"

enum draw_kind {
    DRAW_GROUP, /* everything until its DRAW_END, translated by `at` */
    DRAW_END,
    DRAW_PATH,
    DRAW_CIRCLE, /* around `at` */
    DRAW_BOX,
    DRAW_TEXT, /* one line, centered at `at` */
};

/* A step of a path: M moves to a point, L draws a line to it, Q a quadratic curve with a control point, Z closes the
 * path. */
struct draw_step {
    char op;
    struct draw_point to, control;
};

static inline struct draw_step draw_step_to(char op, struct draw_point to)
{
    return (struct draw_step){.op = op, .to = to};
}

/* A fact about a group, for pages: data-NAME in SVG. */
struct draw_fact {
    const char *name, *value;
    struct draw_fact *next;
};

/* Which members are used depends on the kind. */
struct draw_shape {
    enum draw_kind kind;
    enum draw_style style;
    struct draw_point at;
    double size; /* radius of a circle or of a box's corners; width of a text */
    struct draw_box box;
    const struct draw_step *step;
    int steps;
    const char *text;        /* of a text; for a group: its description for people, or NULL */
    const char *name;        /* of a group: its classes */
    const char *own;         /* "#rrggbb": the color DRAW_OWN within this shape or group, or NULL */
    struct draw_fact *facts; /* of a group */
};

struct draw_scene {
    double width, height;
    const char *name;        /* its class: "map" or "board" */
    const char *title;       /* what it shows, in one line */
    struct draw_fact *facts; /* about the whole scene */
    int shapes;
    struct draw_shape *shape;

    bool failed; /* out of memory: something is missing */

    /* private */
    size_t room;
    struct arena *arena;
};

/* Adds a shape; its pointers must live as long as the scene. */
void draw_scene_add(struct draw_scene *scene, struct draw_shape shape);

/* Begins a group with classes and a description for people, or NULL. draw_scene_end ends it. */
void draw_scene_group(struct draw_scene *scene, const char *name, const char *text);
void draw_scene_end(struct draw_scene *scene);

/* Adds a fact about the last group added, or about the scene if it is still empty. */
__attribute__((format(printf, 3, 4))) void draw_scene_fact(struct draw_scene *scene, const char *name,
                                                           const char *format, ...);

/* Moves the last group added, or gives that group or path its own color. */
void draw_scene_place(struct draw_scene *scene, struct draw_point at, const char *own);

/* Adds a path; the steps are copied. */
void draw_scene_path(struct draw_scene *scene, enum draw_style style, const struct draw_step *step, int steps);

/* Adds a line of text centered at a point, at its natural width. */
void draw_scene_write(struct draw_scene *scene, enum draw_style style, struct draw_point at, const char *text);

/* Formats text that lives as long as the scene; "" if out of memory. */
__attribute__((format(printf, 2, 3))) const char *draw_scene_text(struct draw_scene *scene, const char *format, ...);

#endif
