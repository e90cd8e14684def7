// The page: which game is shown, at which step, and what the keys do.

const replay = makeReplay(JSON.parse(byId("data").textContent));
const show = { game: null, timeline: null, painter: null, chart: null, index: 0, at: 0, chosen: null, timer: 0, cards: [],
  following: false };

// -- a game --

// The lines of the chart: where each player's value changes.
function lines(game, timeline) {
  const found = game.players.map(() => []);
  game.steps.forEach((_, at) => {
    const state = timeline.seek(at);
    found.forEach((line, i) => {
      const value = game.value(state, i);
      const last = line.length ? line[line.length - 1][1] : null;
      if (value !== last) {
        line.push([at, value]);
      }
    });
  });
  return found;
}

// Reads the steps of a game, of which a live page gets more and more.
function readGame(index) {
  const game = replay.openGame(index);
  const timeline = new Timeline(game);
  Object.assign(show, { game, timeline, index });
  show.chart = new Chart(game.players, lines(game, timeline), game.steps.length, game.chart, (at) => {
    follow(false);
    seek(at);
  });
  byId("chart").replaceChildren(show.chart.element);
  byId("slider").max = game.steps.length - 1;
}

function openGame(index, at) {
  pause();
  readGame(index);
  const { game } = show;
  Object.assign(show, { at: 0, chosen: null, painter: replay.openPicture(game) });
  byId("chart-title").replaceChildren(game.chart, make("small", {}, ` ${game.chartNote}`));
  byId("game").textContent = game.title;
  show.cards = game.players.map((player, i) => playerCard(player, i));
  byId("players").replaceChildren(...show.cards.map((card) => card.element));
  if (show.bracket) {
    show.bracket.show(index);
  }
  seek(at === undefined ? 0 : at);
}

function playerCard(player, i) {
  const name = make("button", { type: "button", class: "name", "aria-pressed": "false", title: "Show only this player" },
    badge(player), make("span", {}, player.name));
  name.addEventListener("click", () => {
    show.chosen = show.chosen === i ? null : i;
    seek(show.at);
  });
  const clock = make("span", { class: "clock" });
  const points = make("b", { class: "points", title: show.game.chart });
  const body = make("div");
  const element = make("article", { class: "player", "data-player": i, "aria-label": player.name },
    make("header", {}, name, clock, points), body);
  element.style.setProperty("--player", player.color);
  return { element, name, clock, points, body };
}

// -- a step --

function seek(wanted) {
  const { game, timeline } = show;
  const at = Math.max(0, Math.min(game.steps.length - 1, wanted));
  performance.mark("step-begin");
  document.body.classList.toggle("jump", Math.abs(at - show.at) !== 1);
  show.at = at;
  const state = timeline.seek(at);
  show.painter.paint(state, show.chosen);
  const active = game.active(state);
  const values = game.players.map((player, i) => {
    const value = game.value(state, i);
    const card = show.cards[i];
    const { element, name, points, body } = card;
    element.classList.toggle("active", i === active);
    element.setAttribute("aria-current", i === active ? "true" : "false");
    element.classList.toggle("out", state.seats[i].out !== null);
    name.setAttribute("aria-pressed", show.chosen === i ? "true" : "false");
    points.textContent = value === null ? "–" : signed(value);
    points.dataset.value = value === null ? "" : value;
    const known = JSON.stringify(state.seats[i]);
    if (card.known !== known) {
      card.known = known;
      body.replaceChildren(...game.panel(state, i).filter((part) => part));
    }
    return `${player.name} ${value === null ? "none" : value}`;
  });
  say(game, at);
  show.chart.show(at, values.join(", "));
  byId("slider").value = at;
  byId("slider").setAttribute("aria-valuetext", `${at} of ${game.steps.length - 1}`);
  byId("where").textContent = `${at} / ${game.steps.length - 1}`;
  const result = game.result(state);
  byId("result").replaceChildren(...(result || []).filter((part) => part));
  byId("result").hidden = !result;
  for (const [id, end] of [["first", 0], ["back", 0], ["next", game.steps.length - 1], ["last", game.steps.length - 1]]) {
    byId(id).setAttribute("aria-disabled", at === end ? "true" : "false");
  }
  performance.measure("step", "step-begin");
  remember();
}

function say(game, at) {
  byId("move").textContent = game.words(game.steps[at], at);
  const before = [];
  for (let i = at - 1; i >= 0 && i > at - 6; i--) {
    const go = make("button", { type: "button" }, game.words(game.steps[i], i));
    go.addEventListener("click", () => {
      step(i - at);
      byId("slider").focus(); // the button is gone
    });
    before.push(make("li", {}, go));
  }
  byId("moves").replaceChildren(...before);
}

// The address names the game and the step, so that a link can point at a move.
function remember() {
  clearTimeout(show.remembering);
  show.remembering = setTimeout(() => {
    const here = `#${replay.games > 1 ? `game=${show.index + 1}&` : ""}step=${show.at}`;
    history.replaceState(null, "", show.following ? location.pathname + location.search : here);
  }, 200);
}

