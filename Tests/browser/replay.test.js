// The pages that --replay and xreplay make.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { faintTexts } from "./contrast.js";
import { fixture, mazeStates, pageOf, play, trainsStates } from "./games.js";
import { refusesMarkup } from "./policy.js";

// -- reading a page --

const text = (page, selector) => page.textContent(selector);
const steps = async (page) => Number(await page.getAttribute("#slider", "max")) + 1;
const at = async (page) => Number((await text(page, "#where")).split("/")[0]);

// What a page about Trains shows: of each player what it holds and owns, and its points.
function seen(page) {
  return page.evaluate(() => {
    const owner = {};
    document.querySelectorAll("#picture .wide [data-owner]").forEach((link) => {
      const [, from, to, color, length] = link.querySelector("title").textContent.match(/^(.*) - (.*), (.*), (\d)$/);
      (owner[link.dataset.owner] ||= []).push(`${from} ${to} ${color} ${length}`);
    });
    return [...document.querySelectorAll(".player")].map((card, i) => ({
      name: card.getAttribute("aria-label"),
      rails: Number(card.querySelector("[data-rails]")?.dataset.rails || 0),
      cards: Object.fromEntries([...card.querySelectorAll("[data-color]")].map((chip) => [chip.dataset.color, Number(chip.querySelector("b").textContent)])),
      owned: (owner[i + 1] || []).sort(),
      out: card.classList.contains("out"),
      points: card.querySelector(".points").dataset.value,
    }));
  });
}

async function compareTrains(page, states, step) {
  const shown = await seen(page);
  states[step].forEach((seat, i) => {
    const { points, cards, ...rest } = shown[i];
    assert.deepEqual(rest, { name: seat.name, rails: seat.rails, owned: [...seat.owned].sort(), out: seat.out }, `step ${step}`);
    for (const [color, count] of Object.entries(cards)) {
      assert.equal(count, seat.cards[color] || 0, `${seat.name}'s ${color} cards at step ${step}`);
    }
    if (seat.total !== null) {
      assert.equal(Number(points), seat.total, `${seat.name}'s points at step ${step}`);
    }
  });
}

// What a page about Maze shows: the avatars, goals and treasures, and the board as connectors.
function seenBoard(page) {
  return page.evaluate(() => {
    const board = document.querySelector("#picture .board");
    const place = (element) => element && !element.classList.contains("gone") ?
      { "row#": Number(element.dataset.row), "column#": Number(element.dataset.column) } : null;
    const figure = (kind, i) => place(board.querySelector(`:scope > .${kind}[data-player="${i}"]`));
    const connectors = {};
    const names = {};
    board.querySelectorAll(":scope > .cell").forEach((cell) => {
      const turned = Math.round((cell.querySelector(".ways").style.transform.match(/-?\d+/) || [0])[0] / -90);
      const sides = [0, 1, 2, 3].reduce((sum, side) => sum | ((cell.dataset.sides >> ((side + turned) % 4)) & 1) << side, 0);
      connectors[cell.dataset.place] = ["", "", "", "└", "", "│", "┌", "├", "", "┘", "─", "┴", "┐", "┤", "┬", "┼"][sides];
      names[cell.dataset.place] = cell.querySelector("title").textContent;
    });
    const covering = [".home", ".goal", ".avatar", ".trail"].map((mark) => `:scope > ${mark} ~ .cell`).join();
    return {
      covered: board.querySelectorAll(covering).length > 0, trails: board.querySelectorAll(".trail").length, names,
      columns: Number(board.dataset.columns), rows: Number(board.dataset.rows), connectors,
      seats: [...document.querySelectorAll(".player")].map((card, i) => ({
        name: card.getAttribute("aria-label"), at: figure("avatar", i), goal: figure("goal", i),
        treasures: Number(card.querySelector("[data-treasures]").dataset.treasures),
        out: card.classList.contains("out"),
      })),
    };
  });
}

