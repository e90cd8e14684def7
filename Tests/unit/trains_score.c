#include "trains/score.h"

#include "trains.h"

/* A map of cities A to Z with the connections of the row. */
static const struct row {
    const char *name;
    const char *edges; /* "AB3 BC5": the ends and the length of each connection; a letter after the length is a color */
    struct trains_destination destination[TRAINS_KEPT];
    int segments, path, total; /* without the bonus */
} rows[] = {
    {"nothing", "", {{0, 1}, {1, 2}}, 0, 0, -20},
    {"one connection", "AB3", {{0, 1}, {1, 2}}, 3, 3, 3},
    {"both destinations", "AB3 BC4", {{0, 1}, {0, 2}}, 7, 7, 27},
    {"two pieces", "AB5 CD3 DE3", {{0, 1}, {0, 2}}, 11, 6, 11},
    {"the longest of parallel ones", "AB3r AB5b AB4g BC3", {{0, 1}, {1, 2}}, 15, 8, 35},
    {"a cycle is not closed", "AB3 BC3 CD3 AD3", {{0, 2}, {1, 3}}, 12, 9, 32},
    {"the shortest edge of a cycle stays out", "AB5 BC4 AC3", {{0, 2}, {1, 2}}, 12, 9, 32},
    {"no city twice", "AB3 AC4 AD5", {{0, 1}, {2, 3}}, 12, 9, 32},
    {"two triangles at one city", "AB5 BC5 AC5 AD3 DE3 AE3", {{0, 4}, {1, 3}}, 24, 16, 44},
    {"a star of stars", "AB3 AC3 AD3 BE5 CF4 DG3", {{0, 4}, {5, 6}}, 21, 15, 41},
    {"a complete graph of six",
     "AB3 AC3 AD3 AE3 AF3 BC3 BD3 BE3 BF3 CD3 CE3 CF3 DE3 DF3 EF3",
     {{0, 5}, {1, 2}},
     45,
     15,
     65},
    {"fifteen pieces", "AB3 CD3 EF3 GH3 IJ3 KL3 MN3 OP3 QR3 ST3 UV3 WX3 YZ3", {{0, 1}, {0, 2}}, 39, 3, 39},
    {"a ladder", "AB3 CD3 EF3 AC5 CE5 BD4 DF4", {{0, 5}, {1, 4}}, 27, 21, 47},
};

static int add_connections(const char *edges, struct trains_connection *connection)
{
    int count = 0;
    for (const char *p = edges; *p; p += strcspn(p, " "), p += *p == ' ') {
        const char *colors = "bgrw", *color = p[3] && p[3] != ' ' ? strchr(colors, p[3]) : colors;
        connection[count++] = (struct trains_connection){p[0] - 'A', p[1] - 'A', p[2] - '0',
                                                         (enum trains_color)(color - colors), TRAINS_NONE};
    }
    return count;
}

TEST scores(const struct row *row)
{
    struct trains_connection connection[TRAINS_OWNED_MAX];
    struct trains_map map = {.cities = 26, .connection = connection};
    int owned[TRAINS_OWNED_MAX];
    map.connections = add_connections(row->edges, connection);
    for (int i = 0; i < map.connections; i++) {
        owned[i] = i;
    }
    struct trains_score score = trains_score(&map, owned, map.connections, row->destination);
    ASSERT_EQ_FMT(row->segments, score.segments, "%d");
    ASSERT_EQ_FMT(row->path, score.path, "%d");
    ASSERT_EQ_FMT(row->total, score.total, "%d");
    ASSERT_EQ(0, score.bonus);
    PASS();
}

/* The longest simple path, by brute force. */
static int try_everything(const struct trains_map *map, int at, unsigned visited)
{
    int best = 0;
    for (int i = 0; i < map->connections; i++) {
        const struct trains_connection *c = &map->connection[i];
        int next = c->from == at ? c->to : c->to == at ? c->from : -1;
        if (next >= 0 && !(visited >> next & 1)) {
            int length = c->length + try_everything(map, next, visited | 1U << next);
            best = length > best ? length : best;
        }
    }
    return best;
}

TEST pruning_misses_nothing(void)
{
    static const struct trains_destination destination[TRAINS_KEPT] = {{0, 1}, {0, 2}};
    struct random chance = random_stream(5, 0);
    for (int round = 0; round < 400; round++) {
        struct trains_connection connection[11];
        int owned[11], cities = 4 + (int)random_below(&chance, 6), best = 0;
        struct trains_map map = {.cities = cities, .connection = connection};
        map.connections = 1 + (int)random_below(&chance, 11);
        for (int i = 0; i < map.connections; i++) {
            int to = 1 + (int)random_below(&chance, (uint64_t)cities - 1),
                from = (int)random_below(&chance, (uint64_t)to);
            connection[i] =
                (struct trains_connection){from, to, 3 + (int)random_below(&chance, 3), TRAINS_RED, TRAINS_NONE};
            owned[i] = i;
        }
        for (int i = 0; i < cities; i++) {
            int length = try_everything(&map, i, 1U << i);
            best = length > best ? length : best;
        }
        ASSERT_EQ_FMT(best, trains_score(&map, owned, map.connections, destination).path, "%d");
    }
    PASS();
}

SUITE(trains_scoring)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        greatest_set_test_suffix(rows[i].name);
        RUN_TEST1(scores, &rows[i]);
    }
    RUN_TEST(pruning_misses_nothing);
}
