#include "server.h"

#include "stop.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { OTHER_FILES = 32, PORT_MAX = 65535, PLAYERS_LIMIT = 100000 };

const struct harness_option server_options[] = {
    {.help = "Players who sign up"},
    {"host", .argument = "ADDRESS", HARNESS_INTO(struct server, host),
     .help = "listen on this address (default: localhost, this machine only; 0.0.0.0: everywhere)"},
    {"timeout", .argument = "SECONDS", HARNESS_INTO(struct server, timeout),
     .help = "how long a player may take for a call (default: 2, in Maze 4)"},
    {"wait", .argument = "SECONDS", HARNESS_INTO(struct server, wait),
     .help = "the length of a waiting period (default: 20)"},
    {"min", .argument = "N", HARNESS_INTO(struct server, least), .low = 1, .high = PLAYERS_LIMIT,
     .help = "players that are enough after the first period (default: 5, in Maze 2); after the second, 2 are"},
    {"max", .argument = "N", HARNESS_INTO(struct server, most), .low = 1, .high = PLAYERS_LIMIT,
     .help = "players that end the waiting at once; nobody else is admitted (default: 50, in Maze 6)"},
    {"live", .argument = "PORT2", HARNESS_INTO(struct server, live_port), .high = PORT_MAX,
     .help = "send the log, while it is written, to everybody who connects to PORT2 (docs/log.md)"},
    {.name = ""},
};

bool server_port(struct harness *h, const char *argument, int low, uint16_t *port)
{
    char *end;
    errno = 0;
    long number = strtol(argument, &end, 10);
    if (argument[0] < '0' || argument[0] > '9' || *end || errno || number < low || number > PORT_MAX) {
        return harness_usage(h, "a port is a number from %d to %d, not %s", low, PORT_MAX, harness_show(argument).text);
    }
    *port = (uint16_t)number;
    return true;
}

bool server_is_maze(const struct harness *h, const char *game)
{
    json_object *first = h->values > 0 ? h->value[0].object : NULL;
    return game ? strcmp(game, "maze") == 0
                : json_object_is_type(first, json_type_array) || json_object_object_get_ex(first, "board", NULL);
}

/* Listens on a port, *port from then on; -1 if that fails. What listens there is named unless it is NULL, if the system
 * chooses the port: one that nobody knows is of no use. */
static int listen_on(struct harness *h, const struct server *server, const char *what, uint16_t *port)
{
    bool any = *port == 0;
    int listener = net_listen((struct net_address){server->host, *port}, SOMAXCONN, port, &h->error);
    if (listener >= 0 && any && what) {
        harness_explain(h, "%s on port %u", what, *port);
        if (h->code == EXIT_IO) {
            close(listener);
            return -1;
        }
    }
    return listener;
}

bool server_live(struct harness *h, struct server *server, observer_write log, struct recording *recording)
{
    uint16_t port = (uint16_t)server->live_port.value;
    if (!server->live_port.given) {
        return true;
    }
    server->live.listener = listen_on(h, server, "live", &port);
    if (server->live.listener < 0) {
        return false;
    }
    server->live.log = log;
    server->to_live = (struct observer){.see = live_see, .self = &server->live};
    recording->also[recording->also[0] ? 1 : 0] = &server->to_live;
    return true;
}

void server_live_end(struct harness *h, struct server *server)
{
    if (!server->live_port.given) {
        return;
    }
    live_stop(&server->live);
    if (server->to_live.error.kind != ERROR_NONE) {
        harness_late_error(h, server->to_live.error.kind, "cannot send to spectators: %s", server->to_live.error.text);
    }
}

/* Makes sure that enough files can be open for the players, and starts to admit spectators with what is left. */
static bool allow_files(struct harness *h, struct server *server, int players)
{
    bool live = server->live_port.given; /* room for at least one spectator */
    size_t needed = signup_files(players) + OTHER_FILES + live, allowed = net_files(needed + (live ? LIVE_MOST : 0));
    if (!net_allow_files(needed, &h->error)) {
        return false;
    }
    server->live.most = allowed - needed + 1;
    return !live || live_start(&server->live, &h->error);
}

static void say_joined(void *context, const char *name, int count)
{
    harness_say(context, "%s has signed up (%d)", name, count);
}

static void say_refused(void *context, const char *reason)
{
    harness_say(context, "turned a client away: %s", reason);
}

static void show_waiting(void *context, int64_t left, int count, int needed)
{
    (void)context;
    harness_status("waiting %d s more; %d signed up, %d needed", (int)((left + CLOCK_SECOND - 1) / CLOCK_SECOND), count,
                   needed);
}

/* For a person at a terminal: what happens, and how to join. */
static void narrate_sign_up(struct harness *h, const struct server *server, uint16_t port, struct signup *signup)
{
    const char *host = server->host ? server->host : "localhost";
    harness_say(h, "listening on %s, port %u; join with xclients %u, or a player of your own (docs/protocol.md)", host,
                port, port);
    signup->joined = say_joined;
    signup->refused = say_refused;
    signup->waits = show_waiting;
    signup->context = h;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Options override what is usual for the game. */
static void take_options(const struct server *server, struct signup *signup)
{
    signup->allowed = server->timeout >= 0 ? server->timeout : signup->allowed;
    signup->wait = server->wait >= 0 ? server->wait : signup->wait;
    signup->most = server->most.given ? (int)server->most.value : signup->most;
    signup->most = smaller(signup->most, server->seats);
    if (server->least.given) {
        signup->least[0] = (int)server->least.value;
        signup->least[1] = smaller(signup->least[0], signup->least[1]);
    }
    for (int i = 0; i < SIGNUP_PERIODS && server->most.given; i++) {
        signup->least[i] = smaller(signup->least[i], (int)server->most.value);
    }
}

bool server_sign_up(struct harness *h, struct server *server, struct signup usual, struct signup_guest **guests,
                    int *count)
{
    uint16_t port = server->port;
    bool stopped;
    take_options(server, &usual);
    if (!allow_files(h, server, usual.most)) {
        return false;
    }
    usual.listener = listen_on(h, server, server->narrates ? NULL : "listening", &port);
    if (usual.listener < 0) {
        return false;
    }
    if (server->narrates) {
        narrate_sign_up(h, server, port, &usual);
    }
    usual.stop = server->stop = stop_open();
    bool done = signup_run(&usual, &h->arena, guests, count, &stopped, &h->error);
    close(usual.listener);
    if (!done) {
        server_stopped(h, server);
    } else if (server->narrates && *count > 0) {
        harness_say(h, "sign-up is over; %d play", *count);
    } else if (server->narrates) {
        harness_say(h, "too few players have signed up, so nothing is played; --min and --wait change what is enough");
    }
    return done;
}

bool server_stopped(struct harness *h, struct server *server)
{
    int signal = stop_close(server->stop);
    server->stop = -1;
    if (signal) {
        h->code = (enum exit_code)(STOP_EXIT + signal);
    }
    return signal;
}
