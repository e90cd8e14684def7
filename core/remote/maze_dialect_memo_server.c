/* The memo's dialect, the server's end: a turn has two steps, and players may ask at any time. */
#include "remote/maze_hub.h"

#include <string.h>

static struct maze_hub_seat *seat_of(const struct maze_proxy_player *p)
{
    return p->context;
}

/* Begins a message; the closing brace is added when it is sent. */
static struct text *begin(struct maze_proxy_player *p, const char *name)
{
    text_clear(&p->message);
    text_string(&p->message, "{\"call\":\"");
    text_string(&p->message, name);
    text_string(&p->message, "\"");
    return &p->message;
}

/* Sends the message. */
static bool send(struct maze_proxy_player *p, int64_t deadline, struct error *why)
{
    text_string(&p->message, "}");
    return maze_hub_send(p, &p->message, deadline, why);
}

/* Sends a message that has only a name and perhaps a status, and no answer. */
static bool tell(struct maze_proxy_player *p, const char *name, const char *status, struct error *why)
{
    text_string(begin(p, name), status);
    return send(p, wire_deadline(&p->wire), why);
}

static const char success[] = ",\"status\":200";

/* Sends the message and reads the action that answers it, one of `actions`, which is NULL-terminated. The caller owns
 * out->object. */
static bool ask(struct maze_proxy_player *p, const char *const *actions, int *which, struct json_value *out,
                struct error *why)
{
    int64_t deadline = wire_deadline(&p->wire);
    if (!maze_hub_serve(p, why) || !send(p, deadline, why) || !maze_hub_receive(p, deadline, out, why)) {
        return false;
    }
    struct json_at at = json_at_root(out), action;
    bool good = json_at_object(&at, why) &&
                (json_at_find(&at, "action", &action) ? json_at_word(&action, actions, which, why)
                                                      : json_at_fail(&at, why, "expected the action \"%s\"", *actions));
    if (!good) {
        json_object_put(out->object);
    }
    return good;
}

static bool memo_set_up(void *self, const struct maze_state *state, int player, struct maze_spot goal,
                        struct error *why)
{
    struct maze_proxy_player *p = self;
    (void)player;
    seat_of(p)->goal = goal;
    if (!maze_hub_serve(p, why)) {
        return false;
    }
    if (!state) {
        return true; /* it can query its goal, and is told on its turn */
    }
    if (!seat_of(p)->hub->names) {
        return error_memory(why); /* the only reason why the hub fails to follow the game */
    }
    int place = maze_board_place(&state->board, goal);
    struct text *message = begin(p, "StartOfGame");
    text_string(message, ",\"board\":");
    maze_codec_write_board(message, &state->board);
    text_string(message, ",\"players\":");
    maze_hub_write_players(message, seat_of(p)->hub);
    text_string(message, ",\"goal\":");
    maze_codec_write_spot(message, goal);
    text_string(message, ",\"target\":");
    if (place == MAZE_NOWHERE) {
        text_string(message, "null");
    } else {
        maze_codec_write_treasure(message, &state->board.tile[place]);
    }
    return send(p, wire_deadline(&p->wire), why);
}

/* -- a turn -- */

static void write_request(struct maze_proxy_player *p, const struct maze_state *state, int player)
{
    struct text *message = begin(p, "RequestSlideAndInsert");
    text_string(message, ",\"board\":");
    maze_codec_write_board(message, &state->board);
    text_string(message, ",\"spare\":");
    maze_codec_write_tile(message, &state->board.spare);
    text_string(message, ",\"last\":");
    maze_codec_write_last(message, state);
    text_string(message, ",\"player\":");
    maze_hub_write_player(message, seat_of(p)->hub, player);
    text_string(message, ",\"goal\":");
    maze_codec_write_spot(message, seat_of(p)->goal);
    text_string(message, "}");
}

