/* What xref and xmanager share: their options, their input, and the observers of what they play. */
#ifndef TRAINS_RUN_H
#define TRAINS_RUN_H

#include "harness.h"
#include "trains/codec.h"
#include "trains/log.h"

#define TRAINS_RUN_HELP \
    "      --explain    say on stderr why players were removed and how scores came about\n" \
    "      --log FILE   write everything that happens to FILE, one JSON object a line (docs/log.md)\n" \
    "      --seed N     the seed for the deck and the destinations when the input has no deck\n"

/* The options to begin a program's list with. */
#define TRAINS_RUN_OPTIONS(run) \
    {"explain", .flag = &(run).explain}, {"log", .word = &(run).log_path}, \
    { \
        "seed", .number = &(run).seed \
    }

struct trains_run {
    /* options */
    bool explain;
    const char *log_path;
    struct harness_number seed; /* its value is always set once the input is read */

    /* input */
    struct trains_map map;
    int players;
    const struct trains_entry *entry;
    const char **names;
    bool has_deck;
    struct trains_deck deck;

    struct trains_player *player;
    struct trains_observer *const *observers; /* NULL if there are none */

    /* private */
    FILE *log;
    struct trains_explainer explainer;
    struct trains_observer observer[2], *list[3];
};

/* `struct trains_run run = TRAINS_RUN;` */
#define TRAINS_RUN \
    { \
        .seed = {.high = UINT64_MAX } \
    }

/* Reads a map, low to high players and perhaps a deck. rename: see trains_codec_players. */
bool trains_run_read(struct harness *h, struct trains_run *run, size_t low, size_t high, bool rename);

/* Opens the log and prepares the observers. Chooses a seed if one is needed and none was given. */
bool trains_run_observe(struct harness *h, struct trains_run *run);

/* Closes the log. If it could not be written, the program goes on and exits with a complaint at the end. */
void trains_run_finish(struct harness *h, struct trains_run *run);

#endif
