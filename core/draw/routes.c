#include "draw/routes.h"

#include <stdlib.h>

enum {
    PIECES_MIN = 8, /* curves are split into at least this many straight pieces */
    PIECES_MAX = 48,
    PIECE = 12, /* pixels per piece, within those limits */
    BENDS = 12, /* increasingly wide ones are tried, on both sides */
    BENDS_IN_CROWD = 4,
    HOPELESS = 400,  /* in a crowd, bends are not tried once the cost reaches this */
    CROWDED = 600,   /* with more connections than this, routes do not avoid each other */
    OUTSIDE = 30,    /* pixels that routes may extend beyond the outermost cities */
    CITY_ROOM = 5,   /* pixels between a city and a passing route */
    GAP = 3,         /* pixels between a city and the first rail */
    MARK_APART = 20, /* pixels between what stands on neighboring lanes */
    ENDS_MAX = 54,   /* maximum pixels left free at each end of a route */
};
static const double lane_width = 9.5;

#define STRIP 0.3 /* routes along a strip of cities may extend this fraction of its length */

/* A piece of a route already placed. */
struct piece {
    struct draw_point at, direction;
    double half;
};

struct planner {
    const struct draw_cities *cities;
    struct draw_grid near_cities, near_pieces;
    struct piece *piece;
    int pieces;
    bool evade;

    /* the current query */
    const struct draw_route *route;
    struct draw_point a, b, direction; /* a straight piece */
    double cost;
};

static void see_city(void *context, int city)
{
    struct planner *p = context;
    if (city == p->route->from || city == p->route->to) {
        return;
    }
    double room = p->route->half + p->cities->radius[city] + CITY_ROOM;
    double distance = draw_distance_to_line(p->cities->at[city], p->a, p->b);
    if (distance < room) {
        p->cost += 20 + 100 * (room - distance) / room + (distance < room - CITY_ROOM ? 100 : 0);
    }
}

static void see_piece(void *context, int number)
{
    struct planner *p = context;
    const struct piece *other = &p->piece[number];
    double x = p->a.x - other->at.x, y = p->a.y - other->at.y, room = p->route->half + other->half;
    if (x * x + y * y < room * room && fabs(draw_cross(p->direction, other->direction)) < 0.45) {
        p->cost += 6;
    }
}

static int pieces_of(struct draw_curve curve)
{
    double pieces = draw_distance(curve.from, curve.to) / PIECE;
    return pieces < PIECES_MIN ? PIECES_MIN : pieces > PIECES_MAX ? PIECES_MAX : (int)pieces;
}

/* Where routes may run: a little outside the cities, and further beside a strip of them, which is not crowded. */
static struct draw_box room_for_routes(struct draw_box cities)
{
    double width = cities.right - cities.left, height = cities.bottom - cities.top;
    double aside = fmax(OUTSIDE, (STRIP * height - width) / 2), above = fmax(OUTSIDE, (STRIP * width - height) / 2);
    return (struct draw_box){cities.left - aside, cities.top - above, cities.right + aside, cities.bottom + above};
}

/* The cost of a curve; stops adding up at `enough`. */
static double cost_of(struct planner *p, struct draw_curve curve, double enough)
{
    int pieces = pieces_of(curve);
    struct draw_box allowed = room_for_routes(p->cities->bounds);
    p->cost = 0;
    p->b = curve.from;
    for (int i = 1; i <= pieces && p->cost < enough; i++) {
        p->a = p->b;
        p->b = draw_curve_at(curve, (double)i / pieces);
        p->cost += draw_distance_to_box(p->b, allowed);
        struct draw_box box = {fmin(p->a.x, p->b.x), fmin(p->a.y, p->b.y), fmax(p->a.x, p->b.x), fmax(p->a.y, p->b.y)};
        draw_grid_find(&p->near_cities, draw_box_grown(box, p->route->half + 15), see_city, p);
        if (p->evade && draw_distance(p->a, curve.from) > ENDS_MAX && draw_distance(p->a, curve.to) > ENDS_MAX) {
            p->direction = draw_unit(draw_minus(p->b, p->a));
            draw_grid_find(&p->near_pieces, draw_box_around(p->a, 4 * lane_width), see_piece, p);
        }
    }
    return p->cost;
}

