#include "draw/map.h"

#include "draw/svg.h"
#include "trains.h"

#include <glob.h>
#include <stdio.h>

/* -- invariants of every picture -- */

enum {
    SAMPLES = 8,
    SEEN = 2, /* radius of the smallest visible circle, including its outline */
};

static struct draw_box inside_of(const struct draw_map *picture)
{
    return (struct draw_box){0, 0, picture->width, picture->height - picture->legend};
}

static bool lies_in(struct draw_box box, struct draw_box all)
{
    return box.left >= all.left && box.top >= all.top && box.right <= all.right && box.bottom <= all.bottom;
}

/* From the rim of a city to a label. */
static double gap(const struct draw_map *picture, int label, int city)
{
    return draw_distance_to_box(picture->cities.at[city], picture->label[label].box) - picture->cities.radius[city];
}

TEST labels_lie_well(const struct draw_map *picture)
{
    const struct draw_cities *cities = &picture->cities;
    for (int i = 0; i < cities->count; i++) {
        ASSERT(lies_in(picture->label[i].box, inside_of(picture)));
        ASSERT(lies_in(draw_box_around(cities->at[i], cities->radius[i]), inside_of(picture)));
        ASSERT(cities->radius[i] >= SEEN);
        for (int j = 0; j < cities->count; j++) {
            ASSERT(draw_distance_to_box(cities->at[j], picture->label[i].box) > cities->radius[j]);
            ASSERT(i == j || !draw_box_overlaps(picture->label[i].box, picture->label[j].box));
            ASSERT(picture->label[i].led || i == j || gap(picture, i, j) > gap(picture, i, i));
        }
    }
    PASS();
}

/* The smallest distance between two rails, from center to center. */
static double between_rails(struct draw_curve a, struct draw_curve b)
{
    double least = INFINITY;
    for (int i = 0; i <= SAMPLES; i++) {
        struct draw_point at = draw_curve_at(a, (double)i / SAMPLES), from = b.from;
        for (int k = 1; k <= SAMPLES; k++) {
            struct draw_point to = draw_curve_at(b, (double)k / SAMPLES);
            least = fmin(least, draw_distance_to_line(at, from, to));
            from = to;
        }
    }
    return least;
}

TEST rails_of_two_lie_apart(const struct draw_map *picture, int a, int b)
{
    const struct trains_map *map = picture->map;
    for (int i = 0; i < map->connection[a].length; i++) {
        for (int k = 0; k < map->connection[b].length; k++) {
            ASSERT(between_rails(picture->connection[a].rail[i], picture->connection[b].rail[k]) > picture->rail_width);
        }
    }
    PASS();
}

TEST rails_lie_well(const struct draw_map *picture)
{
    const struct trains_map *map = picture->map;
    for (int c = 0; c < map->connections; c++) {
        const struct draw_curve *rail = picture->connection[c].rail;
        for (int i = 0; i < map->connection[c].length; i++) {
            ASSERT(lies_in(draw_box_around(rail[i].from, 0), inside_of(picture)));
            ASSERT(lies_in(draw_box_around(rail[i].to, 0), inside_of(picture)));
            ASSERT(draw_distance(rail[i].from, rail[i].to) > 0);
            ASSERT(i == 0 || draw_distance(rail[i - 1].to, rail[i].from) > 0);
        }
        for (int d = c + 1; d < map->connections && map->connection[d].from == map->connection[c].from &&
                            map->connection[d].to == map->connection[c].to;
             d++) {
            CHECK_CALL(rails_of_two_lie_apart(picture, c, d));
            struct draw_point a = picture->connection[c].middle, b = picture->connection[d].middle;
            ASSERT(draw_distance(a, b) >=
                   fmin(20, draw_distance(rail[0].from, rail[map->connection[c].length - 1].to) / 12));
        }
    }
    PASS();
}

TEST is_a_good_picture(const struct trains_map *map, double width, struct arena *arena)
{
    struct error error = {.kind = ERROR_NONE};
    struct draw_map picture;
    ASSERT(draw_map_layout(&picture, map, width, arena, &error));
    CHECK_CALL(labels_lie_well(&picture));
    CHECK_CALL(rails_lie_well(&picture));
    PASS();
}

