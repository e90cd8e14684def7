#include "trains/destinations.h"

bool trains_destinations_init(struct trains_destinations *all, const struct trains_map *map, struct arena *arena,
                              struct error *err)
{
    size_t cities = (size_t)map->cities;
    int *members = arena_array(arena, cities, sizeof *members); /* size of each group */
    int *end = arena_array(arena, cities, sizeof *end);         /* and its end */
    *all = (struct trains_destinations){.map = map};
    all->member = arena_array(arena, cities, sizeof *all->member);
    all->index = arena_array(arena, cities, sizeof *all->index);
    all->before = arena_array(arena, cities, sizeof *all->before);
    if (!members || !end || !all->member || !all->index || !all->before) {
        return error_memory(err);
    }
    for (int i = 0; i < map->cities; i++) {
        members[map->city[i].group]++;
    }
    for (int group = 0, used = 0; group < map->cities; group++) {
        end[group] = used;
        used += members[group];
    }
    for (int i = 0; i < map->cities; i++) {
        int group = map->city[i].group;
        all->index[i] = end[group]++;
        all->member[all->index[i]] = i;
        all->before[i] = all->total;
        all->total += --members[group]; /* destinations from here lead to the members that follow */
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

/* The destination with this number. */
static struct trains_destination nth(const struct trains_destinations *all, int64_t number)
{
    int low = 0, high = all->map->cities - 1; /* invariant: the last city with before <= number is in low..high */
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (all->before[middle] <= number) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return (struct trains_destination){low, all->member[all->index[low] + 1 + (number - all->before[low])]};
}

static void offer_first(const struct trains_destinations *all, const struct trains_destination *taken, int count,
                        struct trains_destination *offered)
{
    for (int number = 0, found = 0; found < TRAINS_OFFERED; number++) {
        struct trains_destination d = nth(all, number);
        if (!is_among(d, taken, count)) {
            offered[found++] = d;
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
