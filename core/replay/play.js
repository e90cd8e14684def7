// A page to play on: a live page whose visitor is a player, too. It speaks the protocol of docs/protocol.md (dialect call)
// with the game's server, through the server of the page.

const person = {
  token: sessionStorage.getItem("token"), // a reloaded page goes on with its game
  answered: 0, // the last message that needs no answer from this page any more
  asked: null, // the message that waits for the visitor's answer: {id, until, begin}
  goal: null, // Maze
};
const thinkingTime = 1000 * (live.data.seconds || (live.data.kind === "maze" ? 4 : 2));

// A map that is too small to be chosen: a person has none to suggest.
const smallMap = { width: 100, height: 100, cities: [["A", [10, 10]], ["B", [90, 90]]], connections: { A: { B: { red: 3 } } } };

// -- what the visitor sees --

const says = make("p", { role: "status" });
const clock = make("p", { class: "deadline" });
const mine = make("div", { class: "mine" });
const choices = make("div", { class: "choices" });
const nameField = make("input", { id: "name", maxlength: 50, autocomplete: "off", placeholder: "Your name", "aria-label": "Your name" });
const form = make("form", {}, nameField, make("button", {}, "Join"));
byId("person").append(form, says, clock, mine, choices);
byId("person").hidden = false;

// Offers choices as buttons.
function offer(...buttons) {
  choices.replaceChildren(...buttons.map(([words, onClick, pressed]) => {
    const button = make("button", { type: "button", "aria-pressed": pressed === undefined ? null : pressed ? "true" : "false" }, words);
    button.addEventListener("click", onClick);
    return button;
  }));
}

function showClock() {
  const left = person.asked ? Math.max(0, person.asked.until - performance.now()) / 1000 : 0;
  clock.textContent = person.asked ? `${left.toFixed(1)} s left` : "";
  clock.classList.toggle("urgent", left < 5);
}

// While a game of the visitor is on, the page shows that game.
function hold(on) {
  live.held = on;
  document.body.classList.toggle("playing", on);
  if (on) {
    document.querySelector("main").hidden = false;
  } else {
    mine.replaceChildren();
    show.game = null;
    live.begun = false;
    update();
  }
}

// -- messages --

async function post(path, body) {
  try {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    return { ok: answer.ok, text: await answer.text() };
  } catch {
    return { ok: false, text: "the connection is lost" };
  }
}

async function join(event) {
  event.preventDefault();
  const { ok, text } = await post("play/join", nameField.value.trim());
  if (ok) {
    person.token = text;
    sessionStorage.setItem("token", text);
    sit();
  } else {
    says.textContent = `You cannot join: ${text}`;
  }
}

// Listens to the game's server.
function sit() {
  form.hidden = true;
  says.textContent = "You have joined. The game begins when all are there.";
  const source = new EventSource(`play/events?token=${person.token}`);
  source.addEventListener("answered", (event) => {
    person.answered = Number(event.data);
  });
  source.addEventListener("message", (event) => hear(Number(event.lastEventId), JSON.parse(event.data)));
  source.addEventListener("error", () => { // the connection also breaks when the page is loaded anew: then no time passes
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(stand, 1000, "You are no longer connected.");
    }
  });
  source.addEventListener("over", () => {
    source.close();
    stand(person.last || "The server has closed the connection.");
  });
}

function stand(words) {
  sessionStorage.removeItem("token");
  Object.assign(person, { token: null, asked: null, answered: 0, last: null });
  offer();
  if (live.held) {
    hold(false);
  }
  says.textContent = words;
  form.hidden = false;
}

function hear(id, message) {
  if (typeof message === "string") {
    person.last = message;
    return;
  }
  const [call, values] = message;
  const answer = calls[call](...values);
  if (id <= person.answered) {
    return;
  }
  if (typeof answer === "function") {
    person.asked = { id, until: performance.now() + thinkingTime, begin: answer };
    answer();
  } else {
    reply(id, answer);
  }
}

async function reply(id, answer) {
  person.asked = null;
  person.answered = id;
  offer();
  const { ok, text } = await post(`play/move?token=${person.token}&id=${id}`, answer);
  if (!ok) {
    says.textContent = `Your answer has not arrived: ${text}`;
  }
}

