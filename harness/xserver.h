/* The two games of xserver. */
#ifndef XSERVER_H
#define XSERVER_H

#include "server.h"
#include "trains_run.h"

struct xserver {
    const char *game;
    struct server server;
    struct trains_run run; /* of which Maze uses the observers and the dialect's name */
    struct harness_number losses, jobs;
    bool results;
};

/* Each plays with those who sign up, and prints the outcome. The input has been read: h->values of it. */
bool xserver_trains(struct harness *h, struct xserver *x);
bool xserver_maze(struct harness *h, struct xserver *x);

#endif
