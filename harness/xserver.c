/* xserver: a tournament of Trains for players that join over TCP. */
#include "remote/trains_proxy_player.h"
#include "server.h"
#include "trains_run.h"

#include <unistd.h>

static const char help[] =
    "Usage: xserver PORT [OPTION...] [< INPUT]\n"
    "\n"
    "Waits for players that connect to PORT and send their names, runs a tournament among them, and prints its "
    "outcome,\n"
    "as xmanager does. Who signed up first is the oldest. The tournament starts 20 s after the server if 5 players "
    "have\n"
    "signed up by then, after another 20 s with 2, and at once with 50. Reads what xmanager reads, of which only the "
    "deck\n"
    "matters; without one every game has its own, shuffled. docs/protocol.md says how to write a player.\n"
    "\n"
    "    $ ./xserver 45711 --max 3 --seed 3 </dev/null & ./xclients 45711 <<'END'; wait\n" TRAINS_RUN_EXAMPLE
    "    END\n"
    "    [[\"Ben\"],[\"Cleo\"]]\n"
    "\n"
    "Options:\n"
    "      --dialect D  call, plain or message (default: call)\n" SERVER_HELP
    "      --jobs N     play that many games at once (default: one per core)\n"
    "      --losses K   a player may lose K games before it is out (default: 1)\n"
    "      --results    print the places in every game, too\n" TRAINS_RUN_HELP "\n"
    "PORT 0 is any port that is free; stderr says which. Ctrl-C ends the tournament; then the exit code is 130.\n";

struct options {
    struct server server;
    struct trains_run run;
    struct harness_number losses, jobs;
    bool results;
};

/* Only the deck of the input matters. */
static bool read_deck(struct harness *h, struct trains_run *run)
{
    static const struct harness_input inputs[] = {
        {.what = "a map", .repeats_at = TRAINS_MAP_REPEATS_AT, .optional = true},
        {.what = "the players", .name = "players", .optional = true},
        {.what = "a deck", .name = "deck", .optional = true},
        {.what = "what xbonus reads", .optional = true},
        {0},
    };
    if (isatty(STDIN_FILENO)) {
        return true;
    }
    if (!harness_read(h, inputs)) {
        return false;
    }
    run->has_deck = h->values > 2;
    return !run->has_deck || trains_codec_deck(&h->value[2], &h->arena, &run->deck, &h->error);
}

static bool manage(struct harness *h, struct options *o, const struct trains_player *players, const char **names,
                   int count)
{
    struct trains_tournament tournament = {.players = count,
                                           .player = players,
                                           .losses = (int)o->losses.value,
                                           .deck = o->run.has_deck ? &o->run.deck : NULL,
                                           .seed = o->run.seed.value,
                                           .observers = o->run.watch.observers,
                                           .jobs = (int)o->jobs.value};
    struct trains_outcome outcome = {.enough = true};
    if (count > 0 && !trains_manager_run(&tournament, &h->arena, &outcome, &h->error)) {
        return false;
    }
    return server_stopped(h, &o->server) ||
           harness_answer(h, trains_codec_write_tournament(names, count, &outcome, o->results, &h->arena));
}

/* Makes players of those who have signed up, and has them play. */
static bool play(struct harness *h, struct options *o, const struct signup_guest *guests, int count)
{
    struct trains_proxy_player *proxies = arena_array(&h->arena, (size_t)count, sizeof *proxies);
    struct trains_player *players = arena_array(&h->arena, (size_t)count, sizeof *players);
    const char **names = arena_array(&h->arena, (size_t)count, sizeof *names);
    if (!proxies || !players || !names) {
        return error_memory(&h->error);
    }
    for (int i = 0; i < count; i++) {
        proxies[i] = (struct trains_proxy_player){.wire = guests[i].wire, .dialect = o->run.dialect};
        players[i] = (struct trains_player){guests[i].name, &trains_proxy_player_calls, &proxies[i]};
        names[i] = guests[i].name;
    }
    bool done = manage(h, o, players, names, count);
    for (int i = 0; i < count; i++) {
        trains_proxy_player_close(&proxies[i]);
    }
    return done;
}

static void serve(struct harness *h, struct options *o)
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
    if (!server_sign_up(h, &o->server, usual, &guests, &count)) {
        server_stopped(h, &o->server);
    } else {
        play(h, o, guests, count);
    }
    watch_close(h, &o->run.watch);
}

int main(int argc, char **argv)
{
    struct options o = {.server = SERVER,
                        .run = TRAINS_RUN,
                        .losses = {.low = 1, .high = 1000000, .value = 1},
                        .jobs = {.low = 1, .high = 256, .value = watch_cores()}};
    const struct harness_option options[] = {
        SERVER_OPTIONS(o.server),
        TRAINS_RUN_OPTIONS(o.run),
        {"dialect", .word = &o.run.dialect_name},
        {"losses", .number = &o.losses},
        {"results", .flag = &o.results},
        {"jobs", .number = &o.jobs},
        {0},
    };
    struct harness h = {.name = "xserver", .help = help, .least = 1, .most = 1};
    if (harness_options(&h, argc, argv, options) && server_port(&h, h.argument[0], 0, &o.server.port) &&
        trains_run_dialect(&h, &o.run) && read_deck(&h, &o.run) && trains_run_open(&h, &o.run)) {
        serve(&h, &o);
    }
    return harness_exit(&h);
}