// Answers the message that waits.
function decide(answer, words) {
  says.textContent = words;
  reply(person.asked.id, answer);
}

// What is to be answered to each call: a value, or a function that asks the visitor.
const calls = {
  start: () => smallMap,
  losses: () => "void",
  setup: (first, ...rest) => first && first.cities ? beginTrains(...rest) : beginMaze(rest[0]),
  pick: (offered) => () => choosePair(offered, []),
  play: (state) => () => chooseConnection(state),
  more: (cards) => {
    says.textContent = `You get ${list(cards)}.`;
    return "void";
  },
  "take-turn": (state) => () => chooseSlide(state),
  win: (won) => {
    hold(false);
    person.last = `You have ${won ? "won" : "lost"} the game.`;
    says.textContent = person.last;
    return "void";
  },
  end: (won) => {
    person.last = `You have ${won ? "won" : "lost"} the tournament.`;
    says.textContent = person.last;
    return "void";
  },
};

// -- Trains --

const letterOf = (color) => color[0];
const linkOf = ([from, to, color, length]) => live.data.links.findIndex((link) => live.data.cities[link[0]] === from &&
  live.data.cities[link[1]] === to && link[2] === letterOf(color) && link[3] === length);

function beginTrains() {
  hold(true);
  says.textContent = "Your game begins.";
  return "void";
}

function choosePair(offered, kept) {
  says.textContent = "Choose the two destinations that you want to connect.";
  offer(...offered.map((pair) => [pair.join(" – "), () => {
    const chosen = kept.includes(pair) ? kept.filter((other) => other !== pair) : [...kept, pair];
    if (chosen.length === 2) {
      decide(offered.filter((other) => !chosen.includes(other)), "You have your destinations.");
    } else {
      choosePair(offered, chosen);
    }
  }, kept.includes(pair)]));
}

function chooseConnection({ this: own, acquired }) {
  const seat = (links) => ({ owned: links.map(linkOf), destinations: null, out: null, score: null });
  const cityOf = (name) => live.data.cities.indexOf(name);
  if (own.destination1.some((name) => cityOf(name) < 0)) { // a page from before the map was known: it is about to reload
    says.textContent = "Your turn …";
    return;
  }
  const cards = Object.fromEntries(Object.keys(cardNames).map((letter) => [letter, own.cards[cardNames[letter]] || 0]));
  const me = { ...seat(own.acquired), rails: own.rails, cards,
    destinations: [own.destination1, own.destination2].map((pair) => pair.map(cityOf)) };
  const seats = [me, ...acquired.map(seat)];
  const taken = new Set(seats.flatMap(({ owned }) => owned));
  const legal = live.data.links.map((link, i) => ({ link, i })).filter(({ link, i }) =>
    !taken.has(i) && own.rails >= link[3] && cards[link[2]] >= link[3]);
  const players = seats.map((_, i) => ({ number: i + 1, color: playerColors[i] }));
  hold(true);
  replay.openPicture({ players }).paint({ step: { seat: 0, events: [] }, seats }, null);
  mine.replaceChildren(...replay.panel(me).filter((part) => part));
  says.textContent = "Your turn: choose a connection, on the map or here, or take cards.";
  const words = ([from, to, letter, length]) => `${live.data.cities[from]} – ${live.data.cities[to]}, ${cardNames[letter]} ${length}`;
  const take = ({ link }) => [words(link), () => {
    const [from, to, letter, length] = link;
    light("legal", []);
    decide([live.data.cities[from], live.data.cities[to], cardNames[letter], length], `You take ${words(link)}.`);
  }];
  const buttons = legal.map(take);
  offer(["Take cards", () => {
    light("legal", []);
    decide("more cards", "You ask for cards.");
  }], ...buttons);
  light("legal", legal.map(({ i }, at) => [`[data-connection="${i}"]`, buttons[at][1]]));
}

