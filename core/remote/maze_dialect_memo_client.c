/* The memo's dialect, the client's end. */
#include "remote/maze_dialect.h"

#include <string.h>

enum message {
    START_OF_GAME,
    START_OF_TURN,
    REQUEST_SLIDE,
    SLIDE_DONE,
    REQUEST_MOVE,
    MOVE_DONE,
    TURN_COMPLETE,
    END_OF_GAME,
    PLAYER_KICKED,
};

static const char *const names[] = {
    [START_OF_GAME] = "StartOfGame",
    [START_OF_TURN] = "StartOfTurn",
    [REQUEST_SLIDE] = "RequestSlideAndInsert",
    [SLIDE_DONE] = "SlideAndInsertDone",
    [REQUEST_MOVE] = "RequestMove",
    [MOVE_DONE] = "MoveDone",
    [TURN_COMPLETE] = "TurnComplete",
    [END_OF_GAME] = "EndOfGame",
    [PLAYER_KICKED] = "PlayerKicked",
    NULL,
};

/* The members of each message. */
static const char *const member_names[][6] = {
    [START_OF_GAME] = {"call", "board", "players", "goal", "target"},
    [START_OF_TURN] = {"call"},
    [REQUEST_SLIDE] = {"call", "board", "spare", "last", "player"},
    [SLIDE_DONE] = {"call", "status"},
    [REQUEST_MOVE] = {"call", "position", "reachable"},
    [MOVE_DONE] = {"call", "status"},
    [TURN_COMPLETE] = {"call"},
    [END_OF_GAME] = {"call", "winners"},
    [PLAYER_KICKED] = {"call", "reason"},
};

/* What a client remembers between messages. */
struct memory {
    bool has_goal, asked;            /* whether it knows its goal, and whether it has asked for the next one */
    int reached;                     /* goals */
    struct maze_spot goal, home, to; /* the last known goal, its home, and where it wants to go this turn */
};

static bool same(struct maze_spot a, struct maze_spot b)
{
    return a.row == b.row && a.column == b.column;
}

/* Tells the player its goal if that is new. False if it does not answer. */
static bool learn_goal(struct maze_proxy_referee *r, const struct maze_state *state, struct maze_spot goal)
{
    struct memory *memory = r->context;
    struct error ignored;
    bool known = memory->has_goal && !state && !memory->asked && same(goal, memory->goal);
    memory->goal = goal;
    memory->asked = false;
    memory->has_goal = true;
    return known || r->player.calls->set_up(r->player.self, state, 0, goal, &ignored);
}

/* A PublicPlayer, or an OwnPlayer if goal is not NULL. */
static bool read_player(const struct json_at *at, const struct maze_board *board, struct maze_avatar *avatar,
                        struct maze_spot *goal, struct error *why)
{
    static const char *const public[] = {"name", "avatar", "home", NULL};
    static const char *const private[] = {"name", "avatar", "home", "goal", NULL};
    struct json_at member[4];
    const char *name;
    size_t length;
    return json_at_members(at, goal ? private : public, member, why) &&
           json_at_string(&member[0], &name, &length, why) &&
           maze_codec_place(&member[1], board, &avatar->current, why) &&
           maze_codec_spot(&member[2], &avatar->home, why) && (!goal || maze_codec_spot(&member[3], goal, why));
}

static bool start_game(struct maze_proxy_referee *r, const struct json_at *member, bool *answered, struct error *why)
{
    struct maze_state state = {.has_last = false};
    struct maze_spot goal;
    if (!maze_codec_board(&member[1], &r->last, &state.board, why) ||
        !(state.avatar = json_at_list(&member[2], 1, SIZE_MAX, sizeof *state.avatar, &r->last, &state.players, why)) ||
        !maze_codec_spot(&member[3], &goal, why) || !maze_dialect_fit(r, &state.board, why)) {
        return false;
    }
    for (int i = 0; i < state.players; i++) {
        struct json_at player = json_at_element(&member[2], (size_t)i);
        if (!read_player(&player, &state.board, &state.avatar[i], NULL, why)) {
            return false;
        }
    }
    *answered = learn_goal(r, &state, goal);
    return true;
}

/* The first half of a turn. The player decides on both halves; the second is kept until the server asks for it. */
static bool choose(struct maze_proxy_referee *r, const struct json_at *member, bool *answered, struct text *answer,
                   struct error *why)
{
    struct memory *memory = r->context;
    struct maze_avatar own = {.out = false};
    struct maze_state state = {.players = 1, .avatar = &own};
    struct maze_spot goal;
    struct maze_choice choice;
    struct error ignored;
    if (!maze_codec_board(&member[1], &r->last, &state.board, why) ||
        !maze_codec_tile(&member[2], &state.board.spare, why) || !maze_codec_last(&member[3], &state, why) ||
        !read_player(&member[4], &state.board, &own, &goal, why) || !maze_dialect_fit(r, &state.board, why)) {
        return false;
    }
    *answered = learn_goal(r, NULL, goal) && r->player.calls->take_turn(r->player.self, &state, 0, &choice, &ignored);
    if (!*answered) {
        return true;
    }
    if (choice.pass) {
        text_string(answer, "{\"action\":\"Pass\"}");
    } else {
        text_format(answer, "{\"action\":\"SlideAndInsert\",\"direction\":\"%s\",\"index\":%d,\"rotations\":%d}",
                    maze_direction_names[choice.slide.direction], choice.slide.index, choice.quarters);
    }
    memory->to = choice.pass ? (struct maze_spot){MAZE_NOWHERE, MAZE_NOWHERE} : choice.to;
    memory->home = own.home;
    return true;
}

