/* xchoice: what does a house player do on its turn? */
#include "maze_run.h"

static const char help[] =
    "Usage: xchoice [OPTION...] < INPUT\n"
    "\n"
    "Reads the name of a strategy, Riemann or Euclid, a state, and the coordinate that its first player has to reach, "
    "and\n"
    "prints what the player does: the line to slide, its direction, the rotation of the spare tile, and where to go.\n"
    "\n"
    "    $ ./xchoice --explain <<'END'\n"
    "    \"Euclid\"\n"
    "    {\"board\": {\"connectors\": [[\"┌\", \"─\"], [\"└\", \"│\"]],\n"
    "               \"treasures\": [[[\"ruby\", \"beryl\"], [\"ruby\", \"zircon\"]],\n"
    "                             [[\"beryl\", \"zircon\"], [\"diamond\", \"ruby\"]]]},\n"
    "     \"spare\": {\"tilekey\": \"┴\", \"1-image\": \"diamond\", \"2-image\": \"beryl\"},\n"
    "     \"plmt\": [{\"current\": {\"row#\": 0, \"column#\": 0}, \"home\": {\"row#\": 1, \"column#\": 1}, \"color\": "
    "\"red\"}],\n"
    "     \"last\": null}\n"
    "    {\"row#\": 1, \"column#\": 1}\n"
    "    END\n"
    "    xchoice: wanted to slide row 0 LEFT, turn the spare by 90 and go to row 1, column 1\n"
    "    [0,\"LEFT\",90,{\"column#\":1,\"row#\":1}]\n"
    "\n"
    "Options:\n"
    "      --explain    say it on stderr in words, too\n" MAZE_SHOW_HELP;

int main(int argc, char **argv)
{
    static const struct harness_input inputs[] = {{.what = "a strategy", .name = "strategy"},
                                                  {.what = "a state"},
                                                  {.what = "a coordinate", .name = "coordinate"},
                                                  {0}};
    bool show = false, explain = false;
    const struct harness_option options[] = {{"explain", .flag = &explain}, {"show", .flag = &show}, {0}};
    struct harness h = {.name = "xchoice", .help = help};
    struct maze_state state;
    struct maze_trial trial;
    struct maze_spot target;
    int strategy;
    if (harness_options(&h, argc, argv, options) && harness_read(&h, inputs) &&
        json_at_word(&h.value[0], maze_strategy_names, &strategy, &h.error) &&
        maze_codec_state(&h.value[1], &h.arena, &state, &h.error) && maze_codec_spot(&h.value[2], &target, &h.error) &&
        maze_trial_init(&trial, &state.board, &h.arena, &h.error)) {
        struct maze_choice choice = maze_strategy_choose((enum maze_strategy)strategy, &trial, &state, 0, target);
        struct text answer = {0};
        maze_codec_write_choice(&answer, choice);
        if (explain) {
            char text[200];
            maze_rules_explain(MAZE_LEGAL, choice, text, sizeof text);
            harness_say(&h, "%s", text);
        }
        if (show) {
            maze_show(stderr, &state, NULL, NULL, maze_run_color());
            maze_rules_apply(&state, 0, choice);
            maze_show(stderr, &state, NULL, NULL, maze_run_color());
        }
        harness_answer(&h, &answer);
    }
    return harness_exit(&h);
}