static bool keep_pieces(struct planner *p, const struct draw_route *route)
{
    int pieces = pieces_of(route->curve);
    for (int i = 0; i < pieces && p->evade; i++) {
        double t = (double)i / pieces;
        p->piece[p->pieces] =
            (struct piece){draw_curve_at(route->curve, t), draw_curve_direction(route->curve, t), route->half};
        if (!draw_grid_add(&p->near_pieces, draw_box_around(p->piece[p->pieces].at, 0), p->pieces)) {
            return false;
        }
        p->pieces++;
    }
    return true;
}

/* Tries a straight line, then bends, and takes the one with the lowest cost. */
static void bend(struct planner *p, struct draw_route *route)
{
    static const double parts[] = {0.5, 0.25, 0.75}, sizes[] = {1, 2, 3, 4.5, 6.5, 9};
    struct draw_point from = p->cities->at[route->from], to = p->cities->at[route->to];
    double distance = draw_distance(from, to), step = fmin(route->half + 14, distance / 20);
    double most = distance * distance / (12 * route->half); /* with a sharper bend, the inner lanes would cross */
    p->route = route;
    double best = cost_of(p, route->curve, p->evade ? INFINITY : HOPELESS);
    int bends = p->evade ? BENDS : best < HOPELESS ? BENDS_IN_CROWD : 0;
    for (int i = 0; i < bends && best > 0; i++) {
        double bow = fmin(most, step * sizes[i / 2]) * (i % 2 ? 1 : -1), effort = 4 + 0.12 * fabs(bow);
        for (int k = 0; k < (p->evade ? 3 : 1) && effort < best; k++) {
            struct draw_curve curve = draw_curve_bow(from, to, bow, parts[k]);
            double cost = effort + 3 * (k > 0) + cost_of(p, curve, best);
            if (cost < best) {
                best = cost;
                route->curve = curve;
            }
        }
    }
}

/* -- where routes end -- */

struct route_end {
    struct draw_route *route;
    int city;
    double angle;
    double *free;
};

static int by_angle(const void *left, const void *right)
{
    const struct route_end *a = left, *b = right;
    return a->city != b->city ? (a->city > b->city) - (a->city < b->city)
                              : (a->angle > b->angle) - (a->angle < b->angle);
}

static struct route_end end_at(struct draw_route *route, bool start, const struct draw_cities *cities)
{
    struct draw_point at = start ? route->curve.from : route->curve.to;
    struct draw_point way = draw_minus(route->curve.control, at);
    struct route_end end = {route, start ? route->from : route->to, atan2(way.y, way.x),
                            start ? &route->start : &route->end};
    *end.free = cities->radius[end.city] + GAP;
    return end;
}

/* Makes two routes that leave a city in nearly the same direction start where they are apart. */
static void make_room(struct route_end *a, struct route_end *b)
{
    double angle = fabs(b->angle - a->angle);
    angle = angle > M_PI ? 2 * M_PI - angle : angle;
    double apart = (a->route->half + b->route->half) / fmax(0.05, 2 * sin(angle / 2));
    *a->free = fmax(*a->free, apart);
    *b->free = fmax(*b->free, apart);
}

static bool find_ends(struct draw_routes *routes, const struct draw_cities *cities, struct arena *arena)
{
    size_t count = 2 * (size_t)routes->count;
    struct route_end *end = arena_array(arena, count, sizeof *end);
    if (!end) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        end[i] = end_at(&routes->route[i / 2], i % 2 == 0, cities);
    }
    qsort(end, count, sizeof *end, by_angle);
    for (size_t first = 0, next; first < count; first = next) {
        for (next = first + 1; next < count && end[next].city == end[first].city; next++) {
            make_room(&end[next - 1], &end[next]);
        }
        if (next - first > 2) {
            make_room(&end[next - 1], &end[first]);
        }
    }
    for (int i = 0; i < routes->count; i++) {
        struct draw_route *route = &routes->route[i];
        double most = fmin(ENDS_MAX, 0.28 * draw_distance(route->curve.from, route->curve.to));
        route->start = fmin(route->start, most);
        route->end = fmin(route->end, most);
    }
    return true;
}

/* -- all of them -- */

