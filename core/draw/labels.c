#include "draw/labels.h"

#include <stdlib.h>

enum {
    DIRECTIONS = 16,
    RINGS = 7,
    LED_FROM = 2,  /* the first ring that needs a leader line to its city */
    PASSES = 3,    /* the first places labels, the others improve them */
    CROWDED = 400, /* with more cities than this, labels are not moved far just to look better */
};

/* Distance of a label from its city, and its cost. */
static const double ring_distance[RINGS] = {3, 8, 20, 32, 48, 68, 92};
static const double ring_cost[RINGS] = {0, 3, 14, 20, 27, 35, 44};

/* Readers look to the right of a city first, then above and below it, then to the left. */
static const double direction_cost[DIRECTIONS] = {0, 1, 1.5, 3, 2, 3.5, 3.5, 3.5, 3, 3.5, 3.5, 3.5, 2, 3, 1.5, 1};

struct placer {
    struct draw_label *label;
    const struct draw_cities *cities;
    const struct draw_coverage *rails;
    struct draw_grid near_cities, near_labels;
    bool *placed;
    double widest_city;

    /* the current query */
    int city;
    struct draw_box box;
    bool blocked;
};

static void see_city(void *context, int city)
{
    struct placer *p = context;
    p->blocked |= draw_distance_to_box(p->cities->at[city], p->box) < p->cities->radius[city] + 1.5;
}

static void see_label(void *context, int other)
{
    struct placer *p = context;
    p->blocked |=
        other != p->city && p->placed[other] && draw_box_overlaps(p->box, draw_box_grown(p->label[other].box, 1));
}

/* Whether a label is nearer to its own city than to any other, so that it needs no line to it. */
static void see_nearer_city(void *context, int city)
{
    struct placer *p = context;
    double own = draw_distance_to_box(p->cities->at[p->city], p->box) - p->cities->radius[p->city];
    p->blocked |= city != p->city && draw_distance_to_box(p->cities->at[city], p->box) - p->cities->radius[city] <= own;
}

static bool is_nearest(struct placer *p, struct draw_box box, double distance)
{
    p->box = box;
    p->blocked = false;
    draw_grid_find(&p->near_cities, draw_box_grown(box, p->widest_city + distance + 2), see_nearer_city, p);
    return !p->blocked;
}

static bool is_free(struct placer *p, struct draw_box box)
{
    p->box = box;
    p->blocked = false;
    draw_grid_find(&p->near_cities, draw_box_grown(box, p->widest_city + 2), see_city, p);
    if (!p->blocked) {
        draw_grid_find(&p->near_labels, draw_box_grown(box, 1), see_label, p);
    }
    return !p->blocked;
}

/* The box of a label at a distance from its city. Directions are numbered from the right. */
static struct draw_box box_at(const struct placer *p, int direction, double distance)
{
    const struct draw_box *box = &p->label[p->city].box;
    double width = box->right - box->left, height = box->bottom - box->top;
    double angle = direction * 2 * M_PI / DIRECTIONS, x = cos(angle), y = -sin(angle);
    double away = p->cities->radius[p->city] + distance;
    struct draw_point middle = p->cities->at[p->city];
    middle.x += x * away + fmin(1, fmax(-1, 2 * x)) * width / 2;
    middle.y += y * away + fmin(1, fmax(-1, 2 * y)) * height / 2;
    return (struct draw_box){middle.x - width / 2, middle.y - height / 2, middle.x + width / 2, middle.y + height / 2};
}

/* How far a box extends outside another. */
static double outside(struct draw_box box, struct draw_box of)
{
    return fmax(0, of.left - box.left) + fmax(0, of.top - box.top) + fmax(0, box.right - of.right) +
           fmax(0, box.bottom - of.bottom);
}

/* Whether the leader line from a city to its label avoids all other cities and labels. */
static bool leads_freely(struct placer *p, struct draw_box box)
{
    struct draw_point from = p->cities->at[p->city];
    struct draw_point to = draw_box_nearest(box, from), way = draw_unit(draw_minus(to, from));
    double start = p->cities->radius[p->city] + 4;
    int steps = (int)(fmax(0, draw_distance(from, to) - start) / 6);
    for (int i = 0; i <= steps; i++) {
        if (!is_free(p, draw_box_around(draw_add(from, draw_times(way, start + 6 * i)), 1))) {
            return false;
        }
    }
    return true;
}