/* An action that has only a name. */
static bool read_bare(const struct json_value *value, struct error *why)
{
    static const char *const members[] = {"action", NULL};
    struct json_at at = json_at_root(value), member;
    return json_at_members(&at, members, &member, why);
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
static bool ask_slide(struct maze_proxy_player *p, const struct maze_state *state, int player,
                      struct maze_choice *choice, struct error *why)
{
    static const char *const actions[] = {"SlideAndInsert", "Pass", NULL};
    struct json_value value;
    int which;
    *choice = (struct maze_choice){.pass = true};
    write_request(p, state, player);
    if (!ask(p, actions, &which, &value, why)) {
        return false;
    }
    bool good = which == 0 ? read_slide(&value, choice, why) : read_bare(&value, why);
    json_object_put(value.object);
    return good;
}

/* Asks where to go on the board after the slide. */
static bool ask_move(struct maze_proxy_player *p, const struct maze_state *state, int from, struct maze_choice *choice,
                     struct error *why)
{
    static const char *const actions[] = {"Move", NULL}, *const members[] = {"action", "position", NULL};
    struct maze_trial *trial = &seat_of(p)->hub->trial;
    maze_board_copy(&trial->board, &state->board);
    maze_board_slide(&trial->board, choice->slide, choice->quarters);
    maze_walk(&trial->walker, &trial->board, from);
    trial->walker.reached.word[from / 64] &= ~(UINT64_C(1) << (from % 64));
    struct text *request = begin(p, "RequestMove");
    text_string(request, ",\"position\":");
    maze_codec_write_spot(request, maze_board_spot(&state->board, from));
    text_string(request, ",\"reachable\":");
    maze_codec_write_reached(request, &trial->walker, &state->board);
    struct json_value value;
    struct json_at member[2];
    int which;
    if (!ask(p, actions, &which, &value, why)) {
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
    struct json_value value;
    int which;
    begin(p, "StartOfTurn");
    if (!ask(p, ack, &which, &value, why)) {
        return false;
    }
    bool good = read_bare(&value, why);
    json_object_put(value.object);
    seat_of(p)->queries = 0;
    if (!good || !ask_slide(p, state, player, choice, why)) {
        return false;
    }
    if (choice->pass) {
        return tell(p, "TurnComplete", "", why);
    }
    if (maze_rules_slide(state, choice->slide) != MAZE_LEGAL) {
        choice->to = (struct maze_spot){MAZE_NOWHERE, MAZE_NOWHERE};
        return true; /* the referee will say what is wrong with it */
    }
    int from = maze_board_carry(&state->board, choice->slide, state->avatar[player].current);
    if (!tell(p, "SlideAndInsertDone", success, why) || !ask_move(p, state, from, choice, why)) {
        return false;
    }
    if (maze_rules_judge(&seat_of(p)->hub->trial, state, player, *choice) != MAZE_LEGAL) {
        return true;
    }
    return tell(p, "MoveDone", success, why) && tell(p, "TurnComplete", "", why);
}

/* -- the end -- */

static bool memo_win(void *self, bool won, struct error *why)
{
    struct maze_proxy_player *p = self;
    struct maze_hub *hub = seat_of(p)->hub;
    const char *before = "";
    (void)won;
    if (!maze_hub_serve(p, why)) {
        return false;
    }
    struct text *message = begin(p, "EndOfGame");
    text_string(message, ",\"winners\":[");
    for (int i = 0; i < hub->players; i++) {
        if (hub->seat[i].won) {
            text_string(message, before);
            text_json_string(message, hub->names[i]);
            before = ",";
        }
    }
    text_string(message, "]");
    /* The player acknowledges the end by hanging up. */
    return send(p, wire_deadline(&p->wire), why) && maze_hub_finish(p, wire_deadline(&p->wire), why);
}

/* Tells it why if it listens, but does not wait for that. */
static void memo_kicked(void *self, const char *reason)
{
    struct maze_proxy_player *p = self;
    struct error ignored;
    struct text *message = begin(p, "PlayerKicked");
    text_string(message, ",\"reason\":");
    text_json_string(message, reason);
    send(p, clock_now(), &ignored);
    wire_close(&p->wire);
}

const struct maze_player_calls maze_memo_calls = {
    .set_up = memo_set_up, .take_turn = memo_take_turn, .win = memo_win, .kicked = memo_kicked};
