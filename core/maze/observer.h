/* What observers of Maze are told (base/observer.h): the events of a game. */
#ifndef MAZE_OBSERVER_H
#define MAZE_OBSERVER_H

#include "base/observer.h"
#include "maze/player.h"

enum maze_event_kind {
    MAZE_EVENT_GAME,  /* a game begins */
    MAZE_EVENT_SETUP, /* a player got a goal */
    MAZE_EVENT_ROUND, /* a round begins */
    MAZE_EVENT_TURN,  /* a player took its turn; the state is the one after it */
    MAZE_EVENT_GOAL,  /* a player reached its goal */
    MAZE_EVENT_KICK,  /* a player is out */
    MAZE_EVENT_SCORE, /* the game is over: a player's result */
    MAZE_EVENT_WIN,   /* a player was told whether it won */
};

/* Everything is borrowed and valid only during the call. Members that a kind of event does not use are not set. */
struct maze_event {
    enum maze_event_kind kind;
    const struct maze_state *state;
    const char *const *names; /* of the players */
    int round;                /* from 1; 0 before the first */
    int player;               /* the player concerned, or MAZE_NOBODY */

    struct maze_spot goal;         /* SETUP, GOAL, SCORE */
    bool ends_game;                /* GOAL: the player is home, and the game is over */
    struct maze_choice choice;     /* TURN */
    enum maze_call call;           /* KICK: the call that failed */
    const char *reason;            /* KICK */
    int treasures;                 /* SCORE: number collected */
    int64_t distance;              /* SCORE: squared distance to its goal */
    bool won;                      /* SCORE, WIN */
    const struct maze_spot *goals; /* GAME: of each player */
    const struct maze_spot *extra; /* GAME: goals assigned later */
    int extra_count;
};

#endif
