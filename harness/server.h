/* What a server does for either game: options, sign-up, and stopping. */
#ifndef SERVER_H
#define SERVER_H

#include "harness.h"
#include "recording.h"
#include "remote/live.h"
#include "remote/net.h"
#include "remote/signup.h"

#include <limits.h>

struct server {
    /* options; the game decides about those that are not given */
    const char *host;
    int64_t timeout, wait;
    struct harness_number least, most;
    struct harness_number live_port;

    uint16_t port;
    int seats;        /* how many can play, whatever the options say */
    struct live live; /* used if its port is given */
    struct observer to_live;
    int stop;      /* see struct wire; -1 when it is closed */
    bool narrates; /* says on stderr what goes on */
};

/* `struct server server = SERVER;` */
#define SERVER \
    { \
        .timeout = -1, .wait = -1, .seats = INT_MAX, .stop = -1 \
    }

extern const struct harness_option server_options[]; /* into a struct server */

/* A port from the command line. */
bool server_port(struct harness *h, const char *argument, int low, uint16_t *port);

/* Whether the game is Maze: what --game says, or else, if that is NULL, the shape of the input that was read. */
bool server_is_maze(const struct harness *h, const char *game);

/* Listens for spectators if --live is given, and adds them to the observers of the recording, which is not open yet. */
bool server_live(struct harness *h, struct server *server, observer_write log, struct recording *recording);

/* Dismisses them, once there is nothing more to see. */
void server_live_end(struct harness *h, struct server *server);

/* Listens on the port, and signs up players. usual: what the game decides about options that are not given. False if
 * something failed or a signal came; then the program exits accordingly. */
bool server_sign_up(struct harness *h, struct server *server, struct signup usual, struct signup_guest **guests,
                    int *count);

/* Whether a signal has stopped the game; if so, the program exits accordingly. Call it once, at the end. */
bool server_stopped(struct harness *h, struct server *server);

#endif
