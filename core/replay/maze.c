#include "replay/maze.h"

#include "draw/marks.h"
#include "maze/log.h"
#include "maze/referee.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

/* Begins an event about a player, or a round. */
static void begin(struct replay_maze *m, const char *letter, int number)
{
    text_format(&m->events, "%s[\"%s\",%d", m->events.length ? ",\n" : "", letter, number);
}

/* -- what lines share -- */

static bool check_game(const struct json_at *line, const struct replay_line *found, struct error *err)
{
    int game;
    return replay_line_has(line, &found->game, "game", err) && json_at_range(&found->game, 1, 1, &game, err);
}

/* Finds the members of an event about a player that is still in the game. */
static bool find_player(struct replay_maze *m, const struct json_at *line, const char *const *more,
                        struct replay_line *found, int *player, struct error *err)
{
    static const char *const common[] = {"game", "round", "player", NULL};
    int round;
    *player = 0;
    if (!replay_line_find(line, common, more, found, err) || !check_game(line, found, err)) {
        return false;
    }
    if (found->turn.object ? !json_at_range(&found->turn, m->round, m->round, &round, err)
                           : m->round > 0 && !replay_line_has(line, &found->turn, "round", err)) {
        return false;
    }
    if (!replay_line_has(line, &found->player, "player", err) ||
        !replay_names_find(&m->names, &found->player, false, player, err)) {
        return false;
    }
    return m->state.avatar[*player].out ? json_at_fail(&found->player, err, "this player is out") : true;
}

/* -- the game -- */

static bool take_players(struct replay_maze *m, const struct json_at *at, struct error *err)
{
    size_t players = (size_t)m->setup.state.players;
    if (!json_at_array(at, players, players, err)) {
        return false;
    }
    m->name = arena_array(m->arena, players, sizeof *m->name);
    m->seat = arena_array(m->arena, players, sizeof *m->seat);
    if (!m->name || !m->seat) {
        return error_memory(err);
    }
    for (size_t i = 0; i < players; i++) {
        struct json_at name = json_at_element(at, i);
        int number;
        if (!replay_names_find(&m->names, &name, true, &number, err)) {
            return false;
        }
        if (number != (int)i) {
            return json_at_fail(&name, err, "this player is there already");
        }
        if (!replay_names_copy(&name, m->arena, &m->name[i], err)) {
            return false;
        }
        m->seat[i].goal = m->setup.goal[i];
    }
    return true;
}

static bool check_size(const struct json_at *at, const struct maze_state *state, struct error *err)
{
    const struct maze_board *board = &state->board;
    if ((int64_t)state->players * board->rows * board->columns <= REPLAY_MAZE_MAX) {
        return true;
    }
    return json_at_fail(
        at, err, "a game of %d players on a board of %dx%d is too large for a replay; players times cells may be %d",
        state->players, board->rows, board->columns, REPLAY_MAZE_MAX);
}

static bool take_game(struct replay_maze *m, const struct json_at *line, struct error *err)
{
    static const char *const common[] = {"game", NULL}, *const more[] = {"players", "state", NULL};
    struct replay_line found;
    if (!replay_line_find(line, common, more, &found, err) || !check_game(line, &found, err)) {
        return false;
    }
    if (m->has_game) {
        return json_at_fail(line, err, "this is the second game");
    }
    if (!maze_codec_setup(&found.more[1], m->arena, &m->setup, err) ||
        !check_size(&found.more[1], &m->setup.state, err) || !take_players(m, &found.more[0], err) ||
        !maze_state_copy(&m->state, &m->setup.state, m->arena, err) ||
        !maze_trial_init(&m->trial, &m->state.board, m->arena, err)) {
        return false;
    }
    m->has_game = true;
    return true;
}

static bool take_setup(struct replay_maze *m, int player, const struct json_at *more, struct error *err)
{
    if (!maze_codec_spot(&more[0], &m->seat[player].goal, err)) {
        return false;
    }
    text_format(&m->events, ",%d,%d", m->seat[player].goal.row, m->seat[player].goal.column);
    return true;
}

static bool take_round(struct replay_maze *m, const struct json_at *line, struct error *err)
{
    static const char *const common[] = {"game", "round", NULL}, *const more[] = {NULL};
    struct replay_line found;
    if (!replay_line_find(line, common, more, &found, err) || !check_game(line, &found, err) ||
        !replay_line_has(line, &found.turn, "round", err) ||
        !json_at_range(&found.turn, m->round + 1, m->round + 1, &m->round, err)) {
        return false;
    }
    if (m->round > MAZE_ROUNDS) {
        return json_at_fail(&found.turn, err, "a game has at most %d rounds", MAZE_ROUNDS);
    }
    begin(m, "r", m->round);
    return true;
}

