/* The referee: plays games of Maze, from the setup to telling the players whether they have won. It allocates nothing
 * while it plays. */
#ifndef MAZE_REFEREE_H
#define MAZE_REFEREE_H

#include "maze/observer.h"
#include "maze/rules.h"

enum { MAZE_ROUNDS = 1000 };

/* Limits on a game in an input: players, and players times cells of the board. A turn takes time proportional to the
 * cells. */
enum { MAZE_PLAYERS_MAX = 100, MAZE_GAME_MAX = 15000 };

struct maze_game {
    const struct maze_setup *setup;   /* initial state; one avatar for each player */
    const struct maze_player *player; /* in turn order */
    bool skip; /* skip rounds that only repeat earlier ones; the result is the same, except for where gems end up */
    struct observer *const *observers;
};

/* A player's result in a game. */
struct maze_standing {
    int place;     /* 1: won; 2: lost; 0: misbehaved */
    int treasures; /* number collected */
};

/* Plays any number of games, in sequence, with a fixed number of players and size of board. */
struct maze_referee {
    /* private */
    const struct maze_game *game;
    struct maze_standing *standing;
    struct maze_state state;
    struct maze_trial trial;
    struct maze_seat *seat;
    const char **names;
    int left;       /* players still in the game */
    int extra_used; /* goals assigned */
    int round;
    int ender;       /* the player that came home and ended the game, or MAZE_NOBODY */
    bool broken_off; /* out of memory, which is no player's fault */
    struct error why;
    uint64_t *memory; /* the game at the start of an earlier round, and room for the current one */
    size_t memory_words;
    int memory_round;
};

/* Initializes a referee for games with as many players, and boards of the same size, as this state. It is allocated in
 * the arena; false if out of memory. */
bool maze_referee_init(struct maze_referee *referee, const struct maze_state *state, struct arena *arena,
                       struct error *err);

/* Plays a game. `standing` has room for all players. False if out of memory while talking to a player. */
bool maze_referee_play(struct maze_referee *referee, const struct maze_game *game, struct maze_standing *standing,
                       struct error *err);

/* The final state of the last game, valid until the next one begins. Its colors are those of the initial state. */
const struct maze_state *maze_referee_after(const struct maze_referee *referee);

#endif
