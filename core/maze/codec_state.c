#include "maze/codec.h"

#include "base/names.h"
#include "tournament/entries.h"

#include <string.h>
#include <strings.h>

/* -- reading states -- */

static bool is_color(const char *text, size_t length)
{
    static const char *const names[] = {"purple", "orange", "pink", "red", "blue", "green", "yellow", "white", "black"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i], text) == 0 && strlen(text) == length) {
            return true;
        }
    }
    return length == 6 && strspn(text, "ABCDEF|0123456789") == length;
}

static bool read_color(const struct json_at *at, struct arena *arena, const char **color, struct error *err)
{
    size_t length;
    if (!json_at_string(at, color, &length, err)) {
        return false;
    }
    if (!is_color(*color, length)) {
        return json_at_fail(
            at, err,
            "%s is not a color; expected purple, orange, pink, red, blue, green, yellow, white, black, or six of "
            "0 to 9 and A to F",
            json_show(*color, length).text);
    }
    *color = arena_string(arena, *color, length);
    return *color ? true : error_memory(err);
}

/* A Player, or a RefereePlayer if goal is not NULL. */
static bool read_avatar(const struct json_at *at, const struct maze_board *board, struct arena *arena,
                        struct maze_avatar *avatar, struct maze_spot *goal, struct error *err)
{
    static const char *const public[] = {"current", "home", "color", NULL};
    static const char *const private[] = {"current", "home", "color", "goto", NULL};
    struct json_at member[4];
    return json_at_members(at, goal ? private : public, member, err) &&
           maze_codec_place(&member[0], board, &avatar->current, err) &&
           maze_codec_spot(&member[1], &avatar->home, err) && read_color(&member[2], arena, &avatar->color, err) &&
           (!goal || maze_codec_spot(&member[3], goal, err));
}

/* The players of a state; goals is NULL if they have none. */
static bool read_players(const struct json_at *at, size_t low, struct arena *arena, struct maze_state *state,
                         struct maze_spot **goals, struct error *err)
{
    state->avatar = json_at_list(at, low, SIZE_MAX, sizeof *state->avatar, arena, &state->players, err);
    struct maze_spot *goal =
        state->avatar ? json_at_list(at, low, SIZE_MAX, sizeof *goal, arena, &state->players, err) : NULL;
    for (int i = 0; goal && i < state->players; i++) {
        struct json_at player = json_at_element(at, (size_t)i);
        if (!read_avatar(&player, &state->board, arena, &state->avatar[i], goals ? &goal[i] : NULL, err)) {
            return false;
        }
    }
    if (goals) {
        *goals = goal;
    }
    return goal;
}

/* The direction of the last action, which some inputs write in lower case. */
static bool read_last_direction(const struct json_at *at, enum maze_direction *direction, struct error *err)
{
    const char *text;
    size_t length;
    if (!json_at_string(at, &text, &length, err)) {
        return false;
    }
    for (int i = 0; i < MAZE_DIRECTIONS; i++) {
        if (strlen(text) == length && strcasecmp(maze_direction_names[i], text) == 0) {
            *direction = (enum maze_direction)i;
            return true;
        }
    }
    return json_at_expected(at, err, "\"LEFT\", \"RIGHT\", \"UP\" or \"DOWN\"");
}

bool maze_codec_last(const struct json_at *at, struct maze_state *state, struct error *err)
{
    if (!at->object) {
        return true;
    }
    struct json_at part[2];
    state->has_last = json_at_elements(at, 2, 2, part, err) &&
                      json_at_natural(&part[0], INT32_MAX, &state->last.index, err) &&
                      read_last_direction(&part[1], &state->last.direction, err);
    return state->has_last;
}

bool maze_codec_state(const struct json_at *at, struct arena *arena, struct maze_state *state, struct error *err)
{
    static const char *const names[] = {"board", "spare", "plmt", "last", NULL};
    struct json_at member[4];
    *state = (struct maze_state){.has_last = false};
    return json_at_members(at, names, member, err) && maze_codec_board(&member[0], arena, &state->board, err) &&
           maze_codec_tile(&member[1], &state->board.spare, err) &&
           read_players(&member[2], 1, arena, state, NULL, err) && maze_codec_last(&member[3], state, err);
}

