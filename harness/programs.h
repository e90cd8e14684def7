/* Players that are programs, for the programs that play games locally. */
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include "harness.h"
#include "maze/strategy.h"
#include "remote/bots.h"
#include "trains/strategy.h"

struct programs {
    /* options */
    int64_t timeout; /* negative: the game decides */
    const char *log_dir;

    /* private */
    struct bots bots;
    struct trains_proxy_player *trains;
    struct maze_proxy_player *maze;
    size_t count;
};

/* `struct programs programs = PROGRAMS;` */
#define PROGRAMS \
    { \
        .timeout = -1 \
    }

extern const struct harness_option programs_options[]; /* into a struct programs */

/* Starts the programs among the players, once for each job. `at` is where the players were read from. Player p of job j
 * becomes (*out)[j * count + p]; elements of other players are not set. */
bool programs_start_trains(struct harness *h, struct programs *programs, const struct json_at *at,
                           const struct trains_entry *entries, int count, int jobs, struct trains_player **out);
bool programs_start_maze(struct harness *h, struct programs *programs, const struct json_at *at,
                         const struct maze_entry *entries, int count, int jobs, struct maze_player **out);

/* Ends all of them, whatever they do. */
void programs_end(struct programs *programs);

#endif
