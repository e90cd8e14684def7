// Trains: the contents of a log (core/replay/trains.h describes the data), and how they look on the map.

const cardNames = { b: "blue", g: "green", r: "red", w: "white" };

function makeReplay(data) {
  const linkName = (link) => `${data.cities[link[0]]} – ${data.cities[link[1]]}`;

  // The events of each game, of each round, and of the tournament.
  const games = [];
  const rounds = [];
  const outside = { kicks: [], end: null };
  function take(event) {
    if (event[0] === "g") {
      games.push({ number: event[1], players: event[2], events: [] });
    } else if (event[0] === "r") {
      rounds.push({ number: event[1], tables: event[2], first: games.length });
    } else if (event[0] === "K") {
      outside.kicks.push({ player: event[1], name: data.names[event[1]], call: event[2], reason: event[3] });
    } else if (event[0] === "e") {
      outside.end = { winners: event[1].map((p) => data.names[p]) };
    } else {
      games[games.length - 1].events.push(event);
    }
  }
  data.events.forEach(take);

  // Steps worth stopping at: the start, each player's setup, each turn, the end.
  function stepsOf(events) {
    const steps = [{ kind: "start", events: [] }];
    for (const event of events) {
      const last = steps[steps.length - 1];
      const letter = event[0];
      const seat = letter === "p" || letter === "k" ? event[2] : event[1];
      const turn = letter === "p" || letter === "k" ? event[1] : last.turn;
      const joins = letter === "m" || letter === "w" || last.kind === "end" ||
        (letter === "d" && last.seat === seat) ||
        (letter === "k" && (turn > 0 ? last.turn === turn : last.kind === "setup" && last.seat === seat));
      if (joins) {
        last.events.push(event);
      } else if (letter === "f") {
        steps.push({ kind: "end", events: [event] });
      } else {
        steps.push({ kind: turn > 0 ? "turn" : "setup", turn, seat, events: [event] });
      }
    }
    return steps;
  }

  // Whether a player's connections form a path from one city to another.
  function reaches(owned, from, to) {
    const seen = new Set([from]);
    for (const city of seen) {
      for (const index of owned) {
        const [a, b] = data.links[index];
        if (a === city) {
          seen.add(b);
        } else if (b === city) {
          seen.add(a);
        }
      }
    }
    return seen.has(to);
  }

  function openGame(index) {
    const raw = games[index];
    const players = raw.players.map((p, i) => ({ name: data.names[p], number: i + 1, color: playerColors[i] }));
    const steps = stepsOf(raw.events);
    const name = (seat) => players[seat].name;

    function apply(state, step) {
      state.step = step;
      for (const event of step.events) {
        const seat = state.seats[event[0] === "p" || event[0] === "k" ? event[2] : event[1]];
        switch (event[0]) {
          case "s":
            seat.rails = event[2];
            addCards(seat, event[3]);
            break;
          case "d":
            seat.destinations = [[event[2], event[3]], [event[4], event[5]]];
            break;
          case "p":
            if (event[3] >= 0) {
              const [, , color, length] = data.links[event[3]];
              seat.rails -= length;
              seat.cards[color] -= length;
              seat.segments += length;
              seat.owned.push(event[3]);
            }
            break;
          case "m":
            addCards(seat, event[2]);
            break;
          case "k":
            seat.out = { turn: event[1], call: event[3], reason: event[4] };
            if (!seat.score) {
              Object.assign(seat, { rails: 0, segments: 0, cards: { b: 0, g: 0, r: 0, w: 0 }, owned: [] });
            }
            break;
          case "f":
            seat.score = { place: event[2], segments: event[3], destinations: [event[4], event[5]], path: event[6],
              bonus: event[7], total: event[8] };
            break;
          default:
            seat.won = event[2] === 1;
        }
      }
    }

    function addCards(seat, cards) {
      for (const card of cards) {
        seat.cards[card] += 1;
      }
    }

    // A player's points if the game ended now and somebody else had the longest path.
    function points(seat) {
      if (seat.score) {
        return seat.score.total;
      }
      if (seat.out || !seat.destinations) {
        return null;
      }
      return seat.destinations.reduce((sum, [from, to]) => sum + (reaches(seat.owned, from, to) ? 10 : -10), seat.segments);
    }

    function words(step) {
      const said = step.events.map((event) => sentence(step, event)).filter((text) => text);
      if (step.kind === "start") {
        return `Game ${raw.number} begins: ${list(players.map((p) => p.name))}.`;
      }
      if (step.kind === "end") {
        const best = step.events.filter((event) => event[0] === "f" && event[2] === 1);
        const winners = list(best.map((event) => name(event[1])));
        said.unshift(best.length === 0 ? "The game is over." :
          `The game is over: ${winners} ${best.length === 1 ? "wins" : "win"} with ${plural(best[0][8], "point")}.`);
      }
      return (step.kind === "turn" ? `Turn ${step.turn}: ` : "") + said.join(" ");
    }

    function sentence(step, event) {
      switch (event[0]) {
        case "s":
          return `${name(event[1])} gets ${event[2]} rails and the cards ${colors(event[3])}.`;
        case "d":
          return `It keeps ${data.cities[event[2]]} – ${data.cities[event[3]]} and ${data.cities[event[4]]} – ${data.cities[event[5]]}.`;
        case "p": {
          const link = data.links[event[3]];
          if (link) {
            return `${name(event[2])} acquires ${linkName(link)}, ${cardNames[link[2]]}, ${link[3]} segments.`;
          }
          return step.events.length > 1 ? null : `${name(event[2])} asks for cards, but none are left.`;
        }
        case "m":
          return `${name(event[1])} asks for cards and gets ${colors(event[2])}.`;
        case "k":
          return `${name(event[2])} is removed in "${event[3]}": ${event[4]}.`;
        default:
          return null;
      }
    }

    const colors = (cards) => cards ? list([...cards].map((card) => cardNames[card])) : "none";

    return {
      title: rounds.length > 0 ? `Game ${raw.number}` : "The game", players, steps, apply, words,
      start: () => ({ step: null, seats: players.map(() => ({ rails: 0, segments: 0, cards: { b: 0, g: 0, r: 0, w: 0 },
        owned: [], destinations: null, out: null, score: null, won: null })) }),
      copy: (state) => ({ step: state.step, seats: state.seats.map((seat) => ({ ...seat, cards: { ...seat.cards },
        owned: [...seat.owned] })) }),
      value: (state, i) => points(state.seats[i]),
      chart: "Points if the game ended now",
      chartNote: "without the 20 points for the longest path, which come at the end",
      active: (state) => state.step.seat,
      next: (state) => nextOf(state.seats, state.step.kind === "end" ? null : state.step.seat),
      removedAt: (seat) => steps.findIndex((step) => step.events.some((event) => event[0] === "k" && event[2] === seat)),
      panel: (state, i) => panel(state.seats[i]),
      result: (state) => result(state, players),
    };
  }

  // -- a player's panel --

  function panel(seat) {
    const cards = Object.keys(cardNames).map((card) => make("span",
      { class: `card ${cardNames[card]}`, "data-color": cardNames[card], title: `${seat.cards[card]} ${cardNames[card]}` },
      make("i", { "aria-hidden": "true" }, card.toUpperCase()), make("b", {}, String(seat.cards[card])),
      make("span", { class: "hidden" }, ` ${cardNames[card]}`)));
    const goals = (seat.destinations || []).map(([from, to]) => {
      const reached = reaches(seat.owned, from, to);
      return make("li", { class: reached ? "reached" : null },
        make("span", { "aria-hidden": "true" }, reached ? "✓" : "○"), ` ${data.cities[from]} – ${data.cities[to]}`,
        make("span", { class: "hidden" }, reached ? " reached" : " not reached"));
    });
    return [
      seat.out && !seat.score ? null : make("p", { class: "facts" }, make("span", { class: "rails", title: "rails left" },
        make("b", { "data-rails": seat.rails }, String(seat.rails)), " rails"),
      make("span", { class: "hand" }, cards)),
      make("ul", { class: "goals" }, goals),
      seat.out ? make("p", { class: "why" }, `Removed in "${seat.out.call}": ${seat.out.reason}`) : null,
    ];
  }

  function result(state, players) {
    const points = (number) => number > 0 ? `+${number}` : signed(number);
    const ranked = state.seats.map((seat, i) => ({ seat, player: players[i] })).filter(({ seat }) => seat.score)
      .sort((a, b) => a.seat.score.place - b.seat.score.place);
    if (ranked.length === 0) {
      return null;
    }
    return [table("Result", ["Player", "Place", "Total", "Segments", "Destinations", "Longest path", "Bonus"],
      ranked.map(({ seat, player }) => ({
        class: seat.score.place === 1 ? "won" : null,
        cells: [[badge(player), player.name], String(seat.score.place), make("b", {}, signed(seat.score.total)), String(seat.score.segments),
          seat.score.destinations.map((number, i) => make("span", { class: "destination" },
            `${points(number)} ${seat.destinations[i].map((city) => data.cities[city]).join(" – ")}`)),
          String(seat.score.path), points(seat.score.bonus)],
      }))),
    ...state.seats.map((seat, i) => seat.out ? make("p", { class: "why" }, badge(players[i]), ` ${players[i].name} was removed ${
      seat.out.turn ? `in turn ${seat.out.turn}` : "before the first turn"}, in "${seat.out.call}": ${seat.out.reason}`) : null)];
  }

  // -- the map: drawn for wide and for narrow screens; the style sheet shows one of them --

  const maps = [...document.querySelectorAll("#picture .map")];
  const drawn = (selector, key) => {
    const found = [];
    maps.forEach((map) => map.querySelectorAll(selector).forEach((element) => {
      (found[element.dataset[key]] ||= []).push(element);
    }));
    return found;
  };
  const links = drawn("[data-connection]", "connection");
  const cities = drawn("g.city", "city");
  const layers = maps.map((map) => {
    map.classList.add("replay");
    return map.insertBefore(draw("g", { class: "owners", "aria-hidden": "true" }), map.querySelector("g.label"));
  });
  let shown = new Map(); // the owner of each connection, as drawn

  function openPicture(game) {
    [...shown.keys()].forEach(release);
    shown = new Map();
    return { paint: (state, chosen) => paint(game, state, chosen) };
  }

  function release(index) {
    for (const link of links[index]) {
      link.style.removeProperty("--owner");
      link.classList.remove("owned", "others");
      delete link.dataset.owner;
      link.mark.remove();
    }
  }

  // A badge is smaller where it would reach that of a parallel connection. Those follow each other, one for each color.
  function radiusAt(index, map) {
    const middle = (i) => links[i][map].dataset.mid.split(" ");
    const [x, y] = middle(index);
    const near = [-3, -2, -1, 1, 2, 3].map((by) => index + by).filter((i) => data.links[i] &&
      data.links[i][0] === data.links[index][0] && data.links[i][1] === data.links[index][1]);
    return Math.min(8, ...near.map((i) => Math.hypot(middle(i)[0] - x, middle(i)[1] - y) / 2 - 0.8));
  }

  function own(index, player) {
    links[index].forEach((link, i) => {
      const [x, y] = link.dataset.mid.split(" ");
      link.style.setProperty("--owner", player.color);
      link.classList.add("owned");
      link.dataset.owner = player.number;
      link.mark = layers[i].appendChild(drawnBadge(player, x, y, radiusAt(index, i)));
    });
  }

  function paint(game, state, chosen) {
    const owners = new Map();
    state.seats.forEach((seat, i) => seat.owned.forEach((index) => owners.set(index, i)));
    for (const [index, seat] of shown) {
      if (owners.get(index) !== seat) {
        release(index);
      }
    }
    for (const [index, seat] of owners) {
      if (shown.get(index) !== seat) {
        own(index, game.players[seat]);
      }
      for (const element of links[index].flatMap((link) => [link, link.mark])) {
        element.classList.toggle("others", chosen !== null && seat !== chosen);
      }
    }
    shown = owners;
    const play = state.step.events.find((event) => event[0] === "p" && owners.has(event[3]));
    mark("now", play ? links[play[3]] : []);
    const wants = state.seats[chosen === null ? state.step.seat : chosen];
    mark("wanted", ((wants && wants.destinations) || []).flat().flatMap((city) => cities[city]));
  }

  // Gives these elements, and no others, a class.
  function mark(name, elements) {
    maps.forEach((map) => map.querySelectorAll(`.${name}`).forEach((element) => element.classList.remove(name)));
    elements.forEach((element) => element.classList.add(name));
  }

  // -- the tournament --

  // The places in a game, without playing it through.
  function standing(game) {
    const rows = game.players.map((p) => ({ name: data.names[p], place: "", rank: 99, won: false, out: false }));
    for (const event of game.events) {
      if (event[0] === "f") {
        Object.assign(rows[event[1]], { place: `${event[2]}.`, rank: event[2], won: event[2] === 1 });
      } else if (event[0] === "k") {
        Object.assign(rows[event[2]], { place: "removed", rank: 100, won: false, out: true });
      }
    }
    const ranks = [...new Set(rows.filter((row) => !row.out && row.place).map((row) => row.rank))].sort((a, b) => a - b);
    for (const row of rows.filter(({ out, place }) => !out && place)) { // who is removed leaves no hole
      row.place = `${ranks.indexOf(row.rank) + 1}.`;
      row.won = row.rank === ranks[0];
    }
    return rows.sort((a, b) => a.rank - b.rank);
  }

  const tournament = () => rounds.length === 0 ? null : rounds.map((round) => ({
    title: `Round ${round.number}`,
    games: round.tables.map((table, i) => games[round.first + i] ?
      { index: round.first + i, title: `Game ${games[round.first + i].number}`, rows: standing(games[round.first + i]) } :
      { index: -1, title: data.live ? "Not played yet" : "Not played", rows: table.map((p) => ({ name: data.names[p], place: "", won: false, out: false })) }),
  }));

  // The players removed, where and why; game is null outside of games.
  function removed() {
    const inside = games.flatMap((game, index) => game.events.filter((event) => event[0] === "k").map((event) => ({
      name: data.names[game.players[event[2]]], game: index, seat: event[2],
      why: `in game ${game.number}${event[1] ? `, turn ${event[1]}` : ""}, in "${event[3]}": ${event[4]}` })));
    return [...outside.kicks.map(({ name, call, reason }) => ({ name, game: null, why: `in "${call}": ${reason}` })), ...inside];
  }

  function outcome() {
    const { winners } = outside.end || { winners: null };
    return !winners ? "" : winners.length === 0 ? "Nobody wins the tournament." :
      `${list(winners)} ${winners.length === 1 ? "wins" : "win"} the tournament.`;
  }

  // Everybody in the tournament, and why it no longer is, if so.
  function players() {
    const lost = data.names.map(() => rounds.length === 0 ? null : "lost");
    const last = (rounds[rounds.length - 1] || { tables: [] }).tables.flat();
    last.filter((p) => !outside.end || outside.end.winners.includes(data.names[p])).forEach((p) => {
      lost[p] = null;
    });
    outside.kicks.forEach(({ player }) => {
      lost[player] = "removed";
    });
    games.forEach((game) => game.events.filter((event) => event[0] === "k").forEach((event) => {
      lost[game.players[event[2]]] = "removed";
    }));
    return data.names.map((name, p) => ({ name, lost: lost[p] }));
  }

  // What a live page is told while the game is played.
  function tell({ names, events }) {
    data.names.push(...names);
    events.forEach(take);
  }

  return {
    openGame, openPicture, panel, tell,
    get games() { return games.length; },
    get tournament() { return tournament(); },
    get players() { return rounds.length > 0 ? players() : []; },
    get outcome() { return outcome(); },
    get removed() { return rounds.length > 0 || games.length === 0 ? removed() : []; },
  };
}
