/* xbonus: players of Trains that join a server over TCP, together with others that misbehave. */
#include "trains_clients.h"

static const char help[] =
    "Reads what xmanager reads, where the deck does not matter, and the name of a way to misbehave. "
    "All players join the server, and then each of them once more, with an \"r\" before its name; these misbehave in that "
    "way. A good server plays on:\n"
    "\n"
    "    $ ./xserver 20713 --max 6 --seed 3 --timeout 1 </dev/null & ./xbonus 20713 <<'END'; wait\n" TRAINS_RUN_EXAMPLE
    "    []\n"
    "    \"half-in-start\"\n"
    "    END\n"
    "    [[\"Ben\"],[\"Cleo\",\"rAnn\",\"rBen\",\"rCleo\"]]\n"
    "\n"
    "A way is KIND-in-CALL, where KIND is silent, half, cut, drip, twice, unasked, type, number, deep, huge, junk, word, "
    "wrapped, city, flood, close, reset or deaf, and CALL is start, losses, setup, pick, play, more, win or end; "
    "or no-name, late-name, endless-name, junk-name or bad-name; or slow, which every server must bear; "
    "or one of the course's: rm-ill-formed-start, rm-invalid-game-map, rm-ill-formed-pick, rm-invalid-pick, "
    "rm-ill-formed-action or rm-non-json-action.\n";

static const struct harness_option options[] = {
    {.help = "Joining"},
    {"dialect", .argument = "NAME", HARNESS_INTO(struct trains_clients, run.dialect_name),
     .words = "call|plain|message", .help = "the dialect that the server speaks: call (the default), plain or message"},
    {"interval", .argument = "SECONDS", HARNESS_INTO(struct trains_clients, clients.interval),
     .help = "the time between one player's sign-up and the next (default: 0.02)"},
    {.name = ""},
};

/* Reads the way to misbehave, the fourth value of the input. */
static bool read_fault(struct harness *h, struct fault *fault)
{
    const char *name;
    size_t length;
    if (!json_at_string(&h->value[3], &name, &length, &h->error)) {
        return false;
    }
    return fault_find(name, trains_clients_calls, fault) ||
           json_at_fail(&h->value[3], &h->error, "there is no way %s to misbehave; xbonus --help lists them",
                        json_show(name, length).text);
}

int main(int argc, char **argv)
{
    struct fault fault;
    struct trains_clients join = TRAINS_CLIENTS;
    const struct harness_table tables[] = {{options, &join}, {0}};
    struct harness h = {.name = "xbonus",
                        .usage = "xbonus PORT [HOST] [OPTION...] < INPUT",
                        .summary =
                            "Have players of Trains join a server over TCP, together with others that misbehave.",
                        .help = help,
                        .least = 1,
                        .most = 2};
    join.run.fourth = "a way to misbehave";
    join.fault = &fault;
    if (harness_options(&h, argc, argv, tables) && clients_server(&h, &join.clients) &&
        trains_run_dialect(&h, &join.run) && trains_run_read(&h, &join.run, 1, CLIENTS_MAX, TRAINS_NAMES_KEPT) &&
        read_fault(&h, &fault)) {
        trains_clients_join(&h, &join);
    }
    return harness_exit(&h);
}
