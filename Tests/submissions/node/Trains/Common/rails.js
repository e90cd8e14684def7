"use strict";

function areConnected(start, end, map) {
  const seen = new Set([start]);
  const waiting = [start];
  while (waiting.length) {
    const city = waiting.pop();
    for (const [from, others] of Object.entries(map.connections)) {
      for (const to of Object.keys(others)) {
        const next = from === city ? to : to === city ? from : null;
        if (next !== null && !seen.has(next)) {
          seen.add(next);
          waiting.push(next);
        }
      }
    }
  }
  return seen.has(end);
}

module.exports = { areConnected };