// Gives elements of the picture a class, and what a click on them does; all others lose it.
function light(name, entries) {
  person.clicks = person.clicks || new Map();
  person.clicks.set(name, new Map());
  document.querySelectorAll(`#picture .${name}`).forEach((element) => element.classList.remove(name));
  entries.forEach(([selector, onClick]) => document.querySelectorAll(`#picture ${selector}`).forEach((element) => {
    element.classList.add(name);
    person.clicks.get(name).set(element, onClick);
  }));
}

byId("picture").addEventListener("click", (event) => {
  for (const [name, clicks] of person.clicks || []) {
    const element = event.target.closest(`.${name}`);
    if (element && clicks.has(element)) {
      clicks.get(element)();
      return;
    }
  }
});

// -- Maze --

function beginMaze(goal) {
  person.goal = goal;
  says.textContent = `Go to row ${goal["row#"]}, column ${goal["column#"]}.`;
  return "void";
}

const connectors = "···└·│┌├·┘─┴┐┤┬┼";

// The page shows the log, which may come a moment later than the call: begins when it shows the board of the call.
function chooseSlide(call) {
  if (live.begun && !show.following) {
    goLive();
  }
  const state = live.begun ? show.timeline.seek(show.game.steps.length - 1) : null;
  const expected = call.board.connectors.flat().map((connector) => connectors.indexOf(connector));
  if (!state || replay.sidesAt(state).some((sides, place) => sides !== expected[place])) {
    says.textContent = "Your turn …";
    return;
  }
  const [{ home }] = call.plmt;
  const me = show.game.players.findIndex((player) => player.home[0] === home["row#"] && player.home[1] === home["column#"]);
  live.held = true;
  const undo = call.last && `${call.last[0]} ${["RIGHT", "LEFT", "DOWN", "UP"][directions.indexOf(call.last[1])]}`;
  const slides = [...document.querySelectorAll("#picture .slide")].map(({ dataset }) => [Number(dataset.index), dataset.direction])
    .filter(([index, direction]) => `${index} ${direction}` !== undo);
  const begin = ([index, direction]) => () => preview(state, me, { index, direction, quarters: 0 }, () => chooseSlide(call));
  const words = ([index, direction]) => `${directions.indexOf(direction) < 2 ? "row" : "column"} ${index} ${direction.toLowerCase()}`;
  show.painter.paint(state, null);
  says.textContent = `Your turn: slide a row or column. You are to go to row ${person.goal["row#"]}, column ${person.goal["column#"]}.`;
  offer(["Pass", () => finish("PASS", "You pass.")], ...slides.map((slide) => [words(slide), begin(slide)]));
  light("reachable", []);
  light("can", slides.map((slide) => [`.slide[data-index="${slide[0]}"][data-direction="${slide[1]}"]`, begin(slide)]));
}

// Shows the board after a slide, and where the visitor can go from there.
function preview(state, me, { index, direction, quarters }, back) {
  const after = replay.slid(state, index, directions.indexOf(direction), quarters);
  const columns = live.data.columns;
  const places = replay.reachable(after, after.seats[me].place);
  const spot = (place) => [Math.floor(place / columns), place % columns];
  const go = (place) => () => finish([index, direction, 90 * quarters, { "row#": spot(place)[0], "column#": spot(place)[1] }],
    `You go to row ${spot(place)[0]}, column ${spot(place)[1]}.`);
  show.painter.paint(after, null);
  says.textContent = places.length > 0 ? "Choose where to go, or turn the tile that goes in." : "There is nowhere to go: turn the tile, or slide another line.";
  offer(["Turn the tile", () => preview(state, me, { index, direction, quarters: (quarters + 1) % 4 }, back)], ["Another slide", back],
    ...places.map((place) => [`row ${spot(place)[0]}, column ${spot(place)[1]}`, go(place)]));
  light("can", []);
  light("reachable", places.map((place) => [`.cell[data-place="${place}"]`, go(place)]));
}

function finish(choice, words) {
  light("can", []);
  light("reachable", []);
  live.held = false;
  decide(choice, words);
  update();
}

live.changed = () => {
  if (person.asked && live.data.kind === "maze" && !live.held) {
    person.asked.begin();
  }
};
form.addEventListener("submit", join);
setInterval(showClock, 100);
if (person.token) {
  sit();
}
