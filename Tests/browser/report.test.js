// The page that xgrade --html makes.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { faintTexts } from "./contrast.js";
import { refusesMarkup } from "./policy.js";

const scratch = resolve("build/browser/report");
const evil = '</pre></details></table><script>document.title = "taken"</script><img src=x onerror=\\"document.title = 1\\">';

// Grades a program that gets one answer right, one wrong, and prints markup where it can.
function grade() {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(`${scratch}/cases/deep`, { recursive: true });
  const put = (name, input, answer) => {
    writeFileSync(`${scratch}/cases/${name}-in.json`, input);
    writeFileSync(`${scratch}/cases/${name}-out.json`, answer);
  };
  put("1", "1", '["Ben", 1]');
  put("2", "2", "true");
  put('x"><script>document.title = "taken"<', "3", "true");
  put("deep/4", "4", "true");
  writeFileSync(`${scratch}/program`, `#!/bin/sh
read -r n
case $n in
1) echo '["Cameron", 1]' ;;
3) echo '"${evil}"'; echo '${evil}' >&2; exit 1 ;;
*) echo true ;;
esac
`);
  chmodSync(`${scratch}/program`, 0o755);
  const run = spawnSync(resolve(process.env.BIN, "xgrade"), ["--html", "report.html", "./program", "cases"], { cwd: scratch });
  assert.equal(run.status, 1, run.stderr.toString());
  return `${scratch}/report.html`;
}

// The same of a page about inputs that have pictures, and of some that have none.
function gradePictures() {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(`${scratch}/cases`, { recursive: true });
  const put = (name, ...values) => {
    writeFileSync(`${scratch}/cases/${name}-in.json`, values.map((value) => JSON.stringify(value)).join(" "));
    writeFileSync(`${scratch}/cases/${name}-out.json`, "0");
  };
  const map = (erie) => ({
    width: 800, height: 800,
    cities: [["Boston", [700, 100]], [erie, [400, 300]], ["Tampa", [600, 700]]],
    connections: { Boston: { [erie]: { red: 3, white: 5 }, Tampa: { blue: 4 } } },
  });
  put("board", {
    connectors: [["│", "─", "┌"], ["┼", "┐", "└"]],
    treasures: [[["ruby", "emerald"], ["ruby", "zoisite"], ["ruby", "beryl"]],
      [["beryl", "emerald"], ["beryl", "zoisite"], ["emerald", "zoisite"]]],
  }, { "row#": 0, "column#": 0 });
  put("evil", "Boston", "Tampa", map('</figure><script>document.title = "taken"</script>'));
  put("map", "Boston", "Tampa", map("Erie"));
  put("neither", { width: 1, board: [] }, [map("Erie")]);
  const run = spawnSync(resolve(process.env.BIN, "xgrade"), ["--html", "report.html", "/bin/true", "cases"], { cwd: scratch });
  assert.equal(run.status, 1, run.stderr.toString());
  return `${scratch}/report.html`;
}

// The same of a page about a program that writes a log, which is wrong from its second line on.
function gradeLogs() {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(`${scratch}/cases`, { recursive: true });
  writeFileSync(`${scratch}/cases/suite.json`, '{"log": "game.log"}');
  writeFileSync(`${scratch}/cases/1-in.json`, "1");
  writeFileSync(`${scratch}/cases/1-out.json`, "1");
  writeFileSync(`${scratch}/cases/1-log.jsonl`, '{"event": "game"}\n{"turn": 1, "action": "more cards"}\n');
  writeFileSync(`${scratch}/program`, `#!/bin/sh
printf '{"event":"game"}\\n{"turn":1,"action":"<script>document.title = 1</script>"}\\n' >game.log
echo 2
`);
  chmodSync(`${scratch}/program`, 0o755);
  const run = spawnSync(resolve(process.env.BIN, "xgrade"), ["--html", "report.html", "./program", "cases"], { cwd: scratch });
  assert.equal(run.status, 1, run.stderr.toString());
  return `${scratch}/report.html`;
}

const rows = (page) => page.locator("#matrix tbody tr:visible").count();

