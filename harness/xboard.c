/* xboard: which tiles of a board can be reached from one of them? */
#include "maze/codec.h"
#include "show.h"

static const char help[] =
    "Reads a board and a coordinate, and prints the coordinates that paths lead to from there, itself included, row by row.\n"
    "\n"
    "    $ ./xboard <<'END'\n"
    "    {\"connectors\": [[\"┌\", \"─\"], [\"└\", \"│\"]],\n"
    "     \"treasures\": [[[\"ruby\", \"beryl\"], [\"ruby\", \"zircon\"]],\n"
    "                   [[\"beryl\", \"zircon\"], [\"diamond\", \"ruby\"]]]}\n"
    "    {\"row#\": 1, \"column#\": 0}\n"
    "    END\n"
    "    [{\"column#\":0,\"row#\":0},{\"column#\":1,\"row#\":0},{\"column#\":0,\"row#\":1}]\n";

int main(int argc, char **argv)
{
    const struct harness_input inputs[] = {
        {.what = "a board", .types = HARNESS_OBJECT, .sign = "connectors"},
        {.what = "a coordinate", .name = "coordinate", .types = HARNESS_OBJECT, .sign = "row#"},
        {0}};
    struct show show = {0};
    const struct harness_table tables[] = {{show_options, &show}, {0}};
    struct harness h = {.name = "xboard",
                        .usage = "xboard [--show] < INPUT",
                        .summary = "Say which tiles of a Maze board can be reached from one of them.",
                        .help = help};
    struct maze_avatar avatar = {.home = {MAZE_NOWHERE, MAZE_NOWHERE}, .color = "red"};
    struct maze_state state = {.players = 1, .avatar = &avatar};
    struct maze_walker walker;
    if (harness_options(&h, argc, argv, tables) && harness_read(&h, inputs) &&
        maze_codec_board(&h.value[0], &h.arena, &state.board, &h.error) &&
        maze_codec_place(&h.value[1], &state.board, &avatar.current, &h.error) &&
        maze_walker_init(&walker, &state.board, &h.arena, &h.error)) {
        maze_walk(&walker, &state.board, avatar.current);
        show_reached(&h, &show, &state, &walker);
    }
    return harness_exit(&h);
}
