#include "trains_clients.h"

#include "remote/trains_proxy_referee.h"

#include <stdio.h>
#include <string.h>

const char *const trains_clients_calls[] = {"start", "losses", "setup", "pick", "play", "more", "win", "end", NULL};

/* One player. */
struct guest {
    struct trains_proxy_referee referee;
    struct trains_house_player house;
    struct fault fault; /* of a twin */
};

static bool play(void *self, struct error *why)
{
    return trains_proxy_referee_run(self, why);
}

static const char *twin_name(struct arena *arena, const char *name)
{
    char twin[TRAINS_PLAYER_NAME_MAX + 1];
    snprintf(twin, sizeof twin, "r%s", name);
    return arena_string(arena, twin, strlen(twin));
}

bool trains_clients_join(struct harness *h, const struct trains_clients *join)
{
    const struct trains_run *run = &join->run;
    int count = join->fault ? 2 * run->players : run->players;
    struct guest *guests = arena_array(&h->arena, (size_t)count, sizeof *guests);
    struct clients_player *list = arena_array(&h->arena, (size_t)count, sizeof *list);
    if (!guests || !list) {
        return error_memory(&h->error);
    }
    for (int i = 0; i < count; i++) {
        const struct trains_entry *entry = &run->entry[i % run->players];
        struct guest *guest = &guests[i];
        bool bad = i >= run->players;
        const char *name = bad ? twin_name(&h->arena, entry->name) : entry->name;
        if (entry->program) {
            return json_at_fail(
                &h->value[1], &h->error,
                "%s is a program: xref and xmanager start programs, but on a server they join by themselves",
                entry->name);
        }
        if (!name) {
            return error_memory(&h->error);
        }
        *guest = (struct guest){
            .house = {.strategy = entry->strategy, .map = &run->map},
            .referee = {.dialect = run->dialect, .player = {name, &trains_house_player_calls, &guest->house}}};
        list[i] = (struct clients_player){
            .name = name, .client = &guest->referee.client, .play = play, .self = &guest->referee};
        if (bad) {
            guest->fault = *join->fault;
            list[i].fault = &guest->fault;
        } else if (!clients_spoil(h, &join->clients, &list[i], trains_clients_calls)) {
            return false;
        }
    }
    return clients_run(h, &join->clients, list, count, CLOCK_SECOND / 50);
}
