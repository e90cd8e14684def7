/* Maze in JSON: reads and writes the data definitions of docs/rules-maze.md.
 *
 * Readers check everything, once: after them, every place is on its board. They copy what they read. On invalid input
 * they return false and fill err, with the position. */
#ifndef MAZE_CODEC_H
#define MAZE_CODEC_H

#include "base/json_at.h"
#include "base/text.h"
#include "maze/referee.h"
#include "maze/strategy.h"

enum { MAZE_NAME_MAX = 20, MAZE_COUNT_MAX = 7 };

/* A Board; its spare tile is not set. */
bool maze_codec_board(const struct json_at *at, struct arena *arena, struct maze_board *board, struct error *err);

bool maze_codec_tile(const struct json_at *at, struct maze_tile *tile, struct error *err);

/* A Coordinate, which must be on the board. */
bool maze_codec_place(const struct json_at *at, const struct maze_board *board, int *place, struct error *err);

/* A Coordinate that may be off the board. */
bool maze_codec_spot(const struct json_at *at, struct maze_spot *spot, struct error *err);

/* An Index and a Direction that together name a movable line of the board. */
bool maze_codec_slide(const struct json_at *index, const struct json_at *direction, const struct maze_board *board,
                      struct maze_slide *slide, struct error *err);

/* A Degree, as quarter turns. */
bool maze_codec_degree(const struct json_at *at, int *quarters, struct error *err);

/* The last Action of a state, or null. It may name any line: a fixed one forbids nothing. */
bool maze_codec_last(const struct json_at *at, struct maze_state *state, struct error *err);

/* A State with at least one player. */
bool maze_codec_state(const struct json_at *at, struct arena *arena, struct maze_state *state, struct error *err);

/* A RefereeState, with or without extra goals, possibly without players. */
bool maze_codec_setup(const struct json_at *at, struct arena *arena, struct maze_setup *setup, struct error *err);

/* A Board, a State or a RefereeState; whatever is missing stays empty. */
bool maze_codec_any(const struct json_at *at, struct arena *arena, struct maze_setup *setup, struct error *err);

/* Which kinds of players a list may contain; each includes the ones before it. */
enum maze_spec { MAZE_GOOD_PLAYERS, MAZE_BAD_PLAYERS, MAZE_COUNTING_PLAYERS };

/* any_names: names may be any strings, even repeated ones; a server will deal with them. */
bool maze_codec_players(const struct json_at *at, enum maze_spec spec, bool any_names, struct arena *arena,
                        struct maze_entry **entries, int *count, struct error *err);

/* Writers append to a text. */
void maze_codec_write_spot(struct text *out, struct maze_spot spot);
void maze_codec_write_choice(struct text *out, struct maze_choice choice);
void maze_codec_write_connector(struct text *out, const struct maze_tile *tile);
void maze_codec_write_treasure(struct text *out, const struct maze_tile *tile);
void maze_codec_write_tile(struct text *out, const struct maze_tile *tile);
void maze_codec_write_board(struct text *out, const struct maze_board *board);
void maze_codec_write_last(struct text *out, const struct maze_state *state);

/* A State or, if the players' goals are given, a RefereeState. */
void maze_codec_write_state(struct text *out, const struct maze_state *state, const struct maze_spot *goal,
                            const struct maze_spot *extra, int extra_count);

/* The places that the walker has reached, in order. */
void maze_codec_write_reached(struct text *out, const struct maze_walker *walker, const struct maze_board *board);

/* [winners, dropouts], or the winners alone. */
void maze_codec_write_outcome(struct text *out, const char *const *names, const struct maze_standing *standing,
                              int players, bool dropouts, struct arena *arena);

#endif
