#include "remote/maze_dialect.h"

#include "remote/signup.h"

#include <string.h>

const struct maze_dialect *const maze_dialects[] = {&maze_call_dialect, &maze_memo_dialect, NULL};

const struct maze_dialect *maze_dialect_find(const char *name)
{
    const struct maze_dialect *const *dialect = maze_dialects;
    while (*dialect && strcmp((*dialect)->name, name) != 0) {
        dialect++;
    }
    return *dialect;
}

bool maze_dialect_choice(const struct json_at *at, struct maze_choice *choice, struct error *err)
{
    static const char *const words[] = {"PASS", NULL};
    int word;
    *choice = (struct maze_choice){.pass = true};
    if (json_object_is_type(at->object, json_type_string)) {
        return json_at_word(at, words, &word, err);
    }
    if (!json_object_is_type(at->object, json_type_array)) {
        return json_at_expected(at, err, "\"PASS\" or an array of 4");
    }
    if (!json_at_array(at, 4, 4, err)) {
        return false;
    }
    struct json_at part[4];
    for (size_t i = 0; i < 4; i++) {
        part[i] = json_at_element(at, i);
    }
    choice->pass = false;
    if (!json_at_natural(&part[0], INT32_MAX, &choice->slide.index, err) ||
        !json_at_word(&part[1], maze_direction_names, &word, err) ||
        !maze_codec_degree(&part[2], &choice->quarters, err) || !maze_codec_spot(&part[3], &choice->to, err)) {
        return false;
    }
    choice->slide.direction = (enum maze_direction)word;
    return true;
}

void maze_dialect_write_state(struct text *out, const struct maze_state *state, int player)
{
    struct arena arena = {0};
    struct maze_state seen = *state;
    seen.players = 0;
    seen.avatar = arena_array(&arena, (size_t)state->players, sizeof *seen.avatar);
    if (!seen.avatar) {
        out->failed = true;
        return;
    }
    for (int i = 0; i < state->players; i++) {
        const struct maze_avatar *avatar = &state->avatar[(player + i) % state->players];
        if (!avatar->out) {
            seen.avatar[seen.players++] = *avatar;
        }
    }
    maze_codec_write_state(out, &seen, NULL, NULL, 0);
    arena_free(&arena);
}

bool maze_dialect_fit(struct maze_proxy_referee *r, const struct maze_board *board, struct error *why)
{
    if (!r->trial || (r->rows == board->rows && r->columns == board->columns)) {
        return true;
    }
    arena_free(&r->board);
    r->rows = board->rows;
    r->columns = board->columns;
    return maze_trial_init(r->trial, board, &r->board, why);
}

bool maze_dialect_send(struct maze_proxy_referee *r, const char *call, struct error *why)
{
    const struct text *answer = r->answer.length > 0 || r->answer.failed ? &r->answer : NULL;
    if (r->send) {
        return r->send(r->self, &r->wire, call, answer, why);
    }
    return !answer || wire_send(&r->wire, answer, wire_deadline(&r->wire), why);
}

bool maze_proxy_referee_run(struct maze_proxy_referee *r, const struct maze_dialect *dialect, struct error *why)
{
    enum maze_progress progress;
    r->wire.stream.name = "message";
    do {
        struct json_value value;
        enum json_stream_result received = wire_receive(&r->wire, 0, wire_deadline(&r->wire), &value, why);
        if (received != JSON_STREAM_VALUE) {
            /* who is removed finds the connection closed or broken */
            progress = received == JSON_STREAM_END || why->kind == ERROR_PLAYER ? MAZE_HANGS_UP : MAZE_WENT_WRONG;
            break;
        }
        struct json_at at = json_at_root(&value);
        arena_free(&r->last);
        text_clear(&r->answer);
        progress = signup_is_refusal(&at, why) ? MAZE_WENT_WRONG : dialect->serve(r, &at, why);
        json_object_put(value.object);
    } while (progress == MAZE_GOES_ON);
    if (progress == MAZE_IS_OVER) { /* a server that still has something to say would find the connection broken */
        wire_drain(&r->wire, clock_in(WIRE_FAREWELL));
    }
    arena_free(&r->last);
    arena_free(&r->board);
    text_free(&r->answer);
    wire_close(&r->wire);
    return progress != MAZE_WENT_WRONG;
}

void maze_proxy_player_close(struct maze_proxy_player *player)
{
    wire_close(&player->wire);
    text_free(&player->message);
}
