/* The dialects of Maze. A byte says which one and who reads: a server what players say in the course of a game, or a
 * client all that its server says. */
#include "fuzz.h"
#include "maze_table.h"

#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SERVER = 1, MEMO = 2, TURNS = 4 };

/* The server's end of "call": a game, as far as the player comes. */
static void play(struct fuzz_input input, struct maze_table *t)
{
    struct maze_choice choice;
    struct error why = {.kind = ERROR_NONE};
    struct fuzz_speech speech;
    struct maze_proxy_player proxy = {.wire = fuzz_speak(&speech, input)};
    const struct maze_player_calls *calls = maze_call_dialect.calls;
    const struct maze_state *state = &t->setup.state;
    if (calls->set_up(&proxy, state, 0, t->setup.goal[0], &why)) {
        bool plays = true;
        for (int turn = 0; turn < TURNS && plays; turn++) {
            plays = calls->take_turn(&proxy, state, 0, &choice, &why);
            if (plays) {
                maze_rules_judge(&t->trial, state, 0, choice);
            }
        }
        plays = plays && calls->set_up(&proxy, NULL, 0, t->setup.goal[0], &why) && calls->win(&proxy, true, &why);
        fuzz_expect(plays == (why.kind == ERROR_NONE));
    }
    calls->kicked(&proxy, why.text);
    maze_proxy_player_close(&proxy);
    fuzz_be_silent(&speech);
}

/* Two players who are heard in turn, and say queries in between. */
struct meeting {
    struct maze_table *table;
    struct fuzz_speech speech[MAZE_TABLE_PLAYERS];
    int (*poll)(void *context, struct pollfd *fds, nfds_t count, int64_t until); /* the hub's */
};

static void ignore_all(int fd)
{
    char piece[4096];
    while (recv(fd, piece, sizeof piece, MSG_DONTWAIT) > 0) {
    }
}

static int say_and_wait(void *context, struct pollfd *fds, nfds_t count, int64_t until)
{
    struct meeting *m = context;
    static const char query[] = "{\"call\"";
    for (int i = 0; i < MAZE_TABLE_PLAYERS; i++) {
        struct fuzz_speech *speech = &m->speech[i];
        struct pollfd in = {.fd = m->table->proxy[i].wire.in, .events = POLLIN};
        bool awaited = in.fd == fds[0].fd && fds[0].events & POLLIN;
        bool asks = speech->input.left > sizeof query && memcmp(speech->input.at, query, strlen(query)) == 0;
        if (speech->to >= 0) {
            ignore_all(speech->to);
        }
        if (speech->to >= 0 && in.fd >= 0 && (awaited || asks) && poll(&in, 1, 0) == 0) {
            fuzz_say(speech);
        }
    }
    return m->poll(&m->table->hub, fds, count, until);
}

static void sit_down(struct meeting *m, int player, struct fuzz_input input)
{
    int ends[2];
    fuzz_expect(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    m->speech[player] = (struct fuzz_speech){input, ends[1]};
    maze_table_wire(m->table, player, ends[0], CLOCK_NEVER);
}

/* A turn of a player, who is removed if it is none. */
static bool take_turn(struct maze_table *t, int player)
{
    struct maze_choice choice;
    struct error why = {.kind = ERROR_NONE};
    const struct maze_player_calls *calls = maze_memo_dialect.calls;
    bool taken = calls->take_turn(&t->proxy[player], &t->setup.state, player, &choice, &why);
    fuzz_expect(taken == (why.kind == ERROR_NONE));
    if (taken) {
        maze_rules_judge(&t->trial, &t->setup.state, player, choice);
    } else {
        calls->kicked(&t->proxy[player], why.text);
    }
    return taken;
}

/* The server's end of "memo": a game of two, of which the first says everything up to a NUL. */
static void meet(struct fuzz_input input, struct maze_table *t)
{
    struct meeting m = {.table = t};
    struct error why = {.kind = ERROR_NONE};
    const struct maze_player_calls *calls = maze_memo_dialect.calls;
    const uint8_t *end = input.left ? memchr(input.at, 0, input.left) : NULL;
    size_t first = end ? (size_t)(end - input.at) : input.left;
    bool plays[MAZE_TABLE_PLAYERS];
    sit_down(&m, 0, (struct fuzz_input){input.at, first});
    sit_down(&m, 1, (struct fuzz_input){end ? end + 1 : input.at, end ? input.left - first - 1 : 0});
    fuzz_expect(maze_table_meet(t));
    m.poll = t->proxy[0].wire.poll;
    for (int i = 0; i < MAZE_TABLE_PLAYERS; i++) {
        t->proxy[i].wire.poll = say_and_wait;
        t->proxy[i].wire.context = &m;
        plays[i] = calls->set_up(&t->proxy[i], &t->setup.state, i, t->setup.goal[i], &why);
    }
    for (int turn = 0; turn < TURNS; turn++) {
        int player = turn % MAZE_TABLE_PLAYERS;
        plays[player] = plays[player] && take_turn(t, player);
    }
    for (int i = 0; i < MAZE_TABLE_PLAYERS; i++) {
        if (plays[i]) {
            calls->set_up(&t->proxy[i], NULL, i, t->setup.goal[i], &why);
            calls->win(&t->proxy[i], true, &why);
        }
        fuzz_be_silent(&m.speech[i]);
        maze_proxy_player_close(&t->proxy[i]);
        t->proxy[i].message = (struct text){0};
    }
    maze_hub_close(&t->hub);
}

static void serve(struct fuzz_input *input, const struct maze_dialect *dialect)
{
    struct maze_trial trial;
    struct error why = {.kind = ERROR_NONE};
    struct maze_house_player house = maze_house_player(&(struct maze_entry){.strategy = MAZE_EUCLID}, &trial);
    int in = dup(fuzz_file(input)), out = open("/dev/null", O_WRONLY | O_CLOEXEC);
    struct maze_proxy_referee referee = {.client = {.wire = wire_open(in, out, -1, CLOCK_NEVER)},
                                         .player = {"Ann", &maze_house_player_calls, &house},
                                         .trial = &trial};
    bool served = maze_proxy_referee_run(&referee, dialect, &why);
    fuzz_expect(served || why.kind != ERROR_NONE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct maze_table table;
    static bool opened;
    opened = opened || maze_table_open(&table);
    fuzz_expect(opened);
    struct fuzz_input input = {data, size};
    unsigned choice = fuzz_byte(&input);
    if (!(choice & SERVER)) {
        serve(&input, maze_dialect_find(choice & MEMO ? "memo" : "call"));
    } else if (choice & MEMO) {
        meet(input, &table);
    } else {
        play(input, &table);
    }
    return 0;
}