async function compareMaze(page, states, step) {
  const shown = await seenBoard(page);
  const { seats, slide, line } = states[step];
  const onBoard = (spot) => spot["row#"] < shown.rows && spot["column#"] < shown.columns;
  assert.deepEqual(shown.seats, seats.map((seat) => ({ ...seat, at: seat.out ? null : seat.at,
    goal: seat.out || !onBoard(seat.goal) ? null : seat.goal })), `step ${step}`);
  assert.equal(shown.covered, false, "no tile lies on an avatar, whichever was the spare");
  assert.equal(shown.trails, 1);
  for (const [place, name] of Object.entries(shown.names)) {
    const where = place < shown.rows * shown.columns ?
      `row ${Math.floor(place / shown.columns)}, column ${place % shown.columns}` : "spare tile";
    assert.match(name, new RegExp(`^${where}: [a-z-]+, [a-z-]+$`), `step ${step}`);
  }
  if (slide) {
    const row = slide[1] === "LEFT" || slide[1] === "RIGHT";
    assert.deepEqual(line.map((_, i) => shown.connectors[row ? slide[0] * shown.columns + i : i * shown.columns + slide[0]]),
      line, `the line at step ${step}`);
  }
}

// Steps through the game, with the keys, and compares what is shown with the log.
async function walk(page, states, compare) {
  assert.equal(await steps(page), states.length);
  const stops = new Set([0, 1, 2, 3, states.length - 1]);
  for (let i = 1; i < 12; i++) {
    stops.add(Math.floor(states.length * i / 12));
  }
  await page.keyboard.press("Home");
  const said = new Set();
  const walked = Math.min(states.length, 60);
  for (let i = 0; i < walked; i++) {
    const [where, words] = await page.evaluate(() => ["slider", "move"].map((id) => document.getElementById(id)).map((element) => element.value ?? element.textContent));
    assert.equal(Number(where), i);
    said.add(words);
    if (stops.has(i)) {
      await compare(page, states, i);
    }
    await page.keyboard.press("ArrowRight");
  }
  assert.ok(said.size > walked / 3, "moves are told in words");
  await page.keyboard.press("End");
  await compare(page, states, states.length - 1);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await compare(page, states, states.length - 3);
  for (const stop of [...stops].reverse()) {
    await page.evaluate((to) => {
      const slider = document.getElementById("slider");
      slider.value = to;
      slider.dispatchEvent(new Event("input"));
    }, stop);
    await compare(page, states, stop);
  }
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

// How long steps take: by the page's own marks, and, whatever else the machine does, in time of the processor with the
// styles and the layout that follow.
async function time(page, name, file) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => (await session.send("Performance.getMetrics")).metrics.find((metric) => metric.name === "TaskDuration").value;
  await page.keyboard.press("Home");
  const before = await spent();
  const marks = await page.evaluate(() => {
    performance.clearMeasures();
    for (let i = Math.min(Number(document.getElementById("slider").max), 300); i > 0; i--) {
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
      document.body.getBoundingClientRect();
    }
    return performance.getEntriesByName("step").map((entry) => entry.duration);
  });
  const each = (await spent() - before) * 1000 / marks.length;
  console.log(`# ${name}: ${Math.round(statSync(file).size / 1000)} KB; a step takes ${median(marks).toFixed(1)} ms in the middle, ${
    Math.max(...marks).toFixed(1)} ms at most; with styles and layout ${each.toFixed(1)} ms of processor time on average`);
}

