/* The two games of xserver. */
#ifndef XSERVER_H
#define XSERVER_H

#include "server.h"
#include "trains_run.h"

struct xserver {
    const char *game;
    struct server server;
    struct trains_run run; /* Maze uses its observers and the dialect's name */
    struct harness_number losses, jobs;
    bool results;
};

/* Each signs up players, plays, and prints the outcome. h->values values of the input have been read. */
bool xserver_trains(struct harness *h, struct xserver *x);
bool xserver_maze(struct harness *h, struct xserver *x);

#endif
