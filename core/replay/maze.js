// Maze: the contents of a log (core/replay/maze.h describes the data), and how they look on the board.

const directions = ["LEFT", "RIGHT", "UP", "DOWN"];
const rowSteps = [-1, 0, 1, 0]; // north, east, south, west: in the order of the bits of a tile's sides
const columnSteps = [0, 1, 0, -1];

function makeReplay(data) {
  const { rows, columns } = data;
  const cells = rows * columns;
  const rowOf = (place) => Math.floor(place / columns);
  const columnOf = (place) => place % columns;
  const spot = (row, column) => `row ${row}, column ${column}`;
  const players = data.players.map(([name, color, homeRow, homeColumn, place, goalRow, goalColumn], i) =>
    ({ name, color, number: i + 1, home: [homeRow, homeColumn], place, goal: [goalRow, goalColumn] }));
  const isHome = (player, goal) => goal[0] === player.home[0] && goal[1] === player.home[1];

  // Steps: the start, what happens before the first turn, each turn with its consequences, the end.
  function stepsOf(events) {
    const steps = [{ kind: "start", round: 0, events: [] }];
    let round = 0;
    for (const event of events) {
      const last = steps[steps.length - 1];
      if (event[0] === "r") {
        round = event[1];
      } else if (event[0] === "t" || (event[0] === "k" && last.kind !== "end" && !follows(last, event))) {
        steps.push({ kind: round ? "turn" : "start", round, player: event[1], events: [event] });
      } else if (event[0] === "f" && last.kind !== "end") {
        steps.push({ kind: "end", round, events: [event] });
      } else {
        last.events.push(event);
      }
    }
    return steps;
  }

  // A player that fails on being told its next goal fails in its own turn.
  const follows = (step, event) => step.kind === "turn" && step.player === event[1] && event[2] === "setUp";

  function start() {
    return {
      step: null,
      tile: Array.from({ length: cells + 1 }, (_, place) => place), // tile at each place; the spare is the last
      turns: new Uint32Array(cells + 1), // quarter turns of each tile, counterclockwise, since the start
      seats: players.map((player) => ({ place: player.place, goal: player.goal, treasures: 0, out: null, score: null })),
      slide: firstSlide, from: null,
    };
  }

  function copy(state) {
    return { ...state, tile: [...state.tile], turns: state.turns.slice(), seats: state.seats.map((seat) => ({ ...seat })) };
  }

  // The places of the line that a slide moves, in the direction of travel.
  function lineOf(index, direction) {
    const row = direction < 2;
    const places = Array.from({ length: row ? columns : rows }, (_, i) => row ? index * columns + i : i * columns + index);
    return direction % 2 === 0 ? places.reverse() : places;
  }

  function slide(state, index, direction, quarters) {
    const line = lineOf(index, direction);
    const spare = state.tile[cells];
    state.turns[spare] += quarters;
    state.tile[cells] = state.tile[line[line.length - 1]];
    for (let i = line.length - 1; i > 0; i--) {
      state.tile[line[i]] = state.tile[line[i - 1]];
    }
    state.tile[line[0]] = spare;
    for (const seat of state.seats) {
      const at = line.indexOf(seat.place);
      if (at >= 0) {
        seat.place = line[(at + 1) % line.length];
      }
    }
    state.slide = `${index} ${directions[direction]}`;
  }

  function apply(state, step) {
    state.step = step;
    state.from = null;
    for (const event of step.events) {
      const seat = state.seats[event[1]];
      switch (event[0]) {
        case "s":
          seat.goal = [event[2], event[3]];
          break;
        case "t":
          if (event.length > 2) {
            slide(state, event[2], event[3], event[4]);
            state.from = seat.place;
            seat.place = event[5];
          }
          break;
        case "g":
          seat.treasures += event[2] ? 0 : 1;
          break;
        case "k":
          seat.out = { round: step.round, call: event[2], reason: event[3] };
          break;
        case "f":
          seat.score = { treasures: event[2], distance: event[3], won: event[4] === 1 };
          break;
        default:
          seat.told = event[2] === 1;
      }
    }
  }

  // -- words --

  function sentence(event) {
    const player = players[event[1]];
    switch (event[0]) {
      case "s":
        return `${player.name} is to go to ${goalName(player, [event[2], event[3]])}.`;
      case "t":
        return event.length === 2 ? `${player.name} passes.` :
          `${player.name} slides ${event[3] < 2 ? "row" : "column"} ${event[2]} ${directions[event[3]].toLowerCase()}${
            event[4] ? `, with the spare turned by ${90 * event[4]} degrees` : ""}, and goes to ${
            spot(rowOf(event[5]), columnOf(event[5]))}.`;
      case "g":
        return event[2] ? `${player.name} has come home: the game is over.` : `${player.name} has reached its goal.`;
      case "k":
        return `${player.name} is removed in "${event[2]}": ${event[3]}.`;
      default:
        return null;
    }
  }

  const goalName = (player, goal) => isHome(player, goal) ? `its home, ${spot(...goal)}` : spot(...goal);

  function words(step, index) {
    const said = step.events.map(sentence).filter((text) => text);
    if (index === 0) {
      said.unshift(`The game begins: ${list(players.map((player) => player.name))}.`);
    }
    if (step.kind === "end") {
      const best = step.events.filter((event) => event[0] === "f" && event[4] === 1).map((event) => players[event[1]].name);
      said.unshift(`The game is over after round ${step.round}: ${best.length ? `${list(best)} ${best.length === 1 ? "wins" : "win"}` : "nobody wins"}.`);
    }
    return (step.kind === "turn" ? `Round ${step.round}: ` : "") + said.join(" ");
  }

  // -- a player's panel --

  function panel(state, i) {
    const seat = state.seats[i];
    return [
      make("p", { class: "facts" },
        make("span", {}, make("b", { "data-treasures": seat.treasures }, String(seat.treasures)), seat.treasures === 1 ? " treasure" : " treasures"),
        make("span", {}, "goal: ", isHome(players[i], seat.goal) ? "home, " : "", spot(...seat.goal))),
      seat.out ? make("p", { class: "why" }, `Removed in "${seat.out.call}": ${seat.out.reason}`) : null,
    ];
  }

  function result(state) {
    const ranked = state.seats.map((seat, i) => ({ seat, player: players[i] })).filter(({ seat }) => seat.score);
    if (ranked.length === 0) {
      return null;
    }
    ranked.sort((a, b) => b.seat.score.won - a.seat.score.won || b.seat.score.treasures - a.seat.score.treasures ||
      a.seat.score.distance - b.seat.score.distance);
    return [table("Result", ["Player", "Outcome", "Treasures", "Next goal", "Squared distance to it"],
      ranked.map(({ seat, player }) => ({
        class: seat.score.won ? "won" : null,
        cells: [[badge(player), player.name], seat.score.won ? "won" : "lost", String(seat.score.treasures),
          isHome(player, seat.goal) ? "home" : spot(...seat.goal), String(seat.score.distance)],
      }))),
    ...state.seats.map((seat, i) => seat.out ? make("p", { class: "why" }, badge(players[i]), ` ${players[i].name} was removed ${
      seat.out.round ? `in round ${seat.out.round}` : "before the first round"}, in "${seat.out.call}": ${seat.out.reason}`) : null)];
  }

  // -- the board --

  const picture = document.querySelector("#picture .board");
  const cell = Number(picture.dataset.cell);
  const [left, top] = picture.dataset.origin.split(" ").map(Number);
  const spareAt = picture.dataset.spare.split(" ").map(Number);
  const sides = [...data.sides].map((digit) => parseInt(digit, 16));
  const slideOf = ({ dataset }) => `${dataset.index} ${dataset.direction}`;
  const firstSlide = [...picture.querySelectorAll(".slide.last")].map(slideOf)[0] || null;
  const middle = (row, column) => [left + (column + 0.5) * cell, top + (row + 0.5) * cell];

  const trail = draw("g", { class: "trail" }, draw("path", { class: "under" }), draw("path"));
  picture.insertBefore(trail, picture.querySelector(":scope > .home, :scope > .goal, :scope > .avatar"));
  picture.classList.add("replay");

  const find = (selector, key) => {
    const found = [];
    picture.querySelectorAll(`:scope > ${selector}`).forEach((element) => {
      found[element.dataset[key]] = element;
    });
    return found;
  };

  function openPicture(game) {
    const tiles = find("g.cell", "tile");
    const figures = { avatar: find("g.avatar", "player"), goal: find("g.goal", "player"), home: find("g.home", "player") };
    const ways = tiles.map((tile) => tile.querySelector(".ways"));
    function paint(state, chosen) {
      state.tile.forEach((tile, place) => {
        const [x, y] = place === cells ? spareAt : middle(rowOf(place), columnOf(place));
        move(tiles[tile], x, y);
        if (tiles[tile].dataset.place !== String(place)) {
          tiles[tile].dataset.place = place;
          nameTile(tiles[tile], place === cells ? "spare tile" : spot(rowOf(place), columnOf(place)));
        }
        set(ways[tile], `rotate(${-90 * state.turns[tile]}deg)`);
      });
      const avatars = state.seats.map((seat) => seat.out ? null : [rowOf(seat.place), columnOf(seat.place)]);
      const goals = state.seats.map((seat) => seat.out ? null : seat.goal);
      stand(figures.avatar, avatars, around);
      stand(figures.goal, goals, leftwards);
      figures.home.forEach((element, i) => element.classList.toggle("gone", state.seats[i].out !== null));
      for (const kind of Object.values(figures)) {
        kind.forEach((element, i) => element.classList.toggle("others", chosen !== null && chosen !== i));
      }
      picture.querySelectorAll(".slide").forEach((element) => element.classList.toggle("last", slideOf(element) === state.slide));
      const path = state.from === null || state.seats[state.step.player].out ? [] : pathTo(state);
      const line = path.map((place, i) => `${i ? "L" : "M"}${middle(rowOf(place), columnOf(place)).join(" ")}`).join("");
      for (const part of trail.children) {
        part.setAttribute("d", line);
      }
      trail.style.stroke = path.length > 0 ? game.players[state.step.player].color : "none";
    }

    return { paint };
  }

  // The tooltip of a tile: its current position and its gems.
  function nameTile(tile, where) {
    const title = tile.querySelector("title");
    title.textContent = title.textContent.replace(/^[^:]*/, where);
  }

  function set(element, transform) {
    if (element && element.drawnAt !== transform) {
      element.drawnAt = transform;
      element.style.transform = transform;
    }
  }

  const move = (element, x, y) => set(element, `translate(${x}px, ${y}px)`);

  // The offset of the k-th of n figures that share a place, in cells: avatars around the center; goals, drawn at the
  // top right, in rows to the left of that.
  const around = (k, n) => n === 1 ? [0, 0] : [-0.24 * Math.cos(2 * Math.PI * k / n), -0.24 * Math.sin(2 * Math.PI * k / n)];
  const leftwards = (k) => [-0.29 * (k % 3), 0.29 * Math.floor(k / 3)];

  // Moves figures to their places. null: not visible.
  function stand(figures, spots, apart) {
    const shared = new Map();
    spots.forEach((at, i) => {
      const key = at && at.join(" ");
      shared.set(key, [...(shared.get(key) || []), i]);
    });
    spots.forEach((at, i) => {
      const visible = at !== null && at[0] < rows && at[1] < columns;
      figures[i].classList.toggle("gone", !visible);
      if (!visible) {
        return;
      }
      const group = shared.get(at.join(" "));
      const [right, down] = apart(group.indexOf(i), group.length);
      const [x, y] = middle(...at);
      figures[i].dataset.row = at[0];
      figures[i].dataset.column = at[1];
      move(figures[i], (x + right * cell).toFixed(1), (y + down * cell).toFixed(1));
    });
  }

  const open = (state, place, side) => {
    const tile = state.tile[place];
    return (sides[tile] >> ((side + state.turns[tile]) % 4)) & 1;
  };

  // The places within reach, each with the one before it on a shortest path.
  function reach(state, from) {
    const before = new Map([[from, -1]]);
    for (const place of before.keys()) {
      for (let side = 0; side < 4; side++) {
        const row = rowOf(place) + rowSteps[side];
        const column = columnOf(place) + columnSteps[side];
        const next = row * columns + column;
        if (row >= 0 && row < rows && column >= 0 && column < columns && !before.has(next) && open(state, place, side) &&
          open(state, next, (side + 2) % 4)) {
          before.set(next, place);
        }
      }
    }
    return before;
  }

  // A shortest path for the player whose turn it was, as places.
  function pathTo(state) {
    const to = state.seats[state.step.player].place;
    const before = reach(state, state.from);
    const path = [];
    for (let place = to; before.has(place); place = before.get(place)) {
      path.unshift(place);
    }
    return path;
  }

  const openGame = () => ({
    title: "The game", players, steps: stepsOf(data.events), apply, words, start, copy,
    value: (state, i) => state.seats[i].out ? null : state.seats[i].treasures,
    chart: "Treasures", chartNote: data.extra ? `a goal each, ${data.extra} more for who gets there, then home` : "a goal each, then home",
    active: (state) => state.step.player,
    next: (state) => nextOf(state.seats, state.step.kind === "end" ? null : state.step.player),
    panel, result,
  });
  const tell = ({ events }) => data.events.push(...events);

  // For somebody who plays: the board as sides of tiles, the state after a slide, and where one can go.
  const sidesAt = (state) => Array.from({ length: cells }, (_, place) =>
    [0, 1, 2, 3].reduce((sum, side) => sum | open(state, place, side) << side, 0));
  const slid = (state, index, direction, quarters) => {
    const after = { ...copy(state), from: null };
    slide(after, index, direction, quarters);
    return after;
  };
  const reachable = (state, from) => [...reach(state, from).keys()].filter((place) => place !== from);
  return { games: 1, openGame, openPicture, sidesAt, slid, reachable, tell, tournament: null, players: [], outcome: "", removed: [] };
}
