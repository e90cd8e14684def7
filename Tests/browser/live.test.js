// The pages of xlive.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { fixture, pageOf, scratch } from "./games.js";

const program = (name) => `${process.env.BIN}/${name}`;
const text = (page, selector) => page.textContent(selector);

// Starts a program, and waits until it has said what the pattern is about.
async function start(name, args, pattern, input = "") {
  const child = spawn(program(name), args, { stdio: ["pipe", "ignore", "pipe"] });
  const ended = once(child, "exit");
  let said = "";
  child.stdin.end(input);
  while (!pattern.test(said)) {
    said += await Promise.race([once(child.stderr, "data"), ended.then(() => Promise.reject(new Error(`${name}: ${said}`)))]);
  }
  child.stderr.resume();
  return { child, ended, found: said.match(pattern), stop: () => child.kill("SIGINT") };
}

// A tournament with its watchers' page; play() has it played.
async function tournament(log, players, options, input = "") {
  const server = await start("xserver", ["0", "--live", "0", "--timeout", "100", "--log", log, ...options],
    /live on port (\d+)[^]*listening on port (\d+)/, input);
  const web = await start("xlive", [server.found[1], "--play", server.found[2], "--timeout", "100"], /watch at (\S+)/);
  const play = async () => {
    const clients = spawn(program("xclients"), [server.found[2], "--interval", "0"], { stdio: ["pipe", "ignore", "ignore"] });
    clients.stdin.end(players);
    await Promise.all([server.ended, once(clients, "exit")]);
  };
  const stop = async () => {
    server.stop();
    web.stop();
    await Promise.all([web.ended, server.ended]);
  };
  return { address: web.found[1], port: Number(server.found[2]), play, stop };
}

// A player of Trains that makes its first move after go(). It only asks for cards.
function slowPlayer(port, name, map) {
  let go;
  const gate = new Promise((resolve) => {
    go = resolve;
  });
  const socket = connect(port, "127.0.0.1", () => socket.write(JSON.stringify(name)));
  let read = "";
  socket.setEncoding("utf8").on("error", () => {}).on("data", async (bytes) => {
    read += bytes;
    const messages = read.split("\n");
    read = messages.pop();
    for (const message of messages) {
      const [call, [argument]] = JSON.parse(message);
      if (call === "play") {
        await gate;
      }
      const answers = { start: map, pick: call === "pick" && argument.slice(2), play: "more cards" };
      socket.write(JSON.stringify(answers[call] || "void"));
    }
  });
  return { go, joined: once(socket, "connect") };
}

// Everything that a page says at the end of each of its games.
async function seen(page) {
  return page.evaluate(() => {
    const text = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent);
    const games = [...document.querySelectorAll("#bracket button")].map((_, i) => {
      openGame(i, Infinity);
      return {
        title: text("#game"), players: text(".player .name, .player .points, .player .card b, .goals, .why"), result: text("#result"),
        owners: [...document.querySelectorAll("#picture [data-owner]")].map((link) => [link.dataset.connection, link.dataset.owner]),
        where: text("#where"), move: text("#move"),
      };
    });
    return { games, outcome: text("#outcome"), removed: text("#removed"), bracket: text("#bracket .round") };
  });
}

// A map, and what xclients reads to have so many players join.
function company(count) {
  const [map] = JSON.parse(`[${fixture("xmanager", "24-players").toString().replace(/}\s*\[/, "},[").replace(/]\s*\[/, "],[")}]`);
  const names = Array.from({ length: count }, (_, i) => [`P${i}`, i % 9 === 4 ? "Cheat" : ["Buy-Now", "Hold-10"][i % 2]]);
  return { map, players: `${JSON.stringify(map)}${JSON.stringify(names)}` };
}

// Joins from a page, and clicks until the game of the person is over; choose() clicks when there are choices.
async function joinAndPlay(page, name, begin, choose) {
  await page.fill("#name", name);
  await page.click("#person form button");
  await page.waitForFunction(() => document.getElementById("person").textContent.includes("You have joined"));
  begin();
  const said = () => text(page, "#person [role=status]");
  for (let turns = 0; turns < 2000 && !/(won|lost) the/.test(await said()); turns++) {
    await page.waitForFunction(() => document.querySelector(".choices button") || /(won|lost) the/.test(document.querySelector("#person [role=status]").textContent));
    if (await page.locator(".choices button").count() > 0) {
      await choose(page);
    }
  }
  return said();
}

