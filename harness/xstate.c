/* xstate: where can the first player go after a slide? */
#include "maze/codec.h"
#include "show.h"

static const char help[] =
    "Reads a state, an index, a direction and a degree: slides that row or column, inserts the spare tile, rotated "
    "counterclockwise, and prints the coordinates that the first player of the state can reach then.\n"
    "\n"
    "    $ ./xstate <<'END'\n" SHOW_EXAMPLE "    0 \"LEFT\" 180\n"
    "    END\n"
    "    [{\"column#\":0,\"row#\":0},{\"column#\":1,\"row#\":0},{\"column#\":1,\"row#\":1}]\n";

int main(int argc, char **argv)
{
    const struct harness_input inputs[] = {{.what = "a state", .types = HARNESS_OBJECT, .sign = "board"},
                                           {.what = "an index", .name = "index", .types = HARNESS_NUMERIC},
                                           {.what = "a direction", .name = "direction", .types = HARNESS_STRING},
                                           {.what = "a degree", .name = "degree", .types = HARNESS_NUMERIC},
                                           {0}};
    struct show show = {0};
    const struct harness_table tables[] = {{show_options, &show}, {0}};
    struct harness h = {.name = "xstate",
                        .usage = "xstate [--show] < INPUT",
                        .summary = "Say where the first player of a Maze state can go after a slide.",
                        .help = help};
    struct maze_state state;
    struct maze_slide slide;
    struct maze_walker walker;
    int quarters;
    if (harness_options(&h, argc, argv, tables) && harness_read(&h, inputs) &&
        maze_codec_state(&h.value[0], &h.arena, &state, &h.error) &&
        maze_codec_slide(&h.value[1], &h.value[2], &state.board, &slide, &h.error) &&
        maze_codec_degree(&h.value[3], &quarters, &h.error) &&
        maze_walker_init(&walker, &state.board, &h.arena, &h.error)) {
        if (show.wanted) {
            show_state(&h, &state, NULL, NULL);
        }
        maze_state_slide(&state, slide, quarters);
        maze_walk(&walker, &state.board, state.avatar[0].current);
        show_reached(&h, &show, &state, &walker);
    }
    return harness_exit(&h);
}
