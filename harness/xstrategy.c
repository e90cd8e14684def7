/* xstrategy: what does a house player do on its turn? */
#include "harness.h"
#include "trains/codec.h"
#include "trains/strategy.h"

static const char help[] =
    "Reads a map and the state of the player whose turn it is, and prints what a house player does: it asks for cards or "
    "acquires a connection.\n"
    "\n"
    "    $ ./xstrategy <<'END'\n"
    "    {\"width\": 800, \"height\": 800, \"cities\": [[\"Boston\", [700, 100]], [\"Chicago\", [400, 150]]],\n"
    "     \"connections\": {\"Boston\": {\"Chicago\": {\"red\": 3, \"blue\": 4}}}}\n"
    "    {\"this\": {\"destination1\": [\"Boston\", \"Chicago\"], \"destination2\": [\"Boston\", \"Chicago\"],\n"
    "              \"rails\": 45, \"cards\": {\"red\": 2, \"blue\": 9}, \"acquired\": []},\n"
    "     \"acquired\": []}\n"
    "    END\n"
    "    [\"Boston\",\"Chicago\",\"blue\",4]\n";

struct settings {
    const char *strategy;
};

static const struct harness_option options[] = {
    {.help = "Options"},
    {"strategy", .argument = "NAME", HARNESS_INTO(struct settings, strategy), .words = "Hold-10|Buy-Now",
     .help = "Hold-10 (the default) asks for cards while it holds 10 or fewer, Buy-Now buys whenever it can"},
    {.name = ""},
};

static bool run(struct harness *h, const struct trains_strategy *strategy)
{
    struct trains_map map;
    struct trains_state state;
    struct trains_hand hand;
    struct text answer = {0};
    if (!trains_codec_map(&h->value[0], &h->arena, &map, &h->error) ||
        !trains_codec_state(&h->value[1], &map, false, false, &h->arena, &state, &hand, &h->error)) {
        return false;
    }
    trains_codec_write_action(&answer, &map, trains_strategy_turn(strategy, &state, &hand));
    return harness_answer(h, &answer);
}

int main(int argc, char **argv)
{
    const struct harness_input inputs[] = {
        {.what = "a map", .types = HARNESS_OBJECT, .sign = "cities", .repeats_at = TRAINS_MAP_REPEATS_AT},
        {.what = "the state of a player", .types = HARNESS_OBJECT, .sign = "this"},
        {0},
    };
    struct settings settings = {"Hold-10"};
    const struct harness_table tables[] = {{options, &settings}, {0}};
    struct harness h = {.name = "xstrategy",
                        .usage = "xstrategy [--strategy NAME] < INPUT",
                        .summary = "Say what a house player of Trains does on its turn.",
                        .help = help};
    if (harness_options(&h, argc, argv, tables) && harness_read(&h, inputs)) {
        run(&h, trains_strategy_find(settings.strategy));
    }
    return harness_exit(&h);
}