/* -- maps of all kinds -- */

static int below(struct random *chance, int limit)
{
    return (int)random_below(chance, (uint64_t)limit);
}

/* Places cities anywhere, in a few clusters, on a line, or next to each other. */
static void place_city(struct trains_map *map, int city, int kind, struct random *chance)
{
    int x = below(chance, map->width + 1), y = below(chance, map->height + 1);
    if (kind == 1) {
        x = x / 20 + city % 3 * (map->width / 3);
        y = y / 20 + city % 2 * (map->height / 2);
    } else if (kind == 2) {
        y = map->height / 2;
    } else if (kind == 3) {
        x = city % (map->width + 1);
        y = city / (map->width + 1) % (map->height + 1);
    }
    map->city[city].x = x;
    map->city[city].y = y;
}

static bool is_taken(const struct trains_map *map, int city)
{
    for (int i = 0; i < city; i++) {
        if (map->city[i].x == map->city[city].x && map->city[i].y == map->city[city].y) {
            return true;
        }
    }
    return false;
}

static struct trains_map make_map(struct random *chance, struct arena *arena)
{
    int cities = 1 + below(chance, 100), connections = below(chance, cities < 30 ? 2 * cities + 1 : cities),
        kind = below(chance, 4);
    struct trains_map map = {.width = 10 + below(chance, 791), .height = 10 + below(chance, 791)};
    map.city = arena_array(arena, (size_t)cities, sizeof *map.city);
    map.connection = arena_array(arena, (size_t)connections, sizeof *map.connection);
    for (int i = 0; i < cities; i++) {
        char name[64];
        place_city(&map, map.cities, kind, chance);
        snprintf(name, sizeof name, "%d %.*s", i, below(chance, 20), "wwwww MMMMM, iiii. llll");
        map.city[map.cities].name = arena_string(arena, name, strlen(name));
        map.cities += !is_taken(&map, map.cities);
    }
    trains_map_sort_cities(&map);
    while (map.connections < connections && map.cities > 1) {
        struct trains_connection c = {.from = below(chance, map.cities - 1), .length = 3 + below(chance, 3)};
        c.to = c.from + 1 + below(chance, map.cities - c.from - 1);
        for (int lanes = 1 + below(chance, 4); lanes > 0 && map.connections < connections; lanes--) {
            c.color = (enum trains_color)(lanes - 1);
            map.connection[map.connections++] = c;
        }
    }
    trains_map_sort_connections(&map);
    return map;
}

TEST pictures_of_any_map_are_good(void)
{
    for (uint64_t i = 0; i < 500; i++) {
        struct arena arena = {0};
        struct random chance = random_stream(20, i);
        struct trains_map map = make_map(&chance, &arena);
        char suffix[32];
        snprintf(suffix, sizeof suffix, "%d", (int)i);
        greatest_set_test_suffix(suffix);
        CHECK_CALL(is_a_good_picture(&map, i % 2 ? DRAW_WIDE : DRAW_NARROW, &arena));
        arena_free(&arena);
    }
    PASS();
}

/* Every map among the values of a file. */
TEST pictures_of_a_file_are_good(const char *path, int *maps)
{
    struct json_stream stream = {.name = path};
    struct json_value value;
    struct error error = {.kind = ERROR_NONE};
    FILE *file = fopen(path, "re");
    ASSERT(file);
    while (!stream.finished) {
        ASSERT(json_stream_read(&stream, fileno(file), &error));
    }
    fclose(file);
    while (json_stream_next(&stream, TRAINS_MAP_REPEATS_AT, &value, &error) == JSON_STREAM_VALUE) {
        struct json_at at = json_at_root(&value);
        struct arena arena = {0};
        struct trains_map map;
        if (trains_codec_map(&at, &arena, &map, &error)) {
            ++*maps;
            CHECK_CALL(is_a_good_picture(&map, DRAW_WIDE, &arena));
            CHECK_CALL(is_a_good_picture(&map, DRAW_NARROW, &arena));
        }
        arena_free(&arena);
        json_object_put(value.object);
    }
    json_stream_free(&stream);
    PASS();
}

