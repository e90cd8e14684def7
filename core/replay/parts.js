"use strict";
// Building blocks for the pages of both games: elements, players' marks, time, the chart, tables and the bracket. Text
// is only ever inserted as text (createTextNode, textContent, setAttribute): a log may contain anything.

// Makes an element: make("p", {class: "x"}, "text", child, ...). Ignores null attributes and children.
function make(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

// The same for SVG.
function draw(tag, attributes, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined) {
      element.append(child);
    }
  }
  return element;
}

const byId = (id) => document.getElementById(id);

const plural = (count, one, many) => `${count} ${count === 1 ? one : many || one + "s"}`;

// Formats a number with a real minus sign.
const signed = (number) => String(number).replace("-", "−");

// "Ann, Ben and Cleo"
function list(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

// -- players' marks: numbered, so that nobody needs to tell the colors apart --

const playerColors = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7b4fb5", "#6b6b6b"];

// Black or white, whichever is readable on a color.
function inkOn(color) {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const part = parseInt(color.slice(i, i + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? "#000" : "#fff";
}

function badge(player) {
  const element = make("span", { class: "badge", "aria-hidden": "true" }, String(player.number));
  element.style.background = player.color;
  element.style.color = inkOn(player.color);
  return element;
}

function drawnBadge(player, x, y, radius) {
  return draw("g", { class: "mark", transform: `translate(${x} ${y})` },
    draw("circle", { r: radius, fill: player.color }),
    draw("text", { fill: inkOn(player.color), "text-anchor": "middle", dy: ".35em", "font-size": radius * 1.35 },
      String(player.number)));
}

// -- time --

// The states of a game: stored at every 64th step, computed in between. A game has steps, start(), apply(state, step),
// which changes the state, and copy(state).
class Timeline {
  constructor(game) {
    this.game = game;
    this.kept = [];
    this.state = game.start();
    this.at = 0;
    game.apply(this.state, game.steps[0]);
    this.keep();
  }

  keep() {
    if (this.at % 64 === 0 && !this.kept[this.at / 64]) {
      this.kept[this.at / 64] = this.game.copy(this.state);
    }
  }

  // The state after a step. Valid until the next call; do not change it.
  seek(index) {
    const from = Math.min(Math.floor(index / 64), this.kept.length - 1);
    if (index < this.at || from * 64 > this.at) {
      this.state = this.game.copy(this.kept[from]);
      this.at = from * 64;
    }
    while (this.at < index) {
      this.at += 1;
      this.game.apply(this.state, this.game.steps[this.at]);
      this.keep();
    }
    return this.state;
  }
}

// Whose turn follows that of a player; undefined: before the first turn; null: the game is over. -1: nobody's.
function nextOf(seats, last) {
  const order = seats.map((_, i) => (last === undefined ? i : last + 1 + i) % seats.length);
  const next = last === null ? undefined : order.find((i) => seats[i].out === null);
  return next === undefined ? -1 : next;
}

// -- the chart: a value over time for each player --

const chartSize = { width: 380, height: 170, left: 32, right: 26, top: 8, bottom: 18 };

class Chart {
  // lines[p]: [[step, value], ...] where player p's value changes; null: it is out from there on.
  constructor(players, lines, steps, label, onSeek) {
    const s = chartSize;
    const values = lines.flat().map(([, value]) => value).filter((value) => value !== null);
    this.low = Math.min(0, ...values);
    this.high = Math.max(this.low + 1, ...values);
    this.steps = Math.max(1, steps - 1);
    this.element = draw("svg", { viewBox: `0 0 ${s.width} ${s.height}`, role: "img", class: "chart" }, this.grid());
    this.element.append(...players.map((player, i) => this.line(player, lines[i], players.length - 1 - i)), ...this.ends(players, lines));
    this.now = draw("line", { class: "now", y1: s.top, y2: s.height - s.bottom });
    this.element.append(this.now);
    this.label = label;
    const seek = (event) => {
      const box = this.element.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width * s.width;
      onSeek(Math.round((x - s.left) / (s.width - s.left - s.right) * this.steps));
    };
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      seek(event);
    });
    this.element.addEventListener("pointermove", (event) => event.buttons && seek(event));
  }

  x(step) {
    return chartSize.left + step / this.steps * (chartSize.width - chartSize.left - chartSize.right);
  }

  y(value) {
    const s = chartSize;
    return s.height - s.bottom - (value - this.low) / (this.high - this.low) * (s.height - s.top - s.bottom);
  }

  grid() {
    const unit = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((u) => (this.high - this.low) / u <= 5) || 10000;
    const lines = [];
    for (let value = Math.ceil(this.low / unit) * unit; value <= this.high; value += unit) {
      const y = this.y(value);
      lines.push(draw("line", { class: value === 0 ? "axis" : "rule", x1: chartSize.left, y1: y, y2: y,
        x2: chartSize.width - chartSize.right }));
      lines.push(draw("text", { x: chartSize.left - 6, y, dy: ".32em", "text-anchor": "end", class: "number" }, signed(value)));
    }
    return draw("g", {}, lines);
  }

  // Where lines overlap, the narrower ones lie on the wider ones.
  line(player, points, behind) {
    let path = "";
    let last = null;
    for (const [step, value] of points) {
      const x = this.x(step).toFixed(1);
      if (value === null) {
        path += `H${x}`;
      } else {
        const y = this.y(value).toFixed(1);
        path += last === null ? `M${x} ${y}` : `H${x}V${y}`;
        last = value;
      }
    }
    const out = points.length > 0 && points[points.length - 1][1] === null;
    const end = out ? this.x(points[points.length - 1][0]) : this.x(this.steps);
    const y = last === null ? 0 : this.y(last);
    return draw("g", { class: "line", stroke: player.color },
      draw("path", { d: out || last === null ? path : `${path}H${end}`, "stroke-width": 2 + 0.8 * behind }),
      out && last !== null ? draw("path", { class: "cross", d: `M${end - 4} ${y - 4}l8 8m0 -8l-8 8` }) : null);
  }

  // The marks at the right end, moved apart where lines end close together.
  ends(players, lines) {
    const ends = lines.map((points, i) => ({ player: players[i], last: points.length ? points[points.length - 1][1] : null }))
      .filter(({ last }) => last !== null)
      .map(({ player, last }) => ({ player, y: this.y(last) }))
      .sort((a, b) => a.y - b.y);
    const room = chartSize.height - chartSize.top - chartSize.bottom;
    const apart = Math.min(14, room / Math.max(1, ends.length - 1));
    for (let i = 1; i < ends.length; i++) {
      ends[i].y = Math.max(ends[i].y, ends[i - 1].y + apart);
    }
    for (let i = ends.length - 1, limit = chartSize.height - chartSize.bottom; i >= 0; i--, limit -= apart) {
      ends[i].y = Math.min(ends[i].y, limit);
    }
    return ends.map(({ player, y }) => drawnBadge(player, chartSize.width - chartSize.right + 12, y, Math.min(8, apart / 2 + 1)));
  }

  show(step, words) {
    const x = this.x(step);
    this.now.setAttribute("x1", x);
    this.now.setAttribute("x2", x);
    this.element.setAttribute("aria-label", `${this.label}: ${words}`);
  }
}

// -- tables and the bracket --

// A table with headings; cells may be elements. The first column names the row.
function table(caption, headings, rows) {
  return make("div", { class: "scroll" }, make("table", {},
    make("caption", {}, caption),
    make("thead", {}, make("tr", {}, headings.map((heading) => make("th", { scope: "col" }, heading)))),
    make("tbody", {}, rows.map((row) => make("tr", { class: row.class },
      row.cells.map((cell, i) => make(i === 0 ? "th" : "td", { scope: i === 0 ? "row" : null }, cell)))))));
}

// The rounds side by side, with a button for each game: rounds: [{title, games: [{index, title, rows: [{name, place,
// won, out}]}]}]. A search box filters the games by players' names. Lines lead from a player's game to its next one.
function bracket(onChoose) {
  const linkedMax = 75; // with more games, lines would be a carpet
  let entries = [];
  let known = "";
  const column = (round) => make("section", { class: "round", "aria-label": round.title },
    make("h2", {}, round.title, make("small", {}, ` ${plural(round.games.length, "game")}`)),
    make("ol", {}, round.games.map((game) => {
      const button = make("button", { type: "button", "aria-pressed": "false", disabled: game.index < 0 },
        make("span", { class: "title" }, game.title),
        game.rows.map((row) => make("span", { class: row.won ? "row won" : row.out ? "row out" : "row" },
          make("span", { class: "name" }, row.name), make("span", { class: "place" }, row.place))));
      button.addEventListener("click", () => onChoose(game.index));
      const element = make("li", {}, button);
      entries.push({ game, button, element, names: game.rows.map((row) => row.name.toLowerCase()) });
      return element;
    })));
  const find = make("input", { type: "search", placeholder: "Find a player", "aria-label": "Find a player" });
  const filter = () => {
    const wanted = find.value.trim().toLowerCase();
    entries.forEach(({ element, names }) => {
      element.hidden = !names.some((name) => name.includes(wanted));
    });
  };
  find.addEventListener("input", filter);
  const columns = make("div", { class: "rounds" });

  // From the row of a player to its row in the next round.
  function link(rounds) {
    const lines = draw("svg", { class: "links", "aria-hidden": "true" });
    const last = new Map();
    columns.querySelector(".links")?.remove();
    if (rounds.length < 2 || rounds[0].games.length === 0 || entries.length > linkedMax) {
      return;
    }
    const origin = columns.getBoundingClientRect();
    const [across, down] = [columns.scrollLeft - origin.left, columns.scrollTop - origin.top];
    for (const { game, button, element } of entries) {
      if (element.hidden) {
        continue;
      }
      button.querySelectorAll(".row").forEach((row, i) => {
        const box = row.getBoundingClientRect();
        const edge = button.getBoundingClientRect();
        const y = (box.top + box.bottom) / 2 + down;
        const from = last.get(game.rows[i].name);
        if (from) {
          const [x1, y1, x2] = [from.x, from.y, edge.left + across];
          const middle = (x1 + x2) / 2;
          lines.append(draw("path", { d: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y} ${x2} ${y}` }));
        }
        last.set(game.rows[i].name, { x: edge.right + across, y });
      });
    }
    lines.setAttribute("width", columns.scrollWidth);
    lines.setAttribute("height", columns.scrollHeight);
    columns.prepend(lines);
  }

  let shown = [];
  const relink = () => link(shown);
  new ResizeObserver(relink).observe(columns);
  find.addEventListener("input", relink);
  return {
    element: make("div", {}, find, columns),
    update(rounds) {
      const { scrollLeft, scrollTop } = columns;
      const now = JSON.stringify(rounds);
      if (known === now) {
        return;
      }
      known = now;
      entries = [];
      columns.replaceChildren(...rounds.map(column));
      columns.scrollLeft = scrollLeft;
      columns.scrollTop = scrollTop;
      shown = rounds;
      filter();
      relink();
    },
    show(index) {
      for (const { game, button, element } of entries) {
        button.setAttribute("aria-pressed", game.index === index ? "true" : "false");
        if (game.index === index) {
          columns.scrollTop = element.offsetTop - columns.clientHeight / 3;
          columns.scrollLeft = element.parentElement.parentElement.offsetLeft - columns.clientWidth / 2;
        }
      }
    },
  };
}
