/* xclients: players of Trains that join a server over TCP. */
#include "trains_clients.h"

static const char help[] =
    "Usage: xclients PORT [HOST] [OPTION...] < INPUT\n"
    "\n"
    "Reads what xmanager reads, and has each of its players join the server at HOST (default: localhost), in their "
    "order.\n"
    "Waits up to 30 s for the server to be there, and ends when all games are over. Players are those of xref; one "
    "that\n"
    "does not answer breaks its connection. The map is what they suggest; the deck does not matter.\n"
    "\n"
    "    $ ./xserver 45712 --max 3 --seed 3 </dev/null & ./xclients 45712 <<'END'; wait\n" TRAINS_RUN_EXAMPLE
    "    END\n"
    "    [[\"Ben\"],[\"Cleo\"]]\n"
    "\n"
    "Options:\n" TRAINS_CLIENTS_HELP;

int main(int argc, char **argv)
{
    struct trains_clients join = TRAINS_CLIENTS;
    const struct harness_option options[] = {TRAINS_CLIENTS_OPTIONS(join), {0}};
    struct harness h = {.name = "xclients", .help = help, .least = 1, .most = 2};
    if (harness_options(&h, argc, argv, options) && clients_server(&h, &join.clients) &&
        trains_run_dialect(&h, &join.run) && trains_run_read(&h, &join.run, 1, SIZE_MAX, TRAINS_NAMES_KEPT)) {
        trains_clients_join(&h, &join);
    }
    return harness_exit(&h);
}
