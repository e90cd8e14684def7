#include "draw/map.h"

#include "draw/font.h"

#include <stdlib.h>
#include <string.h>

#define NAMES_PART 0.15 /* fraction of the map that names may cover */

enum {
    NARROW = 700, /* pixels; narrower pictures are in portrait format, as for a phone */
    RADIUS = 7,   /* of a city */
    SPECK = 2,    /* minimum radius of a city, so that it stays visible even if it overlaps another */
    APART = 60,   /* desired pixels between most cities and their nearest neighbor */
    STRETCH = 4,  /* a map that is a thin strip is widened by up to this factor */
    MARGIN = 18,
    LEGEND = 40,
    LEGEND_WIDTH = 340,
};

/* -- scale -- */

struct nearest {
    const struct draw_cities *cities;
    int city;
    double distance;
};

static void see_nearest(void *context, int other)
{
    struct nearest *n = context;
    if (other != n->city) {
        n->distance = fmin(n->distance, draw_distance(n->cities->at[n->city], n->cities->at[other]));
    }
}

/* The distance from each city to its nearest neighbor; infinite if there is none. */
static bool find_nearest(const struct draw_cities *cities, double *distance, struct arena *arena)
{
    struct draw_grid grid;
    struct draw_box bounds = cities->bounds;
    double width = bounds.right - bounds.left + 1, height = bounds.bottom - bounds.top + 1;
    double area = width * height, most = width + height;
    double cell = fmax(4, sqrt(area / (cities->count + 1)));
    if (!draw_grid_cities(&grid, cities, cell, arena)) {
        return false;
    }
    for (int i = 0; i < cities->count; i++) {
        struct nearest n = {cities, i, INFINITY};
        double reach = cell / 2;
        while (n.distance > reach && reach < most) {
            draw_grid_find(&grid, draw_box_around(cities->at[i], reach), see_nearest, &n);
            reach *= 2;
        }
        distance[i] = n.distance;
    }
    return true;
}

static int by_size(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static struct draw_box bounds_of(const struct trains_map *map)
{
    struct draw_box box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < map->cities; i++) {
        draw_box_include(&box, draw_box_around((struct draw_point){map->city[i].x, map->city[i].y}, 0));
    }
    return map->cities ? box : (struct draw_box){0, 0, 0, 0};
}

/* Scales the cities to fill the picture, widening a thin strip. Returns how many times taller than true that makes the
 * picture; less than 1: wider. */
static double fill(struct draw_cities *cities, const struct trains_map *map, struct draw_point size)
{
    struct draw_box from = bounds_of(map);
    double width = fmax(0.001, from.right - from.left), height = fmax(0.001, from.bottom - from.top);
    double scale = fmin(size.x / width, size.y / height);
    double x = fmax(scale, fmin(STRETCH * scale, 0.65 * size.y / width));
    double y = fmax(scale, fmin(STRETCH * scale, 0.65 * fmax(size.y, 0.7 * size.x) / height));
    x = fmin(x, size.x / width);
    y = fmin(y, size.y / height);
    for (int i = 0; i < map->cities; i++) {
        cities->at[i] = (struct draw_point){(map->city[i].x - from.left) * x, (map->city[i].y - from.top) * y};
    }
    cities->bounds = (struct draw_box){0, 0, (from.right - from.left) * x, (from.bottom - from.top) * y};
    return y / x;
}

/* How much to enlarge the picture if cities are close together or names are long. Limited, because a large picture
 * viewed as a whole shows everything small. */
static double growth(const struct draw_map *picture, double apart)
{
    const struct draw_cities *cities = &picture->cities;
    double names = 0, area = fmax(1, cities->bounds.right) * fmax(1, cities->bounds.bottom);
    for (int i = 0; i < cities->count; i++) {
        names += picture->label[i].box.right * picture->label[i].box.bottom;
    }
    double wanted = fmax(APART / apart, sqrt(names / (NAMES_PART * area)));
    return fmax(1, fmin(wanted, fmin(12, fmax(1.4, sqrt(cities->count / 25.0)))));
}

static void grow(struct draw_cities *cities, double factor)
{
    for (int i = 0; i < cities->count; i++) {
        cities->at[i] = draw_times(cities->at[i], factor);
    }
    cities->bounds.right *= factor;
    cities->bounds.bottom *= factor;
}

static bool place_cities(struct draw_map *picture, double width, struct arena *arena)
{
    const struct trains_map *map = picture->map;
    size_t count = (size_t)map->cities;
    double *nearest = arena_array(arena, count, sizeof *nearest), *sorted = arena_array(arena, count, sizeof *sorted);
    struct draw_cities *cities = &picture->cities;
    *cities = (struct draw_cities){.count = map->cities,
                                   .at = arena_array(arena, count, sizeof *cities->at),
                                   .radius = arena_array(arena, count, sizeof *cities->radius)};
    if (!nearest || !sorted || !cities->at || !cities->radius) {
        return false;
    }
    picture->stretch = fill(cities, map, (struct draw_point){width, width < NARROW ? 1.3 * width : 0.72 * width});
    if (!find_nearest(cities, nearest, arena)) {
        return false;
    }
    memcpy(sorted, nearest, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_size);
    double factor = growth(picture, count ? sorted[count / 8] : APART);
    grow(cities, factor);
    for (size_t i = 0; i < count; i++) {
        cities->radius[i] = fmax(SPECK, fmin(RADIUS, 0.4 * nearest[i] * factor));
    }
    return true;
}