// Twelve cities, so that names and parallel connections are to be seen.
const map = JSON.stringify({
  width: 800, height: 500,
  cities: [["Atlanta", [650, 340]], ["Boston", [780, 90]], ["Chicago", [570, 160]], ["Dallas", [440, 390]], ["Denver", [310, 230]],
    ["El Paso", [275, 400]], ["Helena", [240, 80]], ["Miami", [750, 480]], ["New York", [750, 140]], ["Omaha", [440, 190]],
    ["Seattle", [70, 40]], ["St. Louis", [540, 250]]],
  connections: {
    Atlanta: { Dallas: { green: 4, white: 5 }, Miami: { blue: 5 }, "New York": { red: 5 }, "St. Louis": { white: 3 } },
    Boston: { "New York": { red: 3, green: 3 } },
    Chicago: { "New York": { white: 5, blue: 5 }, Omaha: { blue: 4 }, "St. Louis": { green: 3 } },
    Dallas: { Denver: { red: 4 }, "El Paso": { white: 4 }, "St. Louis": { blue: 4 } },
    Denver: { "El Paso": { green: 4 }, Helena: { green: 4 }, Omaha: { red: 3, white: 3, blue: 3 }, Seattle: { blue: 5 } },
    Helena: { Omaha: { white: 5 }, Seattle: { red: 4 } },
  },
});
const tournament = `${map}[["Ann","Hold-10"],["Ben","Buy-Now"],["Cleo","Cheat"],["Dora","Buy-Now"],["Emil","player-bad-win"],
  ["Finn","Hold-10"],["Gus","Hold-10"],["Hal","player-bad-more"],["Ida","Buy-Now"],["Jo","Buy-Now"],["Kim","Hold-10"],
  ["Leo","player-bad-start"],["Max","player-bad-setup"]]`;

async function watchMaze(browser, program, ...names) {
  for (const name of names) {
    const { page: file, lines } = play(program, fixture(program, name), `${program}-${name}`);
    const page = await browser.open(file);
    await walk(page, mazeStates(lines), compareMaze);
    await page.evaluate(() => {
      location.hash = "game=1&step=2"; // as the page itself does not say it
    });
    await page.waitForFunction(() => document.getElementById("slider").value === "2");
    await compareMaze(page, mazeStates(lines), 2);
    await time(page, `${program}, ${name}`, file);
  }
}

