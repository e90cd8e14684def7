#include "remote/maze_dialect.h"

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
    struct json_at part[4];
    choice->pass = false;
    if (!json_at_elements(at, 4, 4, part, err) || !json_at_natural(&part[0], INT32_MAX, &choice->slide.index, err) ||
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

bool maze_proxy_referee_run(struct maze_proxy_referee *r, const struct maze_dialect *dialect, struct error *why)
{
    struct arena own = {0};
    r->context = arena_array(&own, 1, dialect->context_size);
    if (!r->context) {
        wire_close(&r->client.wire);
        return error_memory(why);
    }
    bool fine = client_run(&r->client, &dialect->service, r, why);
    arena_free(&own);
    arena_free(&r->last);
    arena_free(&r->board);
    return fine;
}

void maze_proxy_player_close(struct maze_proxy_player *player)
{
    wire_close(&player->wire);
    text_free(&player->message);
}
