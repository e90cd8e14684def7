/* The memo's dialect, the server's end: a turn has two steps, and players may ask at any time. */
#include "base/json_make.h"
#include "remote/maze_hall.h"

#include <string.h>

static json_object *new_call(const char *name)
{
    json_object *message = json_object_new_object();
    json_make_member(message, "call", json_object_new_string(name));
    return message;
}

/* Sends a message that has no answer. */
static bool tell(struct maze_hall_seat *seat, json_object *message, struct error *why)
{
    return maze_hall_send(seat, message, wire_deadline(&seat->proxy->wire), why);
}

/* Whether the player may be called: nothing that it has said so far is a reason to remove it. */
static bool ready(struct maze_hall *hall, struct maze_hall_seat *seat, struct error *why)
{
    if (!maze_hall_serve(hall, seat)) {
        *why = seat->failed;
        return false;
    }
    return true;
}

/* Sends a message and reads the action that answers it. actions: those that may, and a NULL behind them. The caller
 * owns out->object. */
static bool ask(struct maze_hall *hall, struct maze_hall_seat *seat, json_object *message, const char *const *actions,
                int *which, struct json_value *out, struct error *why)
{
    int64_t deadline = wire_deadline(&seat->proxy->wire);
    if (!ready(hall, seat, why)) {
        json_object_put(message);
        return false;
    }
    if (!maze_hall_send(seat, message, deadline, why) || !maze_hall_receive(hall, seat, deadline, out, why)) {
        return false;
    }
    struct json_at at = json_at_root(out), action = {.above = &at, .root = out, .key = "action"};
    bool good = json_at_object(&at, why);
    if (good && !json_object_object_get_ex(at.object, "action", &action.object)) {
        good = json_at_fail(&at, why, "expected the action \"%s\"", *actions);
    }
    good = good && json_at_word(&action, actions, which, why);
    if (!good) {
        json_object_put(out->object);
    }
    return good;
}

static bool memo_set_up(void *self, const struct maze_state *state, int player, struct maze_spot goal,
                        struct error *why)
{
    struct maze_proxy_player *p = self;
    struct maze_hall *hall = p->hall;
    struct maze_hall_seat *seat = &hall->seat[player];
    seat->goal = goal;
    if (!ready(hall, seat, why)) {
        return false;
    }
    if (!state) {
        return true; /* it can ask, and will be told on its turn */
    }
    int place = maze_board_place(&state->board, goal);
    json_object *message = new_call("StartOfGame");
    json_make_member(message, "board", maze_codec_write_board(&state->board));
    json_make_member(message, "players", maze_hall_write_players(hall));
    json_make_member(message, "goal", maze_codec_write_spot(goal));
    json_make_member(message, "target",
                     place == MAZE_NOWHERE ? NULL : maze_codec_write_treasure(&state->board.tile[place]));
    return tell(seat, message, why);
}

/* -- a turn -- */

static json_object *write_request(const struct maze_hall *hall, const struct maze_state *state, int player)
{
    json_object *message = new_call("RequestSlideAndInsert"), *own = json_object_new_object();
    const struct maze_avatar *avatar = &state->avatar[player];
    json_make_member(own, "name", json_object_new_string(hall->names[player]));
    json_make_member(own, "avatar", maze_codec_write_spot(maze_board_spot(&state->board, avatar->current)));
    json_make_member(own, "home", maze_codec_write_spot(avatar->home));
    json_make_member(own, "goal", maze_codec_write_spot(hall->seat[player].goal));
    json_make_member(message, "board", maze_codec_write_board(&state->board));
    json_make_member(message, "spare", maze_codec_write_tile(&state->board.spare));
    json_make_member(message, "last", maze_codec_write_last(state));
    json_make_member(message, "player", own);
    return message;
}

static bool read_slide(const struct json_value *value, struct maze_choice *choice, struct error *why)
{
    static const char *const members[] = {"action", "direction", "index", "rotations", NULL};
    struct json_at at = json_at_root(value), member[4];
    int word;
    choice->pass = false;
    if (!json_at_members(&at, members, member, why) || !json_at_word(&member[1], maze_direction_names, &word, why) ||
        !json_at_natural(&member[2], INT32_MAX, &choice->slide.index, why) ||
        !json_at_range(&member[3], 0, 3, &choice->quarters, why)) {
        return false;
    }
    choice->slide.direction = (enum maze_direction)word;
    return true;
}

