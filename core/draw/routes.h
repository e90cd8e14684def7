/* The course of connections: all connections between two cities share one route, side by side. A route is straight
 * unless it would run through a third city or along another route; then it bends around it. */
#ifndef DRAW_ROUTES_H
#define DRAW_ROUTES_H

#include "draw/grid.h"
#include "trains/map.h"

struct draw_route {
    int from, to;     /* cities */
    int first, lanes; /* its connections */
    double half;      /* half the width of all its lanes */
    struct draw_curve curve;
    double start, end; /* lengths left free at the ends of the curve */
};

struct draw_routes {
    int count;
    struct draw_route *route;
};

/* Finds the routes of a map. */
bool draw_routes_find(struct draw_routes *routes, const struct trains_map *map, const struct draw_cities *cities,
                      struct arena *arena, struct error *err);

/* Where something that stands on a lane goes: about half-way, but not beside what stands on the other lanes. */
struct draw_point draw_routes_middle(const struct draw_route *route, int lane);

/* The rails of lane number `lane` of a route. */
void draw_routes_rails(const struct draw_route *route, int lane, int length, struct draw_curve rail[TRAINS_LENGTH_MAX]);

#endif
