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

static void add(json_object *o, const char *key, json_object *value)
{
    json_object_object_add(o, key, value);
}

static void add_spot(json_object *o, const char *key, struct maze_spot spot)
{
    json_object_object_add(o, key, maze_codec_write_spot(spot));
}

static json_object *write_names(const struct maze_event *e)
{
    json_object *array = json_object_new_array_ext(e->state->players);
    for (int i = 0; array && i < e->state->players; i++) {
        json_object_array_add(array, json_object_new_string(e->names[i]));
    }
    return array;
}

/* The connectors of a line as they are now. */
static json_object *write_line(const struct maze_board *board, struct maze_slide slide)
{
    bool row = slide.direction < MAZE_UP;
    int count = row ? board->columns : board->rows;
    json_object *array = json_object_new_array_ext(count);
    for (int i = 0; array && i < count; i++) {
        int place = row ? slide.index * board->columns + i : i * board->columns + slide.index;
        json_object_array_add(array, json_object_new_string(maze_tile_connector(board->tile[place].sides)));
    }
    return array;
}

static void add_turn(json_object *o, const struct maze_event *e)
{
    add(o, "choice", maze_codec_write_choice(e->choice));
    if (e->choice.pass) {
        return;
    }
    json_object *avatars = json_object_new_object();
    for (int i = 0; avatars && i < e->state->players; i++) {
        if (!e->state->avatar[i].out) {
            add_spot(avatars, e->names[i], maze_board_spot(&e->state->board, e->state->avatar[i].current));
        }
    }
    add(o, "line", write_line(&e->state->board, e->choice.slide));
    add(o, "spare", maze_codec_write_tile(&e->state->board.spare));
    add(o, "avatars", avatars);
}

static void add_details(json_object *o, const struct maze_event *e)
{
    switch (e->kind) {
    case MAZE_EVENT_GAME:
        add(o, "players", write_names(e));
        add(o, "state", maze_codec_write_state(e->state, e->goals, e->extra, e->extra_count));
        break;
    case MAZE_EVENT_SETUP:
        add_spot(o, "goal", e->goal);
        break;
    case MAZE_EVENT_ROUND:
        break;
    case MAZE_EVENT_TURN:
        add_turn(o, e);
        break;
    case MAZE_EVENT_GOAL:
        add_spot(o, "goal", e->goal);
        add(o, "home", json_object_new_boolean(e->ends_game));
        break;
    case MAZE_EVENT_KICK:
        add(o, "call", json_object_new_string(maze_call_names[e->call]));
        add(o, "reason", json_object_new_string(e->reason));
        break;
    case MAZE_EVENT_SCORE:
        add(o, "treasures", json_object_new_int(e->treasures));
        add_spot(o, "goal", e->goal);
        add(o, "distance", json_object_new_int64(e->distance));
        add(o, "won", json_object_new_boolean(e->won));
        break;
    case MAZE_EVENT_WIN:
        add(o, "won", json_object_new_boolean(e->won));
        break;
    }
}

bool maze_log(void *self, const void *event, struct error *err)
{
    const struct maze_event *e = event;
    json_object *o = json_object_new_object();
    if (o) {
        add(o, "event", json_object_new_string(maze_log_events[e->kind]));
        add(o, "game", json_object_new_int(1));
        if (e->round > 0) {
            add(o, "round", json_object_new_int(e->round));
        }
        if (e->player != MAZE_NOBODY) {
            add(o, "player", json_object_new_string(e->names[e->player]));
        }
        add_details(o, e);
    }
    return observer_log(self, o, err);
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
