/* A player of Maze, as the referee sees it: a table of calls.
 *
 * Any call may fail, and then gives a reason; the player is out, and only `kicked` is called on it from then on. But if
 * we run out of memory while talking to it (ERROR_MEMORY), it is not the player's fault, and the game is aborted. */
#ifndef MAZE_PLAYER_H
#define MAZE_PLAYER_H

#include "maze/state.h"

enum maze_call { MAZE_CALL_SET_UP, MAZE_CALL_TAKE_TURN, MAZE_CALL_WIN, MAZE_CALLS };

/* Their names in formats; NULL-terminated. */
extern const char *const maze_call_names[MAZE_CALLS + 1];

/* set_up, take_turn and win are never NULL. The state is valid only during the call. */
struct maze_player_calls {
    /* The game begins (with the state and the player's number in it), or the player gets a new goal (state is NULL). */
    bool (*set_up)(void *self, const struct maze_state *state, int player, struct maze_spot goal, struct error *why);
    /* Its turn: chooses what to do. */
    bool (*take_turn)(void *self, const struct maze_state *state, int player, struct maze_choice *choice,
                      struct error *why);
    /* The game is over. */
    bool (*win)(void *self, bool won, struct error *why);
    /* It is out, and cannot object. May be NULL. */
    void (*kicked)(void *self, const char *reason);
    /* Everything that its next answers depend on besides the state and its goal, as a number, so that repetitions in a
     * game can be detected. NULL: they may depend on anything. */
    uint64_t (*memory)(const void *self);
};

struct maze_player {
    const char *name;
    const struct maze_player_calls *calls;
    void *self;
};

#endif
