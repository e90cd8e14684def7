// The pages that xgrade --site makes of a class: one for staff, and one for each team.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { faintTexts } from "./contrast.js";
import { refusesMarkup } from "./policy.js";

const scratch = resolve("build/browser/site");
const teams = { "Zoë <b>": 0, anselma: 6, bertrand: 4, "B:ertrand": 4 };

function put(path, text) {
  mkdirSync(resolve(scratch, path, ".."), { recursive: true });
  writeFileSync(resolve(scratch, path), text);
}

function xgrade(...words) {
  const run = spawnSync(resolve(process.env.BIN, "xgrade"), words, { cwd: scratch });
  assert.equal(run.status, 1, run.stderr.toString());
}

// A class of four teams with two milestones; each program is right for inputs below its team's number. Made once.
let made = false;
function site() {
  if (made) {
    return `${scratch}/site`;
  }
  rmSync(scratch, { recursive: true, force: true });
  for (const milestone of [1, 2]) {
    put(`cases/${milestone}/suite.json`, JSON.stringify({ milestone, points: 30, program: `${milestone}/x`, pass_mark: 50 }));
    for (let n = 1; n <= 6; n += 1) {
      put(`cases/${milestone}/case-${n}-in.json`, `${n}`);
      put(`cases/${milestone}/case-${n}-out.json`, "true");
    }
    put(`cases/${milestone}/case-1-meta.json`, '{"description": "The smallest <input>.", "hint": "Think small."}');
    for (const visible of ["never", "score-only"]) {
      put(`cases/${milestone}/${visible}-in.json`, '"a secret question"');
      put(`cases/${milestone}/${visible}-out.json`, '"a secret answer"');
      put(`cases/${milestone}/${visible}-meta.json`, JSON.stringify({ visible, hint: "a secret hint" }));
    }
  }
  for (const [team, skill] of Object.entries(teams)) {
    for (const milestone of [1, 2]) {
      put(`teams/${team}/${milestone}/x`, `#!/bin/sh\nread -r n\nif [ "$n" -lt ${skill} ] 2>/dev/null; then echo true; else echo '</pre><script>document.title = 1</script>'; fi\n`);
      chmodSync(`${scratch}/teams/${team}/${milestone}/x`, 0o755);
    }
  }
  const run = ["class", "--quiet", "--cases", "cases", "--submissions", "teams"];
  xgrade(...run, "--results", "old.jsonl");
  put("teams/bertrand/2/x", "#!/bin/sh\necho true\n");
  xgrade(...run, "--results", "new.jsonl", "--site", "site", "--since", "old.jsonl");
  made = true;
  return `${scratch}/site`;
}

const firstColumn = (page, table) => page.locator(`${table} tbody tr:visible th`).allTextContents();