TEST pictures_of_maps_in_use_are_good(void)
{
    glob_t found;
    int maps = 0;
    if (glob("../shared/course/trains/*/*-in.json", 0, NULL, &found) != 0) {
        SKIPm("the course's inputs are not there");
    }
    for (size_t i = 0; i < found.gl_pathc; i++) {
        CHECK_CALL(pictures_of_a_file_are_good(found.gl_pathv[i], &maps));
    }
    globfree(&found);
    ASSERT(maps > 0);
    PASS();
}

/* -- particular maps -- */

#define BETWEEN(connections) \
    "{\"width\":800,\"height\":800,\"cities\":[[\"A\",[100,100]],[\"B\",[400,250]],[\"C\",[700,400]],[\"D\",[100,700]" \
    "]]," \
    "\"connections\":{\"A\":{\"C\":{" connections "}}}}"

TEST a_connection_bends_around_a_city(const char *text)
{
    struct reading r;
    struct trains_map map;
    struct draw_map picture;
    ASSERT(start_with_map(&r, text, &map));
    ASSERT(draw_map_layout(&picture, &map, DRAW_WIDE, &r.arena, &r.error));
    CHECK_CALL(is_a_good_picture(&map, DRAW_WIDE, &r.arena));
    struct draw_point b = picture.cities.at[1];
    double room = picture.cities.radius[1] + picture.rail_width / 2;
    for (int c = 0; c < map.connections; c++) {
        for (int i = 0; i < map.connection[c].length; i++) {
            ASSERT(between_rails(picture.connection[c].rail[i], (struct draw_curve){b, b, b}) > room);
        }
    }
    reading_end(&r);
    PASS();
}

#define ALL_COLORS "{\"red\":3,\"blue\":4,\"green\":5,\"white\":3}"

/* Even those with different ends, if the map has nothing but a line of cities. By their second rails they have left the
 * city they share. */
TEST connections_along_a_line_lie_apart(void)
{
    struct reading r;
    struct trains_map map;
    struct draw_map picture;
    ASSERT(start_with_map(&r,
                          "{\"width\":800,\"height\":800,\"cities\":[[\"A\",[50,400]],[\"B\",[150,400]],"
                          "[\"C\",[250,400]],[\"D\",[650,400]],[\"E\",[750,400]]],\"connections\":{"
                          "\"A\":{\"B\":{\"red\":3},\"C\":" ALL_COLORS ",\"E\":" ALL_COLORS "},"
                          "\"B\":{\"D\":" ALL_COLORS "}}}",
                          &map));
    ASSERT(draw_map_layout(&picture, &map, DRAW_WIDE, &r.arena, &r.error));
    CHECK_CALL(is_a_good_picture(&map, DRAW_WIDE, &r.arena));
    for (int a = 0; a < map.connections; a++) {
        for (int b = a + 1; b < map.connections; b++) {
            for (int i = 0; i < map.connection[b].length; i++) {
                ASSERT(between_rails(picture.connection[a].rail[1], picture.connection[b].rail[i]) >
                       picture.rail_width);
            }
        }
    }
    reading_end(&r);
    PASS();
}

TEST small_and_empty_maps_are_drawn(void)
{
    static const char *const maps[] = {
        "{\"width\":10,\"height\":10,\"cities\":[],\"connections\":{}}",
        "{\"width\":10,\"height\":10,\"cities\":[[\" \",[10,10]]],\"connections\":{}}",
        "{\"width\":800,\"height\":10,\"cities\":[[\"A\",[3,3]],[\"B\",[3,4]]],"
        "\"connections\":{\"A\":{\"B\":{\"red\":5,\"blue\":5,\"green\":5,\"white\":5}}}}",
        "{\"width\":800,\"height\":800,\"cities\":[[\"A\",[0,0]],[\"B\",[1,0]],[\"C\",[800,800]],[\"D\",[799,800]]],"
        "\"connections\":{\"A\":{\"B\":{\"red\":5,\"blue\":3,\"green\":5,\"white\":5},\"C\":{\"red\":3}}}}",
    };
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        struct reading r;
        struct trains_map map;
        ASSERT(start_with_map(&r, maps[i], &map));
        CHECK_CALL(is_a_good_picture(&map, DRAW_WIDE, &r.arena));
        CHECK_CALL(is_a_good_picture(&map, DRAW_NARROW, &r.arena));
        reading_end(&r);
    }
    PASS();
}

