/* What the programs that play Trains share: options and input. */
#ifndef TRAINS_RUN_H
#define TRAINS_RUN_H

#include "bot_players.h"
#include "recording.h"
#include "remote/trains_dialect.h"
#include "trains/codec.h"
#include "trains/log.h"

/* The input of the examples in --help. */
#define TRAINS_RUN_EXAMPLE \
    "    {\"width\": 800, \"height\": 800,\n" \
    "     \"cities\": [[\"Boston\", [700, 100]], [\"Chicago\", [400, 150]], [\"Dallas\", [350, 500]],\n" \
    "                [\"Miami\", [720, 700]], [\"Seattle\", [50, 80]]],\n" \
    "     \"connections\": {\"Boston\": {\"Chicago\": {\"red\": 3, \"blue\": 4}, \"Miami\": {\"white\": 5}},\n" \
    "                     \"Chicago\": {\"Dallas\": {\"green\": 4}, \"Seattle\": {\"white\": 5}},\n" \
    "                     \"Dallas\": {\"Miami\": {\"blue\": 3}, \"Seattle\": {\"red\": 4}}}}\n" \
    "    [[\"Ann\", \"Hold-10\"], [\"Ben\", \"Buy-Now\"], [\"Cleo\", \"Cheat\"]]\n"

struct trains_run {
    /* options */
    struct recording recording;
    struct harness_number seed;
    const char *dialect_name;
    struct bot_players bots;

    const char *fourth; /* what the input must have after the deck, or NULL */

    /* input */
    struct trains_map map;
    int players;
    const struct trains_entry *entry;
    const char **names;
    bool has_programs; /* among the players */
    bool has_deck;
    struct trains_deck deck;

    struct trains_player *player; /* if there are several jobs, the players of each; see trains_run_bots */
    const struct trains_dialect *dialect;
};

/* `struct trains_run run = TRAINS_RUN;` */
#define TRAINS_RUN \
    { \
        .dialect_name = "call", .bots = BOT_PLAYERS \
    }

extern const struct harness_option trains_run_options[]; /* into a struct trains_run */

/* Reads a map, low to high players, and possibly a deck. */
bool trains_run_read(struct harness *h, struct trains_run *run, size_t low, size_t high,
                     enum trains_shared_names shared);

/* The same for an input that has already been read. */
bool trains_run_decode(struct harness *h, struct trains_run *run, size_t low, size_t high,
                       enum trains_shared_names shared);

/* Finds the dialect that --dialect names. */
bool trains_run_dialect(struct harness *h, struct trains_run *run);

/* Starts the players that are programs, once for each of `jobs` concurrent games. bot_players_end ends them, even if
 * not all could be started. */
bool trains_run_bots(struct harness *h, struct trains_run *run, int jobs);

/* Prepares the observers, and chooses a seed if one is needed and none was given. */
bool trains_run_open(struct harness *h, struct trains_run *run);

#endif
