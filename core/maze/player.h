/* A player of Maze, as the referee sees it: a table of calls.
 *
 * Every call may fail, and then says why; the player is out then, and nothing is called on it again but `kicked`. Only
 * when memory is too short to speak with it (ERROR_MEMORY), it is not the player's fault: then the game is broken off.
 */
#ifndef MAZE_PLAYER_H
#define MAZE_PLAYER_H

#include "maze/state.h"

enum maze_call { MAZE_CALL_SET_UP, MAZE_CALL_TAKE_TURN, MAZE_CALL_WIN, MAZE_CALLS };

/* Their names in formats, and a NULL behind the last. */
extern const char *const maze_call_names[MAZE_CALLS + 1];

/* set_up, take_turn and win are never NULL. The state holds during the call only. */
struct maze_player_calls {
    /* The game begins (state and the player's number in it), or only the goal is new (state is NULL). */
    bool (*set_up)(void *self, const struct maze_state *state, int player, struct maze_spot goal, struct error *why);
    /* Its turn: says what it does. */
    bool (*take_turn)(void *self, const struct maze_state *state, int player, struct maze_choice *choice,
                      struct error *why);
    /* The game is over. */
    bool (*win)(void *self, bool won, struct error *why);
    /* It is out; it has no say in this. May be NULL. */
    void (*kicked)(void *self, const char *reason);
    /* What its next answers depend on beside the state and its goal, as a number: so games that repeat themselves can
     * be told. NULL: on anything. */
    uint64_t (*memory)(const void *self);
};

struct maze_player {
    const char *name;
    const struct maze_player_calls *calls;
    void *self;
};

#endif
