#include "maze/log.h"
#include "remote/maze_hub.h"
#include "xserver.h"

enum { PLAYERS_MIN = 2, PLAYERS_MAX = 6 };

/* Reads the state of the input. The players may come before or after it. */
static bool read_setup(struct harness *h, struct maze_setup *setup)
{
    const struct json_at *state = &h->value[0];
    if (h->values == 0) {
        return harness_usage(h, "Maze needs the state of a referee on stdin; %s --help shows how", h->name);
    }
    if (!json_stream_unique(&h->read[0], &h->error)) { /* it could have been a map, which may repeat keys */
        return false;
    }
    if (h->values > 1 && json_object_is_type(state->object, json_type_array)) {
        state = &h->value[1];
    }
    return maze_codec_setup(state, &h->arena, setup, &h->error);
}

/* Tells a person at a terminal how the game goes. */
static bool narrate(void *self, const void *event, struct error *err)
{
    const struct maze_event *e = event;
    struct harness *h = self;
    (void)err;
    if (e->kind == MAZE_EVENT_ROUND) {
        harness_status("round %d", e->round);
    } else if (e->kind == MAZE_EVENT_GOAL) {
        harness_say(h, "round %d: %s %s", e->round, e->names[e->player], e->ends_game ? "is home" : "reached a goal");
    } else if (e->kind == MAZE_EVENT_KICK) {
        harness_say(h, "round %d: %s is out: %s", e->round, e->names[e->player], e->reason);
    } else if (e->kind == MAZE_EVENT_SCORE && e->won) {
        harness_say(h, "%s has won", e->names[e->player]);
    }
    return true;
}

/* Lets the referee play. hub: where the players are, if their dialect needs one. */
static bool have_played(struct harness *h, struct xserver *x, struct maze_setup *setup,
                        const struct maze_player *player, int players, struct maze_hub *hub)
{
    const char *names[PLAYERS_MAX];
    struct maze_standing standing[PLAYERS_MAX];
    struct observer *observers[8] = {NULL};
    struct maze_referee referee;
    int used = 0;
    if (hub) {
        observers[used++] = &hub->observer;
    }
    for (struct observer *const *o = x->run.recording.observers; o && *o; o++) {
        observers[used++] = *o;
    }
    for (int i = 0; i < players; i++) {
        names[i] = player[i].name;
    }
    setup->state.players = players;
    struct maze_game game = {.setup = setup, .player = player, .observers = observers};
    if (!maze_referee_init(&referee, &setup->state, &h->arena, &h->error) ||
        (players > 0 && !maze_referee_play(&referee, &game, standing, &h->error))) {
        return false;
    }
    if (server_stopped(h, &x->server)) {
        return true;
    }
    struct text answer = {0};
    maze_codec_write_outcome(&answer, names, standing, players, true, &h->arena);
    return harness_answer(h, &answer);
}

/* Plays with those who have signed up. Who connected first is the oldest; the youngest has the first turn. */
static bool play(struct harness *h, struct xserver *x, struct maze_setup *setup, const struct maze_dialect *dialect,
                 const struct signup_guest *guests, int count)
{
    struct maze_proxy_player proxy[PLAYERS_MAX];
    struct maze_player player[PLAYERS_MAX];
    struct maze_hub hub;
    for (int i = 0; i < count; i++) {
        const struct signup_guest *guest = &guests[count - 1 - i];
        proxy[i] = (struct maze_proxy_player){.wire = guest->wire};
        player[i] = (struct maze_player){guest->name, dialect->calls, &proxy[i]};
    }
    if (dialect->has_queries) {
        maze_hub_open(&hub, proxy, count);
    }
    bool done = have_played(h, x, setup, player, count, dialect->has_queries ? &hub : NULL);
    for (int i = 0; i < count; i++) {
        maze_proxy_player_close(&proxy[i]);
    }
    if (dialect->has_queries) {
        maze_hub_close(&hub);
    }
    return done;
}

bool xserver_maze(struct harness *h, struct xserver *x)
{
    const struct signup usual = {.wait = 20 * CLOCK_SECOND,
                                 .least = {PLAYERS_MIN, PLAYERS_MIN},
                                 .most = PLAYERS_MAX,
                                 .name_allowed = 2 * CLOCK_SECOND,
                                 .allowed = 4 * CLOCK_SECOND,
                                 .name_max = MAZE_NAME_MAX};
    const struct maze_dialect *dialect = maze_dialect_find(x->run.dialect_name);
    struct maze_setup setup = {.extra_count = 0};
    struct signup_guest *guests;
    int count;
    struct observer narrator = {.see = narrate, .self = h};
    x->run.recording.also[0] = x->server.narrates ? &narrator : NULL;
    if (!dialect) {
        return harness_usage(h, "Maze has no dialect %s; it has call and memo", harness_show(x->run.dialect_name).text);
    }
    if (!read_setup(h, &setup)) {
        return false;
    }
    x->server.seats = setup.state.players < PLAYERS_MAX ? setup.state.players : PLAYERS_MAX;
    if (!server_live(h, &x->server, maze_log, &x->run.recording) ||
        !recording_open(h, &x->run.recording, maze_log, maze_explain)) {
        return false;
    }
    bool done = server_sign_up(h, &x->server, usual, &guests, &count) && play(h, x, &setup, dialect, guests, count);
    server_live_end(h, &x->server);
    recording_close(h, &x->run.recording);
    return done;
}