function recall(address) {
  const said = new URLSearchParams(new URL(address).hash.slice(1));
  const whole = (name) => Math.floor(Number(said.get(name))) || 0;
  const game = Math.max(1, Math.min(replay.games, whole("game") || 1));
  openGame(game - 1, whole("step"));
}

// -- playing --

const playing = () => show.timer !== 0;

function tick() {
  if (show.at >= show.game.steps.length - 1) {
    pause();
    return;
  }
  seek(show.at + 1);
  show.timer = setTimeout(tick, 1000 / Number(byId("speed").value));
}

function play() {
  if (show.at >= show.game.steps.length - 1) {
    seek(0);
  }
  follow(false);
  byId("play").classList.add("on");
  byId("play").setAttribute("aria-label", "Pause");
  // Nobody can follow five spoken moves a second.
  byId("move").setAttribute("aria-live", Number(byId("speed").value) > 1 ? "off" : "polite");
  show.timer = setTimeout(tick, 500 / Number(byId("speed").value));
}

// Live pages follow the game until somebody wants to see something else.
function follow(on) {
  show.following = on;
  byId("live").setAttribute("aria-pressed", on ? "true" : "false");
}

function pause() {
  follow(false);
  clearTimeout(show.timer);
  show.timer = 0;
  byId("play").classList.remove("on");
  byId("play").setAttribute("aria-label", "Play");
  byId("move").setAttribute("aria-live", "polite");
}

const toggle = () => playing() ? pause() : play();

function step(by) {
  pause();
  seek(show.at + by);
}

function changeSpeed(by) {
  const speed = byId("speed");
  speed.selectedIndex = Math.max(0, Math.min(speed.options.length - 1, speed.selectedIndex + by));
}

// Shows the picture larger or as before. What was in the middle stays there.
function zoom() {
  const picture = byId("picture");
  const [x, y] = [(picture.scrollLeft + picture.clientWidth / 2) / picture.scrollWidth,
    (picture.scrollTop + picture.clientHeight / 2) / picture.scrollHeight];
  const large = picture.classList.toggle("large");
  picture.scrollLeft = x * picture.scrollWidth - picture.clientWidth / 2;
  picture.scrollTop = y * picture.scrollHeight - picture.clientHeight / 2;
  byId("zoom").setAttribute("aria-pressed", large ? "true" : "false");
}

// -- keys and buttons --

const keys = {
  " ": toggle,
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  PageUp: () => step(-10),
  PageDown: () => step(10),
  Home: () => step(-Infinity),
  End: () => step(Infinity),
  "+": () => changeSpeed(1),
  "-": () => changeSpeed(-1),
  z: zoom,
};

function onKey(event) {
  const target = event.target;
  const uses = target.tagName === "SELECT" || (target.tagName === "INPUT" && target.type !== "range") ||
    (event.key === " " && ["BUTTON", "SUMMARY"].includes(target.tagName));
  if (keys[event.key] && !uses && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    keys[event.key]();
  }
}

// The players removed from a tournament; a click shows the game at that moment.
function listRemoved() {
  const details = byId("removed");
  if (details.querySelectorAll("li").length === replay.removed.length) {
    return;
  }
  details.hidden = replay.removed.length === 0;
  details.querySelector("summary").textContent = `${plural(replay.removed.length, "player was", "players were")} removed`;
  details.querySelector("ul").replaceChildren(...replay.removed.map(({ name, game, seat, why }) => {
    const text = [make("b", {}, name), ` ${why}`];
    if (game === null) {
      return make("li", {}, text);
    }
    const go = make("button", { type: "button" }, text);
    go.addEventListener("click", () => {
      openGame(game, 0);
      seek(show.game.removedAt(seat));
    });
    return make("li", {}, go);
  }));
}

// What is said about the tournament as a whole.
function tellOutcome() {
  byId("outcome").textContent = replay.games === 0 ? `No game was played. ${replay.outcome}` : replay.outcome;
  listRemoved();
  document.querySelector("main").hidden = replay.games === 0;
  const rounds = replay.tournament;
  if (rounds && !show.bracket) {
    show.bracket = bracket((index) => openGame(index, 0));
    byId("bracket").append(show.bracket.element);
    byId("bracket").hidden = false;
  }
  if (rounds) {
    show.bracket.update(rounds);
  }
}

byId("first").addEventListener("click", keys.Home);
byId("back").addEventListener("click", keys.ArrowLeft);
byId("play").addEventListener("click", toggle);
byId("next").addEventListener("click", keys.ArrowRight);
byId("last").addEventListener("click", keys.End);
byId("zoom").addEventListener("click", zoom);
byId("slider").addEventListener("input", () => {
  pause();
  seek(Number(byId("slider").value));
});
document.addEventListener("keydown", (event) => replay.games > 0 && onKey(event));
window.addEventListener("hashchange", (event) => replay.games > 0 && recall(event.newURL)); // remember() may have replaced location
tellOutcome();
if (replay.games > 0) {
  recall(location.href);
}
