/* Bots, players that are programs, for the programs that play games locally. */
#ifndef BOT_PLAYERS_H
#define BOT_PLAYERS_H

#include "harness.h"
#include "maze/strategy.h"
#include "remote/bots.h"
#include "trains/strategy.h"

struct bot_players {
    /* options */
    int64_t timeout; /* negative: the game decides */
    const char *log_dir, *allow;

    /* private */
    struct bots *bots;
    struct trains_proxy_player *trains;
    struct maze_proxy_player *maze;
    size_t count;
};

/* `struct bot_players bots = BOT_PLAYERS;` */
#define BOT_PLAYERS \
    { \
        .timeout = -1 \
    }

extern const struct harness_option bot_players_options[]; /* into a struct bot_players */

/* Whether there are programs among the players. */
bool bot_players_in_maze(const struct maze_entry *entries, int count);

/* Starts the programs among the players, once for each of `jobs` concurrent games; bot_players_end ends them, even if
 * not all could be started. `at` is where the players were read from. Player p of job j becomes (*out)[j * count + p];
 * elements of other players are not set. For Maze, *out is NULL if there are no programs. */
bool bot_players_start_trains(struct harness *h, struct bot_players *bots, const struct json_at *at,
                              const struct trains_entry *entries, int count, int jobs, struct trains_player **out);
bool bot_players_start_maze(struct harness *h, struct bot_players *bots, const struct json_at *at,
                            const struct maze_entry *entries, int count, int jobs, struct maze_player **out);

/* Ends all of them, whatever they do. */
void bot_players_end(struct bot_players *p);

#endif