/* -- layout -- */

static bool place_rails(struct draw_map *picture, struct draw_coverage *coverage, struct arena *arena,
                        struct error *err)
{
    const struct trains_map *map = picture->map;
    struct draw_routes routes;
    if (!draw_routes_find(&routes, map, &picture->cities, arena, err)) {
        return false;
    }
    picture->rail_width = draw_looks[DRAW_EDGE].width;
    picture->connection = arena_array(arena, (size_t)map->connections, sizeof *picture->connection);
    if (!picture->connection || !draw_coverage_init(coverage, draw_box_grown(picture->cities.bounds, 100), arena)) {
        return error_memory(err);
    }
    for (int r = 0; r < routes.count; r++) {
        for (int lane = 0; lane < routes.route[r].lanes; lane++) {
            int number = routes.route[r].first + lane, length = map->connection[number].length;
            struct draw_curve *rail = picture->connection[number].rail;
            draw_routes_rails(&routes.route[r], lane, length, rail);
            for (int i = 0; i < length; i++) {
                draw_coverage_add(coverage, rail[i], picture->rail_width);
            }
            picture->connection[number].middle = draw_routes_middle(&routes.route[r], lane);
        }
    }
    draw_coverage_sum(coverage);
    return true;
}

static void move(struct draw_point *p, struct draw_point by)
{
    *p = draw_add(*p, by);
}

static struct draw_box box_of_curve(struct draw_curve curve)
{
    struct draw_box box = draw_box_around(curve.from, 0);
    draw_box_include(&box, draw_box_around(curve.control, 0));
    draw_box_include(&box, draw_box_around(curve.to, 0));
    return box;
}

/* Moves everything so that the picture starts at the origin, and computes its size. */
static void frame(struct draw_map *picture)
{
    const struct trains_map *map = picture->map;
    struct draw_box all = draw_box_grown(picture->cities.bounds, RADIUS);
    for (int i = 0; i < map->cities; i++) {
        draw_box_include(&all, picture->label[i].box);
    }
    for (int c = 0; c < map->connections; c++) {
        for (int i = 0; i < map->connection[c].length; i++) {
            draw_box_include(&all,
                             draw_box_grown(box_of_curve(picture->connection[c].rail[i]), picture->rail_width / 2));
        }
    }
    double width = all.right - all.left, missing = fmax(0, LEGEND_WIDTH - width);
    struct draw_point by = {MARGIN + missing / 2 - all.left, MARGIN - all.top};
    for (int i = 0; i < map->cities; i++) {
        struct draw_box *box = &picture->label[i].box;
        move(&picture->cities.at[i], by);
        *box = (struct draw_box){box->left + by.x, box->top + by.y, box->right + by.x, box->bottom + by.y};
    }
    for (int c = 0; c < map->connections; c++) {
        for (int i = 0; i < map->connection[c].length; i++) {
            struct draw_curve *rail = &picture->connection[c].rail[i];
            move(&rail->from, by);
            move(&rail->control, by);
            move(&rail->to, by);
        }
        move(&picture->connection[c].middle, by);
    }
    picture->legend = LEGEND;
    picture->width = ceil(width + missing + 2 * MARGIN);
    picture->height = ceil(all.bottom - all.top + 2 * MARGIN + LEGEND);
}

bool draw_map_layout(struct draw_map *picture, const struct trains_map *map, double width, struct arena *arena,
                     struct error *err)
{
    struct draw_coverage coverage;
    if (map->cities > DRAW_CITIES_MAX || map->connections > DRAW_CONNECTIONS_MAX) {
        return error_set(
            err, ERROR_INPUT,
            "a map of %d cities and %d connections is too large for a picture, which has room for %d and %d",
            map->cities, map->connections, DRAW_CITIES_MAX, DRAW_CONNECTIONS_MAX);
    }
    *picture = (struct draw_map){.map = map};
    picture->label = arena_array(arena, (size_t)map->cities, sizeof *picture->label);
    if (!picture->label) {
        return error_memory(err);
    }
    double font = draw_looks[DRAW_NAME].font;
    for (int i = 0; i < map->cities; i++) {
        picture->label[i].box = (struct draw_box){0, 0, draw_font_width(map->city[i].name, font), 1.15 * font};
    }
    if (!place_cities(picture, width - 2 * MARGIN, arena)) {
        return error_memory(err);
    }
    if (!place_rails(picture, &coverage, arena, err) ||
        !draw_labels_place(picture->label, &picture->cities, &coverage, arena, err)) {
        return false;
    }
    frame(picture);
    return true;
}
