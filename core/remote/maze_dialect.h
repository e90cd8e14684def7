/* The two dialects of Maze over a wire, each with a server's and a client's end (docs/protocol-maze.md). */
#ifndef REMOTE_MAZE_DIALECT_H
#define REMOTE_MAZE_DIALECT_H

#include "maze/codec.h"
#include "remote/client.h"

/* The server's end: a player, as the referee sees it. */
struct maze_proxy_player {
    struct wire wire; /* owned */

    /* private */
    struct text message; /* the last one sent */
    void *context;       /* of the dialect, or NULL */
};

/* Closes the connection, if still open, and frees what the player holds. */
void maze_proxy_player_close(struct maze_proxy_player *player);

/* The client's end: the referee, as a player in this process sees it. */
struct maze_proxy_referee {
    struct client client;
    struct maze_player player;
    struct maze_trial *trial; /* of the player; resized to fit the board of the game. May be NULL */

    /* private */
    struct arena board, last; /* of the trial, and of the last message */
    int rows, columns;
    void *context; /* of the dialect: dialect->context_size bytes, zero at first */
};

struct maze_dialect {
    const char *name;
    const struct maze_player_calls *calls; /* on a struct maze_proxy_player */
    struct client_service service;         /* on a struct maze_proxy_referee */
    size_t context_size;                   /* bytes of state that a client keeps between messages */
    const char *const *call_names;         /* the calls that a client gets; NULL-terminated */
    bool has_queries;                      /* players may ask at any time, so they need a hub */
};

extern const struct maze_dialect maze_call_dialect, maze_memo_dialect;

/* All of them, NULL-terminated. The first is the default. */
extern const struct maze_dialect *const maze_dialects[];

/* The dialect of that name, or NULL. */
const struct maze_dialect *maze_dialect_find(const char *name);

/* Plays until the game is over: see client_run. */
bool maze_proxy_referee_run(struct maze_proxy_referee *referee, const struct maze_dialect *dialect, struct error *why);

/* -- shared by the dialects -- */

/* The server's end of the memo dialect. */
extern const struct maze_player_calls maze_memo_calls;

/* Reads a Choice and checks its form; whether it is legal is for the referee to decide. */
bool maze_dialect_choice(const struct json_at *at, struct maze_choice *choice, struct error *err);

/* The state as a player sees it: itself first, without players that are out. */
void maze_dialect_write_state(struct text *out, const struct maze_state *state, int player);

/* Resizes the player's trial for a board, which may differ in size from the last one. */
bool maze_dialect_fit(struct maze_proxy_referee *referee, const struct maze_board *board, struct error *why);

#endif
