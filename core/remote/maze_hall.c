#include "remote/maze_hall.h"

#include "base/json_make.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* -- what the hall knows of the game -- */

static bool begin(struct maze_hall *hall, const struct maze_event *e, struct error *err)
{
    hall->names = arena_array(&hall->arena, (size_t)e->state->players, sizeof *hall->names);
    if (!hall->names) {
        return error_memory(err);
    }
    for (int i = 0; i < e->state->players && i < hall->players; i++) {
        hall->names[i] = e->names[i];
        hall->seat[i].goal = e->goals[i];
    }
    return maze_state_copy(&hall->state, e->state, &hall->arena, err) &&
           maze_trial_init(&hall->trial, &e->state->board, &hall->arena, err);
}

static bool see(void *self, const void *event, struct error *err)
{
    struct maze_hall *hall = self;
    const struct maze_event *e = event;
    if (e->kind == MAZE_EVENT_GAME) {
        return begin(hall, e, err);
    }
    if (e->kind == MAZE_EVENT_TURN || e->kind == MAZE_EVENT_KICK) {
        maze_board_copy(&hall->state.board, &e->state->board);
        memcpy(hall->state.avatar, e->state->avatar, (size_t)e->state->players * sizeof *e->state->avatar);
        hall->state.has_last = e->state->has_last;
        hall->state.last = e->state->last;
    } else if (e->kind == MAZE_EVENT_SCORE) {
        hall->seat[e->player].won = e->won;
    }
    return true;
}

json_object *maze_hall_write_players(const struct maze_hall *hall)
{
    json_object *players = json_object_new_array();
    for (int i = 0; i < hall->state.players; i++) {
        const struct maze_avatar *avatar = &hall->state.avatar[i];
        if (!avatar->out) {
            json_object *player = json_object_new_object();
            json_make_member(player, "name", json_object_new_string(hall->names[i]));
            json_make_member(player, "avatar",
                             maze_codec_write_spot(maze_board_spot(&hall->state.board, avatar->current)));
            json_make_member(player, "home", maze_codec_write_spot(avatar->home));
            json_make_element(players, player);
        }
    }
    return players;
}

/* -- queries -- */

enum query { GET_BOARD, GET_SPARE_TILE, GET_PLAYERS, GET_GOAL_TILE };
static const char *const queries[] = {"GetBoard", "GetSpareTile", "GetPlayers", "GetGoalTile", NULL};

static json_object *write_reply(const struct maze_hall *hall, const struct maze_hall_seat *seat, enum query query)
{
    json_object *reply = json_object_new_object();
    json_make_member(reply, "reply", json_object_new_string(queries[query]));
    switch (query) {
    case GET_BOARD:
        json_make_member(reply, "board", maze_codec_write_board(&hall->state.board));
        break;
    case GET_SPARE_TILE:
        json_make_member(reply, "tile", maze_codec_write_tile(&hall->state.board.spare));
        break;
    case GET_PLAYERS:
        json_make_member(reply, "players", maze_hall_write_players(hall));
        break;
    default:
        json_make_member(reply, "position", maze_codec_write_spot(seat->goal));
        break;
    }
    return reply;
}

/* Keeps bytes until the player reads them. */
static bool keep(struct maze_hall_seat *seat, const char *text, size_t length)
{
    if (seat->sent == seat->length) {
        seat->sent = seat->length = 0;
    }
    if (seat->room - seat->length < length + 1) {
        size_t room = 2 * (seat->length + length + 1);
        char *bigger = realloc(seat->reply, room);
        if (!bigger) {
            return false;
        }
        seat->reply = bigger;
        seat->room = room;
    }
    memcpy(seat->reply + seat->length, text, length);
    seat->length += length;
    seat->reply[seat->length++] = '\n';
    return true;
}

/* Sends what the player takes now. */
static bool flush(struct maze_hall_seat *seat, struct error *why)
{
    ssize_t sent = wire_push(&seat->proxy->wire, seat->reply + seat->sent, seat->length - seat->sent, why);
    seat->sent += sent > 0 ? (size_t)sent : 0;
    return sent >= 0;
}

static bool reply(const struct maze_hall *hall, struct maze_hall_seat *seat, enum query query, struct error *why)
{
    if (++seat->queries > MAZE_HALL_QUERIES) {
        return error_set(why, ERROR_PLAYER, "asked more than %d queries between two turns", MAZE_HALL_QUERIES);
    }
    size_t length = 0;
    json_object *written = write_reply(hall, seat, query);
    const char *text = written ? json_object_to_json_string_length(
                                     written, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE, &length)
                               : NULL;
    bool kept = text && keep(seat, text, length);
    json_object_put(written);
    return kept ? flush(seat, why) : error_memory(why);
}

/* Whether a value is a query by its form, {"call": ...}; it may ask for something that there is not. */
static bool is_query(const struct json_at *at)
{
    return json_object_is_type(at->object, json_type_object) && json_object_object_get_ex(at->object, "call", NULL);
}

