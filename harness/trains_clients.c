#include "trains_clients.h"

#include "remote/trains_proxy_referee.h"

#include <stdio.h>
#include <string.h>

/* One player, and how it misbehaves, if it does. */
struct guest {
    struct trains_proxy_referee referee;
    struct trains_house_player house;
    struct spoil spoil;
};

static bool send_spoiled(void *self, struct wire *wire, enum trains_call call, json_object *answer, struct error *why)
{
    return spoil_send(self, wire, trains_call_names[call], answer, why);
}

static bool play(void *self, struct wire *wire, struct error *why)
{
    struct guest *guest = self;
    guest->referee.wire = *wire;
    return trains_proxy_referee_run(&guest->referee, why);
}

/* Misbehaves about its name, which is all that such a player does. */
static bool misspeak(void *self, struct wire *wire, struct error *why)
{
    struct guest *guest = self;
    (void)why;
    spoil_name(&guest->spoil, wire, guest->referee.player.name);
    return true;
}

static bool say_nothing(void *self, struct wire *wire, const char *name, struct error *why)
{
    (void)self, (void)wire, (void)name, (void)why;
    return true;
}

static struct client make_client(struct guest *guest)
{
    struct client client = {.name = guest->referee.player.name, .play = play, .self = guest};
    if (guest->referee.send && spoil_is_name(&guest->spoil)) {
        client.sign_up = say_nothing;
        client.play = misspeak;
    }
    return client;
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
    int count = join->spoil ? 2 * run->players : run->players;
    struct guest *guests = arena_array(&h->arena, (size_t)count, sizeof *guests);
    struct client *list = arena_array(&h->arena, (size_t)count, sizeof *list);
    if (!guests || !list) {
        return error_memory(&h->error);
    }
    for (int i = 0; i < count; i++) {
        const struct trains_entry *entry = &run->entry[i % run->players];
        struct guest *guest = &guests[i];
        bool bad = i >= run->players;
        const char *name = bad ? twin_name(&h->arena, entry->name) : entry->name;
        if (!name) {
            return error_memory(&h->error);
        }
        *guest = (struct guest){
            .house = {.strategy = entry->strategy, .map = &run->map},
            .referee = {.dialect = run->dialect, .player = {name, &trains_house_player_calls, &guest->house}}};
        if (bad) {
            guest->spoil = *join->spoil;
            guest->referee.send = send_spoiled;
            guest->referee.self = &guest->spoil;
        }
        list[i] = make_client(guest);
    }
    return clients_run(h, &join->clients, list, count);
}