export const tests = {
  "a site has a page for staff and two for each team, with names that are safe": async () => {
    assert.deepEqual(readdirSync(site()).sort(), ["B-ertrand.html", "B-ertrand.md", "Zo----b-.html", "Zo----b-.md",
      "anselma.html", "anselma.md", "bertrand.html", "bertrand.md", "index.html"].sort());
  },

  "the page for staff sorts by mouse, keyboard and touch, and filters": async (browser) => {
    const page = await browser.open(`${site()}/index.html`, { hasTouch: true });
    const head = (name) => page.locator("#marks thead th", { hasText: name });
    await head("Milestone 2").locator("button").click();
    assert.equal((await firstColumn(page, "#marks"))[0], "bertrand");
    assert.equal(await head("Milestone 2").getAttribute("aria-sort"), "descending");
    await head("Milestone 2").locator("button").press("Enter");
    assert.equal(await head("Milestone 2").getAttribute("aria-sort"), "ascending");
    assert.equal((await firstColumn(page, "#marks"))[0], "Zoë <b>");
    await head("Submission").locator("button").tap();
    assert.equal((await firstColumn(page, "#marks"))[0], "anselma");
    assert.equal(await head("Milestone 2").getAttribute("aria-sort"), null);
    await page.fill("#filter", "ERT");
    assert.deepEqual((await firstColumn(page, "#marks")).sort(), ["B:ertrand", "bertrand"]);
    assert.equal(await page.getAttribute("#marks tbody tr:visible th a >> nth=0", "href").then((href) => href.endsWith("ertrand.html")), true);
  },

  "the page for staff colors marks by the pass mark, and knows what changed": async (browser) => {
    const page = await browser.open(`${site()}/index.html`);
    const row = page.locator("#marks tbody tr", { hasText: "anselma" });
    assert.deepEqual(await row.locator("td.pass").allTextContents(), ["18.75", "18.75"]);
    assert.equal(await page.locator("#marks tbody tr", { hasText: "Zoë" }).locator("td.fail").count(), 2);
    assert.equal(await page.locator(".histogram").count(), 2);
    assert.match(await page.getAttribute(".histogram >> nth=0", "aria-label"), /0 to 10 %: 1.*60 to 70 %: 1/);
    assert.match(await page.textContent("#changed-marks"), /bertrand, milestone 2: 11.25 → 22.5/);
    assert.match(await page.textContent("#changed-cases"), /bertrand cases\/2\/case-5: .* → pass/);
    const hardest = page.locator("#statistics tbody tr", { hasText: "cases/1/case-4" });
    assert.deepEqual(await hardest.locator("td").allTextContents().then((cells) => cells.slice(0, 4)), ["3", "4", "75.0", "0.47"]);
  },

  "a team's page names no other team, and nothing of what may not be seen": async (browser) => {
    const folder = site();
    for (const ending of ["html", "md"]) {
      const text = readFileSync(`${folder}/anselma.${ending}`, "utf8");
      assert.match(text, /anselma/);
      assert.match(text, /score-only/);
      assert.match(text, /case-6/);
      for (const secret of ["bertrand", "ertrand", "Zo", "secret", "/never"]) {
        assert.ok(!text.includes(secret), `${secret} in ${ending}`);
      }
    }
    const page = await browser.open(`${folder}/anselma.html`);
    assert.equal(await page.title(), "anselma");
    assert.match(await page.textContent("#facts"), /2 more count, but are not shown.*37.5 of 60 points/);
    assert.equal(await page.locator("#matrix tbody tr").count(), 14);
    assert.equal(await page.locator("#matrix tbody tr", { hasText: "score-only" }).first().locator("a").count(), 0);
    assert.ok((await page.textContent("#marks")).includes("18.75"));
  },

  "a team's page teaches: kinds of failures, descriptions, hints, inputs, and how to repeat it": async (browser) => {
    const page = await browser.open(`${site()}/Zo----b-.html`);
    assert.equal(await page.title(), "Zoë <b>");
    assert.match(await page.textContent(".kind h3"), /^bad-json 12 cases: /);
    const first = page.locator(".failure").first();
    assert.equal(await first.locator(".description").textContent(), "The smallest <input>.");
    assert.equal(await first.locator(".hint").textContent(), "Hint: Think small.");
    assert.equal(await first.locator(".repeat code").textContent(), "(cd 'teams/Zoë <b>/1' && ./x) < cases/1/case-1-in.json");
    assert.equal(await first.locator(".input pre").isVisible(), false);
    await first.locator(".input summary").click();
    assert.equal(await first.locator(".input pre").textContent(), "1");
    await page.locator("#matrix a").nth(3).click();
    assert.equal(await page.locator(".failure").nth(3).getAttribute("open"), "");
    await refusesMarkup(browser, page);
  },

  "on a desk, the cases of a team are beside what went wrong, with all their columns": async (browser) => {
    const page = await browser.open(`${site()}/bertrand.html`, { width: 1366, height: 657 });
    const box = page.locator(".scroll", { has: page.locator("#matrix") });
    assert.ok(await box.evaluate((it) => it.scrollWidth <= it.clientWidth), "the table is cut");
    assert.ok((await page.locator("#failures").boundingBox()).x > (await box.boundingBox()).x + 400);
  },

  "all pages of a site fit a phone, can be read in the light and in the dark, and print": async (browser) => {
    for (const name of ["index", "bertrand"]) {
      for (const colorScheme of ["light", "dark"]) {
        const page = await browser.open(`${site()}/${name}.html`, { width: 390, height: 844, colorScheme });
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is too wide`);
        assert.deepEqual(await faintTexts(page), [], `${name}, ${colorScheme}`);
        await page.keyboard.press("Tab");
        assert.notEqual(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), "none");
        await page.emulateMedia({ media: "print" });
        assert.equal(await page.locator("#filter").isVisible(), false);
        assert.equal(await page.locator(".scroll").first().evaluate((box) => getComputedStyle(box).overflow), "visible");
      }
    }
  },
};
