/* What a server does whatever is played: options, sign-up, and stopping. */
#ifndef SERVER_H
#define SERVER_H

#include "harness.h"
#include "remote/net.h"
#include "remote/signup.h"
#include "watch.h"

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
        .timeout = -1, .wait = -1, .stop = -1 \
    }

extern const struct harness_option server_options[]; /* into a struct server */

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
