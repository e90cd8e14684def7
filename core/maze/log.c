#include "maze/log.h"

#include "maze/codec.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

const char *const maze_log_events[] = {
    [MAZE_EVENT_GAME] = "game",   [MAZE_EVENT_SETUP] = "setup", [MAZE_EVENT_ROUND] = "round",
    [MAZE_EVENT_TURN] = "turn",   [MAZE_EVENT_GOAL] = "goal",   [MAZE_EVENT_KICK] = "kick",
    [MAZE_EVENT_SCORE] = "score", [MAZE_EVENT_WIN] = "win",     NULL,
};

static void add_spot(struct text *line, const char *before, struct maze_spot spot)
{
    text_string(line, before);
    maze_codec_write_spot(line, spot);
}

static void add_flag(struct text *line, const char *before, bool flag)
{
    text_string(line, before);
    text_boolean(line, flag);
}

/* Adds the current connectors of a line. */
static void add_line(struct text *line, const struct maze_board *board, struct maze_slide slide)
{
    bool row = slide.direction < MAZE_UP;
    int count = row ? board->columns : board->rows;
    text_string(line, ",\"line\":[");
    for (int i = 0; i < count; i++) {
        int place = row ? slide.index * board->columns + i : i * board->columns + slide.index;
        text_string(line, i ? "," : "");
        maze_codec_write_connector(line, &board->tile[place]);
    }
    text_string(line, "]");
}

static void add_turn(struct text *line, const struct maze_event *e)
{
    const struct maze_state *state = e->state;
    const char *before = "";
    text_string(line, ",\"choice\":");
    maze_codec_write_choice(line, e->choice);
    if (e->choice.pass) {
        return;
    }
    add_line(line, &state->board, e->choice.slide);
    text_string(line, ",\"spare\":");
    maze_codec_write_tile(line, &state->board.spare);
    text_string(line, ",\"avatars\":{");
    for (int i = 0; i < state->players; i++) {
        if (!state->avatar[i].out) {
            text_json_after(line, before, e->names[i]);
            add_spot(line, ":", maze_board_spot(&state->board, state->avatar[i].current));
            before = ",";
        }
    }
    text_string(line, "}");
}

static void add_game(struct text *line, const struct maze_event *e)
{
    text_string(line, ",\"players\":[");
    for (int i = 0; i < e->state->players; i++) {
        text_json_after(line, i ? "," : "", e->names[i]);
    }
    text_string(line, "],\"state\":");
    maze_codec_write_state(line, e->state, e->goals, e->extra, e->extra_count);
}

static void add_details(struct text *line, const struct maze_event *e)
{
    switch (e->kind) {
    case MAZE_EVENT_GAME:
        add_game(line, e);
        break;
    case MAZE_EVENT_SETUP:
        add_spot(line, ",\"goal\":", e->goal);
        break;
    case MAZE_EVENT_ROUND:
        break;
    case MAZE_EVENT_TURN:
        add_turn(line, e);
        break;
    case MAZE_EVENT_GOAL:
        add_spot(line, ",\"goal\":", e->goal);
        add_flag(line, ",\"home\":", e->ends_game);
        break;
    case MAZE_EVENT_KICK:
        text_json_after(line, ",\"call\":", maze_call_names[e->call]);
        text_json_after(line, ",\"reason\":", e->reason);
        break;
    case MAZE_EVENT_SCORE:
        text_integer_after(line, ",\"treasures\":", e->treasures);
        add_spot(line, ",\"goal\":", e->goal);
        text_integer_after(line, ",\"distance\":", e->distance);
        add_flag(line, ",\"won\":", e->won);
        break;
    case MAZE_EVENT_WIN:
        add_flag(line, ",\"won\":", e->won);
        break;
    }
}

void maze_log(struct text *line, const void *event)
{
    const struct maze_event *e = event;
    text_json_after(line, "{\"event\":", maze_log_events[e->kind]);
    text_string(line, ",\"game\":1");
    if (e->round > 0) {
        text_integer_after(line, ",\"round\":", e->round);
    }
    if (e->player != MAZE_NOBODY) {
        text_json_after(line, ",\"player\":", e->names[e->player]);
    }
    add_details(line, e);
    text_string(line, "}");
}

bool maze_explain(void *self, const void *event, struct error *err)
{
    const struct observer_explainer *x = self;
    const struct maze_event *e = event;
    if (e->kind == MAZE_EVENT_KICK && e->round == 0) {
        fprintf(x->stream, "%s: %s: kicked in the set-up: %s\n", x->who, e->names[e->player], e->reason);
    } else if (e->kind == MAZE_EVENT_KICK) {
        fprintf(x->stream, "%s: %s: kicked in round %d: %s\n", x->who, e->names[e->player], e->round, e->reason);
    } else if (e->kind == MAZE_EVENT_GOAL && e->ends_game) {
        fprintf(x->stream, "%s: %s: came home in round %d and ended the game\n", x->who, e->names[e->player], e->round);
    } else if (e->kind == MAZE_EVENT_SCORE) {
        fprintf(x->stream,
                "%s: %s: %s after round %d with %d treasure%s, at the squared distance %" PRId64
                " from row %d, column %d\n",
                x->who, e->names[e->player], e->won ? "won" : "lost", e->round, e->treasures,
                e->treasures == 1 ? "" : "s", e->distance, e->goal.row, e->goal.column);
    }
    return ferror(x->stream) ? error_set(err, ERROR_IO, "%s", strerror(errno)) : true;
}
