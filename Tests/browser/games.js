// Plays games with the programs, and follows their logs line by line, without knowing how pages do it.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

export const scratch = resolve("build/browser/pages");
mkdirSync(scratch, { recursive: true });

// Runs a program on an input; the page that it made, and the lines of its log.
export function play(program, input, name, ...options) {
  const page = `${scratch}/${name}.html`;
  const log = `${scratch}/${name}.log`;
  const answer = execFileSync(`${process.env.BIN}/${program}`, ["--replay", page, "--log", log, ...options], { input });
  return { page, answer: JSON.parse(answer), lines: readLog(log) };
}

export const fixture = (program, name) => readFileSync(`fixtures/${program}/${name}-in.json`);

const readLog = (path) => readFileSync(path, "utf8").trim().split("\n").map((line) => JSON.parse(line));

// The page for a log that is there already.
export function pageOf(log, name) {
  const page = `${scratch}/${name}.html`;
  writeFileSync(page, execFileSync(`${process.env.BIN}/xreplay`, [log], { maxBuffer: 1 << 28 }));
  return { page, lines: readLog(log) };
}

// The states of a game of Trains, one for each step of its page: who owns what, what everybody holds, the totals.
export function trainsStates(lines, game) {
  const mine = lines.filter((line) => line.game === game);
  const seats = mine[0].players.map((name) => ({ name, rails: 0, cards: {}, owned: [], out: false, total: null }));
  const seat = (line) => seats.find(({ name }) => name === line.player);
  const states = [structuredClone(seats)];
  const deal = (to, cards) => cards.forEach((card) => {
    to.cards[card] = (to.cards[card] || 0) + 1;
  });
  let step = null;
  for (const line of mine.slice(1)) {
    const ends = line.event === "score" || (step && step.event === "score");
    const same = step && (ends ? step.event === "score" : line.turn ? step.turn === line.turn : step.player === line.player);
    if (!same) {
      step = line;
      states.push(null);
    }
    switch (line.event) {
      case "setup":
        seat(line).rails = line.rails;
        deal(seat(line), line.cards);
        break;
      case "play":
        if (Array.isArray(line.action)) {
          const [from, to, color, length] = line.action;
          seat(line).rails -= length;
          seat(line).cards[color] -= length;
          seat(line).owned.push(`${from} ${to} ${color} ${length}`);
        }
        break;
      case "more":
        deal(seat(line), line.cards);
        break;
      case "kick":
        Object.assign(seat(line), seat(line).total === null ? { owned: [], rails: 0, cards: {} } : {}, { out: true });
        break;
      case "score":
        seat(line).total = line.total;
        break;
      default:
    }
    states[states.length - 1] = structuredClone(seats);
  }
  return states;
}

// The same for Maze: where everybody is, what it is after, what it has, and what the line that was slid looks like.
export function mazeStates(lines) {
  const [{ players, state }] = lines;
  const seats = players.map((name, i) => ({ name, at: state.plmt[i].current, goal: state.plmt[i].goto, treasures: 0, out: false }));
  const seat = (line) => seats.find(({ name }) => name === line.player);
  const states = [{ seats: structuredClone(seats) }];
  for (const line of lines.slice(1)) {
    const last = states[states.length - 1];
    const follows = last.by === line.player && line.call === "setUp";
    if (line.event === "turn" || (line.event === "kick" && !follows && !last.end) || (line.event === "score" && !last.end)) {
      states.push({ by: line.player, end: line.event === "score" });
    }
    const now = states[states.length - 1];
    if (line.event === "setup") {
      seat(line).goal = line.goal;
    } else if (line.event === "turn" && line.choice !== "PASS") {
      Object.entries(line.avatars).forEach(([player, at]) => {
        seat({ player }).at = at;
      });
      Object.assign(now, { slide: line.choice, line: line.line });
    } else if (line.event === "goal") {
      seat(line).treasures += line.home ? 0 : 1;
    } else if (line.event === "kick") {
      seat(line).out = true;
    }
    now.seats = structuredClone(seats);
  }
  return states;
}
