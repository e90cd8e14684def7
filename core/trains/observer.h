/* What observers of Trains are told (base/observer.h): the events of games and tournaments. */
#ifndef TRAINS_OBSERVER_H
#define TRAINS_OBSERVER_H

#include "base/observer.h"
#include "tournament/rounds.h"
#include "trains/player.h"
#include "trains/score.h"

enum trains_event_kind {
    TRAINS_EVENT_MAP,   /* all games are played on this map */
    TRAINS_EVENT_ROUND, /* a round of a tournament begins */
    TRAINS_EVENT_GAME,  /* a game begins */
    TRAINS_EVENT_SETUP, /* a player got its rails and first cards */
    TRAINS_EVENT_PICK,  /* a player has chosen its destinations */
    TRAINS_EVENT_PLAY,  /* a player asked for something, and gets it */
    TRAINS_EVENT_MORE,  /* a player got cards */
    TRAINS_EVENT_KICK,  /* a player is out */
    TRAINS_EVENT_SCORE, /* a player got its points; best first */
    TRAINS_EVENT_WIN,   /* a player was told whether it won the game */
    TRAINS_EVENT_END,   /* the tournament is over */
};

/* Everything is borrowed and valid only during the call. Members that a kind of event does not use are not set. */
struct trains_event {
    enum trains_event_kind kind;
    const struct trains_map *map;
    int game, turn;           /* from 1; 0: outside of games, or before the first turn */
    const char *const *names; /* of the players in the game or, for events of the tournament, in that */
    int players;
    int player; /* the player concerned */

    const enum trains_color *cards; /* SETUP, MORE */
    int card_count;
    int rails;                                /* SETUP */
    const struct trains_destination *offered; /* PICK: five */
    const struct trains_destination *kept;    /* PICK: two */
    struct trains_action action;              /* PLAY */
    enum trains_call call;                    /* KICK: the call that failed */
    const char *reason;                       /* KICK */
    const struct trains_score *score;         /* SCORE */
    int place;                                /* SCORE */
    bool won;                                 /* WIN */
    int round, tables;                        /* ROUND */
    const struct tournament_game *table;      /* ROUND: who plays whom */
    const enum tournament_fate *fate;         /* END: of each player */
};

/* A copy of a game's event that lives as long as the arena and the names; NULL if out of memory. */
struct trains_event *trains_event_keep(const struct trains_event *event, struct arena *arena);

#endif
