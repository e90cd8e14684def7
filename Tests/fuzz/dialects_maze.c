/* The dialects of Maze. A byte says which one and who reads: a server what a player says in the course of a game, or a
 * client all that its server says. */
#include "fuzz.h"
#include "maze_table.h"

#include <fcntl.h>
#include <unistd.h>

enum { SERVER = 1, MEMO = 2 };

/* What a player says, and where; line by line, each when it is waited for. */
struct speech {
    struct fuzz_input input;
    int to;
};

static int speak(void *context, struct pollfd *fds, nfds_t count, int64_t until)
{
    struct speech *speech = context;
    if (fds[0].events & POLLIN && poll(fds, count, 0) == 0) {
        const uint8_t *newline = speech->input.left ? memchr(speech->input.at, '\n', speech->input.left) : NULL;
        size_t length = newline ? (size_t)(newline - speech->input.at) + 1 : speech->input.left;
        if (length == 0) {
            close(speech->to);
            speech->to = -1;
        } else {
            fuzz_expect(write(speech->to, speech->input.at, length) == (ssize_t)length);
        }
        speech->input.at += length;
        speech->input.left -= length;
    }
    return clock_poll(fds, count, until);
}

/* The server's end of "call": a game, as far as the player comes. */
static void play(struct fuzz_input input, struct maze_table *t)
{
    struct maze_choice choice;
    struct error why = {.kind = ERROR_NONE};
    int ends[2];
    fuzz_expect(pipe2(ends, O_CLOEXEC) == 0);
    struct speech speech = {input, ends[1]};
    struct maze_proxy_player proxy = {.wire =
                                          wire_open(ends[0], open("/dev/null", O_WRONLY | O_CLOEXEC), -1, CLOCK_NEVER)};
    proxy.wire.poll = speak;
    proxy.wire.context = &speech;
    const struct maze_player_calls *calls = maze_call_dialect.calls;
    const struct maze_state *state = &t->setup.state;
    if (calls->set_up(&proxy, state, 0, t->setup.goal[0], &why)) {
        while (calls->take_turn(&proxy, state, 0, &choice, &why)) {
            maze_rules_judge(&t->trial, state, 0, choice);
        }
    }
    maze_proxy_player_close(&proxy);
    if (speech.to >= 0) {
        close(speech.to);
    }
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
