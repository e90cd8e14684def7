#include "bot_players.h"

#include "remote/maze_dialect.h"
#include "remote/trains_proxy_player.h"

#include <stdio.h>

enum { NAME_ROOM = 64 };

const struct harness_option bot_players_options[] = {
    {.help = "Players that are programs"},
    {"timeout", .argument = "SECONDS", HARNESS_INTO(struct bot_players, timeout),
     .help = "how long such a player may take for a call (docs/bots.md)"},
    {"bot-log", .argument = "DIR", HARNESS_INTO(struct bot_players, log_dir),
     .help = "write what such players print to stderr to files in DIR"},
    {"allow", .argument = "PATHS", HARNESS_INTO(struct bot_players, allow),
     .help = "also let them read these, separated by ':', such as an interpreter in your home"},
    {.name = ""},
};

static bool prepare(struct harness *h, struct bot_players *p, int64_t usual)
{
    p->bots = arena_array(&h->arena, 1, sizeof *p->bots);
    if (!p->bots) {
        return error_memory(&h->error);
    }
    *p->bots =
        (struct bots){.arena = &h->arena, .log_dir = p->log_dir, .allowed = p->timeout >= 0 ? p->timeout : usual};
    return !p->allow || harness_paths(h, "allow", p->allow, &p->bots->readable);
}

/* Starts the program of player p->count % count, if it is one. Its log is named after the player, with the number of
 * the job appended from the second job on. */
static bool start(struct harness *h, struct bot_players *p, const struct json_at *at, int count, const char *name,
                  const char *program, struct wire *wire)
{
    char log[NAME_ROOM];
    size_t job = p->count / (size_t)count;
    snprintf(log, sizeof log, job ? "%s-%zu" : "%s", name, job + 1);
    if (!program || bots_start(p->bots, program, log, wire, &h->error)) {
        return true;
    }
    if (h->error.kind == ERROR_INPUT) {
        struct error why = h->error;
        struct json_at entry = json_at_element(at, p->count % (size_t)count), place = json_at_element(&entry, 1);
        json_at_fail(&place, &h->error, "%s", why.text);
    }
    return false;
}

bool bot_players_start_trains(struct harness *h, struct bot_players *p, const struct json_at *at,
                              const struct trains_entry *entries, int count, int jobs, struct trains_player **out)
{
    size_t all = (size_t)count * (size_t)jobs;
    *out = arena_array(&h->arena, all, sizeof **out);
    p->trains = arena_array(&h->arena, all, sizeof *p->trains);
    if (!*out || !p->trains) {
        return error_memory(&h->error);
    }
    if (!prepare(h, p, 2 * CLOCK_SECOND)) {
        return false;
    }
    for (; p->count < all; p->count++) {
        const struct trains_entry *entry = &entries[p->count % (size_t)count];
        struct trains_proxy_player *player = &p->trains[p->count];
        *player = (struct trains_proxy_player){.wire = {.in = -1}, .dialect = trains_dialect_find("call")};
        if (!start(h, p, at, count, entry->name, entry->program, &player->wire)) {
            return false;
        }
        (*out)[p->count] = (struct trains_player){entry->name, &trains_proxy_player_calls, player};
    }
    return true;
}

bool bot_players_in_maze(const struct maze_entry *entries, int count)
{
    bool any = false;
    for (int i = 0; i < count; i++) {
        any = any || entries[i].program;
    }
    return any;
}

bool bot_players_start_maze(struct harness *h, struct bot_players *p, const struct json_at *at,
                            const struct maze_entry *entries, int count, int jobs, struct maze_player **out)
{
    size_t all = (size_t)count * (size_t)jobs;
    *out = NULL;
    if (!bot_players_in_maze(entries, count)) {
        return true;
    }
    *out = arena_array(&h->arena, all, sizeof **out);
    p->maze = arena_array(&h->arena, all, sizeof *p->maze);
    if (!*out || !p->maze) {
        return error_memory(&h->error);
    }
    if (!prepare(h, p, 4 * CLOCK_SECOND)) {
        return false;
    }
    for (; p->count < all; p->count++) {
        const struct maze_entry *entry = &entries[p->count % (size_t)count];
        struct maze_proxy_player *player = &p->maze[p->count];
        *player = (struct maze_proxy_player){.wire = {.in = -1}};
        if (!start(h, p, at, count, entry->name, entry->program, &player->wire)) {
            return false;
        }
        (*out)[p->count] = (struct maze_player){entry->name, maze_call_dialect.calls, player};
    }
    return true;
}

void bot_players_end(struct bot_players *p)
{
    for (size_t i = 0; i < p->count; i++) {
        if (p->trains) {
            trains_proxy_player_close(&p->trains[i]);
        } else {
            maze_proxy_player_close(&p->maze[i]);
        }
    }
    if (p->bots) {
        bots_end(p->bots);
    }
}
