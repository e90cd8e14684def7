/* The dialects of Trains. A byte says which one and who reads: the server the answer to a call, or a client all that
 * its server says. */
#include "fuzz.h"
#include "peer.h"
#include "remote/trains_proxy_referee.h"
#include "trains/strategy.h"

#include <fcntl.h>
#include <unistd.h>

enum { DIALECTS = 3 };

static void answer(struct fuzz_input *input, const struct trains_dialect *dialect, const struct table *table, int call)
{
    struct trains_message m = table_message(table, (enum trains_call)call);
    struct trains_answer heard;
    struct reading r;
    struct text written = {0};
    size_t length;
    char *text = fuzz_part(input, &length);
    if (reading_start(&r, text) && r.values > 0 && dialect->read_answer(&r.at[0], &m, &r.arena, &heard, &r.error)) {
        dialect->write_answer(&written, &m, &heard);
        fuzz_expect(!written.failed);
    }
    text_free(&written);
    reading_end(&r);
    free(text);
}

static void serve(struct fuzz_input *input, const struct trains_dialect *dialect, const struct table *table)
{
    struct trains_house_player house = {.map = &table->map, .strategy = trains_strategy_find("Buy-Now")};
    struct error why = {.kind = ERROR_NONE};
    int in = dup(fuzz_file(input)), out = open("/dev/null", O_WRONLY | O_CLOEXEC);
    struct trains_proxy_referee referee = {.client = {.wire = wire_open(in, out, -1, CLOCK_NEVER)},
                                           .dialect = dialect,
                                           .player = {"Ann", &trains_house_player_calls, &house}};
    bool served = trains_proxy_referee_run(&referee, &why);
    fuzz_expect(served || why.kind != ERROR_NONE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct table table;
    static bool opened;
    opened = opened || table_open(&table);
    fuzz_expect(opened);
    struct fuzz_input input = {data, size};
    int choice = fuzz_byte(&input) % (DIALECTS * (TRAINS_CALLS + 1));
    const struct trains_dialect *dialect = &trains_dialects[choice % DIALECTS];
    int call = choice / DIALECTS;
    if (call == TRAINS_CALLS) {
        serve(&input, dialect, &table);
    } else if (!((dialect->unsent | dialect->unanswered) >> call & 1)) {
        answer(&input, dialect, &table, call);
    }
    return 0;
}
