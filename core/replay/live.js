// A page of a game that is still played. Its events come from the server that the page came from; it follows the newest
// until somebody wants to see something else. With ?view=stage it has no controls and looks for the best game itself.

const live = {
  data: JSON.parse(byId("data").textContent),
  clock: 0, // performance.now() when the server's clock, in milliseconds, was 0
  moved: 0, // on that clock, when the last event happened
  over: false,
  begun: false, // a game has been shown
  timer: 0,
  held: false, // somebody plays here: the picture is not of the log
  changed: () => {}, // called after every update
};
const view = new URLSearchParams(location.search);
const stage = {
  on: view.get("view") === "stage",
  stay: 1000 * (Number(view.get("seconds")) || 8), // how long a game is shown, at the least
  turned: -Infinity, // when it was last chosen
  from: 0, // the games that have moved since begin here
};

// -- events --

function connect() {
  const source = new EventSource(`events?page=${live.data.live}`);
  source.addEventListener("open", () => tellConnection("live", "Live"));
  source.addEventListener("error", () => tellConnection("broken", source.readyState === EventSource.CLOSED ?
    "The connection is lost: reload the page" : "The connection is lost; trying again …"));
  source.addEventListener("now", (event) => {
    live.clock = performance.now() - Number(event.data);
  });
  source.addEventListener("message", (event) => {
    const { at, ...news } = JSON.parse(event.data);
    replay.tell(news);
    live.moved = at;
    updateSoon();
  });
  source.addEventListener("reload", () => location.reload());
  source.addEventListener("over", (event) => {
    source.close();
    live.over = true;
    tellConnection("over", event.data);
    updateSoon();
  });
}

function tellConnection(state, words) {
  const line = byId("connection");
  line.hidden = false;
  line.className = state;
  line.textContent = words;
}

// Many events may come at once, most of all to a page that comes late; it shows what they have led to.
function updateSoon() {
  live.timer ||= setTimeout(() => {
    live.timer = 0;
    update();
  }, 40);
}

function update() {
  tellOutcome();
  listEverybody();
  if (live.held) {
    document.querySelector("main").hidden = false;
  } else if (replay.games === 0) {
    byId("outcome").textContent = live.over ? `No game was played. ${replay.outcome}` : "The game has not begun yet.";
  } else if (!live.begun && location.hash && !stage.on) {
    live.begun = true;
    recall(location.href);
  } else if (!live.begun || show.following) {
    live.begun = true;
    goLive();
  } else {
    growGame(show.at);
  }
  live.changed();
}

// Shows more of the game that is shown.
function growGame(at) {
  readGame(show.index);
  seek(at);
  if (show.bracket) {
    show.bracket.show(show.index);
  }
}

function goLive() {
  const index = stage.on ? chooseGame() : replay.games - 1;
  if (show.game === null || show.index !== index) {
    openGame(index, Infinity);
  } else {
    pause();
    growGame(Infinity);
  }
  follow(true);
}

// -- who plays, and who thinks --

function listEverybody() {
  const { players } = replay;
  const lost = players.filter((player) => player.lost === "lost").length;
  const removed = players.filter((player) => player.lost === "removed").length;
  const left = replay.outcome === "" ? "in the tournament" : "won";
  const words = `${plural(players.length, "player")}: ${players.length - lost - removed} ${left}, ${lost} lost, ${removed} removed`;
  const details = byId("everybody");
  const summary = details.querySelector("summary");
  if (summary.textContent !== words) {
    summary.textContent = words;
    details.hidden = players.length === 0;
    details.querySelector("ul").replaceChildren(...players.map((player) => make("li", { class: player.lost }, player.name,
      player.lost ? make("small", {}, ` ${player.lost}`) : null)));
  }
}

// On the card of the player whose turn it is.
function showThinking() {
  const { game, timeline, cards, at } = show;
  const newest = game !== null && show.index === replay.games - 1 && at === game.steps.length - 1 && !live.over;
  const next = newest ? game.next(timeline.seek(at)) : -1;
  const seconds = Math.max(0, (performance.now() - live.clock - live.moved) / 1000);
  cards.forEach(({ clock }, i) => {
    clock.textContent = i === next ? `${stage.on ? "" : "thinks for "}${seconds.toFixed(1)} s` : "";
  });
}

// -- the stage --

// How much a game is worth watching: while it is played, while it is close, and when somebody is removed.
function excitement(index) {
  const game = replay.openGame(index);
  const last = game.steps.length - 1;
  const state = new Timeline(game).seek(last);
  const values = game.players.map((_, i) => game.value(state, i)).filter((value) => value !== null).sort((a, b) => b - a);
  const lead = values.length > 1 ? values[0] - values[1] : 100;
  return (game.steps[last].kind === "end" ? 0 : 20) + 5 * state.seats.filter((seat) => seat.out).length - lead;
}

// The most exciting of the games that have moved since the last choice.
function chooseGame() {
  const now = performance.now();
  const newest = replay.games - 1;
  if (show.game !== null && (now - stage.turned < stage.stay || stage.from > newest)) {
    return show.index;
  }
  let best = newest;
  for (let i = newest - 1, most = excitement(newest); i >= stage.from && i > newest - 30; i--) {
    const much = excitement(i);
    if (much > most) {
      [best, most] = [i, much];
    }
  }
  stage.turned = now;
  stage.from = replay.openGame(newest).steps.at(-1).kind === "end" ? newest + 1 : newest;
  return best;
}

if (stage.on) {
  document.body.classList.add("projector");
  setInterval(() => show.following && goLive(), 1000);
} else {
  byId("live").hidden = false;
  byId("live").addEventListener("click", goLive);
  keys.l = goLive;
}
setInterval(showThinking, 100);
update();
connect();
