/* xclients: players of Trains or Maze that join a server over TCP. */
#include "maze/codec.h"
#include "remote/maze_dialect.h"
#include "server.h"
#include "trains_clients.h"

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
    return h->values > 1 && server_is_maze(h, NULL);
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

/* A player of Maze. */
struct guest {
    struct maze_proxy_referee referee;
    struct maze_house_player house;
    struct maze_trial trial;
    const struct maze_dialect *dialect;
};

static bool play_maze(void *self, struct error *why)
{
    struct guest *guest = self;
    return maze_proxy_referee_run(&guest->referee, guest->dialect, why);
}

/* Reads the players of the input. The state may come before or after them. */
static bool read_players(struct harness *h, struct maze_entry **entries, int *count)
{
    const struct json_at *players = &h->value[0];
    if (h->values > 1 && !json_object_is_type(players->object, json_type_array)) {
        players = &h->value[1];
    }
    return json_at_array(players, 0, CLIENTS_MAX, &h->error) &&
           maze_codec_players(players, MAZE_COUNTING_PLAYERS, true, &h->arena, entries, count, &h->error);
}

static bool join_maze(struct harness *h, const struct clients *clients, const char *dialect_name)
{
    const struct maze_dialect *dialect = maze_dialect_find(dialect_name);
    struct maze_entry *entries;
    int count;
    if (!dialect) {
        return harness_usage(h, "Maze has no dialect %s; it has call and memo", harness_show(dialect_name).text);
    }
    if (!read_players(h, &entries, &count)) {
        return false;
    }
    struct guest *guests = arena_array(&h->arena, (size_t)count, sizeof *guests);
    struct clients_player *list = arena_array(&h->arena, (size_t)count, sizeof *list);
    if (!guests || !list) {
        return error_memory(&h->error);
    }
    for (int i = 0; i < count; i++) {
        struct guest *guest = &guests[i];
        if (entries[i].program) {
            return error_set(
                &h->error, ERROR_INPUT,
                "%s is a program: xgames, xbad and xbad2 start programs, but on a server they join by themselves",
                harness_show(entries[i].name).text);
        }
        guest->house = maze_house_player(&entries[i], &guest->trial);
        guest->dialect = dialect;
        guest->referee = (struct maze_proxy_referee){
            .player = {entries[i].name, &maze_house_player_calls, &guest->house}, .trial = &guest->trial};
        list[i] = (struct clients_player){
            .name = entries[i].name, .client = &guest->referee.client, .play = play_maze, .self = guest};
        if (!clients_spoil(h, clients, &list[i], dialect->call_names)) {
            return false;
        }
    }
    return clients_run(h, clients, list, count, 3 * CLOCK_SECOND);
}

static bool join(struct harness *h, struct trains_clients *clients, const char *game)
{
    if (server_is_maze(h, game)) { /* the first value could have been a map, which may repeat keys */
        return json_stream_unique(&h->read[0], &h->error) && join_maze(h, &clients->clients, clients->run.dialect_name);
    }
    if (h->values < 2) {
        return json_at_fail(&h->value[0], &h->error, "expected the players after the map");
    }
    return trains_run_dialect(h, &clients->run) &&
           trains_run_decode(h, &clients->run, 1, CLIENTS_MAX, TRAINS_NAMES_KEPT) && trains_clients_join(h, clients);
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
        join(&h, &settings.join, settings.game);
    }
    return harness_exit(&h);
}