static bool answer(const struct maze_hall *hall, struct maze_hall_seat *seat, const struct json_at *at,
                   struct error *why)
{
    static const char *const members[] = {"call", NULL};
    struct json_at member;
    int which;
    return json_at_members(at, members, &member, why) && json_at_word(&member, queries, &which, why) &&
           reply(hall, seat, (enum query)which, why);
}

bool maze_hall_serve(struct maze_hall *hall, struct maze_hall_seat *seat)
{
    while (seat->failed.kind == ERROR_NONE) {
        struct json_value value;
        struct error why = {.kind = ERROR_NONE};
        enum json_stream_result result = wire_poll(&seat->proxy->wire, 0, &value, &why);
        if (result == JSON_STREAM_MORE) {
            return true;
        }
        if (result == JSON_STREAM_VALUE) {
            struct json_at at = json_at_root(&value);
            if (!is_query(&at)) {
                json_at_expected(&at, &why, "nothing but queries before being asked");
            } else {
                answer(hall, seat, &at, &why);
            }
            json_object_put(value.object);
        }
        seat->failed = why;
    }
    return false;
}

/* -- one player, and the others meanwhile -- */

/* Waits for what somebody waits for, and serves everybody else. */
static int poll_all(void *context, struct pollfd *fds, nfds_t count, int64_t until)
{
    struct maze_hall *hall = context;
    for (;;) {
        struct pollfd all[MAZE_HALL_MAX + 2];
        struct maze_hall_seat *seats[MAZE_HALL_MAX + 2];
        nfds_t used = count;
        memcpy(all, fds, count * sizeof *fds);
        for (int i = 0; i < hall->players; i++) {
            struct maze_hall_seat *seat = &hall->seat[i];
            int fd = seat->proxy->wire.in;
            if (fd >= 0 && fd != fds[0].fd && seat->failed.kind == ERROR_NONE) {
                short out = seat->sent < seat->length ? POLLOUT : 0;
                seats[used] = seat;
                all[used++] = (struct pollfd){.fd = fd, .events = (short)(POLLIN | out)};
            }
        }
        int ready = clock_poll(all, used, until), waited_for = 0;
        for (nfds_t i = 0; i < count; i++) {
            fds[i].revents = all[i].revents;
            waited_for += all[i].revents != 0;
        }
        for (nfds_t i = count; i < used; i++) {
            if (all[i].revents & POLLOUT && !flush(seats[i], &seats[i]->failed)) {
                continue;
            }
            if (all[i].revents & ~POLLOUT) {
                maze_hall_serve(hall, seats[i]);
            }
        }
        if (ready <= 0 || waited_for > 0 || clock_now() >= until) {
            return ready < 0 ? ready : waited_for;
        }
    }
}

bool maze_hall_send(struct maze_hall_seat *seat, json_object *message, int64_t deadline, struct error *why)
{
    struct wire *wire = &seat->proxy->wire;
    size_t waiting = seat->length - seat->sent;
    if (waiting > 0 && !wire_send_bytes(wire, seat->reply + seat->sent, waiting, deadline, why)) {
        json_object_put(message);
        return false;
    }
    seat->sent = seat->length = 0;
    return wire_send(wire, message, deadline, why);
}

bool maze_hall_receive(struct maze_hall *hall, struct maze_hall_seat *seat, int64_t deadline, struct json_value *out,
                       struct error *why)
{
    while (wire_receive(&seat->proxy->wire, 0, deadline, out, why) == JSON_STREAM_VALUE) {
        struct json_at at = json_at_root(out);
        if (!is_query(&at)) {
            return true;
        }
        bool answered = answer(hall, seat, &at, why);
        json_object_put(out->object);
        if (!answered) {
            return false;
        }
    }
    return false;
}

bool maze_hall_finish(struct maze_hall_seat *seat, int64_t deadline, struct error *why)
{
    struct wire *wire = &seat->proxy->wire;
    struct json_value value;
    enum json_stream_result result;
    shutdown(wire->out, SHUT_WR);
    while ((result = wire_receive(wire, 0, deadline, &value, why)) == JSON_STREAM_VALUE) {
        struct json_at at = json_at_root(&value);
        bool harmless = is_query(&at) || json_at_expected(&at, why, "nothing after the end of the game");
        json_object_put(value.object);
        if (!harmless) {
            return false;
        }
    }
    return result == JSON_STREAM_END;
}

struct maze_hall_seat *maze_hall_seat(const struct maze_proxy_player *player)
{
    struct maze_hall_seat *seat = player->hall->seat;
    while (seat->proxy != player) {
        seat++;
    }
    return seat;
}

void maze_hall_open(struct maze_hall *hall, struct maze_proxy_player *proxies, int players)
{
    *hall = (struct maze_hall){.observer = {.see = see, .self = hall}, .players = players};
    for (int i = 0; i < players; i++) {
        hall->seat[i].proxy = &proxies[i];
        proxies[i].hall = hall;
        proxies[i].wire.poll = poll_all;
        proxies[i].wire.context = hall;
    }
}

void maze_hall_close(struct maze_hall *hall)
{
    for (int i = 0; i < hall->players; i++) {
        free(hall->seat[i].reply);
    }
    arena_free(&hall->arena);
}
