// Runs the tests of all *.test.js beside it, each in a page of its own. A test fails when the page says anything on its
// console, throws, or asks for anything but itself.
//
//     export const tests = { "what is tested": async (browser) => { const page = await browser.open(path); ... } };
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(resolve("build/browser/package.json"))("playwright-core");

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});

// What a test gets: opens pages, and remembers what they did that they should not.
class Watched {
  problems = [];
  contexts = [];

  // Opens a file, which may ask for nothing but itself, or an address, which may ask its server.
  async open(path, { width = 1280, height = 900, hash = "", ...options } = {}) {
    const context = await browser.newContext({ viewport: { width, height }, ...options });
    this.contexts.push(context);
    const page = await context.newPage();
    const served = path.startsWith("http:");
    const address = served ? path : pathToFileURL(path).href;
    const mayAsk = (url) => served ? new URL(url).origin === new URL(address).origin : url.split("#")[0] === address;
    page.setDefaultTimeout(10000);
    await context.route("**", (route) => {
      if (mayAsk(route.request().url())) {
        return route.continue();
      }
      this.problems.push(`asked for ${route.request().url()}`);
      return route.abort();
    });
    page.on("console", (message) => this.problems.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => this.problems.push(`error: ${error.message}`));
    page.on("dialog", (dialog) => {
      this.problems.push(`dialog: ${dialog.message()}`);
      dialog.dismiss();
    });
    await page.goto(address + hash);
    return page;
  }

  async close() {
    await Promise.all(this.contexts.map((context) => context.close()));
  }
}

let number = 0;
let failed = 0;
const wanted = process.argv.slice(2);
for (const file of readdirSync(here).filter((name) => name.endsWith(".test.js")).sort()) {
  const { tests } = await import(pathToFileURL(resolve(here, file)).href);
  for (const [name, test] of Object.entries(tests)) {
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) {
      continue;
    }
    const watched = new Watched();
    try {
      number += 1;
      await test(watched);
      if (watched.problems.length > 0) {
        throw new Error(watched.problems.join("\n"));
      }
      console.log(`ok ${number} ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`not ok ${number} ${name}\n${error.stack}`.replace(/\n/g, "\n# "));
    }
    await watched.close();
  }
}
await browser.close();
console.log(`${number - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
