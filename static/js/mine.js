// Optional layer over a mine that is larger than its box: where it opens, what lies beyond its edges, where its goals and
// its last card are. Without this file it scrolls like any other box.
(() => {
  const first = (selector) => document.querySelector(selector);
  // What a mine opens on: what was chosen, else the squares that are lit, else the last card.
  const MATTERS = [".ghost", ".lit", ".last"];
  const ARROWS = { left: "←", right: "→", up: "↑", down: "↓", leftup: "↖", leftdown: "↙", rightup: "↗", rightdown: "↘" };
  const SLACK = 2;
  let place = null, whole = false;

  const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];

  // What is visible of a box: its content without scroll bars, within the window and all that clips it.
  function visible(box) {
    const frame = box.getBoundingClientRect();
    let left = Math.max(0, frame.left + box.clientLeft), top = Math.max(0, frame.top + box.clientTop);
    let right = Math.min(innerWidth, left + box.clientWidth), bottom = Math.min(innerHeight, top + box.clientHeight);
    const board = box.parentElement.getBoundingClientRect();
    [left, top] = [Math.max(left, board.left), Math.max(top, board.top)];
    [right, bottom] = [Math.min(right, board.right), Math.min(bottom, board.bottom)];
    return { left, top, right, bottom };
  }

  // On which side of a frame the middle of a box lies, across and up or down; "" where it lies within.
  function beyond(box, frame) {
    const [x, y] = middle(box);
    return [
      x < frame.left ? "left" : x > frame.right ? "right" : "",
      y < frame.top ? "up" : y > frame.bottom ? "down" : "",
    ];
  }

  function open(mine, again) {
    const items = MATTERS.map((name) => [...mine.querySelectorAll(`li${name}`)]).find((found) => found.length) ?? [];
    const frame = visible(mine), seen = (item) => !beyond(item.getBoundingClientRect(), frame).join("");
    if (!items.length || (again ? items.every(seen) : items.some(seen))) return;
    const [x, y] = middle(items[items.length >> 1].getBoundingClientRect()), [u, v] = middle(frame);
    mine.scrollBy(x - u, y - v);
  }

  // The edges that hide something fade; each goal and the last card that is out of sight has its name at the edge where
  // it lies.
  function look() {
    const mine = first(".table .mine"), board = mine?.parentElement;
    if (!mine) return;
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = mine;
    const right = scrollWidth - clientWidth - scrollLeft, down = scrollHeight - clientHeight - scrollTop;
    const hidden = { left: scrollLeft, up: scrollTop, right, down };
    const more = Object.keys(hidden).filter((edge) => hidden[edge] > SLACK);
    board.dataset.more = more.join(" ");
    board.toggleAttribute("data-pans", more.length > 0 || whole);
    if (more.length) mine.tabIndex = 0;
    mine.querySelectorAll(".pointer").forEach((pointer) => pointer.remove());
    const frame = visible(mine);
    for (const item of mine.querySelectorAll("li:is(.goal, .last)")) {
      const [x, y] = beyond(item.getBoundingClientRect(), frame);
      if (!x && !y) continue;
      const [column, row] = ["column-", "row-"].map((way) => [...item.classList].find((name) => name.startsWith(way)));
      const pointer = document.createElement("li"), [lane, depth] = [row, column].map(
        (name) => mine.querySelector(`.axis.${name}`)?.textContent ?? "");
      pointer.className = `pointer ${column} ${row}${item.matches(".goal") ? "" : " to-last"}`;
      Object.assign(pointer.dataset, { x, y });
      pointer.ariaHidden = "true";
      pointer.textContent = `${lane}${item.matches(".goal") ? "" : depth} ${ARROWS[x + y]}`;
      mine.append(pointer);
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    const mine = first(".table .mine");
    if (mine) open(mine, true);
    look();
  });
  document.addEventListener("htmx:beforeSwap", () => {
    const mine = first(".table .mine");
    place = mine && [mine.scrollLeft, mine.scrollTop];
  });
  document.addEventListener("htmx:afterSwap", () => {
    const mine = first(".table .mine"), box = first("#whole");
    if (!mine || !place) return;
    if (box) box.checked = whole;
    mine.scrollTo(...place);
    open(mine, false);
    look();
  });
  document.addEventListener("table:chosen", () => {
    open(first(".table .mine"), false);
    look();
  });
  document.addEventListener("change", ({ target }) => {
    if (target.id !== "whole") return;
    whole = target.checked;
    open(first(".table .mine"), true);
    look();
  });
  document.addEventListener("scroll", ({ target }) => target.id === "mine" && look(), { capture: true, passive: true });
  addEventListener("resize", look);
})();
