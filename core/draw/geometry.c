#include "draw/geometry.h"

struct draw_point draw_unit(struct draw_point a)
{
    double length = draw_length(a);
    return length > 0 ? draw_times(a, 1 / length) : (struct draw_point){1, 0};
}

double draw_distance_to_line(struct draw_point p, struct draw_point a, struct draw_point b)
{
    struct draw_point line = draw_minus(b, a), to = draw_minus(p, a);
    double square = line.x * line.x + line.y * line.y;
    double t = square > 0 ? (to.x * line.x + to.y * line.y) / square : 0;
    return draw_distance(p, draw_between(a, b, fmin(1, fmax(0, t))));
}

double draw_distance_to_box(struct draw_point p, struct draw_box box)
{
    return draw_distance(p, draw_box_nearest(box, p));
}

void draw_box_include(struct draw_box *box, struct draw_box other)
{
    box->left = fmin(box->left, other.left);
    box->top = fmin(box->top, other.top);
    box->right = fmax(box->right, other.right);
    box->bottom = fmax(box->bottom, other.bottom);
}

/* Rotates a vector by a quarter turn to the left, in a picture whose y axis points down. */
static struct draw_point left_of(struct draw_point a)
{
    return (struct draw_point){a.y, -a.x};
}

struct draw_curve draw_curve_bow(struct draw_point from, struct draw_point to, double bow, double part)
{
    struct draw_point left = left_of(draw_unit(draw_minus(to, from)));
    return (struct draw_curve){from, draw_add(draw_between(from, to, part), draw_times(left, bow)), to};
}

struct draw_point draw_curve_at(struct draw_curve curve, double t)
{
    return draw_between(draw_between(curve.from, curve.control, t), draw_between(curve.control, curve.to, t), t);
}

struct draw_point draw_curve_direction(struct draw_curve curve, double t)
{
    return draw_unit(draw_minus(draw_between(curve.control, curve.to, t), draw_between(curve.from, curve.control, t)));
}

struct draw_curve draw_curve_part(struct draw_curve curve, double a, double b, double aside)
{
    struct draw_point start = draw_curve_direction(curve, a), end = draw_curve_direction(curve, b);
    struct draw_point control =
        draw_between(draw_between(curve.from, curve.control, a), draw_between(curve.control, curve.to, a), b);
    /* Both tangents move sideways, and so does their intersection. */
    struct draw_point middle = draw_add(left_of(start), left_of(end));
    double square = middle.x * middle.x + middle.y * middle.y;
    double factor = square > 0.01 ? 2 * aside / square : 0;
    return (struct draw_curve){
        draw_add(draw_curve_at(curve, a), draw_times(left_of(start), aside)),
        draw_add(control, draw_times(middle, factor)),
        draw_add(draw_curve_at(curve, b), draw_times(left_of(end), aside)),
    };
}
