/* What a server does whatever is played: options, sign-up, and stopping. */
#ifndef SERVER_H
#define SERVER_H

#include "harness.h"
#include "remote/net.h"
#include "remote/signup.h"
#include "watch.h"

#define SERVER_HELP \
    "      --host ADDR  listen there (default: localhost, this machine only; 0.0.0.0: everywhere)\n" \
    "      --timeout S  seconds that a player may take for a call (default: 2)\n" \
    "      --wait S     seconds that a waiting period takes (default: 20)\n" \
    "      --min N      players that are enough after the first period (default: 5); then 2 are\n" \
    "      --max N      players that end the waiting at once; nobody else is admitted (default: 50)\n" \
    "      --live PORT2 send the log as it is written to everybody who connects to PORT2 (docs/log.md)\n"

#define SERVER_OPTIONS(server) \
    {"host", .word = &(server).host}, {"timeout", .seconds = &(server).timeout}, {"wait", .seconds = &(server).wait}, \
        {"min", .number = &(server).least}, {"live", .number = &(server).live_port}, \
    { \
        "max", .number = &(server).most \
    }

struct server {
    /* options; what is not given, the game decides */
    const char *host;
    int64_t timeout, wait;
    struct harness_number least, most;
    struct harness_number live_port;

    uint16_t port;
    int seats;        /* more players than that cannot play, whatever the options say; 0: any number can */
    struct live live; /* if its port is given */
    int stop;         /* see struct wire; -1 when it is closed */
};

/* `struct server server = SERVER;` */
#define SERVER \
    { \
        .timeout = -1, .wait = -1, .least = {.low = 1, .high = 100000}, .most = {.low = 1, .high = 100000}, \
        .live_port = {.high = 65535}, .stop = -1 \
    }

/* A port from the command line. */
bool server_port(struct harness *h, const char *argument, int low, uint16_t *port);

/* "trains" or "maze": what the input that was read is for, by its shape. */
const char *server_game(const struct harness *h);

/* Listens for spectators if somebody wants them, so that they watch, too. To be called before watch_open. */
bool server_live(struct harness *h, struct server *server, struct watch *watch);

/* Listens on the port, and has players sign up. usual: what the game says where the options
 * say nothing. False if something failed or a signal came. */
bool server_sign_up(struct harness *h, struct server *server, struct signup usual, struct signup_guest **guests,
                    int *count);

/* To be called once at the end. Whether a signal has stopped the server; the program will exit accordingly. */
bool server_stopped(struct harness *h, struct server *server);

#endif
