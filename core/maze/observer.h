/* What observers of Maze are told (base/observer.h): the events of a game. */
#ifndef MAZE_OBSERVER_H
#define MAZE_OBSERVER_H

#include "base/observer.h"
#include "maze/player.h"

enum maze_event_kind {
    MAZE_EVENT_GAME,  /* a game begins */
    MAZE_EVENT_SETUP, /* a player has got a goal */
    MAZE_EVENT_ROUND, /* a round begins */
    MAZE_EVENT_TURN,  /* a player has taken its turn; the state is that after it */
    MAZE_EVENT_GOAL,  /* a player has reached its goal */
    MAZE_EVENT_KICK,  /* a player is out */
    MAZE_EVENT_SCORE, /* the game is over: what a player has got */
    MAZE_EVENT_WIN,   /* a player was told whether it has won */
};

/* Everything is borrowed and holds during the call only. What a kind of event does not need is not set. */
struct maze_event {
    enum maze_event_kind kind;
    const struct maze_state *state;
    const char *const *names; /* of the players */
    int round;                /* from 1; 0 before the first */
    int player;               /* the one that it is about, or MAZE_NOBODY */

    struct maze_spot goal;         /* SETUP, GOAL, SCORE */
    bool ends_game;                /* GOAL: the player is home, and the game is over */
    struct maze_choice choice;     /* TURN */
    enum maze_call call;           /* KICK: the one in which it failed */
    const char *reason;            /* KICK */
    int treasures;                 /* SCORE: how many it has collected */
    int64_t distance;              /* SCORE: the square of the distance to its goal */
    bool won;                      /* SCORE, WIN */
    const struct maze_spot *goals; /* GAME: of each player */
    const struct maze_spot *extra; /* GAME: the goals that are handed out later */
    int extra_count;
};

#endif
