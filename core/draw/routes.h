/* How connections run: one route for all connections between two cities, side by side on it. A route is straight unless
 * it would run through a third city or along another route; then it bends around it. */
#ifndef DRAW_ROUTES_H
#define DRAW_ROUTES_H

#include "draw/geometry.h"
#include "trains/map.h"

/* Cities as they will be drawn. */
struct draw_cities {
    int count;
    struct draw_point *at;
    double *radius;
    struct draw_box bounds; /* of the points */
};

struct draw_route {
    int from, to;     /* cities */
    int first, lanes; /* its connections */
    double half;      /* of the width of all its lanes */
    struct draw_curve curve;
    double start, end; /* how much of the curve is left free at its ends */
};

struct draw_routes {
    int count;
    struct draw_route *route;
    double lane; /* the width of a lane */
};

/* Finds the routes of a map. */
bool draw_routes_find(struct draw_routes *routes, const struct trains_map *map, const struct draw_cities *cities,
                      struct arena *arena, struct error *err);

/* The rails of lane number `lane` of a route. */
void draw_routes_rails(const struct draw_routes *routes, const struct draw_route *route, int lane, int length,
                       struct draw_curve rail[TRAINS_LENGTH_MAX]);

#endif
