/* xbad: plays a game of Maze with players that may fail in a call or cheat. */
#include "maze_run.h"

static const char help[] =
    "Reads players and the state of a referee, plays the game, and prints the winners and the players that dropped out. "
    "A player is an array of a name and a strategy, Riemann or Euclid. "
    "A third element is the call in which the player fails: setUp, takeTurn or win; "
    "or the way in which it cheats: unreachable, coordinate, row, column, undo or stay. "
    "A strategy with a slash in it is the path of a program that plays (docs/bots.md); such a player has no third element.\n"
    "\n"
    "    $ ./xbad --explain <<'END'\n"
    "    [[\"Ann\", \"Euclid\"], [\"Ben\", \"Riemann\", \"takeTurn\"]]\n" MAZE_RUN_EXAMPLE "    END\n"
    "    xbad: Ben: kicked in round 1: did not answer \"takeTurn\"\n"
    "    xbad: Ann: came home in round 3 and ended the game\n"
    "    xbad: Ann: won after round 3 with 1 treasure, at the squared distance 0 from row 1, column 1\n"
    "    [[\"Ann\"],[\"Ben\"]]\n";

int main(int argc, char **argv)
{
    struct maze_run run = MAZE_RUN;
    const struct harness_table tables[] = {
        {maze_run_options, &run}, {recording_options, &run.recording}, {bot_players_options, &run.bots}, {0}};
    struct harness h = {.name = "xbad",
                        .usage = "xbad [OPTION...] < INPUT",
                        .summary = "Play a game of Maze with players that may fail in a call or cheat.",
                        .help = help};
    if (harness_options(&h, argc, argv, tables)) {
        maze_run(&h, &run, MAZE_BAD_PLAYERS, true);
    }
    return harness_exit(&h);
}
