/* Maps of Trains as pictures.
 *
 * A picture is laid out first: where cities, rails and names go, as numbers that can be checked. Then it becomes a scene.
 * In SVG a map is
 *
 *     <svg class="drawing map" ...>
 *       <g class="connection blue" data-connection="INDEX" data-length="4" data-mid="X Y"><title>...</title>
 *         <path class="owner"/>   under everything, as wide as the rails; --owner of the group is its color (none)
 *         <path class="track"/>   from city to city
 *         <path class="edge"/>    the outline of the rails
 *         <path class="rail"/>    one for each segment
 *         <path class="inlay"/>   a pattern for each color, for those who do not see the colors
 *       </g> ...
 *       <g class="city" data-city="INDEX"><title>Boston</title><circle class="dot"/></g> ...
 *       <g class="label" data-city="INDEX"><text class="name">Boston</text></g> ...
 *       <g class="legend">...</g>
 *
 * INDEX is the number that a city or connection has in struct trains_map; data-mid is the middle of the connection. */
#ifndef DRAW_MAP_H
#define DRAW_MAP_H

#include "draw/scene.h"
#include "trains/map.h"

/* A segment: a straight line or a quadratic curve. */
struct draw_rail {
    struct draw_point from, control, to;
};

struct draw_connection {
    struct draw_rail rail[TRAINS_LENGTH_MAX]; /* as many as it is long, from its smaller city on */
};

struct draw_label {
    struct draw_box box;
    bool led; /* it is so far from its city that a line leads to it */
};

struct draw_map {
    const struct trains_map *map;
    double width, height;
    double radius;     /* of a city */
    double rail_width; /* with its outline */
    double font;       /* the height of a line of text */
    struct draw_point *city;
    struct draw_label *label; /* of each city */
    struct draw_connection *connection;
};

/* Lays a map out. Everything comes from the arena. */
bool draw_map_layout(struct draw_map *picture, const struct trains_map *map, struct arena *arena, struct error *err);

/* Makes the scene of a picture, which must outlive it. */
bool draw_map_scene(struct draw_scene *scene, const struct draw_map *picture, struct arena *arena, struct error *err);

#endif
