#include "clients.h"

#include "server.h"

#include <string.h>

enum { STACK = 1024 * 1024, OTHER_FILES = 16 };

#define PATIENCE (30 * CLOCK_SECOND)
#define RETRY (CLOCK_SECOND / 10)

bool clients_server(struct harness *h, struct clients *clients)
{
    clients->server.host = h->arguments > 1 ? h->argument[1] : NULL;
    return server_port(h, h->argument[0], 1, &clients->server.port);
}

/* Connects. patient: keeps trying for a while if nobody listens yet, and soon says so. */
static bool reach(const struct harness *h, const struct clients *clients, bool patient, struct wire *wire,
                  struct error *why)
{
    int64_t until = clock_in(PATIENCE), silent_until = clock_in(CLOCK_SECOND);
    bool nobody;
    int fd;
    while ((fd = net_connect(clients->server, until, &nobody, why)) < 0 && nobody && patient && clock_now() < until) {
        if (clock_now() >= silent_until) {
            harness_say(h, "nobody listens on port %d yet; waiting for a server (xserver %d starts one)",
                        clients->server.port, clients->server.port);
            silent_until = CLOCK_NEVER;
        }
        clock_sleep(clock_in(RETRY));
    }
    if (fd >= 0) {
        *wire = wire_open(fd, fd, -1, CLOCK_NEVER);
    }
    return fd >= 0;
}

static bool misnamed(const struct clients_player *client)
{
    return client->fault && fault_is_name(client->fault);
}

static bool say_name(const struct clients_player *client, struct wire *wire, struct error *why)
{
    if (misnamed(client)) {
        return true;
    }
    struct text name = {0};
    text_json_string(&name, client->name);
    bool said = wire_send(wire, &name, wire_deadline(wire), why);
    text_free(&name);
    return said;
}

static void *play(void *argument)
{
    struct clients_player *player = argument;
    player->fine = true;
    if (misnamed(player)) {
        fault_sign_up(player->fault, &player->client->wire, player->name);
    } else {
        player->fine = player->play(player->self, &player->why);
    }
    return NULL;
}

bool clients_spoil(struct harness *h, const struct clients *clients, struct clients_player *client,
                   const char *const *calls)
{
    size_t length = strlen(client->name);
    for (const char *at = clients->faults; at && *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
        if (strncmp(at, client->name, length) != 0 || at[length] != '=') {
            continue;
        }
        const char *way = arena_string(&h->arena, at + length + 1, strcspn(at, ",") - length - 1);
        client->fault = arena_array(&h->arena, 1, sizeof *client->fault);
        if (!way || !client->fault) {
            return error_memory(&h->error);
        }
        if (!fault_find(way, calls, client->fault)) {
            return harness_usage(h, "there is no way %s to misbehave; %s --help lists them", harness_show(way).text,
                                 h->name);
        }
    }
    return true;
}

/* Signs up one client and lets it play. */
static bool begin(const struct harness *h, const struct clients *clients, bool patient, struct clients_player *player,
                  const pthread_attr_t *attributes)
{
    struct client *client = player->client;
    if (!reach(h, clients, patient, &client->wire, &player->why)) {
        return false;
    }
    if (player->fault) {
        client->send = fault_send;
        client->sender = player->fault;
    }
    if (!say_name(player, &client->wire, &player->why)) {
        wire_close(&client->wire);
        return false;
    }
    player->started = pthread_create(&player->thread, attributes, play, player) == 0;
    if (!player->started) {
        wire_close(&client->wire);
        return error_set(&player->why, ERROR_MEMORY, "cannot start a thread");
    }
    return true;
}

bool clients_run(struct harness *h, const struct clients *clients, struct clients_player *list, int count,
                 int64_t interval)
{
    pthread_attr_t attributes;
    int playing = 0;
    if (pthread_attr_init(&attributes) != 0) {
        return error_memory(&h->error);
    }
    pthread_attr_setstacksize(&attributes, STACK);
    bool allowed = net_allow_files((size_t)count + OTHER_FILES, &h->error);
    for (int i = 0; allowed && i < count; i++) {
        struct clients_player *player = &list[i];
        if (i > 0) {
            clock_sleep(clock_in(clients->interval >= 0 ? clients->interval : interval));
        }
        /* A server that listened before and no longer does has enough players. */
        if (begin(h, clients, playing == 0, player, &attributes)) {
            playing++;
        } else if (playing == 0) {
            h->error = player->why;
            break;
        } else if (player->why.kind == ERROR_MEMORY) { /* which is not the server's doing */
            harness_late_error(h, ERROR_MEMORY, "%s could not sign up: %s", player->name, player->why.text);
        } else {
            harness_say(h, "%s could not sign up: %s", player->name, player->why.text);
        }
    }
    for (int i = 0; i < count; i++) {
        if (list[i].started) {
            pthread_join(list[i].thread, NULL);
            if (!list[i].fine) {
                harness_late_error(h, list[i].why.kind, "%s: %s", list[i].name, list[i].why.text);
            }
        }
    }
    pthread_attr_destroy(&attributes);
    return playing > 0;
}
