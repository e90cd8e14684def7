/* Connects all players of a game of Maze that speak the memo dialect.
 *
 * They may ask about the game at any time, even during another player's turn. So waiting for one player serves all of
 * them meanwhile, and unread replies are queued here, where they delay nobody. The hub knows what to reply because it
 * observes the game. */
#ifndef REMOTE_MAZE_HUB_H
#define REMOTE_MAZE_HUB_H

#include "maze/observer.h"
#include "maze/rules.h"
#include "remote/maze_dialect.h"

enum {
    MAZE_HUB_MAX = 64,
    MAZE_HUB_QUERIES = 1000,                /* per player, between two turns */
    MAZE_HUB_UNREAD = 4 * WIRE_MESSAGE_MAX, /* bytes of unread replies; beyond, a player is not heard until it reads */
};

/* A player's place in the hub. */
struct maze_hub_seat {
    struct maze_proxy_player *proxy; /* its context is this seat */
    struct maze_hub *hub;
    struct maze_spot goal;
    bool won;
    int queries;         /* since its last turn */
    struct error failed; /* why it will be removed on the referee's next call; ERROR_NONE: it will not */

    /* private */
    struct text replies; /* queued, */
    size_t sent;         /* and how many bytes of them were sent */
};

struct maze_hub {
    struct observer observer; /* must be among the observers of the game */
    int players;
    struct maze_hub_seat seat[MAZE_HUB_MAX]; /* in the order of turns */
    const char **names;                      /* NULL until a game has begun */
    struct maze_state state;                 /* what everybody may know */
    struct maze_trial trial;                 /* room for boards of the game */

    /* private */
    struct arena arena;
};

/* Connects all players of a game: at most MAZE_HUB_MAX, in the order of turns. A player whose wire is closed only keeps
 * its seat. The hub must not be moved afterwards. */
void maze_hub_open(struct maze_hub *hub, struct maze_proxy_player *proxies, int players);

/* Frees what the hub holds, but not the players. */
void maze_hub_close(struct maze_hub *hub);

/* Replies to a player's queries received so far. Anything else it has sent is a reason to remove it. False if there is
 * a reason, now or from before. */
bool maze_hub_serve(struct maze_proxy_player *player, struct error *why);

/* Sends a message to a player, after its queued replies. */
bool maze_hub_send(struct maze_proxy_player *player, struct text *message, int64_t deadline, struct error *why);

/* Receives the next value that is not a query; replies to queries before it. The caller frees out->object. */
bool maze_hub_receive(struct maze_proxy_player *player, int64_t deadline, struct json_value *out, struct error *why);

/* Shuts down sending, waits until the player has closed its side, too, and closes. Queries that arrive meanwhile get no
 * reply. */
bool maze_hub_finish(struct maze_proxy_player *player, int64_t deadline, struct error *why);

/* The public part of a player, without the closing brace; and of all players that are not out. */
void maze_hub_write_player(struct text *out, const struct maze_hub *hub, int player);
void maze_hub_write_players(struct text *out, const struct maze_hub *hub);

#endif