export const tests = {
  "a report shows the matrix, and filters it": async (browser) => {
    const page = await browser.open(grade());
    assert.equal((await page.textContent("#summary")).trim(), "2 passed, 2 failed");
    assert.equal(await rows(page), 4);
    await page.fill("#filter", "wrong");
    assert.equal(await rows(page), 1);
    assert.equal(await page.textContent("#count"), "1 shown");
    assert.equal(await page.locator(".kind:visible").count(), 1);
    assert.equal(await page.locator(".failure:visible").count(), 1);
    await page.fill("#filter", "DEEP pass");
    assert.equal(await rows(page), 1);
    await page.fill("#filter", "nothing like this");
    assert.equal(await rows(page), 0);
    await page.fill("#filter", "");
    assert.equal(await rows(page), 4);
  },

  "a report shows expected and actual side by side, and on a phone one below the other": async (browser) => {
    const path = grade();
    for (const width of [1280, 390]) {
      const page = await browser.open(path, { width, colorScheme: width > 1000 ? "light" : "dark" });
      await page.click("#matrix tbody tr:first-child a");
      const details = page.locator(".failure[open]").first();
      assert.match(await details.textContent(), /\$\[0\]: expected "Ben", got "Cameron"/);
      const [expected, actual] = await details.locator(".sides pre").all();
      assert.equal((await expected.textContent()).trim(), '["Ben", 1]');
      assert.equal((await actual.textContent()).trim(), '["Cameron", 1]');
      const [left, right] = [await expected.boundingBox(), await actual.boundingBox()];
      assert.equal(left.y === right.y, width > 1000);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is too wide");
      const [paper, ink] = await page.evaluate(() => {
        const style = getComputedStyle(document.querySelector("h1"));
        return [getComputedStyle(document.querySelector("#matrix thead th")).backgroundColor, style.color];
      });
      assert.equal(paper === "rgb(251, 250, 247)", width > 1000, `${ink} on ${paper}`);
    }
  },

  "a report can be read, in the light and in the dark": async (browser) => {
    const path = grade();
    for (const colorScheme of ["light", "dark"]) {
      const page = await browser.open(path, { colorScheme });
      await page.evaluate(() => document.querySelectorAll("details").forEach((details) => {
        details.open = true;
      }));
      assert.deepEqual(await faintTexts(page), [], colorScheme);
    }
  },

  "a report shows the map or the board that a case is about": async (browser) => {
    const path = gradePictures();
    for (const width of [1280, 390]) {
      const page = await browser.open(path, { width, colorScheme: width > 1000 ? "light" : "dark" });
      const open = async (name) => {
        await page.locator("#matrix tbody tr", { hasText: `cases/${name}` }).locator("a").click();
        return page.locator(".failure", { has: page.locator("summary", { hasText: `cases/${name}` }) }).locator("svg.drawing");
      };
      const map = await open("map");
      assert.equal(await map.locator(".connection").count(), 3);
      assert.deepEqual(await map.locator(".label .name").allTextContents(), ["Boston", "Erie", "Tampa"]);
      const board = await open("board");
      assert.equal(await board.locator(".cell:not(.spare)").count(), 6);
      for (const picture of [map, board]) {
        const box = await picture.boundingBox();
        assert.ok(box.width > 200 && box.height > 100 && box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
      }
      for (const name of ["evil", "neither"]) {
        assert.equal(await (await open(name)).count(), 0);
      }
      assert.equal(await page.textContent("figcaption >> nth=0"), "Asked: from Boston to Tampa");
      assert.deepEqual(await map.locator(".city.asked title").allTextContents(), ["Boston", "Tampa"]);
      assert.equal(await page.title(), "/bin/true");
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is too wide");
    }
  },

  "a report shows where a log differs first": async (browser) => {
    const page = await browser.open(gradeLogs());
    await page.click("#matrix a");
    assert.equal((await page.textContent(".failure[open] pre")).trim(), `$: expected 1, got 2
first difference in the log: line 2, turn 1: expected {"turn": 1, "action": "more cards"}, \
got {"turn":1,"action":"<script>document.title = 1</script>"}`);
    assert.equal(await page.title(), "program");
  },

  "a report runs no script that a program has printed": async (browser) => {
    const page = await browser.open(grade());
    assert.equal(await page.title(), "program");
    assert.equal(await page.locator("img").count(), 0);
    assert.equal(await page.locator("script").count(), 1);
    assert.match(await page.textContent("#matrix"), /x"><script>document\.title = "taken"</);
    await refusesMarkup(browser, page);
  },
};