static bool put(struct placer *p, struct draw_box box, bool led)
{
    p->label[p->city] = (struct draw_label){box, led};
    p->placed[p->city] = true;
    return draw_grid_add(&p->near_labels, box, p->city);
}

/* Puts a label where it is best at the moment, if there is a free place near its city. False if out of memory. */
static bool place(struct placer *p, int city)
{
    struct draw_box allowed = draw_box_grown(p->cities->bounds, 40), best_box = {0};
    double best = INFINITY;
    bool best_led = false;
    p->city = city;
    for (int ring = 0; ring < RINGS && ring_cost[ring] < best; ring++) {
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            struct draw_box box = box_at(p, direction, ring_distance[ring]);
            double cost = ring_cost[ring] + direction_cost[direction] + 0.5 * outside(box, allowed) +
                          0.14 * draw_coverage_of(p->rails, box);
            if (cost >= best || !is_free(p, box)) {
                continue;
            }
            bool led = ring >= LED_FROM || !is_nearest(p, box, ring_distance[ring]);
            if (!led || leads_freely(p, box)) {
                best = cost;
                best_box = box;
                best_led = led;
            }
        }
        if (best < INFINITY && p->cities->count > CROWDED) {
            break;
        }
    }
    return best == INFINITY || put(p, best_box, best_led);
}

/* Puts labels without a place in columns to the right of everything. */
static bool place_aside(struct placer *p)
{
    struct draw_box all = p->cities->bounds;
    for (int i = 0; i < p->cities->count; i++) {
        if (p->placed[i]) {
            draw_box_include(&all, p->label[i].box);
        }
    }
    double left = all.right + 24, top = all.top, next = left;
    for (int i = 0; i < p->cities->count; i++) {
        struct draw_box *box = &p->label[i].box;
        double width = box->right - box->left, height = box->bottom - box->top;
        if (!p->placed[i]) {
            p->city = i;
            if (!put(p, (struct draw_box){left, top, left + width, top + height}, true)) {
                return false;
            }
            next = fmax(next, left + width + 12);
            top += height + 2;
            if (top + height > all.bottom) {
                top = all.top;
                left = next;
            }
        }
    }
    return true;
}

/* -- the order -- */

struct turn {
    int city;
    double crowd;
};

static int by_crowd(const void *left, const void *right)
{
    const struct turn *a = left, *b = right;
    return a->crowd != b->crowd ? (a->crowd < b->crowd) - (a->crowd > b->crowd)
                                : (a->city > b->city) - (a->city < b->city);
}

static void count_city(void *context, int city)
{
    struct turn *turn = context;
    (void)city;
    turn->crowd++;
}

/* Labels in crowded areas are placed first. */
static struct turn *make_order(struct placer *p, struct arena *arena)
{
    struct turn *order = arena_array(arena, (size_t)p->cities->count, sizeof *order);
    for (int i = 0; order && i < p->cities->count; i++) {
        struct draw_box near = draw_box_around(p->cities->at[i], 60);
        order[i] = (struct turn){i, draw_coverage_of(p->rails, near) / 500};
        draw_grid_find(&p->near_cities, near, count_city, &order[i]);
    }
    if (order) {
        qsort(order, (size_t)p->cities->count, sizeof *order, by_crowd);
    }
    return order;
}

bool draw_labels_place(struct draw_label *label, const struct draw_cities *cities, const struct draw_coverage *rails,
                       struct arena *arena, struct error *err)
{
    struct placer p = {.label = label, .cities = cities, .rails = rails};
    p.placed = arena_array(arena, (size_t)cities->count, sizeof *p.placed);
    if (!p.placed || !draw_grid_cities(&p.near_cities, cities, 40, arena) ||
        !draw_grid_init(&p.near_labels, cities->bounds, 40, arena)) {
        return error_memory(err);
    }
    for (int i = 0; i < cities->count; i++) {
        p.widest_city = fmax(p.widest_city, cities->radius[i]);
    }
    struct turn *order = make_order(&p, arena);
    if (!order) {
        return error_memory(err);
    }
    for (int pass = 0; pass < (cities->count > CROWDED ? 1 : PASSES); pass++) {
        for (int i = 0; i < cities->count; i++) {
            if (!place(&p, order[i].city)) {
                return error_memory(err);
            }
        }
    }
    return place_aside(&p) ? true : error_memory(err);
}
