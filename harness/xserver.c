/* xserver: a tournament of Trains, or a game of Maze, for players that join over TCP. */
#include "xserver.h"

#include <string.h>
#include <unistd.h>

static const char help[] =
    "Usage: xserver PORT [OPTION...] [< INPUT]\n"
    "\n"
    "Waits for players that connect to PORT and send their names, has them play, and prints the outcome. Who "
    "connected\n"
    "first is the oldest. docs/protocol.md and docs/protocol-maze.md say how to write a player.\n"
    "\n"
    "Trains: a tournament, as xmanager runs it. It starts 20 s after the server if 5 players have signed up by then,\n"
    "after another 20 s with 2, and at once with 50. Reads what xmanager reads, of which only the deck matters; "
    "without\n"
    "one every game has its own, shuffled.\n"
    "\n"
    "    $ ./xserver 20711 --max 3 --seed 3 </dev/null & ./xclients 20711 <<'END'; wait\n" TRAINS_RUN_EXAMPLE
    "    END\n"
    "    [[\"Ben\"],[\"Cleo\"]]\n"
    "\n"
    "Maze: a game, as xbad plays it, the youngest player first. It starts after 20 s with 2 players, or after another\n"
    "20 s, and at once with 6, or with as many as the state has. Reads what xbad reads, of which only the state "
    "matters.\n"
    "\n"
    "Options:\n"
    "      --game G     trains or maze (default: what the input is for)\n"
    "      --dialect D  of Trains call, plain or message; of Maze call or memo (default: call)\n" SERVER_HELP
    "      --jobs N     play that many games of Trains at once (default: one per core)\n"
    "      --losses K   a player may lose K games before it is out (default: 1)\n"
    "      --results    print the places in every game, too\n" TRAINS_RUN_HELP "\n"
    "A port 0 is any that is free; stderr says which. Ctrl-C ends the game; then the exit code is 130.\n";

/* A deck, or a state, is all that matters. */
static bool has_enough(const struct harness *h)
{
    if (strcmp(server_game(h), "trains") == 0) {
        return h->values > 2;
    }
    return h->values > 1 || !json_object_is_type(h->value[0].object, json_type_array);
}

/* Reads what there is; what is missing, the game decides about. */
static bool read_input(struct harness *h)
{
    static const struct harness_input inputs[] = {
        {.what = "a map or the players", .repeats_at = TRAINS_MAP_REPEATS_AT, .optional = true},
        {.what = "the players or a state", .optional = true},
        {.what = "a deck", .name = "deck", .optional = true},
        {.what = "what xbonus reads", .optional = true},
        {0},
    };
    return isatty(STDIN_FILENO) || harness_read(h, inputs);
}

static bool play(struct harness *h, struct xserver *x, const char *game)
{
    if (strcmp(game, "trains") == 0) {
        return xserver_trains(h, x);
    }
    return strcmp(game, "maze") == 0
               ? xserver_maze(h, x)
               : harness_usage(h, "there is no game %s; there are trains and maze", harness_show(game).text);
}

int main(int argc, char **argv)
{
    const char *game = NULL;
    struct xserver x = {.server = SERVER,
                        .run = TRAINS_RUN,
                        .losses = {.low = 1, .high = 1000000, .value = 1},
                        .jobs = {.low = 1, .high = 256, .value = watch_cores()}};
    const struct harness_option options[] = {
        SERVER_OPTIONS(x.server),        TRAINS_RUN_OPTIONS(x.run),
        {"game", .word = &game},         {"dialect", .word = &x.run.dialect_name},
        {"losses", .number = &x.losses}, {"results", .flag = &x.results},
        {"jobs", .number = &x.jobs},     {0},
    };
    struct harness h = {.name = "xserver", .help = help, .has_enough = has_enough, .least = 1, .most = 1};
    if (harness_options(&h, argc, argv, options) && server_port(&h, h.argument[0], 0, &x.server.port) &&
        read_input(&h)) {
        play(&h, &x, game ? game : server_game(&h));
    }
    return harness_exit(&h);
}
