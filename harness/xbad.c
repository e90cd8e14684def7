/* xbad: plays a game of Maze with players that may fail in a call. */
#include "maze_run.h"

static const char help[] =
    "Usage: xbad [OPTION...] < INPUT\n"
    "\n"
    "Reads players and a referee's state, plays the game, and prints the winners and those who dropped out. A player "
    "is a\n"
    "name and a strategy, Riemann or Euclid; a third element, setUp, takeTurn or win, is the call in which it fails,\n"
    "or unreachable, coordinate, row, column, undo or stay, the way in which it cheats. A strategy with a / in it\n"
    "is the path of a program that plays (docs/bots.md), and has no third element.\n"
    "\n"
    "    $ ./xbad --explain <<'END'\n"
    "    [[\"Ann\", \"Euclid\"], [\"Ben\", \"Riemann\", \"takeTurn\"]]\n" MAZE_RUN_EXAMPLE "    END\n"
    "    xbad: Ben: kicked in round 1: did not answer \"takeTurn\"\n"
    "    xbad: Ann: came home in round 3 and ended the game\n"
    "    xbad: Ann: won after round 3 with 1 treasure, at the squared distance 0 from row 1, column 1\n"
    "    [[\"Ann\"],[\"Ben\"]]\n"
    "\n"
    "Options:\n" MAZE_RUN_HELP;

int main(int argc, char **argv)
{
    struct maze_run run = MAZE_RUN;
    const struct harness_option options[] = {MAZE_RUN_OPTIONS(run), {0}};
    struct harness h = {.name = "xbad", .help = help};
    if (harness_options(&h, argc, argv, options)) {
        maze_run(&h, &run, MAZE_BAD_PLAYERS, true);
    }
    return harness_exit(&h);
}
