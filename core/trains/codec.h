/* Trains in JSON: reads and writes the data definitions of docs/rules-trains.md.
 *
 * Readers check everything, once: after them, every number is in range and every name is on the map. They copy what
 * they read; nothing points back into the JSON. On invalid input they return false and fill err, with the position. */
#ifndef TRAINS_CODEC_H
#define TRAINS_CODEC_H

#include "base/arena.h"
#include "base/json_at.h"
#include "base/text.h"
#include "trains/manager.h"
#include "trains/proposal.h"
#include "trains/state.h"
#include "trains/strategy.h"

/* Depth of the objects that may repeat a key (the last one counts): the cities that a city of a map connects to. */
enum { TRAINS_MAP_REPEATS_AT = 3, TRAINS_GAME_STATE_REPEATS_AT = 4 };

enum { TRAINS_PLAYER_NAME_MAX = 50 };

bool trains_codec_map(const struct json_at *at, struct arena *arena, struct trains_map *map, struct error *err);

/* A well-formed city name, on the map or not. Borrowed from the JSON. */
bool trains_codec_name(const struct json_at *at, const char **name, struct error *err);

/* The name of a city on the map. */
bool trains_codec_city(const struct json_at *at, const struct trains_map *map, int *city, struct error *err);

/* A Card*: how many of each color. Counts saturate at TRAINS_MANY. */
bool trains_codec_cards(const struct json_at *at, struct trains_cards *cards, struct error *err);

/* An Acquired. It may name a connection, or even cities, not on the map: its number is then TRAINS_NONE. */
bool trains_codec_acquired(const struct json_at *at, const struct trains_map *map, struct arena *arena,
                           struct trains_action *action, struct error *err);

/* A Destination. any_order: its names may be in either order. */
bool trains_codec_destination(const struct json_at *at, const struct trains_map *map, bool any_order,
                              struct trains_destination *out, struct error *err);

/* A PlayerState: player 0 of the state is "this", the others follow in order. Or, if `taken`, a ThisPlayer with a
 * member "taken": the connections that others own, all assigned to player 1. Owned connections that are not on the map
 * are ignored. The deck is unknown, so `remaining` is 0. any_order applies to the destinations. */
bool trains_codec_state(const struct json_at *at, const struct trains_map *map, bool taken, bool any_order,
                        struct arena *arena, struct trains_state *state, struct trains_hand *hand, struct error *err);

/* Parses either kind of state directly from text, if it is exactly as trains_codec_write_state writes it and everything
 * owned is on the map. Returns the end of the state; NULL for anything else, valid or not, which is left to the reader
 * above. */
const char *trains_codec_state_text(const char *text, const struct trains_map *map, bool taken, struct arena *arena,
                                    struct trains_state *state, struct trains_hand *hand);

/* A GameState. legal: it must be a last legal state, without an action or impossible claims. */
bool trains_codec_game_state(const struct json_at *at, bool legal, struct arena *arena, struct trains_proposal *state,
                             struct error *err);

/* Hands: whose turn it is, and that player's hand. */
bool trains_codec_hands(const struct json_at *at, struct arena *arena, const char **turn, struct trains_hand *hand,
                        struct error *err);

/* Writers append to a text. An Action of a player on this map: */
void trains_codec_write_action(struct text *out, const struct trains_map *map, struct trains_action action);

void trains_codec_write_map(struct text *out, const struct trains_map *map);
void trains_codec_write_destination(struct text *out, const struct trains_map *map,
                                    struct trains_destination destination);
void trains_codec_write_colors(struct text *out, const enum trains_color *cards, int count);
void trains_codec_write_cards(struct text *out, const struct trains_cards *cards);

/* What a player sees: a PlayerState or, if `taken`, a ThisPlayer with a member "taken". */
void trains_codec_write_state(struct text *out, const struct trains_view *view, bool taken);

/* What happens to a player with the name of an older one. */
enum trains_shared_names {
    TRAINS_NAMES_REFUSED,
    TRAINS_NAMES_RENAMED, /* it gets letters appended, as at a server's sign-up */
    TRAINS_NAMES_KEPT,
};

/* An array of `low` to `high` PlayerInstances. */
bool trains_codec_players(const struct json_at *at, size_t low, size_t high, enum trains_shared_names shared,
                          struct arena *arena, struct trains_entry **entries, int *count, struct error *err);

/* An array of `low` to `high` colors. */
bool trains_codec_colors(const struct json_at *at, size_t low, size_t high, struct arena *arena,
                         struct trains_deck *deck, struct error *err);

/* A deck. It should have TRAINS_DECK cards, but some inputs have a few more or less; there must be enough for the
 * initial hands of a full table. */
bool trains_codec_deck(const struct json_at *at, struct arena *arena, struct trains_deck *deck, struct error *err);

/* The Outcome of a game or series on a map with too few destinations. */
void trains_codec_write_too_small(struct text *out);

/* The Outcome of a game. */
void trains_codec_write_game(struct text *out, const char *const *names, const struct trains_standing *standing,
                             int players, struct arena *arena);

/* The Outcome of a tournament; with `results`, a third element lists the places in all games. */
void trains_codec_write_tournament(struct text *out, const char *const *names, int players,
                                   const struct trains_outcome *outcome, bool results, struct arena *arena);

#endif