static bool read_extra(const struct json_at *at, struct arena *arena, struct maze_setup *setup, struct error *err)
{
    setup->extra = json_at_list(at, 0, SIZE_MAX, sizeof *setup->extra, arena, &setup->extra_count, err);
    for (int i = 0; setup->extra && i < setup->extra_count; i++) {
        struct json_at goal = json_at_element(at, (size_t)i);
        if (!maze_codec_spot(&goal, &setup->extra[i], err)) {
            return false;
        }
    }
    return setup->extra;
}

bool maze_codec_setup(const struct json_at *at, struct arena *arena, struct maze_setup *setup, struct error *err)
{
    static const char *const with_goals[] = {"board", "spare", "plmt", "last", "goals", NULL};
    static const char *const without[] = {"board", "spare", "plmt", "last", NULL};
    struct json_at member[5];
    *setup = (struct maze_setup){.extra_count = 0};
    if (!json_at_object(at, err)) {
        return false;
    }
    bool has_goals = json_object_object_get_ex(at->object, "goals", NULL);
    return json_at_members(at, has_goals ? with_goals : without, member, err) &&
           maze_codec_board(&member[0], arena, &setup->state.board, err) &&
           maze_codec_tile(&member[1], &setup->state.board.spare, err) &&
           read_players(&member[2], 0, arena, &setup->state, &setup->goal, err) &&
           maze_codec_last(&member[3], &setup->state, err) && (!has_goals || read_extra(&member[4], arena, setup, err));
}

bool maze_codec_any(const struct json_at *at, struct arena *arena, struct maze_setup *setup, struct error *err)
{
    struct json_at players, found;
    *setup = (struct maze_setup){.extra_count = 0};
    if (!json_at_object(at, err)) {
        return false;
    }
    if (!json_at_find(at, "plmt", &players)) {
        return maze_codec_board(at, arena, &setup->state.board, err);
    }
    /* a state has players, and a referee's state has goals, too */
    bool has_goals = json_at_find(at, "goals", &found);
    if (json_object_is_type(players.object, json_type_array)) {
        struct json_at first = json_at_element(&players, 0);
        has_goals = has_goals || json_at_find(&first, "goto", &found);
    }
    return has_goals ? maze_codec_setup(at, arena, setup, err) : maze_codec_state(at, arena, &setup->state, err);
}

/* -- reading players -- */

/* The call that a player fails in, or how it cheats, if it may. */
static bool read_fault(const struct json_at *at, bool may_cheat, struct maze_entry *entry, struct error *err)
{
    int index;
    if (may_cheat && json_at_is_word(at, maze_cheat_names, &index)) {
        entry->cheat = (enum maze_cheat)(index + MAZE_TO_UNREACHABLE);
        return true;
    }
    if (!json_at_word(at, maze_call_names, &index, err)) {
        return false;
    }
    entry->fails_in = (enum maze_call)index;
    entry->fails_at = 1;
    return true;
}

/* A strategy, by name, or a program. */
static bool read_strategy(const struct json_at *at, struct arena *arena, struct maze_entry *entry, struct error *err)
{
    int strategy = 0;
    if (!entries_program(at, arena, &entry->program, err) || entry->program) {
        return entry->program;
    }
    if (!json_at_word(at, maze_strategy_names, &strategy, err)) {
        return false;
    }
    entry->strategy = (enum maze_strategy)strategy;
    return true;
}

static bool read_entry(const struct json_at *at, enum maze_spec spec, bool any_name, struct arena *arena,
                       struct maze_entry *entry, struct error *err)
{
    struct json_at part[4];
    if (!json_at_elements(at, 2, 2 + (size_t)spec, part, err)) {
        return false;
    }
    size_t parts = json_at_count(at);
    if (!entries_name(&part[0], any_name ? 0 : MAZE_NAME_MAX, arena, &entry->name, err) ||
        !read_strategy(&part[1], arena, entry, err)) {
        return false;
    }
    if (parts > 2 && entry->program) {
        return json_at_fail(&part[2], err, "a player that is a program fails by itself; expected nothing here");
    }
    if (parts > 2 && !read_fault(&part[2], parts == 3, entry, err)) {
        return false;
    }
    return parts < 4 || json_at_range(&part[3], 1, MAZE_COUNT_MAX, &entry->fails_at, err);
}

