/* Connects all players of a game of Maze that speak the memo dialect.
 *
 * They may ask about the game at any time, also while another one moves. So whoever waits for one of them serves all of
 * them meanwhile, and replies that a player does not read pile up here and delay nobody. The hub is an observer of the
 * game: that is how it knows what to reply. */
#ifndef REMOTE_MAZE_HUB_H
#define REMOTE_MAZE_HUB_H

#include "maze/observer.h"
#include "maze/rules.h"
#include "remote/maze_dialect.h"

enum {
    MAZE_HUB_MAX = 64,
    MAZE_HUB_QUERIES = 1000,                /* that a player may ask between two turns */
    MAZE_HUB_UNREAD = 4 * WIRE_MESSAGE_MAX, /* bytes of replies; who has not read so many is not heard until it does */
};

/* A player's place in the hub. */
struct maze_hub_seat {
    struct maze_proxy_player *proxy; /* whose context this is */
    struct maze_hub *hub;
    struct maze_spot goal;
    bool won;
    int queries;         /* since its last turn */
    struct error failed; /* why it will be removed when the referee turns to it; of the kind ERROR_NONE: it will not */

    /* private */
    struct text replies; /* that it has not read yet, */
    size_t sent;         /* but for so many bytes */
};

struct maze_hub {
    struct observer observer; /* to be among the observers of the game */
    int players;
    struct maze_hub_seat seat[MAZE_HUB_MAX]; /* in the order of turns */
    const char **names;                      /* NULL until a game has begun */
    struct maze_state state;                 /* as everybody may know it */
    struct maze_trial trial;                 /* room for boards of the game */

    /* private */
    struct arena arena;
};

/* Brings all players of a game together: at most MAZE_HUB_MAX, in the order of turns. One whose wire is closed is here
 * in name only. The hub must stay where it is. */
void maze_hub_open(struct maze_hub *hub, struct maze_proxy_player *proxies, int players);

/* Frees what the hub holds; the players stay as they are. */
void maze_hub_close(struct maze_hub *hub);

/* Replies to what a player has asked by now. Anything else that it has said is a reason to remove it; then, and if
 * there was one before, false. */
bool maze_hub_serve(struct maze_proxy_player *player, struct error *why);

/* Sends a message to a player, behind the replies that it has not read yet. */
bool maze_hub_send(struct maze_proxy_player *player, struct text *message, int64_t deadline, struct error *why);

/* The next value that is no query; queries before it are replied to. The caller frees out->object. */
bool maze_hub_receive(struct maze_proxy_player *player, int64_t deadline, struct json_value *out, struct error *why);

/* Says that nothing more will be sent, waits until the player has closed its side, too, and closes. It may have asked
 * something before it knew; nobody replies to that. */
bool maze_hub_finish(struct maze_proxy_player *player, int64_t deadline, struct error *why);

/* A player as everybody may know it, without the brace that ends it; and all of them that are not out. */
void maze_hub_write_player(struct text *out, const struct maze_hub *hub, int player);
void maze_hub_write_players(struct text *out, const struct maze_hub *hub);

#endif
