/* The dialects of Maze. A byte says which one and who reads: a server what a player says in the course of a game, or a
 * client all that its server says. */
#include "fuzz.h"
#include "maze_table.h"

#include <fcntl.h>
#include <unistd.h>

enum { SERVER = 1, MEMO = 2 };

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
        while (calls->take_turn(&proxy, state, 0, &choice, &why)) {
            maze_rules_judge(&t->trial, state, 0, choice);
        }
    }
    maze_proxy_player_close(&proxy);
    fuzz_be_silent(&speech);
}

/* The server's end of "memo": queries, and something else. */
static void reply(struct fuzz_input *input, struct maze_table *t)
{
    struct json_value value;
    struct error why = {.kind = ERROR_NONE};
    struct maze_choice choice;
    struct maze_proxy_player *proxy = &t->proxy[0];
    proxy->wire = wire_open(dup(fuzz_file(input)), open("/dev/null", O_WRONLY | O_CLOEXEC), -1, CLOCK_NEVER);
    fuzz_expect(maze_table_meet(t));
    while (maze_hub_receive(proxy, CLOCK_NEVER, &value, &why)) {
        struct json_at at = json_at_root(&value);
        maze_dialect_choice(&at, &choice, &why);
        json_object_put(value.object);
    }
    maze_hub_close(&t->hub);
    maze_proxy_player_close(proxy);
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
        serve(&input, choice & MEMO ? &maze_memo_dialect : &maze_call_dialect);
    } else if (choice & MEMO) {
        reply(&input, &table);
    } else {
        play(input, &table);
    }
    return 0;
}
