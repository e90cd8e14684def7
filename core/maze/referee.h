/* The referee: plays games of Maze, each from the set-up to the calls that tell the players whether they have won. It
 * allocates nothing while it plays. */
#ifndef MAZE_REFEREE_H
#define MAZE_REFEREE_H

#include "maze/observer.h"
#include "maze/rules.h"

enum { MAZE_ROUNDS = 1000 };

/* The largest game of an input: players, and players times cells of the board. A turn costs time for each cell. */
enum { MAZE_PLAYERS_MAX = 100, MAZE_GAME_MAX = 50000 };

struct maze_game {
    const struct maze_setup *setup;   /* how it begins; one avatar for each player */
    const struct maze_player *player; /* in the order of turns */
    bool skip; /* rounds that only repeat earlier ones need not be played; the result is the same, but for which gems
                * lie where */
    struct observer *const *observers;
};

/* How a player came out of a game. */
struct maze_standing {
    int place;     /* 1: it has won; 2: it has not; 0: it misbehaved */
    int treasures; /* that it has collected */
};

/* Plays any number of games, one after the other, of so many players on boards of one size. */
struct maze_referee {
    /* private */
    const struct maze_game *game;
    struct maze_standing *standing;
    struct maze_state state;
    struct maze_trial trial;
    struct maze_seat *seat;
    const char **names;
    int left;       /* players that are not out */
    int extra_used; /* goals handed out */
    int round;
    int ender;       /* the player that has come home and ended the game, or MAZE_NOBODY */
    bool broken_off; /* for want of memory, which is not the fault of any player */
    struct error why;
    uint64_t *memory; /* the game as it was at the start of an earlier round, and room for the current one */
    size_t memory_words;
    int memory_round;
};

/* A referee for games that have as many players, and boards of the same size, as this state. It lives in the arena;
 * false when memory is short. */
bool maze_referee_init(struct maze_referee *referee, const struct maze_state *state, struct arena *arena,
                       struct error *err);

/* Plays a game. standing has room for all players. False when memory is too short to speak with a player. */
bool maze_referee_play(struct maze_referee *referee, const struct maze_game *game, struct maze_standing *standing,
                       struct error *err);

/* The state at the end of the last game, until the next one begins; with the colors of the state at its beginning. */
const struct maze_state *maze_referee_after(const struct maze_referee *referee);

#endif
