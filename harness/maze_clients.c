#include "maze_clients.h"

#include "maze/codec.h"
#include "remote/maze_dialect.h"

/* One player. */
struct guest {
    struct maze_proxy_referee referee;
    struct maze_house_player house;
    struct maze_trial trial;
    const struct maze_dialect *dialect;
};

static bool play(void *self, struct error *why)
{
    struct guest *guest = self;
    return maze_proxy_referee_run(&guest->referee, guest->dialect, why);
}

/* Reads the players of the input. The state may come before or after them. */
static bool read_players(struct harness *h, struct maze_entry **entries, int *count)
{
    const struct json_at *players = &h->value[0];
    if (h->values > 1 && !json_object_is_type(players->object, json_type_array)) {
        players = &h->value[1];
    }
    return maze_codec_players(players, MAZE_COUNTING_PLAYERS, true, &h->arena, entries, count, &h->error);
}

bool maze_clients_join(struct harness *h, const struct clients *clients, const char *dialect_name)
{
    const struct maze_dialect *dialect = maze_dialect_find(dialect_name);
    struct maze_entry *entries;
    int count;
    if (!dialect) {
        return harness_usage(h, "Maze has no dialect %s; it has call and memo", harness_show(dialect_name).text);
    }
    if (!read_players(h, &entries, &count)) {
        return false;
    }
    struct guest *guests = arena_array(&h->arena, (size_t)count, sizeof *guests);
    struct clients_player *list = arena_array(&h->arena, (size_t)count, sizeof *list);
    if (!guests || !list) {
        return error_memory(&h->error);
    }
    for (int i = 0; i < count; i++) {
        struct guest *guest = &guests[i];
        if (entries[i].program) {
            return error_set(
                &h->error, ERROR_INPUT,
                "%s is a program: xgames, xbad and xbad2 start programs, but on a server they join by themselves",
                harness_show(entries[i].name).text);
        }
        guest->house = maze_house_player(&entries[i], &guest->trial);
        guest->dialect = dialect;
        guest->referee = (struct maze_proxy_referee){
            .player = {entries[i].name, &maze_house_player_calls, &guest->house}, .trial = &guest->trial};
        list[i] = (struct clients_player){entries[i].name, &guest->referee.client, play, guest, NULL};
        if (!clients_spoil(h, clients, &list[i], dialect->call_names)) {
            return false;
        }
    }
    return clients_run(h, clients, list, count, 3 * CLOCK_SECOND);
}
