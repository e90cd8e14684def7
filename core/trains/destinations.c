#include "trains/destinations.h"

bool trains_destinations_init(struct trains_destinations *all, const struct trains_map *map, struct arena *arena,
                              struct error *err)
{
    size_t cities = (size_t)map->cities;
    int *newest = arena_array(arena, cities, sizeof *newest); /* of a group: the smallest city seen so far, plus 1 */
    int *members = arena_array(arena, cities, sizeof *members);
    *all = (struct trains_destinations){.map = map};
    all->next = arena_array(arena, cities, sizeof *all->next);
    all->before = arena_array(arena, cities, sizeof *all->before);
    if (!newest || !members || !all->next || !all->before) {
        return error_memory(err);
    }
    for (int i = map->cities - 1; i >= 0; i--) {
        int group = map->city[i].group;
        all->next[i] = newest[group] - 1; /* 0 - 1 is TRAINS_NONE */
        newest[group] = i + 1;
        all->before[i] = members[group]++; /* for now: how many begin with this city */
    }
    for (int i = 0; i < map->cities; i++) {
        int64_t here = all->before[i];
        all->before[i] = all->total;
        all->total += here;
    }
    return true;
}

int trains_destinations_needed(int players)
{
    return TRAINS_OFFERED + TRAINS_KEPT * (players - 1);
}

static bool is_among(struct trains_destination d, const struct trains_destination *list, int count)
{
    for (int i = 0; i < count; i++) {
        if (list[i].from == d.from && list[i].to == d.to) {
            return true;
        }
    }
    return false;
}

/* The destination with that number. */
static struct trains_destination nth(const struct trains_destinations *all, int64_t number)
{
    int low = 0, high = all->map->cities - 1; /* the last city with before <= number lies in low..high */
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (all->before[middle] <= number) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    int to = all->next[low];
    for (int64_t left = number - all->before[low]; left > 0; left--) {
        to = all->next[to];
    }
    return (struct trains_destination){low, to};
}

static void offer_first(const struct trains_destinations *all, const struct trains_destination *taken, int count,
                        struct trains_destination *offered)
{
    int found = 0;
    for (int from = 0; from < all->map->cities && found < TRAINS_OFFERED; from++) {
        for (int to = all->next[from]; to != TRAINS_NONE && found < TRAINS_OFFERED; to = all->next[to]) {
            struct trains_destination d = {from, to};
            if (!is_among(d, taken, count)) {
                offered[found++] = d;
            }
        }
    }
}

static bool comes_before(struct trains_destination a, struct trains_destination b)
{
    return a.from != b.from ? a.from < b.from : a.to < b.to;
}

void trains_destinations_offer(const struct trains_destinations *all, const struct trains_destination *taken, int count,
                               struct random *chance, struct trains_destination offered[TRAINS_OFFERED])
{
    if (!chance) {
        offer_first(all, taken, count, offered);
        return;
    }
    for (int found = 0; found < TRAINS_OFFERED;) {
        struct trains_destination d = nth(all, (int64_t)random_below(chance, (uint64_t)all->total));
        if (is_among(d, taken, count) || is_among(d, offered, found)) {
            continue;
        }
        int at = found++;
        for (; at > 0 && comes_before(d, offered[at - 1]); at--) {
            offered[at] = offered[at - 1];
        }
        offered[at] = d;
    }
}
