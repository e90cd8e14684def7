#include "remote/trains_proxy_player.h"
#include "xserver.h"

/* Only the deck of the input matters. */
static bool read_deck(struct harness *h, struct trains_run *run)
{
    run->has_deck = h->values > 2;
    return !run->has_deck || trains_codec_deck(&h->value[2], &h->arena, &run->deck, &h->error);
}

/* Tells a person at a terminal how the tournament goes. */
static bool narrate(void *self, const void *event, struct error *err)
{
    const struct trains_event *e = event;
    struct harness *h = self;
    int in = 0;
    (void)err;
    for (int i = 0; e->kind == TRAINS_EVENT_ROUND && i < e->tables; i++) {
        in += e->table[i].players;
    }
    if (e->kind == TRAINS_EVENT_ROUND) {
        harness_say(h, "round %d: %d game%s, %d players", e->round, e->tables, e->tables == 1 ? "" : "s", in);
    } else if (e->kind == TRAINS_EVENT_KICK && e->game > 0) {
        harness_say(h, "game %d: %s is out: %s", e->game, e->names[e->player], e->reason);
    } else if (e->kind == TRAINS_EVENT_KICK) {
        harness_say(h, "%s is out: %s", e->names[e->player], e->reason);
    } else if (e->kind == TRAINS_EVENT_SCORE && e->place == 1) {
        harness_say(h, "game %d: %s wins with %d points", e->game, e->names[e->player], e->score->total);
    }
    return true;
}

static bool manage(struct harness *h, struct xserver *x, const struct trains_player *players, const char **names,
                   int count)
{
    struct trains_tournament tournament = {.players = count,
                                           .player = players,
                                           .losses = (int)x->losses.value,
                                           .keeps_games = x->results,
                                           .deck = x->run.has_deck ? &x->run.deck : NULL,
                                           .seed = x->run.seed.value,
                                           .observers = x->run.recording.observers,
                                           .jobs = (int)(x->jobs.given ? x->jobs.value : recording_cores())};
    struct trains_outcome outcome = {.enough = true};
    if (count > 0 && !trains_manager_run(&tournament, &h->arena, &outcome, &h->error)) {
        return false;
    }
    if (server_stopped(h, &x->server)) {
        return true;
    }
    struct text answer = {0};
    trains_codec_write_tournament(&answer, names, count, &outcome, x->results, &h->arena);
    return harness_answer(h, &answer);
}

/* Plays with those who have signed up. */
static bool play(struct harness *h, struct xserver *x, const struct signup_guest *guests, int count)
{
    struct trains_proxy_player *proxies = arena_array(&h->arena, (size_t)count, sizeof *proxies);
    struct trains_player *players = arena_array(&h->arena, (size_t)count, sizeof *players);
    const char **names = arena_array(&h->arena, (size_t)count, sizeof *names);
    if (!proxies || !players || !names) {
        return error_memory(&h->error);
    }
    for (int i = 0; i < count; i++) {
        proxies[i] = (struct trains_proxy_player){.wire = guests[i].wire, .dialect = x->run.dialect};
        players[i] = (struct trains_player){guests[i].name, &trains_proxy_player_calls, &proxies[i]};
        names[i] = guests[i].name;
    }
    bool done = manage(h, x, players, names, count);
    for (int i = 0; i < count; i++) {
        trains_proxy_player_close(&proxies[i]);
    }
    return done;
}

bool xserver_trains(struct harness *h, struct xserver *x)
{
    const struct signup usual = {.wait = 20 * CLOCK_SECOND,
                                 .least = {5, TRAINS_PLAYERS_MIN},
                                 .most = 50,
                                 .name_allowed = 3 * CLOCK_SECOND,
                                 .allowed = 2 * CLOCK_SECOND,
                                 .name_max = TRAINS_PLAYER_NAME_MAX,
                                 .rename = true};
    struct signup_guest *guests;
    int count;
    struct observer narrator = {.see = narrate, .self = h};
    x->run.recording.also[0] = x->server.narrates ? &narrator : NULL;
    if (!trains_run_dialect(h, &x->run) || !read_deck(h, &x->run) ||
        !server_live(h, &x->server, trains_log, &x->run.recording) || !trains_run_open(h, &x->run)) {
        return false;
    }
    bool done = server_sign_up(h, &x->server, usual, &guests, &count) && play(h, x, guests, count);
    server_live_end(h, &x->server);
    recording_close(h, &x->run.recording);
    return done;
}