/* -- turns -- */

static bool read_choice(struct replay_maze *m, const struct json_at *at, struct maze_choice *choice, int *to,
                        struct error *err)
{
    if (!json_at_array(at, 4, 4, err)) {
        return false;
    }
    struct json_at part[4];
    for (size_t i = 0; i < 4; i++) {
        part[i] = json_at_element(at, i);
    }
    *choice = (struct maze_choice){.pass = false};
    if (!maze_codec_slide(&part[0], &part[1], &m->state.board, &choice->slide, err) ||
        !maze_codec_degree(&part[2], &choice->quarters, err) || !maze_codec_place(&part[3], &m->state.board, to, err)) {
        return false;
    }
    choice->to = maze_board_spot(&m->state.board, *to);
    return true;
}

/* The line that was slid must match the log. */
static bool check_line(const struct maze_board *board, struct maze_slide slide, const struct json_at *at,
                       struct error *err)
{
    bool row = slide.direction < MAZE_UP;
    int count = row ? board->columns : board->rows;
    if (!json_at_array(at, (size_t)count, (size_t)count, err)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        int place = row ? slide.index * board->columns + i : i * board->columns + slide.index;
        struct json_at tile = json_at_element(at, (size_t)i);
        const char *connector[] = {maze_tile_connector(board->tile[place].sides), NULL};
        int which;
        if (!json_at_word(&tile, connector, &which, err)) {
            return false;
        }
    }
    return true;
}

static bool check_spare(const struct maze_board *board, const struct json_at *at, struct error *err)
{
    struct maze_tile spare;
    if (!maze_codec_tile(at, &spare, err)) {
        return false;
    }
    return spare.sides == board->spare.sides ? true : json_at_fail(at, err, "another tile was slid out");
}

static bool check_avatars(struct replay_maze *m, const struct json_at *at, struct error *err)
{
    size_t left = 0;
    if (!json_at_object(at, err)) {
        return false;
    }
    for (int i = 0; i < m->state.players; i++) {
        left += !m->state.avatar[i].out;
    }
    if (json_at_count(at) != left) {
        return json_at_fail(at, err, "expected %zu avatars, found %zu", left, json_at_count(at));
    }
    struct json_at member = {0};
    while (json_at_each(at, &member)) {
        int player = replay_names_known(&m->names, member.key), place;
        if (player < 0 || m->state.avatar[player].out) {
            return json_at_fail_key(&member, err, "there is no such player");
        }
        if (!maze_codec_place(&member, &m->state.board, &place, err)) {
            return false;
        }
        if (place != m->state.avatar[player].current) {
            struct maze_spot spot = maze_board_spot(&m->state.board, m->state.avatar[player].current);
            return json_at_fail(&member, err, "this avatar is at row %d, column %d", spot.row, spot.column);
        }
    }
    return true;
}

static bool take_turn(struct replay_maze *m, int player, const struct json_at *more, struct error *err)
{
    static const char *const words[] = {"PASS", NULL};
    struct maze_choice choice;
    int word, to = 0;
    if (m->round == 0) {
        return json_at_fail(more[0].above, err, "no round has begun");
    }
    if (m->seat[player].moved == m->round) {
        return json_at_fail(more[0].above, err, "this player has had its turn in this round");
    }
    m->seat[player].moved = m->round;
    if (json_object_is_type(more[0].object, json_type_string)) {
        return json_at_word(&more[0], words, &word, err);
    }
    if (!read_choice(m, &more[0], &choice, &to, err)) {
        return false;
    }
    enum maze_ruling ruling = maze_rules_judge(&m->trial, &m->state, player, choice);
    if (ruling != MAZE_LEGAL) {
        char why[200];
        maze_rules_explain(ruling, choice, why, sizeof why);
        return json_at_fail(&more[0], err, "%s", why);
    }
    maze_rules_apply(&m->state, player, choice);
    text_format(&m->events, ",%d,%d,%d,%d", choice.slide.index, (int)choice.slide.direction, choice.quarters, to);
    return check_line(&m->state.board, choice.slide, &more[1], err) && check_spare(&m->state.board, &more[2], err) &&
           check_avatars(m, &more[3], err);
}

static bool take_goal(struct replay_maze *m, int player, const struct json_at *more, struct error *err)
{
    struct maze_spot goal;
    bool home;
    if (!maze_codec_spot(&more[0], &goal, err) || !json_at_boolean(&more[1], &home, err)) {
        return false;
    }
    if (goal.row != m->seat[player].goal.row || goal.column != m->seat[player].goal.column) {
        return json_at_fail(&more[0], err, "this is not the goal of this player");
    }
    text_format(&m->events, ",%d", home);
    return true;
}

