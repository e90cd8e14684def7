/* xserver: a tournament of Trains, or a game of Maze, for players that join over TCP. */
#include "xserver.h"

#include <unistd.h>

static const char help[] =
    "Waits for players that connect to PORT and send their names, has them play, and prints the outcome. "
    "The first to connect is the oldest. docs/protocol.md and docs/protocol-maze.md explain how to write a player. "
    "Port 0 is any free port; stderr says which. Ctrl-C ends the game; then the exit code is 130.\n"
    "\n"
    "Trains: a tournament, as xmanager runs it. It starts 20 s after the server if 5 players have signed up by then, "
    "after another 20 s with 2, and at once with 50. "
    "Reads what xmanager reads, but only the deck matters; without one, each game has its own, shuffled.\n"
    "\n"
    "    $ ./xserver 20711 --max 3 --seed 3 </dev/null & ./xclients 20711 <<'END'; wait\n" TRAINS_RUN_EXAMPLE
    "    END\n"
    "    [[\"Ben\"],[\"Cleo\"]]\n"
    "\n"
    "Maze: a game, as xbad plays it, with the youngest player first. It starts after 20 s with 2 players, or after "
    "another 20 s, and at once with 6, or with as many as the state has. "
    "Reads what xbad reads, but only the state matters.\n";

static const struct harness_option options[] = {
    {"game", .argument = "GAME", HARNESS_INTO(struct xserver, game), .words = "trains|maze",
     .help = "trains or maze (default: what the input is for)"},
    {"dialect", .argument = "NAME", HARNESS_INTO(struct xserver, run.dialect_name), .words = "call|plain|message|memo",
     .help =
         "the dialect that the players speak: in Trains call, plain or message, in Maze call or memo (default: call)"},
    {"losses", .argument = "N", HARNESS_INTO(struct xserver, losses), .low = 1, .high = 1000000,
     .help = "how many games a player of Trains loses before it is out (default: 1)"},
    {"results", HARNESS_INTO(struct xserver, results), .help = "print the places in every game of Trains, too"},
    {"jobs", 'j', .argument = "N", HARNESS_INTO(struct xserver, jobs), .low = 1, .high = 256,
     .help = "play N games of Trains at once (default: one per core)"},
    {.name = ""},
};

/* Only a deck, or a state, matters. */
static bool has_enough(const struct harness *h)
{
    if (!server_is_maze(h, NULL)) {
        return h->values > 2;
    }
    return h->values > 1 || !json_object_is_type(h->value[0].object, json_type_array);
}

/* Reads as much as there is. Each game decides whether that is enough. */
static bool read_input(struct harness *h)
{
    const struct harness_input inputs[] = {
        {.what = "a map or the players",
         .types = HARNESS_OBJECT | HARNESS_ARRAY,
         .repeats_at = TRAINS_MAP_REPEATS_AT,
         .optional = true},
        {.what = "the players or a state", .types = HARNESS_OBJECT | HARNESS_ARRAY, .optional = true},
        {.what = "a deck", .name = "deck", .types = HARNESS_ARRAY, .optional = true},
        {.what = "what xbonus reads", .optional = true},
        {0},
    };
    return isatty(STDIN_FILENO) || harness_read(h, inputs);
}

int main(int argc, char **argv)
{
    struct xserver x = {.server = SERVER, .run = TRAINS_RUN, .losses = {.value = 1}};
    const struct harness_table tables[] = {{trains_run_options, &x.run},
                                           {options, &x},
                                           {server_options, &x.server},
                                           {recording_options, &x.run.recording},
                                           {0}};
    struct harness h = {.name = "xserver",
                        .usage = "xserver PORT [OPTION...] [< INPUT]",
                        .summary = "Serve a tournament of Trains, or a game of Maze, to players that join over TCP.",
                        .help = help,
                        .has_enough = has_enough,
                        .least = 1,
                        .most = 1};
    if (harness_options(&h, argc, argv, tables) && server_port(&h, h.argument[0], 0, &x.server.port) &&
        read_input(&h)) {
        x.server.narrates = isatty(STDERR_FILENO) && !x.run.recording.explain;
        (server_is_maze(&h, x.game) ? xserver_maze : xserver_trains)(&h, &x);
    }
    return harness_exit(&h);
}
