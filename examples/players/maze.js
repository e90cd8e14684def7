#!/usr/bin/env node
// maze.js [PORT NAME [HOST]]: a player of Maze. It slides a row that is not next to it, so that nothing around it moves,
// and takes one step along a path, to the tile that is nearest to its goal.
"use strict";
const { play } = require("./table.js");

// The way to a neighbor, the tiles that have a path on that side, and those that have one on the opposite side.
const UP = "│└┘├┤┴┼", DOWN = "│┌┐├┤┬┼", LEFT = "─┐┘┤┬┴┼", RIGHT = "─┌└├┬┴┼";
const SIDES = [[-1, 0, UP, DOWN], [1, 0, DOWN, UP], [0, -1, LEFT, RIGHT], [0, 1, RIGHT, LEFT]];
let goal = {};

function turn(state) {
  const rows = state.board.connectors, at = state.plmt[0].current; // we come first
  const row = at["row#"], column = at["column#"];
  const slide = row > 1 ? 0 : row === 1 ? 4 : 2; // even, and at least two rows away
  let nearest = Infinity, to = null;
  for (const [down, right, here, there] of SIDES) {
    const r = row + down, c = column + right;
    const distance = (r - goal["row#"]) ** 2 + (c - goal["column#"]) ** 2;
    const next = (rows[r] || [])[c];
    if (next && here.includes(rows[row][column]) && there.includes(next) && distance < nearest) {
      nearest = distance;
      to = { "row#": r, "column#": c };
    }
  }
  const direction = state.last && state.last[1] === "RIGHT" ? "RIGHT" : "LEFT"; // LEFT might undo the latest slide
  return to && slide < rows.length ? [slide, direction, 0, to] : "PASS";
}

play((call, [first, second]) => {
  if (call === "setup") { // the state or, later in the game, false; then our goal
    goal = second;
  }
  return call === "take-turn" ? turn(first) : "void";
});
