#!/usr/bin/env python3
"""maze.py [PORT NAME [HOST]]: a player of Maze. It slides a row that is not next to it, so that nothing around it moves,
and takes one step along a path, to the tile that is nearest to its goal."""
import table

# The way to a neighbor, the tiles that have a path on that side, and those that have one on the opposite side.
UP, DOWN, LEFT, RIGHT = "│└┘├┤┴┼", "│┌┐├┤┬┼", "─┐┘┤┬┴┼", "─┌└├┬┴┼"
SIDES = [(-1, 0, UP, DOWN), (1, 0, DOWN, UP), (0, -1, LEFT, RIGHT), (0, 1, RIGHT, LEFT)]
goal = {}


def turn(state):
    rows, me, last = state["board"]["connectors"], state["plmt"][0], state["last"]  # we come first
    row, column = me["current"]["row#"], me["current"]["column#"]
    slide = 0 if row > 1 else 4 if row == 1 else 2  # even, and at least two rows away
    steps = []
    for down, right, here, there in SIDES:
        r, c = row + down, column + right
        if 0 <= r < len(rows) and 0 <= c < len(rows[0]) and rows[row][column] in here and rows[r][c] in there:
            steps.append(((r - goal["row#"]) ** 2 + (c - goal["column#"]) ** 2, r, c))
    if not steps or slide >= len(rows):
        return "PASS"
    _, r, c = min(steps)
    direction = "RIGHT" if last and last[1] == "RIGHT" else "LEFT"  # LEFT might undo the latest slide
    return [slide, direction, 0, {"row#": r, "column#": c}]


def answer(call, arguments):
    if call == "setup":  # the state or, later in the game, false; then our goal
        goal.update(arguments[1])
    return turn(arguments[0]) if call == "take-turn" else "void"


table.play(answer)
