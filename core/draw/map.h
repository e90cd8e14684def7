/* Pictures of Trains maps.
 *
 * A layout comes first: the positions of cities, rails and names, as numbers that can be checked. Then it becomes a
 * scene. In SVG a map is
 *
 *     <svg class="drawing map" ...>
 *       <g class="connection blue" data-connection="INDEX" data-length="4" data-mid="X Y"><title>...</title>
 *         <path class="bed"/>     what the rails lie on: they pass over what is below
 *         <path class="track"/>   from city to city
 *         <path class="edge"/>    the outline of the rails
 *         <path class="rail"/>    one for each segment
 *         <path class="inlay"/>   a pattern for each color, for the color-blind
 *         <text class="length"/>
 *       </g> ...
 *       <g class="city" data-city="INDEX"><title>Boston</title><circle class="dot"/></g> ...
 *       <g class="label" data-city="INDEX"><text class="name">Boston</text></g> ...
 *       <g class="legend">...</g>
 *
 * On a group with the class "owned", --owner sets the color of its track and the outline of its rails.
 *
 * INDEX is the number of a city or connection in struct trains_map; data-mid is the middle of the connection. */
#ifndef DRAW_MAP_H
#define DRAW_MAP_H

#include "draw/labels.h"
#include "draw/scene.h"

struct draw_connection {
    struct draw_curve rail[TRAINS_LENGTH_MAX]; /* `length` rails, starting at its smaller city */
    struct draw_point middle;
};

struct draw_map {
    const struct trains_map *map;
    double width, height;
    double legend;     /* height of what is below the map */
    double rail_width; /* including its outline */
    double stretch;    /* how many times taller than true the picture is; less than 1: wider */
    struct draw_cities cities;
    struct draw_label *label;           /* one for each city */
    struct draw_connection *connection; /* one for each connection */
};

/* Widths in pixels that pictures are laid out for: most screens, and phones. */
enum { DRAW_WIDE = 1000, DRAW_NARROW = 460 };

/* The largest map that is drawn. */
enum { DRAW_CITIES_MAX = 5000, DRAW_CONNECTIONS_MAX = 20000 };

/* Lays out a map for viewing at about this width; the picture is larger if the map has many cities. Everything is
 * allocated in the arena. False if the map is too large (ERROR_INPUT) or if out of memory. */
bool draw_map_layout(struct draw_map *picture, const struct trains_map *map, double width, struct arena *arena,
                     struct error *err);

/* Makes the scene of a picture, which must outlive the scene. */
bool draw_map_scene(struct draw_scene *scene, const struct draw_map *picture, struct arena *arena, struct error *err);

#endif
