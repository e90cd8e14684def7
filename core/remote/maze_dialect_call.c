/* The course's dialect: [name, [argument, ...]], and every call is answered. */
#include "remote/maze_dialect.h"

static const char *const names[] = {"setup", "take-turn", "win", NULL};

/* -- the server's end -- */

/* Begins the message of a call, up to its first argument. */
static struct text *begin(struct maze_proxy_player *p, enum maze_call call)
{
    text_clear(&p->message);
    text_format(&p->message, "[\"%s\",[", names[call]);
    return &p->message;
}

/* Completes the message and makes the call. The answer is a Choice, or "void" if choice is NULL. */
static bool call(struct maze_proxy_player *p, enum maze_call call, struct maze_choice *choice, struct error *why)
{
    static const char *const words[] = {"void", NULL};
    const struct wire_question question = {.name = names[call], .message = &p->message};
    struct json_value value;
    int word;
    text_string(&p->message, "]]");
    if (wire_ask(&p->wire, &question, wire_deadline(&p->wire), &value, why) != WIRE_VALUE) {
        return false;
    }
    struct json_at at = json_at_root(&value);
    bool good = choice ? maze_dialect_choice(&at, choice, why) : json_at_word(&at, words, &word, why);
    json_object_put(value.object);
    return good;
}

static bool call_set_up(void *self, const struct maze_state *state, int player, struct maze_spot goal,
                        struct error *why)
{
    struct text *message = begin(self, MAZE_CALL_SET_UP);
    if (state) {
        maze_dialect_write_state(message, state, player);
    } else {
        text_boolean(message, false);
    }
    text_string(message, ",");
    maze_codec_write_spot(message, goal);
    return call(self, MAZE_CALL_SET_UP, NULL, why);
}

static bool call_take_turn(void *self, const struct maze_state *state, int player, struct maze_choice *choice,
                           struct error *why)
{
    maze_dialect_write_state(begin(self, MAZE_CALL_TAKE_TURN), state, player);
    return call(self, MAZE_CALL_TAKE_TURN, choice, why);
}

static bool call_win(void *self, bool won, struct error *why)
{
    text_boolean(begin(self, MAZE_CALL_WIN), won);
    return call(self, MAZE_CALL_WIN, NULL, why);
}

static void call_kicked(void *self, const char *reason)
{
    struct maze_proxy_player *p = self;
    (void)reason;
    wire_close(&p->wire);
}

static const struct maze_player_calls calls = {
    .set_up = call_set_up, .take_turn = call_take_turn, .win = call_win, .kicked = call_kicked};

/* -- the client's end -- */

/* How a client serves each call. It writes no answer if its player gives none. */
static bool serve_set_up(struct maze_proxy_referee *r, const struct json_at argument[2], struct text *answer,
                         struct error *why)
{
    struct maze_state state;
    struct maze_spot goal;
    struct error ignored;
    bool later =
        json_object_is_type(argument[0].object, json_type_boolean) && !json_object_get_boolean(argument[0].object);
    if (!maze_codec_spot(&argument[1], &goal, why) ||
        (!later &&
         (!maze_codec_state(&argument[0], &r->last, &state, why) || !maze_dialect_fit(r, &state.board, why)))) {
        return false;
    }
    if (r->player.calls->set_up(r->player.self, later ? NULL : &state, 0, goal, &ignored)) {
        text_string(answer, "\"void\"");
    }
    return true;
}

static bool serve_take_turn(struct maze_proxy_referee *r, const struct json_at *argument, struct text *answer,
                            struct error *why)
{
    struct maze_state state;
    struct maze_choice choice;
    struct error ignored;
    if (!maze_codec_state(argument, &r->last, &state, why) || !maze_dialect_fit(r, &state.board, why)) {
        return false;
    }
    if (r->player.calls->take_turn(r->player.self, &state, 0, &choice, &ignored)) {
        maze_codec_write_choice(answer, choice);
    }
    return true;
}

static bool serve_win(struct maze_proxy_referee *r, const struct json_at *argument, struct text *answer,
                      struct error *why)
{
    struct error ignored;
    bool won;
    if (!json_at_boolean(argument, &won, why)) {
        return false;
    }
    if (r->player.calls->win(r->player.self, won, &ignored)) {
        text_string(answer, "\"void\"");
    }
    return true;
}

static enum client_progress serve(void *self, const struct json_at *message, struct text *answer, const char **call,
                                  struct error *why)
{
    int which;
    struct json_at part[2], argument[2];
    if (!json_at_elements(message, 2, 2, part, why) || !json_at_word(&part[0], names, &which, why)) {
        return CLIENT_FAILED;
    }
    size_t count = which == MAZE_CALL_SET_UP ? 2 : 1;
    if (!json_at_elements(&part[1], count, count, argument, why)) {
        return CLIENT_FAILED;
    }
    struct maze_proxy_referee *r = self;
    arena_free(&r->last);
    bool understood = which == MAZE_CALL_SET_UP      ? serve_set_up(r, argument, answer, why)
                      : which == MAZE_CALL_TAKE_TURN ? serve_take_turn(r, argument, answer, why)
                                                     : serve_win(r, argument, answer, why);
    if (!understood) {
        return CLIENT_FAILED;
    }
    if (answer->length == 0 && !answer->failed) {
        return CLIENT_IS_SILENT;
    }
    *call = names[which];
    return which == MAZE_CALL_WIN ? CLIENT_IS_DONE : CLIENT_GOES_ON;
}

const struct maze_dialect maze_call_dialect = {
    .name = "call", .calls = &calls, .service = {.serve = serve}, .call_names = names};
