#include "remote/maze_hub.h"

#include <string.h>

/* -- what the hub knows of the game -- */

static bool begin(struct maze_hub *hub, const struct maze_event *e, struct error *err)
{
    const char **names = arena_array(&hub->arena, (size_t)e->state->players, sizeof *names);
    if (!names) {
        return error_memory(err);
    }
    for (int i = 0; i < e->state->players; i++) {
        names[i] = e->names[i];
        hub->seat[i].goal = e->goals[i];
    }
    if (!maze_state_copy(&hub->state, e->state, &hub->arena, err) ||
        !maze_trial_init(&hub->trial, &e->state->board, &hub->arena, err)) {
        return false;
    }
    hub->names = names;
    return true;
}

static bool see(void *self, const void *event, struct error *err)
{
    struct maze_hub *hub = self;
    const struct maze_event *e = event;
    if (e->kind == MAZE_EVENT_GAME) {
        return begin(hub, e, err);
    }
    if (e->kind == MAZE_EVENT_TURN || e->kind == MAZE_EVENT_KICK) {
        maze_board_copy(&hub->state.board, &e->state->board);
        memcpy(hub->state.avatar, e->state->avatar, (size_t)e->state->players * sizeof *e->state->avatar);
        hub->state.has_last = e->state->has_last;
        hub->state.last = e->state->last;
    } else if (e->kind == MAZE_EVENT_SCORE) {
        hub->seat[e->player].won = e->won;
    }
    return true;
}

void maze_hub_write_player(struct text *out, const struct maze_hub *hub, int player)
{
    const struct maze_avatar *avatar = &hub->state.avatar[player];
    text_json_after(out, "{\"name\":", hub->names[player]);
    text_string(out, ",\"avatar\":");
    maze_codec_write_spot(out, maze_board_spot(&hub->state.board, avatar->current));
    text_string(out, ",\"home\":");
    maze_codec_write_spot(out, avatar->home);
}

void maze_hub_write_players(struct text *out, const struct maze_hub *hub)
{
    const char *before = "";
    text_string(out, "[");
    for (int i = 0; i < hub->state.players; i++) {
        if (!hub->state.avatar[i].out) {
            text_string(out, before);
            maze_hub_write_player(out, hub, i);
            before = "},";
        }
    }
    text_string(out, *before ? "}]" : "]");
}

/* -- queries -- */

enum query { GET_BOARD, GET_SPARE_TILE, GET_PLAYERS, GET_GOAL_TILE };
static const char *const queries[] = {"GetBoard", "GetSpareTile", "GetPlayers", "GetGoalTile", NULL};

static void write_reply(struct text *out, const struct maze_hub_seat *seat, enum query query)
{
    const struct maze_hub *hub = seat->hub;
    text_string(out, "{\"reply\":\"");
    text_string(out, queries[query]);
    switch (query) {
    case GET_BOARD:
        text_string(out, "\",\"board\":");
        maze_codec_write_board(out, &hub->state.board);
        break;
    case GET_SPARE_TILE:
        text_string(out, "\",\"tile\":");
        maze_codec_write_tile(out, &hub->state.board.spare);
        break;
    case GET_PLAYERS:
        text_string(out, "\",\"players\":");
        maze_hub_write_players(out, hub);
        break;
    default:
        text_string(out, "\",\"position\":");
        maze_codec_write_spot(out, seat->goal);
        break;
    }
    text_string(out, "}\n");
}

static size_t unread(const struct maze_hub_seat *seat)
{
    return seat->replies.length - seat->sent;
}

/* Sends what the player accepts without waiting. */
static bool flush(struct maze_hub_seat *seat, struct error *why)
{
    ssize_t sent = wire_push(&seat->proxy->wire, seat->replies.bytes + seat->sent, unread(seat), why);
    seat->sent += sent > 0 ? (size_t)sent : 0;
    return sent >= 0;
}

/* Sends all, or fails. */
static bool flush_all(struct maze_hub_seat *seat, int64_t deadline, struct error *why)
{
    bool sent = unread(seat) == 0 ||
                wire_send_bytes(&seat->proxy->wire, seat->replies.bytes + seat->sent, unread(seat), deadline, why);
    text_clear(&seat->replies);
    seat->sent = 0;
    return sent;
}

/* Replies to a query. What the player does not read at once stays queued. */
static bool reply(struct maze_proxy_player *p, enum query query, struct error *why)
{
    struct maze_hub_seat *seat = p->context;
    if (++seat->queries > MAZE_HUB_QUERIES) {
        return error_set(why, ERROR_PLAYER, "asked more than %d queries between two turns", MAZE_HUB_QUERIES);
    }
    if (seat->sent >= unread(seat)) {
        text_drop(&seat->replies, seat->sent);
        seat->sent = 0;
    }
    write_reply(&seat->replies, seat, query);
    return seat->replies.failed ? error_memory(why) : flush(seat, why);
}

/* Whether a value has the form of a query, {"call": ...}; the call may be unknown. */
static bool is_query(const struct json_at *at)
{
    return json_object_is_type(at->object, json_type_object) && json_object_object_get_ex(at->object, "call", NULL);
}

static bool read_query(const struct json_at *at, int *which, struct error *why)
{
    static const char *const members[] = {"call", NULL};
    struct json_at member;
    return json_at_members(at, members, &member, why) && json_at_word(&member, queries, which, why);
}

static bool answer(struct maze_proxy_player *p, const struct json_at *at, struct error *why)
{
    int which;
    return read_query(at, &which, why) && reply(p, (enum query)which, why);
}

/* Replies to one query, if a player has sent one, or notes in the seat why it will be removed. Returns whether there
 * may be more. */
