#include "trains/score.h"

#include <stdint.h>

/* The cities that a player's connections touch, renumbered: at most two for each connection. */
struct network {
    int cities;
    int city[2 * TRAINS_OWNED_MAX];
    int edges;
    struct {
        int a, b, length;
    } edge[TRAINS_OWNED_MAX];             /* one for each pair of cities: the longest */
    uint32_t reach[2 * TRAINS_OWNED_MAX]; /* bit k: there is a path to k */
    int best_of[TRAINS_OWNED_MAX + 1];    /* best_of[n]: the greatest total length of n edges */
};

/* The number of a city, or -1 if no connection touches it. */
static int find_city(const struct network *net, int city)
{
    for (int i = 0; i < net->cities; i++) {
        if (net->city[i] == city) {
            return i;
        }
    }
    return -1;
}

static int number_of(struct network *net, int city)
{
    int i = find_city(net, city);
    if (i < 0) {
        i = net->cities++;
        net->city[i] = city;
    }
    return i;
}

static void add_edge(struct network *net, int a, int b, int length)
{
    for (int i = 0; i < net->edges; i++) {
        if (net->edge[i].a == a && net->edge[i].b == b) {
            if (net->edge[i].length < length) {
                net->edge[i].length = length;
            }
            return;
        }
    }
    net->edge[net->edges].a = a;
    net->edge[net->edges].b = b;
    net->edge[net->edges++].length = length;
}

static void find_reach(struct network *net)
{
    for (int i = 0; i < net->cities; i++) {
        net->reach[i] = UINT32_C(1) << i;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < net->edges; i++) {
            uint32_t *a = &net->reach[net->edge[i].a], *b = &net->reach[net->edge[i].b], both = *a | *b;
            changed = changed || *a != both || *b != both;
            *a = *b = both;
        }
    }
}

static void find_best(struct network *net)
{
    int have[TRAINS_LENGTH_MAX + 1] = {0}, length = TRAINS_LENGTH_MAX;
    for (int i = 0; i < net->edges; i++) {
        have[net->edge[i].length]++;
    }
    for (int i = 0; i < net->edges; i++) {
        while (have[length] == 0) {
            length--;
        }
        have[length]--;
        net->best_of[i + 1] = net->best_of[i] + length;
    }
}

static int bits(uint32_t set)
{
    return __builtin_popcount(set);
}

/* Upper bound on what a simple path gains by visiting `cities` more cities. */
static int most(const struct network *net, int cities)
{
    return net->best_of[cities < net->edges ? cities : net->edges];
}

/* The longest simple path that extends one of `length` through the visited cities to `end`; `best` if none is
 * longer. */
static int extend(const struct network *net, int end, uint32_t visited, int length, int best)
{
    best = length > best ? length : best;
    if (length + most(net, bits(net->reach[end] & ~visited)) <= best) {
        return best;
    }
    for (int i = 0; i < net->edges; i++) {
        int next = net->edge[i].a == end ? net->edge[i].b : net->edge[i].b == end ? net->edge[i].a : -1;
        if (next >= 0 && !(visited >> next & 1)) {
            best = extend(net, next, visited | UINT32_C(1) << next, length + net->edge[i].length, best);
        }
    }
    return best;
}

static int longest_path(const struct network *net)
{
    int best = 0;
    for (int i = 0; i < net->cities; i++) {
        if (most(net, bits(net->reach[i]) - 1) > best) {
            best = extend(net, i, UINT32_C(1) << i, 0, best);
        }
    }
    return best;
}

static bool reaches(const struct network *net, int from, int to)
{
    int a = find_city(net, from), b = find_city(net, to);
    return a >= 0 && b >= 0 && (net->reach[a] >> b & 1);
}

struct trains_score trains_score(const struct trains_map *map, const int *owned, int count,
                                 const struct trains_destination destination[TRAINS_KEPT])
{
    struct network net = {0};
    struct trains_score score = {0};
    for (int i = 0; i < count; i++) {
        const struct trains_connection *c = &map->connection[owned[i]];
        int a = number_of(&net, c->from);
        add_edge(&net, a, number_of(&net, c->to), c->length);
        score.segments += c->length;
    }
    find_reach(&net);
    find_best(&net);
    score.path = longest_path(&net);
    score.total = score.segments;
    for (int i = 0; i < TRAINS_KEPT; i++) {
        bool reached = reaches(&net, destination[i].from, destination[i].to);
        score.destination[i] = reached ? TRAINS_DESTINATION_POINTS : -TRAINS_DESTINATION_POINTS;
        score.total += score.destination[i];
    }
    return score;
}
