/* xclients: players of Trains or Maze that join a server over TCP. */
#include "maze_clients.h"
#include "server.h"
#include "trains_clients.h"

#include <string.h>

static const char help[] =
    "Reads what xmanager or xbad2 reads, and has each of its players join the server at HOST (default: localhost), in "
    "their order. Waits up to 30 s for the server, and ends when everything is over. "
    "A player that does not answer breaks its connection. "
    "In Trains the map is what the players suggest, and the deck does not matter; in Maze the state does not.\n"
    "\n"
    "    $ ./xserver 20712 --max 3 --seed 3 </dev/null & ./xclients 20712 <<'END'; wait\n" TRAINS_RUN_EXAMPLE
    "    END\n"
    "    [[\"Ben\"],[\"Cleo\"]]\n"
    "\n"
    "xbonus --help lists the ways to misbehave for --spoil. The calls of Maze are setup, take-turn and win, "
    "and in the memo dialect StartOfGame, StartOfTurn, RequestSlideAndInsert, RequestMove, TurnComplete and EndOfGame.\n";

struct settings {
    const char *game;
    struct trains_clients join;
};

static const struct harness_option options[] = {
    {.help = "Joining"},
    {"game", .argument = "GAME", HARNESS_INTO(struct settings, game), .words = "trains|maze",
     .help = "trains or maze (default: what the input is for)"},
    {"dialect", .argument = "NAME", HARNESS_INTO(struct settings, join.run.dialect_name),
     .words = "call|plain|message|memo",
     .help =
         "the dialect that the server speaks: in Trains call, plain or message, in Maze call or memo (default: call)"},
    {"spoil", .argument = "NAME=WAY,...", HARNESS_INTO(struct settings, join.clients.faults),
     .help = "have players misbehave"},
    {"interval", .argument = "SECONDS", HARNESS_INTO(struct settings, join.clients.interval),
     .help = "the time between one player's sign-up and the next (default: 0.02, in Maze 3)"},
    {.name = ""},
};

/* Maze has no deck. */
static bool has_enough(const struct harness *h)
{
    return h->values > 1 && strcmp(server_game(h), "maze") == 0;
}

static bool read_input(struct harness *h)
{
    const struct harness_input inputs[] = {
        {.what = "a map or the players", .types = HARNESS_OBJECT | HARNESS_ARRAY, .repeats_at = TRAINS_MAP_REPEATS_AT},
        {.what = "the players or a state", .types = HARNESS_OBJECT | HARNESS_ARRAY, .optional = true},
        {.what = "a deck", .name = "deck", .types = HARNESS_ARRAY, .optional = true},
        {0},
    };
    return harness_read(h, inputs);
}

static bool join(struct harness *h, struct trains_clients *clients, const char *game)
{
    if (strcmp(game, "maze") == 0) { /* the first value could have been a map, which may repeat keys */
        return json_stream_unique(&h->read[0], &h->error) &&
               maze_clients_join(h, &clients->clients, clients->run.dialect_name);
    }
    if (h->values < 2) {
        return json_at_fail(&h->value[0], &h->error, "expected the players after the map");
    }
    return trains_run_dialect(h, &clients->run) &&
           trains_run_decode(h, &clients->run, 1, SIZE_MAX, TRAINS_NAMES_KEPT) && trains_clients_join(h, clients);
}

int main(int argc, char **argv)
{
    struct settings settings = {.join = TRAINS_CLIENTS};
    const struct harness_table tables[] = {{options, &settings}, {0}};
    struct harness h = {.name = "xclients",
                        .usage = "xclients PORT [HOST] [OPTION...] < INPUT",
                        .summary = "Have players of Trains or Maze join a server over TCP.",
                        .help = help,
                        .has_enough = has_enough,
                        .least = 1,
                        .most = 2};
    if (harness_options(&h, argc, argv, tables) && clients_server(&h, &settings.join.clients) && read_input(&h)) {
        join(&h, &settings.join, settings.game ? settings.game : server_game(&h));
    }
    return harness_exit(&h);
}