static int count(const char *text, const char *what)
{
    int found = 0;
    for (const char *at = text; (at = strstr(at, what)); at++) {
        found++;
    }
    return found;
}

TEST a_page_finds_what_it_looks_for(void)
{
    struct reading r;
    struct trains_map map;
    struct draw_map picture;
    struct draw_scene scene;
    struct text out = {.bytes = NULL};
    ASSERT(start_with_map(&r, MAP_ABCD, &map));
    ASSERT(draw_map_layout(&picture, &map, DRAW_WIDE, &r.arena, &r.error));
    ASSERT(draw_map_scene(&scene, &picture, &r.arena, &r.error));
    draw_svg(&out, &scene, false);
    ASSERT_FALSE(out.failed);
    ASSERT_EQ(0, strncmp(out.bytes, "<svg class=\"drawing map\" viewBox=\"0 0 ", 38));
    ASSERT_EQ_FMT(5, count(out.bytes, "<g class=\"connection "), "%d");
    ASSERT_EQ_FMT(4, count(out.bytes, "<g class=\"city\" data-city="), "%d");
    ASSERT_EQ_FMT(4, count(out.bytes, "<g class=\"label\" data-city="), "%d");
    ASSERT_EQ_FMT(3 + 3 + 4 + 5 + 3 + 4, count(out.bytes, "<path class=\"rail\""), "%d"); /* 4 in the legend */
    ASSERT(strstr(out.bytes, "<g class=\"connection white\" data-connection=\"2\" data-length=\"4\" data-mid=\""));
    ASSERT(strstr(out.bytes, "<title>A - B, white, 4</title>"));
    ASSERT_EQ(count(out.bytes, "<g "), count(out.bytes, "</g>"));
    text_free(&out);
    reading_end(&r);
    PASS();
}

TEST names_cannot_break_out(void)
{
    static const char hostile[] = "<script>alert(\"1\")</script>&'\x01\xff";
    struct trains_city city = {.name = hostile};
    struct trains_map map = {.width = 10, .height = 10, .cities = 1, .city = &city};
    struct arena arena = {0};
    struct error error = {.kind = ERROR_NONE};
    struct draw_map picture;
    struct draw_scene scene;
    struct text out = {.bytes = NULL};
    ASSERT(draw_map_layout(&picture, &map, DRAW_WIDE, &arena, &error));
    ASSERT(draw_map_scene(&scene, &picture, &arena, &error));
    draw_svg(&out, &scene, true);
    ASSERT_FALSE(strstr(out.bytes, "<script"));
    ASSERT_EQ(2,
              count(out.bytes, "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;\xEF\xBF\xBD\xEF\xBF\xBD<"));
    text_free(&out);
    arena_free(&arena);
    PASS();
}

SUITE(draw_maps)
{
    RUN_TEST(small_and_empty_maps_are_drawn);
    RUN_TEST1(a_connection_bends_around_a_city, BETWEEN("\"red\":3"));
    RUN_TEST1(a_connection_bends_around_a_city, BETWEEN("\"red\":3,\"blue\":4,\"green\":5,\"white\":5"));
    RUN_TEST(connections_along_a_line_lie_apart);
    RUN_TEST(a_page_finds_what_it_looks_for);
    RUN_TEST(names_cannot_break_out);
    RUN_TEST(pictures_of_any_map_are_good);
    RUN_TEST(pictures_of_maps_in_use_are_good);
}
