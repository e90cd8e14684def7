/* The dialects of Trains. A byte says which one and who reads: a server what a player answers, from some call on, or a
 * client all that its server says. */
#include "fuzz.h"
#include "peer.h"
#include "remote/trains_proxy_player.h"
#include "remote/trains_proxy_referee.h"
#include "trains/strategy.h"

#include <fcntl.h>
#include <unistd.h>

enum { DIALECTS = 3 };

/* All calls of a game on a player, from one of them on, as far as it answers. */
static void play(struct fuzz_input input, const struct trains_dialect *dialect, const struct table *table, int call)
{
    const struct trains_player_calls *calls = &trains_proxy_player_calls;
    struct fuzz_speech speech;
    struct trains_proxy_player p = {.wire = fuzz_speak(&speech, input), .dialect = dialect};
    struct trains_message m = table_message(table, TRAINS_CALL_SETUP), more = table_message(table, TRAINS_CALL_MORE);
    struct trains_action action;
    unsigned returned;
    struct error why = {.kind = ERROR_NONE};
    bool goes_on = true;
    for (; call < TRAINS_CALLS && goes_on; call++) {
        switch (call) {
        case TRAINS_CALL_START:
            goes_on = calls->start(&p, &why);
            break;
        case TRAINS_CALL_LOSSES:
            goes_on = calls->losses(&p, 3, &why);
            break;
        case TRAINS_CALL_SETUP:
            goes_on = calls->setup(&p, m.map, m.rails, m.cards.cards, m.cards.count, &why);
            break;
        case TRAINS_CALL_PICK:
            goes_on = calls->pick(&p, &table->map, table->offered, &returned, &why);
            break;
        case TRAINS_CALL_PLAY:
            goes_on = calls->play(&p, &table->view, &action, &why);
            break;
        case TRAINS_CALL_MORE:
            goes_on = calls->more(&p, more.cards.cards, more.cards.count, &why);
            break;
        case TRAINS_CALL_UPDATE:
            goes_on = calls->update(&p, &table->view, &why);
            break;
        case TRAINS_CALL_WIN:
            goes_on = calls->win(&p, true, &why);
            break;
        default:
            goes_on = calls->end(&p, true, &why);
        }
    }
    fuzz_expect(goes_on || why.kind != ERROR_NONE);
    calls->kicked(&p, call % 2, why.text);
    trains_proxy_player_close(&p);
    fuzz_be_silent(&speech);
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
    const struct trains_dialect *dialect = trains_dialect_find(trains_dialects[choice % DIALECTS].name);
    int call = choice / DIALECTS;
    if (call == TRAINS_CALLS) {
        serve(&input, dialect, &table);
    } else {
        play(input, dialect, &table, call);
    }
    return 0;
}
