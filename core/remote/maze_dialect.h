/* How a player of Maze at the other end of a wire is spoken with: two dialects, each with its two ends
 * (docs/protocol-maze.md). */
#ifndef REMOTE_MAZE_DIALECT_H
#define REMOTE_MAZE_DIALECT_H

#include "maze/codec.h"
#include "remote/wire.h"

/* The server's end: a player, as the referee knows players. */
struct maze_proxy_player {
    struct wire wire; /* taken over */

    /* private */
    struct maze_hall
        *hall; /* where all players of the game are, and the place of this one there (remote/maze_hall.h) */
    struct maze_hall_seat *seat;
    struct text message; /* the last one to it */
};

/* Closes the connection, if it is still there, and frees what the player holds. */
void maze_proxy_player_close(struct maze_proxy_player *player);

/* The client's end: the referee, as a player in this process knows it. */
struct maze_proxy_referee {
    struct wire wire; /* taken over */
    struct maze_player player;
    struct maze_trial *trial; /* of the player; it is made to fit the board of the game. May be NULL */
    /* Sends the answer to a call, or NULL for a call that has none; NULL: it is sent as it is. False, with a reason,
     * ends the connection. */
    bool (*send)(void *self, struct wire *wire, const char *call, const struct text *answer, struct error *why);
    void *self; /* of send */

    /* private */
    struct arena board, last; /* of the trial, and of the last message */
    struct text answer;       /* to the last message; empty if the player has none */
    int rows, columns;
    bool has_goal, asked;            /* whether it knows its goal, and whether it has asked for the next one */
    int reached;                     /* goals */
    struct maze_spot goal, home, to; /* the goal as it was told last, its home, and where it wants to go this turn */
};

enum maze_progress { MAZE_GOES_ON, MAZE_IS_OVER, MAZE_HANGS_UP, MAZE_WENT_WRONG };

struct maze_dialect {
    const char *name;
    const struct maze_player_calls *calls; /* on a struct maze_proxy_player */
    /* Has the client do what a message asks for. */
    enum maze_progress (*serve)(struct maze_proxy_referee *referee, const struct json_at *message, struct error *why);
    const char *const *call_names; /* what the client is called with; NULL-terminated */
    bool has_queries;              /* players may ask at any time, so they need a hall */
};

extern const struct maze_dialect maze_call_dialect, maze_memo_dialect;

/* All of them, NULL-terminated. The first is the default. */
extern const struct maze_dialect *const maze_dialects[];

/* The dialect of that name, or NULL. */
const struct maze_dialect *maze_dialect_find(const char *name);

/* Plays until the game is over or the other side hangs up, and closes the wire. A call that the player does not answer
 * breaks the connection, as a crash of its program would. False if the other side said something that it should not;
 * why says what. */
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

/* Sends what the player answers to a call, or what is made of it; nothing, if its answer is empty. */
bool maze_dialect_send(struct maze_proxy_referee *referee, const char *call, struct error *why);

#endif
