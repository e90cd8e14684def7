/* The memo's dialect, the server's end: a turn has two steps, and players may ask at any time. */
#include "remote/maze_hub.h"

static struct maze_hub_seat *seat_of(const struct maze_proxy_player *p)
{
    return p->context;
}

/* Begins a message; the closing brace is added when it is sent. */
static struct text *begin(struct maze_proxy_player *p, const char *name)
{
    text_clear(&p->message);
    text_format(&p->message, "{\"call\":\"%s\"", name);
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

/* The actions of players: those that may answer one message together, up to a NULL, and their members. */
enum action { ACK = 0, SLIDE = 2, PASS, MOVE = 5 };
static const char *const actions[] = {"Ack", NULL, "SlideAndInsert", "Pass", NULL, "Move", NULL};
static const char *const action_members[][5] = {[ACK] = {"action"},
                                                [SLIDE] = {"action", "direction", "index", "rotations"},
                                                [PASS] = {"action"},
                                                [MOVE] = {"action", "position"}};

/* Reads an action, one of those from `first` on, into the choice as far as it is part of that. */
static bool read_action(const struct json_at *at, enum action first, struct maze_choice *choice, struct error *why)
{
    struct json_at name, member[4];
    int word = 0;
    if (!json_at_object(at, why)) {
        return false;
    }
    if (!json_at_find(at, "action", &name)) {
        return json_at_fail(at, why, "expected the action \"%s\"", actions[first]);
    }
    if (!json_at_word(&name, actions + first, &word, why) ||
        !json_at_members(at, action_members[(int)first + word], member, why)) {
        return false;
    }
    switch ((int)first + word) {
    case SLIDE:
        choice->pass = false;
        if (!json_at_word(&member[1], maze_direction_names, &word, why) ||
            !json_at_natural(&member[2], INT32_MAX, &choice->slide.index, why) ||
            !json_at_range(&member[3], 0, 3, &choice->quarters, why)) {
            return false;
        }
        choice->slide.direction = (enum maze_direction)word;
        return true;
    case MOVE:
        return maze_codec_spot(&member[1], &choice->to, why);
    default:
        return true;
    }
}

/* Sends the message and reads the action that answers it. */
static bool ask(struct maze_proxy_player *p, enum action first, struct maze_choice *choice, struct error *why)
{
    int64_t deadline = wire_deadline(&p->wire);
    struct json_value value;
    if (!maze_hub_serve(p, why) || !send(p, deadline, why) || !maze_hub_receive(p, deadline, &value, why)) {
        return false;
    }
    struct json_at at = json_at_root(&value);
    bool good = read_action(&at, first, choice, why);
    json_object_put(value.object);
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

/* Asks where to go on the board after the slide. */
static bool ask_move(struct maze_proxy_player *p, const struct maze_state *state, int from, struct maze_choice *choice,
                     struct error *why)
{
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
    return ask(p, MOVE, choice, why);
}

static bool memo_take_turn(void *self, const struct maze_state *state, int player, struct maze_choice *choice,
                           struct error *why)
{
    struct maze_proxy_player *p = self;
    *choice = (struct maze_choice){.pass = true};
    begin(p, "StartOfTurn");
    if (!ask(p, ACK, choice, why)) {
        return false;
    }
    seat_of(p)->queries = 0;
    write_request(p, state, player);
    if (!ask(p, SLIDE, choice, why)) {
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
            text_json_after(message, before, hub->names[i]);
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
    text_json_after(message, ",\"reason\":", reason);
    send(p, clock_now(), &ignored);
    wire_close(&p->wire);
}

const struct maze_player_calls maze_memo_calls = {
    .set_up = memo_set_up, .take_turn = memo_take_turn, .win = memo_win, .kicked = memo_kicked};
