#include "draw/map.h"

#include "draw/font.h"

#include <string.h>

/* Enough for a path along all rails of a connection, from city to city. */
enum { STEPS_MAX = 2 * TRAINS_LENGTH_MAX + 2 };

/* A rail without the outline at its ends. */
static struct draw_curve inner(struct draw_curve rail)
{
    struct draw_point way = draw_unit(draw_minus(rail.to, rail.from));
    double cut = fmin(1, draw_distance(rail.from, rail.to) / 4);
    return (struct draw_curve){draw_add(rail.from, draw_times(way, cut)), rail.control,
                               draw_minus(rail.to, draw_times(way, cut))};
}

/* The path step along a rail; the control point of a straight one is on the line. */
static struct draw_step along(struct draw_curve rail)
{
    bool straight = draw_distance_to_line(rail.control, rail.from, rail.to) < 0.2;
    return (struct draw_step){straight ? 'L' : 'Q', rail.to, rail.control};
}

static void add_connection(struct draw_scene *scene, const struct draw_map *picture, int number)
{
    const struct trains_map *map = picture->map;
    const struct trains_connection *c = &map->connection[number];
    const struct draw_connection *drawn = &picture->connection[number];
    struct draw_step track[STEPS_MAX], bed[STEPS_MAX], edge[STEPS_MAX], inlay[STEPS_MAX];
    int tracks = 0, steps = 0;
    const char *color = trains_color_names[c->color];
    draw_scene_group(
        scene, draw_scene_text(scene, "connection %s", color),
        draw_scene_text(scene, "%s - %s, %s, %d", map->city[c->from].name, map->city[c->to].name, color, c->length));
    draw_scene_fact(scene, "connection", "%d", number);
    draw_scene_fact(scene, "length", "%d", c->length);
    draw_scene_fact(scene, "mid", "%.1f %.1f", drawn->middle.x, drawn->middle.y);
    track[tracks++] = draw_step_to('M', picture->cities.at[c->from]);
    for (int i = 0; i < c->length; i++) {
        struct draw_curve rail = drawn->rail[i], in = inner(rail);
        track[tracks++] = draw_step_to('L', rail.from);
        track[tracks++] = along(rail);
        edge[steps] = draw_step_to('M', rail.from);
        inlay[steps++] = draw_step_to('M', in.from);
        edge[steps] = along(rail);
        inlay[steps++] = along(in);
    }
    memcpy(bed, track + 1, (size_t)(tracks - 1) * sizeof *bed);
    bed[0].op = 'M';
    draw_scene_path(scene, DRAW_BED, bed, tracks - 1);
    track[tracks++] = draw_step_to('L', picture->cities.at[c->to]);
    draw_scene_path(scene, DRAW_TRACK + c->color, track, tracks);
    draw_scene_path(scene, DRAW_EDGE, edge, steps);
    for (int i = 0; i < steps; i += 2) {
        draw_scene_path(scene, DRAW_RAIL + c->color, &inlay[i], 2);
    }
    draw_scene_path(scene, DRAW_INLAY_BLUE + c->color, inlay, steps);
    draw_scene_write(scene, DRAW_LENGTH, drawn->middle, draw_scene_text(scene, "%d", c->length));
    draw_scene_end(scene);
}

static void add_label(struct draw_scene *scene, const struct draw_map *picture, int city)
{
    const struct draw_label *label = &picture->label[city];
    struct draw_box box = label->box;
    struct draw_point at = picture->cities.at[city];
    draw_scene_group(scene, "label", NULL);
    draw_scene_fact(scene, "city", "%d", city);
    if (label->led) {
        struct draw_point end = draw_box_nearest(box, at);
        struct draw_point way = draw_times(draw_unit(draw_minus(end, at)), picture->cities.radius[city]);
        struct draw_step line[] = {draw_step_to('M', draw_add(at, way)), draw_step_to('L', end)};
        draw_scene_path(scene, DRAW_LEADER, line, 2);
    }
    struct draw_point middle = {(box.left + box.right) / 2, (box.top + box.bottom) / 2};
    draw_scene_write(scene, DRAW_NAME, middle, picture->map->city[city].name);
    draw_scene_end(scene);
}

/* What to say about a map that is not drawn to scale. */
static const char *stretch_note(struct draw_scene *scene, double stretch)
{
    double times = fmax(stretch, 1 / stretch);
    return times < 1.05
               ? ""
               : draw_scene_text(scene, "not to scale: %.2g times too %s", times, stretch > 1 ? "high" : "wide");
}

/* A few rails of each color, with its name. */
static void add_legend(struct draw_scene *scene, const struct draw_map *picture)
{
    double y = picture->height - picture->legend / 2, x = 18;
    draw_scene_group(scene, "legend", NULL);
    for (unsigned color = 0; color < TRAINS_COLORS; color++) {
        struct draw_step edge[] = {draw_step_to('M', (struct draw_point){x, y}),
                                   draw_step_to('L', (struct draw_point){x + 24, y})};
        struct draw_step rail[] = {draw_step_to('M', (struct draw_point){x + 1, y}),
                                   draw_step_to('L', (struct draw_point){x + 23, y})};
        draw_scene_group(scene, trains_color_names[color], NULL);
        draw_scene_path(scene, DRAW_EDGE, edge, 2);
        draw_scene_path(scene, DRAW_RAIL + color, rail, 2);
        draw_scene_path(scene, DRAW_INLAY_BLUE + color, rail, 2);
        double width = draw_font_width(trains_color_names[color], draw_looks[DRAW_NOTE].font);
        draw_scene_write(scene, DRAW_NOTE, (struct draw_point){x + 32 + width / 2, y}, trains_color_names[color]);
        draw_scene_end(scene);
        x += width + 54;
    }
    draw_scene_end(scene);
    const char *stretched = stretch_note(scene, picture->stretch);
    double width = draw_font_width(stretched, draw_looks[DRAW_NOTE].font);
    bool fits = x + width < picture->width;
    draw_scene_write(scene, DRAW_NOTE, (struct draw_point){fits ? x + width / 2 : 18 + width / 2, fits ? y : y - 18},
                     stretched);
}

bool draw_map_scene(struct draw_scene *scene, const struct draw_map *picture, struct arena *arena, struct error *err)
{
    const struct trains_map *map = picture->map;
    *scene = (struct draw_scene){.width = picture->width, .height = picture->height, .name = "map", .arena = arena};
    scene->title = draw_scene_text(scene, "A map of Trains: %d cit%s, %d connection%s", map->cities,
                                   map->cities == 1 ? "y" : "ies", map->connections, map->connections == 1 ? "" : "s");
    draw_scene_add(scene, (struct draw_shape){.kind = DRAW_BOX,
                                              .style = DRAW_BACKGROUND,
                                              .box = {0, 0, picture->width, picture->height}});
    for (int i = 0; i < map->connections; i++) {
        add_connection(scene, picture, i);
    }
    for (int i = 0; i < map->cities; i++) {
        draw_scene_group(scene, "city", map->city[i].name);
        draw_scene_fact(scene, "city", "%d", i);
        draw_scene_add(scene, (struct draw_shape){.kind = DRAW_CIRCLE,
                                                  .style = DRAW_DOT,
                                                  .at = picture->cities.at[i],
                                                  .size = picture->cities.radius[i] - 1.25});
        draw_scene_end(scene);
    }
    for (int i = 0; i < map->cities; i++) {
        add_label(scene, picture, i);
    }
    add_legend(scene, picture);
    return scene->failed ? error_memory(err) : true;
}
