/* xclients: players of Trains that join a server over TCP. */
#include "clients.h"
#include "remote/trains_proxy_referee.h"
#include "trains_run.h"

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
    "Options:\n"
    "      --dialect D  call, plain or message, as the server speaks (default: call)\n" CLIENTS_HELP;

static bool play(void *self, struct wire *wire, struct error *why)
{
    struct trains_proxy_referee *referee = self;
    referee->wire = *wire;
    return trains_proxy_referee_run(referee, why);
}

static bool join(struct harness *h, const struct clients *clients, const struct trains_run *run,
                 const struct trains_dialect *dialect)
{
    size_t players = (size_t)run->players;
    struct trains_proxy_referee *referees = arena_array(&h->arena, players, sizeof *referees);
    struct client *list = arena_array(&h->arena, players, sizeof *list);
    if (!referees || !list) {
        return error_memory(&h->error);
    }
    for (size_t i = 0; i < players; i++) {
        referees[i] = (struct trains_proxy_referee){.dialect = dialect, .player = run->player[i]};
        list[i] = (struct client){.name = run->names[i], .play = play, .self = &referees[i]};
    }
    return clients_run(h, clients, list, run->players);
}

int main(int argc, char **argv)
{
    struct trains_run run = TRAINS_RUN;
    struct clients clients = {.interval = CLOCK_SECOND / 50};
    const char *dialect_name = trains_dialects[0].name;
    const struct harness_option options[] = {
        {"dialect", .word = &dialect_name},
        {"interval", .seconds = &clients.interval},
        {0},
    };
    struct harness h = {.name = "xclients", .help = help, .least = 1, .most = 2};
    if (harness_options(&h, argc, argv, options) && clients_server(&h, &clients)) {
        const struct trains_dialect *dialect = trains_dialect_find(dialect_name);
        if (!dialect) {
            harness_usage(&h, "there is no dialect %s; there are call, plain and message",
                          harness_show(dialect_name).text);
        } else if (trains_run_read(&h, &run, 1, SIZE_MAX, TRAINS_NAMES_KEPT)) {
            join(&h, &clients, &run, dialect);
        }
    }
    return harness_exit(&h);
}
