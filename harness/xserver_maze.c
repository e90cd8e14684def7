#include "maze/log.h"
#include "remote/maze_hall.h"
#include "xserver.h"

enum { PLAYERS_MIN = 2, PLAYERS_MAX = 6 };

/* The state of the input; the players may stand before it or behind. */
static bool read_setup(struct harness *h, struct maze_setup *setup)
{
    const struct json_at *state = &h->value[0];
    if (h->values > 1 && json_object_is_type(state->object, json_type_array)) {
        state = &h->value[1];
    }
    return h->values > 0 ? maze_codec_setup(state, &h->arena, setup, &h->error)
                         : harness_usage(h, "Maze needs the state of a referee on stdin; %s --help shows how", h->name);
}

/* Who signed up first is the oldest; the youngest has the first turn. */
static bool referee(struct harness *h, struct xserver *x, struct maze_setup *setup, struct maze_hall *hall,
                    const struct maze_dialect *dialect, const char **names)
{
    struct maze_player player[PLAYERS_MAX];
    struct maze_standing standing[PLAYERS_MAX];
    struct observer *observers[8] = {&hall->observer};
    struct maze_state after;
    int used = 1;
    for (int i = 0; i < hall->players; i++) {
        player[i] = (struct maze_player){names[i], dialect->calls, hall->seat[i].proxy};
    }
    for (struct observer *const *o = x->run.watch.observers; o && *o; o++) {
        observers[used++] = *o;
    }
    setup->state.players = hall->players;
    struct maze_game game = {.state = &setup->state,
                             .player = player,
                             .goal = setup->goal,
                             .extra = setup->extra,
                             .extra_count = setup->extra_count,
                             .observers = observers};
    if (!maze_referee_play(&game, standing, &after, &h->arena, &h->error)) {
        return false;
    }
    return server_stopped(h, &x->server) ||
           harness_answer(h, maze_codec_write_outcome(names, standing, hall->players, true, &h->arena));
}

static bool play(struct harness *h, struct xserver *x, struct maze_setup *setup, const struct maze_dialect *dialect,
                 const struct signup_guest *guests, int count)
{
    struct maze_proxy_player proxy[PLAYERS_MAX];
    const char *names[PLAYERS_MAX];
    struct maze_hall *hall = arena_array(&h->arena, 1, sizeof *hall);
    if (!hall) {
        return error_memory(&h->error);
    }
    for (int i = 0; i < count; i++) {
        const struct signup_guest *guest = &guests[count - 1 - i];
        proxy[i] = (struct maze_proxy_player){.wire = guest->wire};
        names[i] = guest->name;
    }
    maze_hall_open(hall, proxy, count);
    bool done = count > 0 ? referee(h, x, setup, hall, dialect, names)
                          : harness_answer(h, maze_codec_write_outcome(names, NULL, 0, true, &h->arena));
    for (int i = 0; i < count; i++) {
        maze_proxy_player_close(&proxy[i]);
    }
    maze_hall_close(hall);
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
    if (!dialect) {
        return harness_usage(h, "there is no dialect %s of Maze; there are call and memo",
                             harness_show(x->run.dialect_name).text);
    }
    if (!read_setup(h, &setup)) {
        return false;
    }
    x->server.seats = setup.state.players < PLAYERS_MAX ? setup.state.players : PLAYERS_MAX;
    if (!server_live(h, &x->server, &x->run.watch) || !watch_open(h, &x->run.watch, maze_log, maze_explain)) {
        return false;
    }
    bool done = false;
    if (server_sign_up(h, &x->server, usual, &guests, &count)) {
        done = play(h, x, &setup, dialect, guests, count);
    } else {
        server_stopped(h, &x->server);
    }
    watch_close(h, &x->run.watch);
    return done;
}