/* Asks for the first step; a pass is the whole turn. */
static bool ask_slide(struct maze_hall *hall, struct maze_hall_seat *seat, json_object *request,
                      struct maze_choice *choice, struct error *why)
{
    static const char *const actions[] = {"SlideAndInsert", "Pass", NULL}, *const pass[] = {"action", NULL};
    struct json_value value;
    struct json_at member;
    int which;
    *choice = (struct maze_choice){.pass = true};
    if (!ask(hall, seat, request, actions, &which, &value, why)) {
        return false;
    }
    struct json_at at = json_at_root(&value);
    bool good = which == 0 ? read_slide(&value, choice, why) : json_at_members(&at, pass, &member, why);
    json_object_put(value.object);
    return good;
}

/* Asks where to go, on the board as it would be after the slide. */
static bool ask_move(struct maze_hall *hall, struct maze_hall_seat *seat, const struct maze_state *state, int from,
                     struct maze_choice *choice, struct error *why)
{
    static const char *const actions[] = {"Move", NULL}, *const members[] = {"action", "position", NULL};
    struct maze_trial *trial = &hall->trial;
    maze_board_copy(&trial->board, &state->board);
    maze_board_slide(&trial->board, choice->slide, choice->quarters);
    maze_walk(&trial->walker, &trial->board, from);
    trial->walker.reached.word[from / 64] &= ~(UINT64_C(1) << (from % 64));
    json_object *request = new_call("RequestMove");
    json_make_member(request, "position", maze_codec_write_spot(maze_board_spot(&state->board, from)));
    json_make_member(request, "reachable", maze_codec_write_reached(&trial->walker, &state->board));
    struct json_value value;
    struct json_at member[2];
    int which;
    if (!ask(hall, seat, request, actions, &which, &value, why)) {
        return false;
    }
    struct json_at at = json_at_root(&value);
    bool good = json_at_members(&at, members, member, why) && maze_codec_spot(&member[1], &choice->to, why);
    json_object_put(value.object);
    return good;
}

static bool memo_take_turn(void *self, const struct maze_state *state, int player, struct maze_choice *choice,
                           struct error *why)
{
    static const char *const ack[] = {"Ack", NULL};
    struct maze_proxy_player *p = self;
    struct maze_hall *hall = p->hall;
    struct maze_hall_seat *seat = &hall->seat[player];
    struct json_value value;
    int which;
    if (!ask(hall, seat, new_call("StartOfTurn"), ack, &which, &value, why)) {
        return false;
    }
    json_object_put(value.object);
    seat->queries = 0;
    if (!ask_slide(hall, seat, write_request(hall, state, player), choice, why)) {
        return false;
    }
    if (choice->pass) {
        return tell(seat, new_call("TurnComplete"), why);
    }
    if (maze_rules_slide(state, choice->slide) != MAZE_LEGAL) {
        return true; /* the referee will say what is wrong with it */
    }
    int from = maze_board_carry(&state->board, choice->slide, state->avatar[player].current);
    json_object *done = new_call("SlideAndInsertDone");
    json_make_member(done, "status", json_object_new_int(200));
    if (!tell(seat, done, why) || !ask_move(hall, seat, state, from, choice, why)) {
        return false;
    }
    if (maze_rules_judge(&hall->trial, state, player, *choice) != MAZE_LEGAL) {
        return true;
    }
    done = new_call("MoveDone");
    json_make_member(done, "status", json_object_new_int(200));
    return tell(seat, done, why) && tell(seat, new_call("TurnComplete"), why);
}

/* -- the end -- */

static bool memo_win(void *self, bool won, struct error *why)
{
    struct maze_proxy_player *p = self;
    struct maze_hall *hall = p->hall;
    struct maze_hall_seat *seat = maze_hall_seat(p);
    json_object *message = new_call("EndOfGame"), *winners = json_object_new_array();
    (void)won;
    for (int i = 0; i < hall->players; i++) {
        if (hall->seat[i].won) {
            json_make_element(winners, json_object_new_string(hall->names[i]));
        }
    }
    json_make_member(message, "winners", winners);
    if (!ready(hall, seat, why)) {
        json_object_put(message);
        return false;
    }
    /* That a player has understood that all is over shows when it hangs up. */
    return tell(seat, message, why) && maze_hall_finish(seat, wire_deadline(&p->wire), why);
}

/* It hears why if it listens, but nobody waits for that. */
static void memo_kicked(void *self, const char *reason)
{
    struct maze_proxy_player *p = self;
    struct maze_hall_seat *seat = maze_hall_seat(p);
    struct error ignored;
    json_object *message = new_call("PlayerKicked");
    json_make_member(message, "reason", json_object_new_string(reason));
    maze_hall_send(seat, message, clock_now(), &ignored);
    wire_close(&p->wire);
}

const struct maze_player_calls maze_memo_calls = {
    .set_up = memo_set_up, .take_turn = memo_take_turn, .win = memo_win, .kicked = memo_kicked};