static bool end_game(struct maze_proxy_referee *r, const struct json_at *winners, bool *answered, struct error *why)
{
    bool won = false;
    struct error ignored;
    if (!json_at_array(winners, 0, SIZE_MAX, why)) {
        return false;
    }
    for (size_t i = 0; i < json_at_count(winners); i++) {
        struct json_at winner = json_at_element(winners, i);
        const char *name;
        size_t length;
        if (!json_at_string(&winner, &name, &length, why)) {
            return false;
        }
        won = won || strcmp(name, r->player.name) == 0;
    }
    /* A player that has reached a goal has a new one, even if it has not been told which. */
    const struct memory *memory = r->context;
    bool known = !memory->asked || r->player.calls->set_up(r->player.self, NULL, 0, memory->goal, &ignored);
    *answered = known && r->player.calls->win(r->player.self, won, &ignored);
    return true;
}

/* Asks for the next goal when this one is reached. A player that has come home needs none. */
static bool ask_for_goal(struct maze_proxy_referee *r, struct error *why)
{
    static const char query[] = "{\"call\":\"GetGoalTile\"}\n";
    struct memory *memory = r->context;
    struct wire *wire = &r->client.wire;
    if (!same(memory->to, memory->goal) || (memory->reached > 0 && same(memory->goal, memory->home))) {
        return true;
    }
    memory->reached++;
    memory->asked = true;
    return wire_send_bytes(wire, query, strlen(query), wire_deadline(wire), why);
}

/* Handles the reply to the only query the client makes; ignores others. */
static bool hear_reply(struct maze_proxy_referee *r, const struct json_at *message, bool *answered, struct error *why)
{
    struct json_at position;
    struct maze_spot goal;
    if (!json_at_find(message, "position", &position)) {
        return true;
    }
    if (!maze_codec_spot(&position, &goal, why)) {
        return false;
    }
    *answered = learn_goal(r, NULL, goal);
    return true;
}

/* Does what a message asks for. *answered becomes false if the player does not answer. */
static bool act(struct maze_proxy_referee *r, enum message which, const struct json_at *member, bool *answered,
                struct text *answer, struct error *why)
{
    const struct memory *memory = r->context;
    switch (which) {
    case START_OF_GAME:
        return start_game(r, member, answered, why);
    case START_OF_TURN:
        text_string(answer, "{\"action\":\"Ack\"}");
        return true;
    case REQUEST_SLIDE:
        return choose(r, member, answered, answer, why);
    case REQUEST_MOVE:
        text_string(answer, "{\"action\":\"Move\",\"position\":");
        maze_codec_write_spot(answer, memory->to);
        text_string(answer, "}");
        return true;
    case TURN_COMPLETE:
        return ask_for_goal(r, why);
    case END_OF_GAME:
        return end_game(r, &member[1], answered, why);
    default:
        return true;
    }
}

/* Reads which call a message is, and its members. */
static bool read_call(const struct json_at *message, int *which, struct json_at *member, struct error *why)
{
    struct json_at call;
    return json_at_member(message, "call", &call, why) && json_at_word(&call, names, which, why) &&
           json_at_members(message, member_names[*which], member, why);
}

static enum client_progress serve(void *self, const struct json_at *message, struct text *answer, const char **call,
                                  struct error *why)
{
    struct maze_proxy_referee *r = self;
    bool answered = true;
    int which = 0;
    struct json_at member[5] = {{0}};
    arena_free(&r->last);
    if (!json_at_object(message, why)) {
        return CLIENT_FAILED;
    }
    if (json_object_object_get_ex(message->object, "reply", NULL)) {
        return !hear_reply(r, message, &answered, why) ? CLIENT_FAILED : answered ? CLIENT_GOES_ON : CLIENT_IS_SILENT;
    }
    if (!read_call(message, &which, member, why) || !act(r, (enum message)which, member, &answered, answer, why)) {
        return CLIENT_FAILED;
    }
    if (!answered) {
        return CLIENT_IS_SILENT;
    }
    *call = names[which];
    return which == END_OF_GAME || which == PLAYER_KICKED ? CLIENT_IS_DONE : CLIENT_GOES_ON;
}

const struct maze_dialect maze_memo_dialect = {.name = "memo",
                                               .calls = &maze_memo_calls,
                                               .service = {.serve = serve},
                                               .context_size = sizeof(struct memory),
                                               .call_names = names,
                                               .has_queries = true};
