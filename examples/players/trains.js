#!/usr/bin/env node
// trains.js [PORT NAME [HOST]]: a player of Trains. It plays like the house player Hold-10.
"use strict";
const { play } = require("./table.js");

// What it suggests if a tournament asks for a map: seven cities in a row.
const MAP = { width: 800, height: 800, cities: [..."ABCDEFG"].map((city, i) => [city, [100 * i + 50, 400]]), connections: {} };
[..."ABCDEF"].forEach((city, i) => { MAP.connections[city] = { ["BCDEFG"[i]]: { red: 3, blue: 4 } }; });
const before = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
let connections = [];

// A game begins: put the connections in the order in which they are tried.
function setup(board) {
  connections = [];
  for (const [a, targets] of Object.entries(board.connections)) {
    for (const [b, colors] of Object.entries(targets)) {
      for (const [color, length] of Object.entries(colors)) {
        connections.push(a < b ? [a, b, color, length] : [b, a, color, length]);
      }
    }
  }
  connections.sort((x, y) => before(x[0], y[0]) || before(x[1], y[1]) || x[3] - y[3] || before(x[2], y[2]));
}

// With more than ten cards, buy the first connection that is free and affordable.
function turn(me, others) {
  const taken = new Set([me.acquired, ...others].flat().map(String));
  const held = Object.values(me.cards).reduce((sum, n) => sum + n, 0);
  const wanted = connections.find((one) =>
    held > 10 && one[3] <= Math.min(me.rails, me.cards[one[2]] || 0) && !taken.has(String(one)));
  return wanted || "more cards";
}

play((call, [first]) => {
  switch (call) {
    case "start": return MAP;
    case "setup": setup(first); return "void";
    case "pick": // five destinations: say which three are not wanted
      return first.sort((x, y) => before(x[0], y[0]) || before(x[1], y[1])).slice(2);
    case "play": return turn(first.this, first.acquired);
    default: return "void";
  }
});
