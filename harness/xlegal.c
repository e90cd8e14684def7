/* xlegal: may a player have what it asks for? */
#include "harness.h"
#include "trains/codec.h"
#include "trains/rules.h"

static const char help[] =
    "Reads a map, the state of the player whose turn it is, and a connection, and says whether the player may have it.\n"
    "\n"
    "    $ ./xlegal --explain <<'END'\n"
    "    {\"width\": 800, \"height\": 800, \"cities\": [[\"Boston\", [700, 100]], [\"Chicago\", [400, 150]]],\n"
    "     \"connections\": {\"Boston\": {\"Chicago\": {\"red\": 3, \"blue\": 4}}}}\n"
    "    {\"this\": {\"destination1\": [\"Boston\", \"Chicago\"], \"destination2\": [\"Boston\", \"Chicago\"],\n"
    "              \"rails\": 45, \"cards\": {\"red\": 2, \"blue\": 6}, \"acquired\": []},\n"
    "     \"acquired\": []}\n"
    "    [\"Boston\", \"Chicago\", \"red\", 3]\n"
    "    END\n"
    "    xlegal: illegal: asked for \"Boston - Chicago, red, 3\" with 2 red cards\n"
    "    false\n"
    "\n"
    "With --proposal it reads the last legal game state, the players' hands, and the game state that a player proposes, "
    "and says whether that one is legal: nothing but the action may differ, and the player may have what it asks for. "
    "docs/rules-trains.md describes the formats.\n";

struct settings {
    bool explain, proposal;
};

static const struct harness_option options[] = {
    {.help = "Options"},
    {"explain", HARNESS_INTO(struct settings, explain),
     .help = "say on stderr what was asked for and what is wrong with it"},
    {"proposal", HARNESS_INTO(struct settings, proposal), .help = "judge a whole game state"},
    {.name = ""},
};

struct verdict {
    bool legal;
    char why[200];
};

static bool judge_connection(struct harness *h, struct verdict *verdict)
{
    struct trains_map map;
    struct trains_state state;
    struct trains_hand hand;
    struct trains_action action;
    if (!trains_codec_map(&h->value[0], &h->arena, &map, &h->error) ||
        !trains_codec_state(&h->value[1], &map, false, false, &h->arena, &state, &hand, &h->error) ||
        !trains_codec_acquired(&h->value[2], &map, &h->arena, &action, &h->error)) {
        return false;
    }
    enum trains_ruling ruling = trains_rules_judge(&state, &hand, action);
    verdict->legal = ruling == TRAINS_LEGAL;
    trains_rules_explain(ruling, &state, &hand, action, verdict->why, sizeof verdict->why);
    return true;
}

static bool judge_proposal(struct harness *h, struct verdict *verdict)
{
    struct trains_proposal last, proposed;
    const char *turn;
    struct trains_hand hand;
    if (!trains_codec_game_state(&h->value[0], true, &h->arena, &last, &h->error) ||
        !trains_codec_hands(&h->value[1], &h->arena, &turn, &hand, &h->error) ||
        !trains_codec_game_state(&h->value[2], false, &h->arena, &proposed, &h->error)) {
        return false;
    }
    verdict->legal =
        trains_proposal_judge(&last, turn, &hand, &proposed, &h->arena, verdict->why, sizeof verdict->why, &h->error);
    return h->error.kind == ERROR_NONE;
}

int main(int argc, char **argv)
{
    const struct harness_input connection[] = {
        {.what = "a map", .types = HARNESS_OBJECT, .sign = "cities", .repeats_at = TRAINS_MAP_REPEATS_AT},
        {.what = "the state of a player", .types = HARNESS_OBJECT, .sign = "this"},
        {.what = "a connection", .types = HARNESS_ARRAY},
        {0},
    };
    const struct harness_input proposal[] = {
        {.what = "the last legal game state", .repeats_at = TRAINS_GAME_STATE_REPEATS_AT},
        {.what = "the players' hands"},
        {.what = "the proposed game state", .repeats_at = TRAINS_GAME_STATE_REPEATS_AT},
        {0},
    };
    struct settings settings = {0};
    const struct harness_table tables[] = {{options, &settings}, {0}};
    struct harness h = {.name = "xlegal",
                        .usage = "xlegal [--explain] < INPUT\nxlegal --proposal [--explain] < INPUT",
                        .summary = "Say whether a player of Trains may have what it asks for.",
                        .help = help};
    struct verdict verdict = {0};
    if (harness_options(&h, argc, argv, tables) && harness_read(&h, settings.proposal ? proposal : connection) &&
        (settings.proposal ? judge_proposal : judge_connection)(&h, &verdict)) {
        if (settings.explain) {
            harness_explain(&h, "%s: %s", verdict.legal ? "legal" : "illegal", verdict.why);
        }
        struct text answer = {0};
        text_boolean(&answer, verdict.legal);
        harness_answer(&h, &answer);
    }
    return harness_exit(&h);
}