/* -- removals and the end -- */

static bool take_kick(struct replay_maze *m, int player, const struct json_at *more, struct error *err)
{
    m->state.avatar[player].out = true;
    return replay_line_kick(&m->events, maze_call_names, more, err);
}

static bool take_score(struct replay_maze *m, int player, const struct json_at *more, struct error *err)
{
    struct maze_spot goal;
    int treasures = 0;
    bool won = false;
    if (!json_at_natural(&more[0], INT_MAX, &treasures, err) || !maze_codec_spot(&more[1], &goal, err) ||
        !json_at_boolean(&more[3], &won, err)) {
        return false;
    }
    if (!json_object_is_type(more[2].object, json_type_int) || json_object_get_int64(more[2].object) < 0) {
        return json_at_expected(&more[2], err, "a natural number");
    }
    if (m->seat[player].scored) {
        return json_at_fail(more[0].above, err, "this player has its score already");
    }
    m->seat[player].scored = true;
    text_format(&m->events, ",%d,%" PRId64 ",%d", treasures, json_object_get_int64(more[2].object), won);
    return true;
}

static bool take_win(struct replay_maze *m, int player, const struct json_at *more, struct error *err)
{
    bool won;
    (void)player;
    if (!json_at_boolean(&more[0], &won, err)) {
        return false;
    }
    text_format(&m->events, ",%d", won);
    return true;
}

/* Events about a player: how they begin on the page, their own members, and what is done with those. */
static const struct {
    const char *letter, *more[5];
    bool (*take)(struct replay_maze *m, int player, const struct json_at *more, struct error *err);
} kinds[] = {
    [MAZE_EVENT_SETUP] = {"s", {"goal"}, take_setup},
    [MAZE_EVENT_TURN] = {"t", {"choice", "line", "spare", "avatars"}, take_turn},
    [MAZE_EVENT_GOAL] = {"g", {"goal", "home"}, take_goal},
    [MAZE_EVENT_KICK] = {"k", {"call", "reason"}, take_kick},
    [MAZE_EVENT_SCORE] = {"f", {"treasures", "goal", "distance", "won"}, take_score},
    [MAZE_EVENT_WIN] = {"w", {"won"}, take_win},
};

static bool take_kind(struct replay_maze *m, int kind, const struct json_at *line, struct error *err)
{
    static const char *const pass[] = {"choice", NULL};
    struct replay_line found;
    json_object *said;
    int player;
    bool passes = kind == MAZE_EVENT_TURN && json_object_object_get_ex(line->object, "choice", &said) &&
                  json_object_is_type(said, json_type_string);
    if (!find_player(m, line, passes ? pass : kinds[kind].more, &found, &player, err)) {
        return false;
    }
    begin(m, kinds[kind].letter, player);
    return kinds[kind].take(m, player, found.more, err);
}

bool replay_maze_take(struct replay_maze *m, const struct json_at *line, struct error *err)
{
    struct json_at event;
    int kind;
    if (!replay_line_event(line, &event, err) || !json_at_word(&event, maze_log_events, &kind, err)) {
        return false;
    }
    if (kind == MAZE_EVENT_GAME) {
        return take_game(m, line, err);
    }
    if (!(kind == MAZE_EVENT_ROUND ? take_round(m, line, err) : take_kind(m, kind, line, err))) {
        return false;
    }
    text_string(&m->events, "]");
    return true;
}

void replay_maze_data(const struct replay_maze *m, struct text *out)
{
    const struct maze_state *state = &m->setup.state;
    int cells = state->board.rows * state->board.columns;
    text_format(out, "\"rows\":%d,\"columns\":%d,\"sides\":\"", state->board.rows, state->board.columns);
    for (int i = 0; i <= cells; i++) {
        text_format(out, "%x", i < cells ? state->board.tile[i].sides : state->board.spare.sides);
    }
    text_string(out, "\",\n\"players\":[");
    for (int i = 0; i < state->players; i++) {
        const struct maze_avatar *avatar = &state->avatar[i];
        struct maze_spot goal = m->setup.goal[i];
        char color[8];
        text_string(out, i ? ",[" : "[");
        replay_line_string(out, m->name[i], strlen(m->name[i]));
        text_format(out, ",\"%s\",%d,%d,%d,%d,%d]", draw_marks_color(avatar->color, color), avatar->home.row,
                    avatar->home.column, avatar->current, goal.row, goal.column);
    }
    text_format(out, "],\n\"extra\":%d", m->setup.extra_count);
}

void replay_maze_free(struct replay_maze *m)
{
    replay_names_free(&m->names);
    text_free(&m->events);
}