export const tests = {
  "xref: every step of the page is what the log says": async (browser) => {
    for (const name of ["generated-17-5-players", "generated-13-8-players", "deck-of-400-cards"]) {
      const { page: file, lines } = play("xref", fixture("xref", name), `xref-${name}`);
      const page = await browser.open(file);
      await walk(page, trainsStates(lines, 1), compareTrains);
      await time(page, `xref, ${name}`, file);
    }
  },

  "xmanager: a bracket to choose the game from": async (browser) => {
    const { page: file, lines, answer } = play("xmanager", tournament, "xmanager", "--seed", "4");
    const page = await browser.open(file);
    const games = lines.filter(({ event }) => event === "game");
    assert.equal(await page.locator("#bracket button").count(), games.length);
    assert.equal(await page.locator("#bracket .round").count(), lines.filter(({ event }) => event === "round").length);
    assert.equal(await text(page, "#game"), "Game 1", "it opens at its beginning");
    assert.equal(await page.locator("#bracket .links path").count(),
      lines.filter(({ event }) => event === "round").slice(1).flatMap(({ games: tables }) => tables.flat()).length,
      "a line leads to each player in a later round");
    for (const winner of answer[0]) {
      assert.ok((await text(page, "#outcome")).includes(`${winner} wins the tournament`));
    }
    const kicks = lines.filter(({ event }) => event === "kick");
    await page.click("#removed summary");
    assert.equal(await text(page, "#removed summary"), `${kicks.length} players were removed`);
    assert.equal(await text(page, "#removed li"), 'Leo in "start": did not answer "start"');
    await page.locator("#removed button", { hasText: "Cleo" }).click();
    assert.match(await text(page, "#move"), /^Turn 3: Cleo is removed in "play": asked for /);
    await page.fill("#bracket input", "cLeO");
    assert.equal(await page.locator("#bracket li:visible").count(), 1);
    await page.fill("#bracket input", "");
    for (const { game } of games) {
      await page.locator("#bracket button").nth(game - 1).click();
      assert.equal(await text(page, "#game"), `Game ${game}`);
      assert.equal(await page.locator('#bracket [aria-pressed="true"] .title').textContent(), `Game ${game}`);
      await page.locator("h1").click();
      await walk(page, trainsStates(lines, game), compareTrains);
      const places = Object.fromEntries(lines.filter((line) => line.game === game && line.event === "score").map((line) => [line.player, `${line.place}.`]));
      lines.filter((line) => line.game === game && line.event === "kick").forEach((line) => {
        places[line.player] = "removed";
      });
      const stay = [...new Set(Object.values(places))].filter((place) => place !== "removed").sort();
      for (const [player, place] of Object.entries(places)) { // who is removed leaves no hole
        places[player] = place === "removed" ? place : `${stay.indexOf(place) + 1}.`;
      }
      const rows = await page.locator('#bracket [aria-pressed="true"] .row').evaluateAll((elements) =>
        elements.map((row) => [row.querySelector(".name").textContent, row.querySelector(".place").textContent]));
      assert.deepEqual(Object.fromEntries(rows), places);
    }
  },

  "xgames: every step of the page is what the log says": (browser) =>
    watchMaze(browser, "xgames", "six-players", "goals-are-handed-out-in-order", "homes-and-goals-on-tiles-that-slide", "generated-22"),

  "xbad: every step of the page is what the log says": (browser) =>
    watchMaze(browser, "xbad", "cheat-each-in-its-way", "win-fails-for-one-of-two-winners", "four-by-six", "set-up-fails-the-others-play-on"),

  "xbad2: every step of the page is what the log says": (browser) =>
    watchMaze(browser, "xbad2", "three-kinds-of-players", "take-turn-fails-with-treasures", "nine-by-three"),

  "keys and buttons play, pause, step and jump": async (browser) => {
    const { page: file } = play("xref", fixture("xref", "generated-17-5-players"), "keys");
    const page = await browser.open(file, { hash: "#step=5" });
    const last = await steps(page) - 1;
    assert.equal(await at(page), 5, "the address names the step");
    for (const [said, where] of [["7.5", 7], ["x", 0], ["1e9", last], ["5", 5]]) {
      await page.evaluate((step) => {
        location.hash = `game=1&step=${step}`;
      }, said);
      await page.waitForFunction((step) => Number(document.getElementById("slider").value) === step, where);
    }
    for (const [key, where] of [["ArrowRight", 6], ["ArrowLeft", 5], ["PageDown", 15], ["PageUp", 5], ["End", last], ["ArrowRight", last],
      ["Home", 0], ["ArrowLeft", 0]]) {
      await page.keyboard.press(key);
      assert.equal(await at(page), where, key);
    }
    for (const [id, where] of [["next", 1], ["last", last], ["back", last - 1], ["first", 0]]) {
      await page.click(`#${id}`);
      assert.equal(await at(page), where, id);
    }
    await page.focus("#slider");
    await page.keyboard.press("ArrowRight");
    assert.equal(await at(page), 1, "a key is not taken twice");
    await page.selectOption("#speed", "20");
    await page.locator("h1").click();
    await page.keyboard.press(" ");
    assert.equal(await page.getAttribute("#play", "aria-label"), "Pause");
    await page.waitForFunction(() => Number(document.getElementById("slider").value) > 4);
    await page.keyboard.press(" ");
    const stopped = await at(page);
    assert.equal(await page.getAttribute("#play", "aria-label"), "Play");
    await page.waitForTimeout(200);
    assert.equal(await at(page), stopped);
    await page.click("#play");
    await page.waitForFunction((end) => Number(document.getElementById("slider").value) === end, last, { timeout: 60000 });
    await page.waitForFunction(() => document.getElementById("play").getAttribute("aria-label") === "Play");
  },

  "on a laptop the controls are in view without scrolling, and a larger picture keeps its middle": async (browser) => {
    for (const [program, input] of [["xref", fixture("xref", "generated-13-8-players")], ["xgames", fixture("xgames", "six-players")],
      ["xmanager", tournament]]) {
      const page = await browser.open(play(program, input, `laptop-${program}`, ...(program === "xmanager" ? ["--seed", "4"] : [])).page,
        { width: 1366, height: 657 });
      for (const id of ["slider", "play", "speed"]) {
        const box = await page.locator(`#${id}`).boundingBox();
        assert.ok(box.y >= 0 && box.y + box.height <= 657, `${program}: ${id}`);
      }
      const middle = () => page.locator("#picture").evaluate((picture) =>
        [(picture.scrollLeft + picture.clientWidth / 2) / picture.scrollWidth, (picture.scrollTop + picture.clientHeight / 2) / picture.scrollHeight]);
      const before = await middle();
      await page.keyboard.press("z");
      (await middle()).forEach((part, i) => assert.ok(Math.abs(part - before[i]) < 0.01, `${program}: ${part} is not ${before[i]}`));
    }
  },

  "badges of owners do not overlap, however short and many parallel connections are": async (browser) => {
    const links = { red: 3, blue: 3, green: 3, white: 3 };
    const cities = [["A", [300, 300]], ["B", [300, 350]], ["C", [500, 350]], ["D", [550, 300]], ["E", [600, 700]]];
    const map = { width: 800, height: 800, cities, connections: { A: { B: links }, B: { C: links }, C: { D: links, E: links } } };
    const deck = Array.from({ length: 250 }, (_, i) => Object.keys(links)[i % 4]);
    const { page: file } = play("xref", [map, [["Ann", "Buy-Now"], ["Ben", "Buy-Now"]], deck].map((value) => JSON.stringify(value)).join(""), "badges");
    for (const height of [900, 657]) { // the wide picture and the narrow one
      const page = await browser.open(file, { width: 1366, height });
      await page.keyboard.press("End");
      const [count, touching] = await page.evaluate(() => {
        const badges = [...document.querySelectorAll("#picture .owners circle")].map((circle) => circle.getBoundingClientRect())
          .filter((box) => box.width > 0).map((box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2, r: box.width / 2 }));
        return [badges.length, badges.flatMap((a, i) => badges.slice(i + 1).filter((b) => Math.hypot(a.x - b.x, a.y - b.y) < a.r + b.r)).length];
      });
      assert.ok(count >= 8, `${count} badges`);
      assert.equal(touching, 0);
    }
  },

  "the lines of a chart lie on their values": async (browser) => {
    const { page: file } = play("xgames", fixture("xgames", "six-players"), "chart");
    const page = await browser.open(file, { hash: "#step=1" });
    const zero = await page.locator(".chart .axis").first().getAttribute("y1");
    const starts = await page.locator(".chart .line path:first-child").evaluateAll((paths) =>
      paths.map((path) => path.getAttribute("d").match(/^M[0-9.]+ ([0-9.]+)/)[1]));
    assert.ok(starts.length > 1 && starts.every((y) => Number(y) === Number(Number(zero).toFixed(1))), `${starts} are not ${zero}`);
  },

  "one player's rails can be singled out": async (browser) => {
    const { page: file } = play("xref", `${map}[["Ann","Buy-Now"],["Ben","Buy-Now"]]`, "single", "--seed", "1");
    const page = await browser.open(file);
    await page.keyboard.press("End");
    await page.locator(".player .name").first().click();
    const faded = await page.locator("#picture .wide [data-owner].others").evaluateAll((links) => links.map((link) => link.dataset.owner));
    assert.ok(faded.length > 0 && faded.every((owner) => owner === "2"));
    assert.equal(await page.locator("#picture .wide .city.wanted").count() >= 3, true);
    await page.locator(".player .name").first().click();
    assert.equal(await page.locator("#picture .others").count(), 0);
  },

  "what a log says is shown as text, whatever it says": async (browser) => {
    const { page: file, lines } = pageOf("Tests/logs/hostile.log", "hostile");
    const page = await browser.open(file);
    await walk(page, trainsStates(lines, 1), compareTrains);
    await page.keyboard.press("End");
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.locator("script").count(), 2);
    assert.equal(await page.locator("img, iframe").count(), 0);
    const [, game] = lines;
    const names = await page.locator(".player").evaluateAll((cards) => cards.map((card) => card.querySelector(".name span:last-child").textContent));
    assert.deepEqual(names, game.players);
    const titled = game.players.map((name) => name.replace(/[\u2028\u2029]/g, "\uFFFD")); // what cannot be seen is replaced
    assert.equal(await page.title(), `Trains: ${titled.slice(0, -1).join(", ")} and ${titled[titled.length - 1]}`);
    const kicks = lines.filter(({ event }) => event === "kick");
    const why = await page.locator(".player .why").allTextContents();
    assert.deepEqual(why.sort(), kicks.map(({ call, reason }) => `Removed in "${call}": ${reason}`).sort());
    assert.ok((await text(page, "#move")).includes(kicks[kicks.length - 1].reason));
    await refusesMarkup(browser, page);
  },

  "a log that ends early, or before a game, still has a page": async (browser) => {
    const { page: file } = play("xmanager", fixture("xmanager", "all-fail-in-start"), "nobody");
    const page = await browser.open(file);
    assert.equal(await text(page, "#outcome"), "No game was played. ");
    assert.match(await text(page, "#removed li"), / in "start": did not answer "start"$/);
    assert.equal(await page.locator("main").isVisible(), false);
  },

  "a page fits a phone, and respects who wants no motion": async (browser) => {
    for (const [program, input] of [["xref", fixture("xref", "generated-13-8-players")], ["xmanager", fixture("xmanager", "24-players")],
      ["xgames", fixture("xgames", "six-players")]]) {
      const { page: file } = play(program, input, `phone-${program}`);
      const page = await browser.open(file, { width: 390, height: 844, reducedMotion: "reduce", colorScheme: "dark" });
      await page.keyboard.press("End");
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, program);
      const moving = await page.evaluate(() => [...document.querySelectorAll("#picture *")].filter((element) =>
        getComputedStyle(element).transitionDuration !== "0s" || getComputedStyle(element).animationName !== "none").length);
      assert.equal(moving, 0);
    }
  },

  "a page is printed without what is only for the hand, and with its colors": async (browser) => {
    const { page: file } = play("xmanager", tournament, "print", "--seed", "4");
    const page = await browser.open(file, { width: 720, height: 1000 });
    await page.keyboard.press("End");
    await page.emulateMedia({ media: "print" });
    for (const [selector, visible] of [["#picture .wide", true], ["#move", true], ["#players", true], ["#result", true],
      ["#controls", false], ["#bracket", false], ["#zoom", false], ["footer", false]]) {
      assert.equal(await page.locator(selector).isVisible(), visible, selector);
    }
    const pale = await page.evaluate(() => [...document.querySelectorAll(".badge, .card i")]
      .filter((element) => getComputedStyle(element).printColorAdjust !== "exact").length);
    assert.equal(pale, 0, "numbers in white on no color");
  },

  "text can be read, in the light and in the dark": async (browser) => {
    for (const [program, input] of [["xmanager", tournament], ["xbad", fixture("xbad", "cheat-each-in-its-way")]]) {
      const { page: file } = play(program, input, `contrast-${program}`, ...(program === "xmanager" ? ["--seed", "4"] : []));
      for (const colorScheme of ["light", "dark"]) {
        const page = await browser.open(file, { colorScheme });
        await page.keyboard.press("End");
        assert.deepEqual(await faintTexts(page), [], `${program}, ${colorScheme}`);
      }
    }
  },

  "everything has a name, and moves are announced": async (browser) => {
    for (const [program, name] of [["xref", "generated-17-5-players"], ["xgames", "six-players"]]) {
      const { page: file } = play(program, fixture(program, name), `names-${program}`);
      const page = await browser.open(file);
      await page.keyboard.press("End");
      const nameless = await page.evaluate(() => [...document.querySelectorAll("button, input, select, svg[role=img], section, nav")]
        .filter((element) => !(element.getAttribute("aria-label") || element.textContent.trim() || element.labels?.length))
        .map((element) => element.outerHTML.slice(0, 80)));
      assert.deepEqual(nameless, []);
      assert.equal(await page.getAttribute("#move", "aria-live"), "polite");
      assert.equal(await page.getAttribute("#picture svg", "role"), "img");
      assert.match(await page.getAttribute(".chart", "aria-label"), / \d/);
      const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map((element) => element.id));
      assert.equal(new Set(ids).size, ids.length, "no id is there twice");
    }
  },
};
