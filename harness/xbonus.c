/* xbonus: players of Trains that join a server over TCP, and others beside them that misbehave. */
#include "trains_clients.h"

static const char help[] =
    "Usage: xbonus PORT [HOST] [OPTION...] < INPUT\n"
    "\n"
    "Reads what xmanager reads, where the deck does not matter, and the name of a way to misbehave. All players join "
    "the server, and "
    "then\n"
    "each of them once more, with an \"r\" before its name; these misbehave that way. A good server plays on:\n"
    "\n"
    "    $ ./xserver 20713 --max 6 --seed 3 --timeout 0.2 </dev/null & ./xbonus 20713 <<'END'; "
    "wait\n" TRAINS_RUN_EXAMPLE "    []\n"
    "    \"half-in-start\"\n"
    "    END\n"
    "    [[\"Ben\"],[\"Cleo\",\"rAnn\",\"rBen\",\"rCleo\"]]\n"
    "\n"
    "Ways are KIND-in-CALL, where CALL is start, losses, setup, pick, play, more, win or end, and KIND is one of\n"
    "    silent, half, cut, drip, twice, unasked, type, number, deep, huge, junk, word, wrapped, city, flood, close,\n"
    "    reset, deaf\n"
    "or no-name, late-name, endless-name, junk-name, bad-name; or slow, which every server must bear; or the course's\n"
    "    rm-ill-formed-start, rm-invalid-game-map, rm-ill-formed-pick, rm-invalid-pick, rm-ill-formed-action,\n"
    "    rm-non-json-action\n"
    "\n"
    "Options:\n" TRAINS_CLIENTS_HELP;

/* The fourth value of the input. */
static bool read_spoil(struct harness *h, struct spoil *spoil)
{
    const char *name;
    size_t length;
    if (!json_at_string(&h->value[3], &name, &length, &h->error)) {
        return false;
    }
    return spoil_find(name, trains_clients_calls, spoil) ||
           json_at_fail(&h->value[3], &h->error, "there is no way %s to misbehave; xbonus --help lists them",
                        json_show(name, length).text);
}

int main(int argc, char **argv)
{
    struct spoil spoil;
    struct trains_clients join = TRAINS_CLIENTS;
    const struct harness_option options[] = {TRAINS_CLIENTS_OPTIONS(join), {0}};
    struct harness h = {.name = "xbonus", .help = help, .least = 1, .most = 2};
    join.run.fourth = "a way to misbehave";
    join.spoil = &spoil;
    if (harness_options(&h, argc, argv, options) && clients_server(&h, &join.clients) &&
        trains_run_dialect(&h, &join.run) && trains_run_read(&h, &join.run, 1, SIZE_MAX, TRAINS_NAMES_KEPT) &&
        read_spoil(&h, &spoil)) {
        trains_clients_join(&h, &join);
    }
    return harness_exit(&h);
}
