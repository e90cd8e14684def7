#include "clients.h"

#include "server.h"

#include <pthread.h>
#include <string.h>

enum { STACK = 1024 * 1024, OTHER_FILES = 16 };

#define PATIENCE (30 * CLOCK_SECOND)
#define RETRY (CLOCK_SECOND / 10)

struct thread {
    pthread_t id;
    bool started;
    const struct clients_player *client;
    bool fine;
    struct error why;
};

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
    struct thread *t = argument;
    const struct clients_player *c = t->client;
    t->fine = true;
    if (misnamed(c)) {
        fault_sign_up(c->fault, &c->client->wire, c->name);
    } else {
        t->fine = c->play(c->self, &t->why);
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
static bool begin(const struct harness *h, const struct clients *clients, bool patient, struct thread *t,
                  const pthread_attr_t *attributes)
{
    struct client *client = t->client->client;
    if (!reach(h, clients, patient, &client->wire, &t->why)) {
        return false;
    }
    if (t->client->fault) {
        client->send = fault_send;
        client->sender = t->client->fault;
    }
    if (!say_name(t->client, &client->wire, &t->why)) {
        wire_close(&client->wire);
        return false;
    }
    t->started = pthread_create(&t->id, attributes, play, t) == 0;
    if (!t->started) {
        wire_close(&client->wire);
        return error_set(&t->why, ERROR_MEMORY, "cannot start a thread");
    }
    return true;
}

bool clients_run(struct harness *h, const struct clients *clients, const struct clients_player *list, int count,
                 int64_t interval)
{
    struct thread *threads = arena_array(&h->arena, (size_t)count, sizeof *threads);
    pthread_attr_t attributes;
    int playing = 0;
    if (!threads || pthread_attr_init(&attributes) != 0) {
        return error_memory(&h->error);
    }
    pthread_attr_setstacksize(&attributes, STACK);
    bool allowed = net_allow_files((size_t)count + OTHER_FILES, &h->error);
    for (int i = 0; allowed && i < count; i++) {
        if (i > 0) {
            clock_sleep(clock_in(clients->interval >= 0 ? clients->interval : interval));
        }
        threads[i].client = &list[i];
        /* A server that listened before and no longer does has enough players. */
        if (begin(h, clients, playing == 0, &threads[i], &attributes)) {
            playing++;
        } else if (playing == 0) {
            h->error = threads[i].why;
            break;
        } else if (threads[i].why.kind == ERROR_MEMORY) { /* which is not the server's doing */
            harness_late_error(h, ERROR_MEMORY, "%s could not sign up: %s", list[i].name, threads[i].why.text);
        } else {
            harness_say(h, "%s could not sign up: %s", list[i].name, threads[i].why.text);
        }
    }
    for (int i = 0; i < count; i++) {
        if (threads[i].started) {
            pthread_join(threads[i].id, NULL);
            if (!threads[i].fine) {
                harness_late_error(h, threads[i].why.kind, "%s: %s", list[i].name, threads[i].why.text);
            }
        }
    }
    pthread_attr_destroy(&attributes);
    return playing > 0;
}
