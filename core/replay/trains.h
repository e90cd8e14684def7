/* Turns logs of Trains into the data of a page. */
#ifndef REPLAY_TRAINS_H
#define REPLAY_TRAINS_H

#include "replay/line.h"
#include "trains/destinations.h"
#include "trains/rules.h"
#include "trains/score.h"

struct replay_seat {
    int player; /* its number in the names */
    struct trains_hand hand;
    bool set_up, picked, out, scored;
    int owned[TRAINS_OWNED_MAX], owns; /* its connections */
};

/* Initialize with `struct replay_trains t = {.arena = arena};`, then replay_names_init. */
struct replay_trains {
    struct arena *arena; /* of everything that stays */
    bool has_map;
    struct trains_map map;
    struct replay_names names;
    struct text events; /* events so far, as elements of a JSON array; see replay_trains_data */

    int round, game, turn;  /* the last ones seen; 0: none yet */
    bool turn_begins;       /* with the last line */
    bool ended;             /* the tournament is over */
    int tables, table_next; /* of this round; which one is played next */
    size_t tables_room;
    struct replay_table {
        int players, player[TRAINS_PLAYERS_MAX];
    } * table;

    /* the current game */
    int players;
    struct replay_seat seat[TRAINS_PLAYERS_MAX];
    const char *seat_name[TRAINS_PLAYERS_MAX];
    struct trains_state state;
    int asked; /* the seat that has just asked for cards, or TRAINS_NONE */
};

bool replay_trains_take(struct replay_trains *t, const struct json_at *line, struct error *err);

/* Writes the members of a JSON object that follow from the map:
 *
 *     "cities": [name, ...], "links": [[from, to, "r", length], ...] as the map numbers them
 *
 * The others are "names": [name, ...] and
 *
 *     "events": [["g", game, [player, ...]], ["s", seat, rails, "rgbw"], ["d", seat, from, to, from, to],
 *                ["p", turn, seat, link or -1], ["m", seat, "rg"], ["k", turn, seat, call, reason],
 *                ["f", seat, place, segments, destination, destination, path, bonus, total], ["w", seat, 0 or 1],
 *                ["r", round, [[player, ...], ...]], ["K", player, call, reason], ["e", [player, ...], [player, ...]]]
 *
 * The letters stand for game, setup, destinations (pick), play, more, kick, final score, win; round, kick and end of
 * the tournament. */
void replay_trains_data(const struct replay_trains *t, struct text *out);

void replay_trains_free(struct replay_trains *t);

/* -- for trains_*.c -- */

extern const char replay_trains_letters[TRAINS_COLORS + 1];

/* Begins an event in `events`. */
void replay_trains_begin(struct replay_trains *t, const char *letter);

/* Writes the numbers of players as an array. */
void replay_trains_players(struct text *out, const int *player, int players);

/* Takes an event of a game, or a kick outside of one, leaving the array of the event open. */
bool replay_trains_game_event(struct replay_trains *t, int kind, const struct json_at *line, struct error *err);

#endif
