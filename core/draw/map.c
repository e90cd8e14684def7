#include "draw/map.h"

#include "draw/font.h"
#include "draw/grid.h"
#include "draw/routes.h"

#include <stdlib.h>

enum {
    WIDTH = 980, /* pixels that a map with few cities takes */
    HEIGHT = 700,
    RADIUS = 7, /* of a city */
    APART = 60, /* pixels that most cities should be from the next one */
    MARGIN = 18,
    LEGEND = 40,
    NARROWEST = 400, /* what the legend needs */
};

/* -- how large the map is drawn -- */

struct nearest {
    const struct trains_map *map;
    int city;
    double square;
};

static void see_nearest(void *context, int other)
{
    struct nearest *n = context;
    const struct trains_city *a = &n->map->city[n->city], *b = &n->map->city[other];
    double x = a->x - b->x, y = a->y - b->y;
    if (other != n->city) {
        n->square = fmin(n->square, x * x + y * y);
    }
}

/* How far each city is from the nearest other one, in the map's own pixels. */
static bool find_nearest(const struct trains_map *map, double *distance, struct arena *arena)
{
    struct draw_grid grid;
    struct draw_box bounds = {0, 0, map->width, map->height};
    if (!draw_grid_init(&grid, bounds, fmax(4, sqrt((double)map->width * map->height / (map->cities + 1))), arena)) {
        return false;
    }
    for (int i = 0; i < map->cities; i++) {
        if (!draw_grid_add(&grid, draw_box_around((struct draw_point){map->city[i].x, map->city[i].y}, 0), i)) {
            return false;
        }
    }
    for (int i = 0; i < map->cities; i++) {
        struct nearest n = {map, i, INFINITY};
        struct draw_point at = {map->city[i].x, map->city[i].y};
        double reach = 4;
        while (sqrt(n.square) > reach && reach < 4 * TRAINS_SIZE_MAX) {
            reach *= 2;
            draw_grid_find(&grid, draw_box_around(at, reach), see_nearest, &n);
        }
        distance[i] = sqrt(n.square);
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
    return map->cities ? box : (struct draw_box){0};
}

/* Cities fill the picture. It grows where they are close to each other, within reason: who looks at all of a large
 * picture sees all of it small. */
static double find_scale(const struct trains_map *map, struct draw_box bounds, const double *sorted)
{
    double width = bounds.right - bounds.left, height = bounds.bottom - bounds.top;
    if (map->cities < 2) {
        return 1;
    }
    double fit = fmin(width > 0 ? WIDTH / width : INFINITY, height > 0 ? HEIGHT / height : INFINITY);
    double wanted = APART / sorted[map->cities / 8];
    return fmax(fit, fmin(wanted, fit * fmin(12, fmax(1.4, sqrt(map->cities / 25.0)))));
}

static bool place_cities(struct draw_map *picture, struct arena *arena)
{
    const struct trains_map *map = picture->map;
    size_t count = (size_t)map->cities;
    double *nearest = arena_array(arena, count, sizeof *nearest), *sorted = arena_array(arena, count, sizeof *sorted);
    struct draw_cities *cities = &picture->cities;
    *cities = (struct draw_cities){.count = map->cities,
                                   .at = arena_array(arena, count, sizeof *cities->at),
                                   .radius = arena_array(arena, count, sizeof *cities->radius)};
    if (!nearest || !sorted || !cities->at || !cities->radius || !find_nearest(map, nearest, arena)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        sorted[i] = nearest[i];
    }
    qsort(sorted, count, sizeof *sorted, by_size);
    struct draw_box bounds = bounds_of(map);
    double scale = find_scale(map, bounds, sorted);
    for (size_t i = 0; i < count; i++) {
        cities->at[i].x = (map->city[i].x - bounds.left) * scale;
        cities->at[i].y = (map->city[i].y - bounds.top) * scale;
        cities->radius[i] = fmin(RADIUS, 0.4 * nearest[i] * scale);
    }
    cities->bounds =
        (struct draw_box){0, 0, (bounds.right - bounds.left) * scale, (bounds.bottom - bounds.top) * scale};
    return true;
}

/* -- all of it -- */

static bool place_rails(struct draw_map *picture, struct draw_coverage *coverage, struct arena *arena,
                        struct error *err)
{
    const struct trains_map *map = picture->map;
    struct draw_routes routes;
    if (!draw_routes_find(&routes, map, &picture->cities, arena, err)) {
        return false;
    }
    picture->rail_width = routes.lane - 2;
    picture->connection = arena_array(arena, (size_t)map->connections, sizeof *picture->connection);
    if (!picture->connection || !draw_coverage_init(coverage, draw_box_grown(picture->cities.bounds, 100), arena)) {
        return error_memory(err);
    }
    for (int r = 0; r < routes.count; r++) {
        for (int lane = 0; lane < routes.route[r].lanes; lane++) {
            int number = routes.route[r].first + lane, length = map->connection[number].length;
            struct draw_curve *rail = picture->connection[number].rail;
            draw_routes_rails(&routes, &routes.route[r], lane, length, rail);
            for (int i = 0; i < length; i++) {
                draw_coverage_add(coverage, rail[i], picture->rail_width);
            }
            picture->connection[number].middle =
                length % 2 ? draw_curve_at(rail[length / 2], 0.5)
                           : draw_between(rail[length / 2 - 1].to, rail[length / 2].from, 0.5);
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

/* Moves everything so that the picture begins at the origin, and finds out how large it is. */
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
    double width = all.right - all.left, missing = fmax(0, NARROWEST - width);
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

bool draw_map_layout(struct draw_map *picture, const struct trains_map *map, struct arena *arena, struct error *err)
{
    struct draw_coverage coverage;
    *picture = (struct draw_map){.map = map};
    picture->label = arena_array(arena, (size_t)map->cities, sizeof *picture->label);
    if (!picture->label || !place_cities(picture, arena)) {
        return error_memory(err);
    }
    if (!place_rails(picture, &coverage, arena, err)) {
        return false;
    }
    double font = draw_looks[DRAW_NAME].font;
    for (int i = 0; i < map->cities; i++) {
        picture->label[i].box = (struct draw_box){0, 0, draw_font_width(map->city[i].name, font), 1.15 * font};
    }
    if (!draw_labels_place(picture->label, &picture->cities, &coverage, arena, err)) {
        return false;
    }
    frame(picture);
    return true;
}
