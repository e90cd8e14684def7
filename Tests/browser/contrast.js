// Texts whose contrast to what is behind them is less than 4.5, of those that are no part of a picture.
export function faintTexts(page) {
  return page.evaluate(() => {
    const parts = (color) => color.match(/[\d.]+/g).map(Number);
    const linear = (part) => part <= 10.31 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
    const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) + 0.05;
    const paper = document.createElement("p"); // what is behind everything
    paper.style.background = "Canvas";
    document.body.append(paper);
    const canvas = parts(getComputedStyle(paper).backgroundColor);
    paper.remove();
    const up = (element) => element ? [element, ...up(element.parentElement)] : [];
    return [...document.querySelectorAll("body *")].filter((element) => !element.closest("svg") && element.checkVisibility() &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim())).filter((element) => {
      const opacity = up(element).reduce((product, each) => product * getComputedStyle(each).opacity, 1);
      const behind = up(element).map((each) => parts(getComputedStyle(each).backgroundColor)).find((color) => color[3] !== 0) || canvas;
      const ink = parts(getComputedStyle(element).color).slice(0, 3).map((part, i) => part * opacity + behind[i] * (1 - opacity));
      const [dark, bright] = [light(ink), light(behind)].sort((a, b) => a - b);
      return bright / dark < 4.5;
    }).map((element) => element.outerHTML.slice(0, 100));
  });
}
