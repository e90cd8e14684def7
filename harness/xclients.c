/* xclients: players of Trains or Maze that join a server over TCP. */
#include "maze_clients.h"
#include "remote/maze_dialect.h"
#include "server.h"
#include "trains_clients.h"

#include <string.h>

static const char help[] =
    "Usage: xclients PORT [HOST] [OPTION...] < INPUT\n"
    "\n"
    "Reads what xmanager reads, or xbad2, and has each of its players join the server at HOST (default: localhost), "
    "in\n"
    "their order. Waits up to 30 s for the server to be there, and ends when all is over. A player that does not "
    "answer\n"
    "breaks its connection. In Trains the map is what they suggest, and the deck does not matter; in Maze the state "
    "does\n"
    "not.\n"
    "\n"
    "    $ ./xserver 20712 --max 3 --seed 3 </dev/null & ./xclients 20712 <<'END'; wait\n" TRAINS_RUN_EXAMPLE
    "    END\n"
    "    [[\"Ben\"],[\"Cleo\"]]\n"
    "\n"
    "Options:\n"
    "      --game G     trains or maze (default: what the input is for)\n"
    "      --dialect D  as the server speaks: in Trains call, plain or message, in Maze call or memo (default: call)\n"
    "      --spoil NAME=WAY,...\n"
    "                   have players misbehave: xbonus --help lists the ways; the calls of Maze are setup, take-turn "
    "and\n"
    "                   win, and in memo StartOfGame, StartOfTurn, RequestSlideAndInsert, RequestMove, TurnComplete "
    "and\n"
    "                   EndOfGame\n" CLIENTS_HELP;

/* Maze has no deck. */
static bool has_enough(const struct harness *h)
{
    return h->values > 1 && strcmp(server_game(h), "maze") == 0;
}

static bool read_input(struct harness *h)
{
    static const struct harness_input inputs[] = {
        {.what = "a map or the players", .repeats_at = TRAINS_MAP_REPEATS_AT},
        {.what = "the players or a state", .optional = true},
        {.what = "a deck", .name = "deck", .optional = true},
        {0},
    };
    return harness_read(h, inputs);
}

/* Before anything is read: no game has this dialect. */
static bool check_dialect(struct harness *h, const char *name)
{
    return trains_dialect_find(name) || maze_dialect_find(name) ||
           harness_usage(h, "there is no dialect %s; there are call, plain and message, and in Maze call and memo",
                         harness_show(name).text);
}

static bool join(struct harness *h, struct trains_clients *clients, const char *game)
{
    if (strcmp(game, "maze") == 0) {
        return maze_clients_join(h, &clients->clients, clients->run.dialect_name);
    }
    if (strcmp(game, "trains") != 0) {
        return harness_usage(h, "there is no game %s; there are trains and maze", harness_show(game).text);
    }
    if (h->values < 2) {
        return json_at_fail(&h->value[0], &h->error, "expected the players behind the map");
    }
    return trains_run_dialect(h, &clients->run) &&
           trains_run_decode(h, &clients->run, 1, SIZE_MAX, TRAINS_NAMES_KEPT) && trains_clients_join(h, clients);
}

int main(int argc, char **argv)
{
    const char *game = NULL;
    struct trains_clients clients = TRAINS_CLIENTS;
    const struct harness_option options[] = {
        TRAINS_CLIENTS_OPTIONS(clients),
        {"game", .word = &game},
        {"spoil", .word = &clients.clients.spoil},
        {0},
    };
    struct harness h = {.name = "xclients", .help = help, .has_enough = has_enough, .least = 1, .most = 2};
    if (harness_options(&h, argc, argv, options) && clients_server(&h, &clients.clients) &&
        check_dialect(&h, clients.run.dialect_name) && read_input(&h)) {
        join(&h, &clients, game ? game : server_game(&h));
    }
    return harness_exit(&h);
}
