// Whether a page runs and styles nothing but what it was made with, even if other markup got into it.
import assert from "node:assert/strict";

export async function refusesMarkup(browser, page) {
  const found = await page.evaluate(() => {
    const add = (name, text) => {
      const element = document.createElement(name);
      element.textContent = text;
      document.body.append(element);
    };
    add("script", "window.taken = 1");
    add("style", "body { outline: 7px solid red }");
    document.body.insertAdjacentHTML("beforeend", '<p id="added" style="outline: 7px solid red" onclick="window.taken = 1">');
    const added = document.getElementById("added");
    added.click();
    return [window.taken, getComputedStyle(document.body).outlineWidth, getComputedStyle(added).outlineWidth];
  });
  assert.equal(found[0], undefined);
  assert.ok(!found.includes("7px"), found.join());
  // the browser says so on its console
  assert.equal(browser.problems.filter((problem) => problem.includes("Content Security Policy")).length, 4);
  assert.equal(browser.problems.length, 4);
  browser.problems.length = 0;
}