static bool serve_one(struct maze_proxy_player *p)
{
    struct maze_hub_seat *seat = p->context;
    struct json_value value;
    if (seat->failed.kind != ERROR_NONE || unread(seat) >= MAZE_HUB_UNREAD ||
        wire_poll(&p->wire, &value, &seat->failed) != JSON_STREAM_VALUE) {
        return false;
    }
    struct json_at at = json_at_root(&value);
    if (is_query(&at)) {
        answer(p, &at, &seat->failed);
    } else {
        json_at_expected(&at, &seat->failed, "nothing but queries before being asked");
    }
    json_object_put(value.object);
    return seat->failed.kind == ERROR_NONE;
}

bool maze_hub_serve(struct maze_proxy_player *p, struct error *why)
{
    const struct maze_hub_seat *seat = p->context;
    while (serve_one(p)) {
    }
    if (seat->failed.kind != ERROR_NONE) {
        *why = seat->failed;
        return false;
    }
    return true;
}

/* -- one player, and the others meanwhile -- */

/* What to poll for a seat, besides what is already awaited: the player sends, or it reads. Returns whether there is
 * something to do without waiting. */
static bool look_at(struct maze_hub_seat *seat, const struct pollfd *awaited, struct pollfd fds[2])
{
    const struct wire *wire = &seat->proxy->wire;
    bool is_awaited = awaited->fd == wire->in || awaited->fd == wire->out;
    bool has_more = false;
    fds[0] = fds[1] = (struct pollfd){.fd = -1};
    if (wire->in < 0 || seat->failed.kind != ERROR_NONE) {
        return false;
    }
    if (!is_awaited && wire_has_more(wire)) {
        has_more = serve_one(seat->proxy); /* it arrived with the value before it, or while too much was unread */
    }
    if (!is_awaited && unread(seat) < MAZE_HUB_UNREAD && seat->failed.kind == ERROR_NONE) {
        fds[0] = (struct pollfd){.fd = wire->in, .events = POLLIN};
    }
    if (unread(seat) > 0 && !(is_awaited && awaited->events & POLLOUT)) {
        fds[1] = (struct pollfd){.fd = wire->out, .events = POLLOUT};
    }
    return has_more;
}

/* Waits for the given descriptors and serves everybody else meanwhile, one query each at a time, so that neither many
 * queries nor long replies delay it. What arrives in time counts, however long a reply took. */
static int poll_all(void *context, struct pollfd *fds, nfds_t count, int64_t until)
{
    struct maze_hub *hub = context;
    for (;;) {
        struct pollfd all[2 + 2 * MAZE_HUB_MAX], *of_seat = all + count;
        int awaited = 0;
        bool is_over = clock_now() >= until, is_busy = false;
        memcpy(all, fds, count * sizeof *fds);
        for (int i = 0; i < hub->players; i++, of_seat += 2) {
            is_busy = look_at(&hub->seat[i], &fds[0], of_seat) || is_busy;
        }
        int ready = clock_poll(all, (nfds_t)(of_seat - all), is_busy ? clock_now() : until);
        of_seat = all + count;
        for (int i = 0; i < hub->players && ready > 0; i++, of_seat += 2) {
            struct maze_hub_seat *seat = &hub->seat[i];
            if (of_seat[1].revents) {
                flush(seat, &seat->failed);
            }
            if (of_seat[0].revents) {
                serve_one(seat->proxy);
            }
        }
        for (nfds_t i = 0; i < count; i++) {
            fds[i].revents = all[i].revents;
            awaited += all[i].revents != 0;
        }
        if (ready < 0 || awaited > 0 || is_over) {
            return ready < 0 ? ready : awaited;
        }
    }
}

bool maze_hub_send(struct maze_proxy_player *p, struct text *message, int64_t deadline, struct error *why)
{
    return flush_all(p->context, deadline, why) && wire_send(&p->wire, message, deadline, why);
}

bool maze_hub_receive(struct maze_proxy_player *p, int64_t deadline, struct json_value *out, struct error *why)
{
    struct maze_hub_seat *seat = p->context;
    while (wire_receive(&p->wire, 0, deadline, out, why) == JSON_STREAM_VALUE) {
        struct json_at at = json_at_root(out);
        if (!is_query(&at)) {
            return true;
        }
        bool answered = answer(p, &at, why);
        json_object_put(out->object);
        if (!answered || (unread(seat) >= MAZE_HUB_UNREAD && !flush_all(seat, deadline, why))) {
            return false;
        }
    }
    return false;
}

static bool harmless_at_the_end(const struct json_at *said, struct error *why)
{
    int which;
    return is_query(said) ? read_query(said, &which, why)
                          : json_at_expected(said, why, "nothing but queries after the end of the game");
}

bool maze_hub_finish(struct maze_proxy_player *p, int64_t deadline, struct error *why)
{
    if (!wire_finish(&p->wire, harmless_at_the_end, deadline, why)) {
        return false;
    }
    wire_close(&p->wire);
    return true;
}

void maze_hub_open(struct maze_hub *hub, struct maze_proxy_player *proxies, int players)
{
    *hub = (struct maze_hub){.observer = {.see = see, .self = hub}, .players = players};
    for (int i = 0; i < players; i++) {
        hub->seat[i].proxy = &proxies[i];
        hub->seat[i].hub = hub;
        proxies[i].context = &hub->seat[i];
        proxies[i].wire.poll = poll_all;
        proxies[i].wire.context = hub;
    }
}

void maze_hub_close(struct maze_hub *hub)
{
    for (int i = 0; i < hub->players; i++) {
        text_free(&hub->seat[i].replies);
    }
    arena_free(&hub->arena);
}
