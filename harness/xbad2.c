/* xbad2: plays a game of Maze with players that may stop answering at some point, or cheat. */
#include "maze_run.h"

static const char help[] =
    "Reads players and the state of a referee, plays the game, and prints the winners and the players that dropped out. "
    "A player is an array of a name and a strategy, Riemann or Euclid. "
    "A third element, setUp, takeTurn or win, is the call in which the player fails, and a fourth, 1 to 7, says which "
    "time it does: it never returns from that call, which counts as a failure at once. "
    "Instead of a call, the third element may be the way in which the player cheats: "
    "unreachable, coordinate, row, column, undo or stay. "
    "A strategy with a slash in it is the path of a program that plays (docs/bots.md); such a player has no third element.\n"
    "\n"
    "    $ ./xbad2 --explain <<'END'\n"
    "    [[\"Ann\", \"Euclid\"], [\"Ben\", \"Riemann\", \"takeTurn\", 2]]\n" MAZE_RUN_EXAMPLE "    END\n"
    "    xbad2: Ben: kicked in round 2: did not answer \"takeTurn\"\n"
    "    xbad2: Ann: came home in round 3 and ended the game\n"
    "    xbad2: Ann: won after round 3 with 1 treasure, at the squared distance 0 from row 1, column 1\n"
    "    [[\"Ann\"],[\"Ben\"]]\n";

int main(int argc, char **argv)
{
    struct maze_run run = MAZE_RUN;
    const struct harness_table tables[] = {
        {maze_run_options, &run}, {recording_options, &run.recording}, {bot_players_options, &run.bots}, {0}};
    struct harness h = {.name = "xbad2",
                        .usage = "xbad2 [OPTION...] < INPUT",
                        .summary = "Play a game of Maze with players that may stop answering at some point, or cheat.",
                        .help = help};
    if (harness_options(&h, argc, argv, tables)) {
        maze_run(&h, &run, MAZE_COUNTING_PLAYERS, true);
    }
    return harness_exit(&h);
}
