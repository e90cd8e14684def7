/* xbad2: plays a game of Maze with players that may stop answering at some time. */
#include "maze_run.h"

static const char help[] =
    "Usage: xbad2 [OPTION...] < INPUT\n"
    "\n"
    "Reads players and a referee's state, plays the game, and prints the winners and those who dropped out. A player "
    "is a\n"
    "name and a strategy, Riemann or Euclid; a third element, setUp, takeTurn or win, is the call in which it fails,\n"
    "and a fourth, 1 to 7, says at which time; it never returns from that call, which counts as a failure at once.\n"
    "Instead of a call it may be unreachable, coordinate, row, column, undo or stay, the way in which the player "
    "cheats.\n"
    "A strategy with a / in it is the path of a program that plays (docs/bots.md), and has no third element.\n"
    "\n"
    "    $ ./xbad2 --explain <<'END'\n"
    "    [[\"Ann\", \"Euclid\"], [\"Ben\", \"Riemann\", \"takeTurn\", 2]]\n" MAZE_RUN_EXAMPLE "    END\n"
    "    xbad2: Ben: kicked in round 2: did not answer \"takeTurn\"\n"
    "    xbad2: Ann: came home in round 3 and ended the game\n"
    "    xbad2: Ann: won after round 3 with 1 treasure, at the squared distance 0 from row 1, column 1\n"
    "    [[\"Ann\"],[\"Ben\"]]\n"
    "\n"
    "Options:\n" MAZE_RUN_HELP;

int main(int argc, char **argv)
{
    struct maze_run run = MAZE_RUN;
    const struct harness_option options[] = {MAZE_RUN_OPTIONS(run), {0}};
    struct harness h = {.name = "xbad2", .help = help};
    if (harness_options(&h, argc, argv, options)) {
        maze_run(&h, &run, MAZE_COUNTING_PLAYERS, true);
    }
    return harness_exit(&h);
}
