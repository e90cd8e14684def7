"use strict";

// Shows the rows and failures that contain every word of the filter.
const filter = document.getElementById("filter");
const count = document.getElementById("count");
const rows = [...document.querySelectorAll("[data-find]")];

filter.addEventListener("input", () => {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    const text = row.dataset.find.toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
    shown += !row.hidden && row.tagName === "TR";
  }
  count.textContent = words.length ? `${shown} shown` : "";
});

// Opens the failure that the address names.
function openNamed() {
  const named = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (named && named.tagName === "DETAILS") {
    named.open = true;
    named.hidden = false;
    named.scrollIntoView();
  }
}
addEventListener("hashchange", openNamed);
openNamed();
