/* The course's dialect: [name, [argument, ...]], and every call is answered. */
#include "base/json_make.h"
#include "remote/maze_dialect.h"

static const char *const names[] = {"setup", "take-turn", "win", NULL};

/* -- the server's end -- */

static json_object *new_call(enum maze_call call, json_object *first, json_object *second)
{
    json_object *message = json_object_new_array_ext(2), *arguments = json_object_new_array_ext(2);
    json_make_element(arguments, first);
    if (second) {
        json_make_element(arguments, second);
    }
    json_make_element(message, json_object_new_string(names[call]));
    json_make_element(message, arguments);
    return message;
}

/* Makes a call. The answer is a Choice, or "void" if choice is NULL. */
static bool call(struct maze_proxy_player *p, enum maze_call call, json_object *message, struct maze_choice *choice,
                 struct error *why)
{
    static const char *const words[] = {"void", NULL};
    int64_t deadline = wire_deadline(&p->wire);
    struct json_value value;
    int word;
    if (!wire_quiet(&p->wire, why)) {
        json_object_put(message);
        return false;
    }
    if (!wire_send(&p->wire, message, deadline, why) ||
        wire_receive(&p->wire, 0, deadline, &value, why) != JSON_STREAM_VALUE) {
        return false;
    }
    struct json_at at = json_at_root(&value);
    bool good = choice ? maze_dialect_choice(&at, choice, why) : json_at_word(&at, words, &word, why);
    json_object_put(value.object);
    if (good && wire_has_more(&p->wire)) {
        return error_set(why, ERROR_PLAYER, "answered \"%s\" with more than one value", names[call]);
    }
    return good;
}

static bool call_set_up(void *self, const struct maze_state *state, int player, struct maze_spot goal,
                        struct error *why)
{
    struct maze_proxy_player *p = self;
    arena_free(&p->last);
    json_object *first = state ? maze_dialect_write_state(state, player, &p->last) : json_object_new_boolean(false);
    return call(p, MAZE_CALL_SET_UP, new_call(MAZE_CALL_SET_UP, first, maze_codec_write_spot(goal)), NULL, why);
}

static bool call_take_turn(void *self, const struct maze_state *state, int player, struct maze_choice *choice,
                           struct error *why)
{
    struct maze_proxy_player *p = self;
    arena_free(&p->last);
    json_object *seen = maze_dialect_write_state(state, player, &p->last);
    return call(p, MAZE_CALL_TAKE_TURN, new_call(MAZE_CALL_TAKE_TURN, seen, NULL), choice, why);
}

static bool call_win(void *self, bool won, struct error *why)
{
    return call(self, MAZE_CALL_WIN, new_call(MAZE_CALL_WIN, json_object_new_boolean(won), NULL), NULL, why);
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

/* What a client does about a call; the answer is NULL if its player has none. */
static bool serve_set_up(struct maze_proxy_referee *r, const struct json_at argument[2], json_object **answer,
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
        *answer = json_object_new_string("void");
    }
    return true;
}

static bool serve_take_turn(struct maze_proxy_referee *r, const struct json_at *argument, json_object **answer,
                            struct error *why)
{
    struct maze_state state;
    struct maze_choice choice;
    struct error ignored;
    if (!maze_codec_state(argument, &r->last, &state, why) || !maze_dialect_fit(r, &state.board, why)) {
        return false;
    }
    if (r->player.calls->take_turn(r->player.self, &state, 0, &choice, &ignored)) {
        *answer = maze_codec_write_choice(choice);
    }
    return true;
}

static bool serve_win(struct maze_proxy_referee *r, const struct json_at *argument, json_object **answer,
                      struct error *why)
{
    struct error ignored;
    if (!json_object_is_type(argument->object, json_type_boolean)) {
        return json_at_expected(argument, why, "true or false");
    }
    if (r->player.calls->win(r->player.self, json_object_get_boolean(argument->object), &ignored)) {
        *answer = json_object_new_string("void");
    }
    return true;
}

static enum maze_progress serve(struct maze_proxy_referee *r, const struct json_at *message, struct error *why)
{
    int which;
    json_object *answer = NULL;
    if (!json_at_array(message, 2, 2, why)) {
        return MAZE_WENT_WRONG;
    }
    struct json_at name = json_at_element(message, 0), list = json_at_element(message, 1), argument[2];
    if (!json_at_word(&name, names, &which, why)) {
        return MAZE_WENT_WRONG;
    }
    size_t count = which == MAZE_CALL_SET_UP ? 2 : 1;
    if (!json_at_array(&list, count, count, why)) {
        return MAZE_WENT_WRONG;
    }
    for (size_t i = 0; i < count; i++) {
        argument[i] = json_at_element(&list, i);
    }
    bool understood = which == MAZE_CALL_SET_UP      ? serve_set_up(r, argument, &answer, why)
                      : which == MAZE_CALL_TAKE_TURN ? serve_take_turn(r, argument, &answer, why)
                                                     : serve_win(r, argument, &answer, why);
    if (!understood) {
        return MAZE_WENT_WRONG;
    }
    if (!answer) {
        wire_break(&r->wire);
        return MAZE_HANGS_UP;
    }
    if (!maze_dialect_send(r, names[which], answer, why)) {
        return MAZE_HANGS_UP;
    }
    return which == MAZE_CALL_WIN ? MAZE_IS_OVER : MAZE_GOES_ON;
}

const struct maze_dialect maze_call_dialect = {.name = "call", .calls = &calls, .serve = serve, .call_names = names};
