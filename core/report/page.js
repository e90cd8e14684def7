"use strict";

// Shows the rows and failures that contain every word of the filter.
const filter = document.getElementById("filter");
const count = document.getElementById("count");
const found = [...document.querySelectorAll("[data-find]")];

filter.addEventListener("input", () => {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const item of found) {
    const text = item.dataset.find.toLowerCase();
    item.hidden = !words.every((word) => text.includes(word));
    shown += !item.hidden && item.tagName === "TR";
  }
  for (const kind of document.querySelectorAll(".kind")) {
    kind.hidden = words.length > 0 && !kind.querySelector(".failure:not([hidden])");
  }
  count.textContent = words.length ? `${shown} shown` : "";
});

// Sorts a table by a column: numbers by size, everything else as people do, 2 before 10. The second time, backwards.
const names = new Intl.Collator("en", { numeric: true });

function keyOf(row, column) {
  const cell = row.cells[column];
  const text = cell ? cell.dataset.sort || cell.textContent.trim() : "";
  return { text, number: text === "" ? NaN : Number(text) };
}

function compare(a, b) {
  if (!isNaN(a.number) && !isNaN(b.number)) {
    return a.number - b.number;
  }
  return isNaN(a.number) - isNaN(b.number) || names.compare(a.text, b.text);
}

function sortBy(table, head) {
  const numeric = head.classList.contains("n");
  const last = head.getAttribute("aria-sort");
  const down = last ? last === "ascending" : numeric;
  const rows = [...table.tBodies[0].rows].map((row) => ({ row, key: keyOf(row, head.cellIndex) }));
  rows.sort((a, b) => (down ? -1 : 1) * compare(a.key, b.key));
  for (const other of table.tHead.rows[0].cells) {
    other.removeAttribute("aria-sort");
  }
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  table.tBodies[0].append(...rows.map(({ row }) => row));
}

for (const table of document.querySelectorAll("table.sortable")) {
  for (const head of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => sortBy(table, head));
  }
}

// Opens the failure that the address names.
function openNamed() {
  const named = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (named && named.tagName === "DETAILS") {
    named.open = true;
    named.hidden = named.parentElement.hidden = false;
    named.scrollIntoView();
  }
}
addEventListener("hashchange", openNamed);
openNamed();