bool maze_codec_players(const struct json_at *at, enum maze_spec spec, bool any_names, struct arena *arena,
                        struct maze_entry **entries, int *count, struct error *err)
{
    *entries = json_at_list(at, 0, SIZE_MAX, sizeof **entries, arena, count, err);
    if (!*entries) {
        return false;
    }
    for (int i = 0; i < *count; i++) {
        struct json_at entry = json_at_element(at, (size_t)i);
        if (!read_entry(&entry, spec, any_names, arena, &(*entries)[i], err)) {
            return false;
        }
    }
    return any_names || entries_differ(at, &(*entries)->name, sizeof **entries, arena, err);
}

/* -- writing -- */

typedef void write_tile(struct text *out, const struct maze_tile *tile);

/* Writes a matrix: rows of tiles, each written by a function. */
static void write_matrix(struct text *out, const struct maze_board *board, write_tile *write)
{
    text_string(out, "[");
    for (int r = 0; r < board->rows; r++) {
        text_string(out, r ? ",[" : "[");
        for (int c = 0; c < board->columns; c++) {
            text_string(out, c ? "," : "");
            write(out, &board->tile[r * board->columns + c]);
        }
        text_string(out, "]");
    }
    text_string(out, "]");
}

void maze_codec_write_connector(struct text *out, const struct maze_tile *tile)
{
    text_string(out, "\"");
    text_string(out, maze_tile_connector(tile->sides));
    text_string(out, "\"");
}

void maze_codec_write_treasure(struct text *out, const struct maze_tile *tile)
{
    text_string(out, "[\"");
    text_string(out, maze_gem_names[tile->gem[0]]);
    text_string(out, "\",\"");
    text_string(out, maze_gem_names[tile->gem[1]]);
    text_string(out, "\"]");
}

static void write_avatar(struct text *out, const struct maze_state *state, int player, const struct maze_spot *goal)
{
    const struct maze_avatar *avatar = &state->avatar[player];
    text_string(out, "{\"color\":\"");
    text_string(out, avatar->color);
    text_string(out, "\",\"current\":");
    maze_codec_write_spot(out, maze_board_spot(&state->board, avatar->current));
    if (goal) {
        text_string(out, ",\"goto\":");
        maze_codec_write_spot(out, goal[player]);
    }
    text_string(out, ",\"home\":");
    maze_codec_write_spot(out, avatar->home);
    text_string(out, "}");
}

void maze_codec_write_last(struct text *out, const struct maze_state *state)
{
    if (!state->has_last) {
        text_string(out, "null");
        return;
    }
    text_format(out, "[%d,\"%s\"]", state->last.index, maze_direction_names[state->last.direction]);
}

void maze_codec_write_board(struct text *out, const struct maze_board *board)
{
    text_string(out, "{\"connectors\":");
    write_matrix(out, board, maze_codec_write_connector);
    text_string(out, ",\"treasures\":");
    write_matrix(out, board, maze_codec_write_treasure);
    text_string(out, "}");
}

void maze_codec_write_state(struct text *out, const struct maze_state *state, const struct maze_spot *goal,
                            const struct maze_spot *extra, int extra_count)
{
    text_string(out, "{\"board\":");
    maze_codec_write_board(out, &state->board);
    for (int i = 0; i < extra_count; i++) {
        text_string(out, i ? "," : ",\"goals\":[");
        maze_codec_write_spot(out, extra[i]);
    }
    text_string(out, extra_count > 0 ? "],\"last\":" : ",\"last\":");
    maze_codec_write_last(out, state);
    text_string(out, ",\"plmt\":[");
    for (int i = 0; i < state->players; i++) {
        text_string(out, i ? "," : "");
        write_avatar(out, state, i, goal);
    }
    text_string(out, "],\"spare\":");
    maze_codec_write_tile(out, &state->board.spare);
    text_string(out, "}");
}

void maze_codec_write_outcome(struct text *out, const char *const *names, const struct maze_standing *standing,
                              int players, bool dropouts, struct arena *arena)
{
    text_string(out, dropouts ? "[" : "");
    names_write(out, names, players, &standing->place, sizeof *standing, 1, arena);
    if (dropouts) {
        text_string(out, ",");
        names_write(out, names, players, &standing->place, sizeof *standing, 0, arena);
        text_string(out, "]");
    }
}