static int by_distance(const void *left, const void *right)
{
    const struct draw_route *const *a = left, *const *b = right;
    double first = draw_distance((*a)->curve.from, (*a)->curve.to);
    double second = draw_distance((*b)->curve.from, (*b)->curve.to);
    return first != second ? (first > second) - (first < second) : (*a > *b) - (*a < *b);
}

/* Connections between the same cities are adjacent in a map. */
static void group_connections(struct draw_routes *routes, const struct trains_map *map,
                              const struct draw_cities *cities)
{
    for (int i = 0; i < map->connections; i++) {
        const struct trains_connection *c = &map->connection[i];
        struct draw_route *last = routes->count ? &routes->route[routes->count - 1] : NULL;
        if (!last || last->from != c->from || last->to != c->to) {
            last = &routes->route[routes->count++];
            *last = (struct draw_route){.from = c->from, .to = c->to, .first = i};
            last->curve = draw_curve_bow(cities->at[c->from], cities->at[c->to], 0, 0.5);
        }
        last->lanes++;
        last->half = last->lanes * lane_width / 2;
    }
}

bool draw_routes_find(struct draw_routes *routes, const struct trains_map *map, const struct draw_cities *cities,
                      struct arena *arena, struct error *err)
{
    size_t count = (size_t)map->connections;
    struct draw_route **order = arena_array(arena, count, sizeof *order);
    struct planner p = {.cities = cities, .evade = map->connections <= CROWDED};
    p.piece = arena_array(arena, p.evade ? count * PIECES_MAX : 0, sizeof *p.piece);
    *routes = (struct draw_routes){.route = arena_array(arena, count, sizeof *routes->route)};
    if (!order || !p.piece || !routes->route || !draw_grid_cities(&p.near_cities, cities, 40, arena) ||
        !draw_grid_init(&p.near_pieces, cities->bounds, 40, arena)) {
        return error_memory(err);
    }
    group_connections(routes, map, cities);
    for (int i = 0; i < routes->count; i++) {
        order[i] = &routes->route[i];
    }
    qsort(order, (size_t)routes->count, sizeof *order, by_distance);
    for (int i = 0; i < routes->count; i++) {
        bend(&p, order[i]);
        if (!keep_pieces(&p, order[i])) {
            return error_memory(err);
        }
    }
    return find_ends(routes, cities, arena) ? true : error_memory(err);
}

/* -- rails -- */

enum { MARKS = 32 };

/* The t at which a curve has covered a distance; mark has the distances for t = 0, 1/MARKS, ..., 1. */
static double t_at(const double mark[MARKS + 1], double distance)
{
    int i = 0;
    while (i < MARKS - 1 && mark[i + 1] < distance) {
        i++;
    }
    double step = mark[i + 1] - mark[i];
    return (i + (step > 0 ? (distance - mark[i]) / step : 0)) / MARKS;
}

/* Measures a curve, for t_at. Returns its length without its free ends. */
static double measure(const struct draw_route *route, double mark[MARKS + 1])
{
    mark[0] = 0;
    for (int i = 1; i <= MARKS; i++) {
        mark[i] = mark[i - 1] + draw_distance(draw_curve_at(route->curve, (i - 1.0) / MARKS),
                                              draw_curve_at(route->curve, (double)i / MARKS));
    }
    return mark[MARKS] - route->start - route->end;
}

/* How far a lane is to the side of its route. */
static double aside_of(const struct draw_route *route, int lane)
{
    return (lane - (route->lanes - 1) / 2.0) * lane_width;
}

void draw_routes_rails(const struct draw_route *route, int lane, int length, struct draw_curve rail[TRAINS_LENGTH_MAX])
{
    double mark[MARKS + 1], whole = measure(route, mark), each = whole / length, gap = fmin(4.5, each / 4);
    for (int i = 0; i < length; i++) {
        double from = route->start + i * each + gap / 2;
        rail[i] = draw_curve_part(route->curve, t_at(mark, from), t_at(mark, from + each - gap), aside_of(route, lane));
    }
}

struct draw_point draw_routes_middle(const struct draw_route *route, int lane)
{
    double mark[MARKS + 1], whole = measure(route, mark);
    double along = (lane - (route->lanes - 1) / 2.0) * fmin(MARK_APART, whole / route->lanes);
    double t = t_at(mark, route->start + whole / 2 + along);
    return draw_curve_part(route->curve, t, t, aside_of(route, lane)).from;
}
