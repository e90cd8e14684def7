/* How a player of Maze at the other end of a wire is spoken with: two dialects, each with its two ends
 * (docs/protocol-maze.md). */
#ifndef REMOTE_MAZE_DIALECT_H
#define REMOTE_MAZE_DIALECT_H

#include "maze/codec.h"
#include "remote/client.h"

/* The server's end: a player, as the referee knows players. */
struct maze_proxy_player {
    struct wire wire; /* taken over */

    /* private */
    struct text message; /* the last one to it */
    void *context;       /* of the dialect, or NULL */
};

/* Closes the connection, if it is still there, and frees what the player holds. */
void maze_proxy_player_close(struct maze_proxy_player *player);

/* The client's end: the referee, as a player in this process knows it. */
struct maze_proxy_referee {
    struct client client;
    struct maze_player player;
    struct maze_trial *trial; /* of the player; it is made to fit the board of the game. May be NULL */

    /* private */
    struct arena board, last; /* of the trial, and of the last message */
    int rows, columns;
    void *context; /* of the dialect: dialect->context_size bytes, zero at first */
};

struct maze_dialect {
    const char *name;
    const struct maze_player_calls *calls; /* on a struct maze_proxy_player */
    struct client_service service;         /* on a struct maze_proxy_referee */
    size_t context_size;                   /* bytes that a client has to remember from one message to the next */
    const char *const *call_names;         /* what the client is called with; NULL-terminated */
    bool has_queries;                      /* players may ask at any time, so they need a hub */
};

extern const struct maze_dialect maze_call_dialect, maze_memo_dialect;

/* All of them, NULL-terminated. The first is the default. */
extern const struct maze_dialect *const maze_dialects[];

/* The dialect of that name, or NULL. */
const struct maze_dialect *maze_dialect_find(const char *name);

/* Plays until the game is over: see client_run. */
bool maze_proxy_referee_run(struct maze_proxy_referee *referee, const struct maze_dialect *dialect, struct error *why);

/* -- what the dialects are made of -- */

/* The server's end of the memo dialect. */
extern const struct maze_player_calls maze_memo_calls;

/* A Choice, by its form; whether it is legal is for the referee to say. */
bool maze_dialect_choice(const struct json_at *at, struct maze_choice *choice, struct error *err);

/* The state as a player sees it: itself first, and nobody who is out. */
void maze_dialect_write_state(struct text *out, const struct maze_state *state, int player);

/* Makes the trial of the player fit a board, which may be of another size than the last one. */
bool maze_dialect_fit(struct maze_proxy_referee *referee, const struct maze_board *board, struct error *why);

#endif
