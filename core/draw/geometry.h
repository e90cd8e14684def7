/* Points, boxes and curves. Coordinates are pixels from the top left. */
#ifndef DRAW_GEOMETRY_H
#define DRAW_GEOMETRY_H

#include <math.h>
#include <stdbool.h>

struct draw_point {
    double x, y;
};

struct draw_box {
    double left, top, right, bottom;
};

/* A quadratic Bezier curve. It is straight if the control point is in the middle. */
struct draw_curve {
    struct draw_point from, control, to;
};

static inline struct draw_point draw_add(struct draw_point a, struct draw_point b)
{
    return (struct draw_point){a.x + b.x, a.y + b.y};
}

static inline struct draw_point draw_minus(struct draw_point a, struct draw_point b)
{
    return (struct draw_point){a.x - b.x, a.y - b.y};
}

static inline struct draw_point draw_times(struct draw_point a, double factor)
{
    return (struct draw_point){a.x * factor, a.y * factor};
}

/* Interpolates from a (t = 0) to b (t = 1). */
static inline struct draw_point draw_between(struct draw_point a, struct draw_point b, double t)
{
    return (struct draw_point){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

static inline double draw_cross(struct draw_point a, struct draw_point b)
{
    return a.x * b.y - a.y * b.x;
}

static inline double draw_length(struct draw_point a)
{
    return sqrt(a.x * a.x + a.y * a.y);
}

static inline double draw_distance(struct draw_point a, struct draw_point b)
{
    return draw_length(draw_minus(a, b));
}

/* The unit vector in the direction of a vector; to the right if it is zero. */
struct draw_point draw_unit(struct draw_point a);

/* The distance from a point to the line segment between two others. */
double draw_distance_to_line(struct draw_point p, struct draw_point a, struct draw_point b);

/* The distance from a point to a box; 0 inside. */
double draw_distance_to_box(struct draw_point p, struct draw_box box);

/* The point of a box nearest to another point. */
static inline struct draw_point draw_box_nearest(struct draw_box box, struct draw_point p)
{
    return (struct draw_point){fmin(box.right, fmax(box.left, p.x)), fmin(box.bottom, fmax(box.top, p.y))};
}

static inline bool draw_box_overlaps(struct draw_box a, struct draw_box b)
{
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/* A box grown by this much on every side. */
static inline struct draw_box draw_box_grown(struct draw_box box, double by)
{
    return (struct draw_box){box.left - by, box.top - by, box.right + by, box.bottom + by};
}

/* Grows a box to include another one. */
void draw_box_include(struct draw_box *box, struct draw_box other);

static inline struct draw_box draw_box_around(struct draw_point p, double by)
{
    return (struct draw_box){p.x - by, p.y - by, p.x + by, p.y + by};
}

/* The curve between two points with its control point `bow` to the left of the line between them, at fraction `part` of
 * it. */
struct draw_curve draw_curve_bow(struct draw_point from, struct draw_point to, double bow, double part);

struct draw_point draw_curve_at(struct draw_curve curve, double t);

/* The unit tangent of a curve. */
struct draw_point draw_curve_direction(struct draw_curve curve, double t);

/* The part of a curve from t = a to t = b, moved `aside` to its left. */
struct draw_curve draw_curve_part(struct draw_curve curve, double a, double b, double aside);

#endif
