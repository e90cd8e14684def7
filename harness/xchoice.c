/* xchoice: what does a house player do on its turn? */
#include "maze/codec.h"
#include "show.h"

static const char help[] =
    "Reads the name of a strategy, Riemann or Euclid, a state, and the coordinate that its first player has to reach, and "
    "prints what the player does: the line to slide, its direction, the rotation of the spare tile, and where to go.\n"
    "\n"
    "    $ ./xchoice --explain <<'END'\n"
    "    \"Euclid\"\n" SHOW_EXAMPLE "    {\"row#\": 1, \"column#\": 1}\n"
    "    END\n"
    "    xchoice: wanted to slide row 0 LEFT, turn the spare by 90 and go to row 1, column 1\n"
    "    [0,\"LEFT\",90,{\"column#\":1,\"row#\":1}]\n";

struct settings {
    bool explain, show;
};

static const struct harness_option options[] = {
    {.help = "Options"},
    {"explain", HARNESS_INTO(struct settings, explain), .help = "say it in words, too, on stderr"},
    {"show", HARNESS_INTO(struct settings, show), .help = "draw the board on stderr, before and after"},
    {.name = ""},
};

int main(int argc, char **argv)
{
    const struct harness_input inputs[] = {
        {.what = "a strategy", .name = "strategy", .types = HARNESS_STRING},
        {.what = "a state", .types = HARNESS_OBJECT, .sign = "board"},
        {.what = "a coordinate", .name = "coordinate", .types = HARNESS_OBJECT, .sign = "row#"},
        {0}};
    struct settings settings = {0};
    const struct harness_table tables[] = {{options, &settings}, {0}};
    struct harness h = {.name = "xchoice",
                        .usage = "xchoice [OPTION...] < INPUT",
                        .summary = "Say what a house player of Maze does on its turn.",
                        .help = help};
    struct maze_state state;
    struct maze_trial trial;
    struct maze_spot target;
    int strategy;
    if (harness_options(&h, argc, argv, tables) && harness_read(&h, inputs) &&
        json_at_word(&h.value[0], maze_strategy_names, &strategy, &h.error) &&
        maze_codec_state(&h.value[1], &h.arena, &state, &h.error) && maze_codec_spot(&h.value[2], &target, &h.error) &&
        maze_trial_init(&trial, &state.board, &h.arena, &h.error)) {
        struct maze_choice choice = maze_strategy_choose((enum maze_strategy)strategy, &trial, &state, 0, target);
        struct text answer = {0};
        maze_codec_write_choice(&answer, choice);
        if (settings.explain) {
            char text[200];
            maze_rules_explain(MAZE_LEGAL, choice, text, sizeof text);
            harness_explain(&h, "%s", text);
        }
        if (settings.show) {
            show_state(&h, &state, NULL, NULL);
            maze_rules_apply(&state, 0, choice);
            show_state(&h, &state, NULL, NULL);
        }
        harness_answer(&h, &answer);
    }
    return harness_exit(&h);
}