const over = (page) => page.waitForSelector("#connection.over", { timeout: 60000 });
const available = existsSync(program("xlive"));

const watching = {
  "a tournament of 27 is watched live: pages that come late, are reloaded or suspended end as the replay does": async (browser) => {
    const { map, players } = company(26);
    const log = `${scratch}/live.log`;
    const { address, port, play, stop } = await tournament(log, players, ["--max", "27", "--seed", "5"]);
    try {
      const early = await browser.open(address);
      assert.match(await text(early, "#outcome"), /not begun yet/);
      const stage = await browser.open(`${address}?view=stage&seconds=0.1`);
      const slow = slowPlayer(port, "Zoe", map);
      await slow.joined;
      const played = play();
      await early.waitForFunction(() => document.querySelector(".player .clock:not(:empty)"));
      const reloaded = await browser.open(address);
      const suspended = await browser.open(address);
      await suspended.waitForFunction(() => document.querySelector(".player"));
      assert.match(await text(early, '.player[aria-label="Zoe"] .clock'), /^thinks for \d+\.\d s$/);
      const devtools = await suspended.context().newCDPSession(suspended);
      await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
      await reloaded.reload();
      await early.click("#back");
      const before = await text(early, "#move");
      slow.go();
      await played;
      await devtools.send("Page.setWebLifecycleState", { state: "active" });
      await Promise.all([early, reloaded, suspended, stage].map(over));
      await stage.waitForFunction(() => document.getElementById("game").textContent !== "Game 1");
      assert.equal(await stage.locator("#controls").isVisible(), false);
      assert.equal(await text(early, "#move"), before, "who looks back is not disturbed");
      await early.click("#live");
      assert.equal(await text(early, "#game"), await text(reloaded, "#game"));
      assert.match(await text(early, "#everybody summary"), /^27 players: [1-9] won, \d+ lost, 3 removed$/);
      const replay = await browser.open(pageOf(log, "live").page);
      const expected = await seen(replay);
      assert.ok(expected.games.length >= 5);
      for (const page of [early, reloaded, suspended, await browser.open(address)]) {
        await over(page);
        await page.waitForFunction((count) => document.querySelectorAll("#bracket button").length === count, expected.games.length);
        assert.deepEqual(await seen(page), expected);
      }
      assert.deepEqual(await (await fetch(`${address}log`)).text(), readFileSync(log, "utf8"));
      assert.equal(await (await fetch(`${address}replay.html`)).text(), readFileSync(`${scratch}/live.html`, "utf8"));
    } finally {
      await stop();
    }
  },

  "a live page on a laptop shows the game and its controls; the stage shows every player; a name can have any letters": async (browser) => {
    const names = Array.from({ length: 16 }, (_, i) => [`AVeryLongNameOfAPlayer${i}`, i === 3 ? "Cheat" : "Hold-10"]);
    const log = `${scratch}/watched.log`;
    execFileSync(program("xmanager"), ["--seed", "2", "--log", log], { input: `${JSON.stringify(company(0).map)}${JSON.stringify(names)}` });
    writeFileSync(log, `${readFileSync(log, "utf8").split("\n").slice(0, 150).join("\n")}\n`);
    const web = await start("xlive", [log, "--play", "1"], /watch at (\S+)/);
    const size = { width: 1366, height: 657 };
    const inside = (boxes) => boxes.every(({ top, bottom, left, right }) => top >= 0 && left >= 0 && bottom <= 657 && right <= 1366);
    const boxes = (page, selector) => page.locator(selector).evaluateAll((found) => found.map((element) => element.getBoundingClientRect().toJSON()));
    try {
      const page = await browser.open(web.found[1], size);
      await page.waitForSelector(".player");
      assert.ok(inside(await boxes(page, "#controls")));
      const [[{ top }], [{ top: below }]] = [await boxes(page, "#picture"), await boxes(page, "#controls")];
      assert.ok(below - top > 150, `${below - top} pixels of the picture are in view`);
      const stage = await browser.open(`${web.found[1]}?view=stage`, size);
      await stage.waitForSelector(".player .clock:not(:empty)");
      assert.equal(await stage.locator(".player").count(), 8);
      assert.ok(inside(await boxes(stage, ".player")), JSON.stringify(await boxes(stage, ".player")));
      const cards = await boxes(stage, ".player");
      const points = await boxes(stage, ".player .points");
      assert.ok(points.every((box, i) => box.right <= cards[i].right && box.height === points[0].height), "numbers are in their cards, in one piece");
      const player = await browser.open(`${web.found[1]}play`, size);
      await player.waitForSelector(".player");
      await player.locator("#name").pressSequentially("lizz 1");
      assert.equal(await player.inputValue("#name"), "lizz 1");
    } finally {
      web.stop();
      await web.ended;
    }
  },

  "a person joins a tournament of Trains from the page, and plays it to its end": async (browser) => {
    const { players } = company(1);
    const log = `${scratch}/person.log`;
    const { address, play, stop } = await tournament(log, players, ["--max", "2", "--seed", "7"]);
    try {
      const page = await browser.open(`${address}play`);
      await page.evaluate(() => chooseConnection({ this: { destination1: ["A", "B"] }, acquired: [] }));
      assert.equal(await text(page, "#person [role=status]"), "Your turn …", "the map may be known later than a turn");
      let played;
      let onMap = 0;
      const end = await joinAndPlay(page, "Zoe", () => {
        played = play();
      }, async () => {
        const said = await text(page, "#person [role=status]");
        if (said.includes("destinations")) {
          await page.locator('.choices button[aria-pressed="false"]').first().click();
        } else if (onMap === 0 && await page.locator("#picture .wide .legal").count() > 0) {
          onMap += 1;
          await page.locator("#picture .wide .legal").first().dispatchEvent("click");
        } else {
          await page.locator(".choices button").last().click();
        }
      });
      await played;
      const lines = readFileSync(log, "utf8").trim().split("\n").map((line) => JSON.parse(line));
      assert.equal(lines.filter(({ event }) => event === "kick").length, 0);
      assert.ok(lines.some(({ player, action }) => player === "Zoe" && Array.isArray(action)), "Zoe has bought something");
      const { won } = lines.find(({ event, player }) => event === "win" && player === "Zoe");
      assert.match(end, won ? /won/ : /lost/);
      await over(page);
    } finally {
      await stop();
    }
  },

  "a person plays Maze from the page": async (browser) => {
    const log = `${scratch}/person-maze.log`;
    const state = fixture("xgames", "six-players").toString().replace(/^\s*\[[^]*?\]\]/, "");
    const parsed = JSON.parse(state);
    parsed.plmt = parsed.plmt.slice(0, 2);
    const { address, play, stop } = await tournament(log, `[["Ann","Euclid"]]${JSON.stringify(parsed)}`,
      ["--game", "maze", "--max", "2"], JSON.stringify(parsed));
    try {
      const page = await browser.open(`${address}play`);
      let played;
      let moves = 0;
      const end = await joinAndPlay(page, "Zoe", () => {
        played = play();
      }, async () => {
        const buttons = page.locator(".choices button");
        if (moves > 3) {
          await buttons.first().click(); // passes
          return;
        }
        await page.locator("#picture .can").first().dispatchEvent("click");
        await buttons.first().click(); // turns the tile
        if (await page.locator("#picture .reachable").count() > 0) {
          moves += 1;
          await page.locator("#picture .reachable").first().dispatchEvent("click");
        } else {
          await buttons.nth(1).click();
          await buttons.first().click();
        }
      });
      await played;
      const lines = readFileSync(log, "utf8").trim().split("\n").map((line) => JSON.parse(line));
      assert.equal(lines.filter(({ event }) => event === "kick").length, 0);
      const turns = lines.filter(({ event, player, choice }) => event === "turn" && player === "Zoe" && choice !== "PASS");
      assert.equal(turns.length, moves);
      assert.match(end, lines.find(({ event, player }) => event === "win" && player === "Zoe").won ? /won/ : /lost/);
    } finally {
      await stop();
    }
  },
};

export const tests = available ? watching : {};
if (!available) {
  console.log("# xlive is not built: its pages are not tested");
}
