// What of an open page cannot be read, as sentences: text that is cut by a box or the window, text that lies over a
// control or over other text, words that are broken though there is room for them, an (i) alone on its line, and lines
// of a box that scrolls sideways which are never whole in it, or whose row has lost its heading by then.
() => {
  for (const motion of document.getAnimations()) if (motion.effect.getComputedTiming().endTime < Infinity) motion.finish();
  const SLACK = 2, LINE = 0.3, LONG = 18, HYPHENATED = 10;
  const up = (it) => it.parentElement;

  const kept = (of) => {
    const known = new Map();
    return (it) => known.has(it) ? known.get(it) : known.set(it, of(it)).get(it);
  };
  const style = kept((it) => getComputedStyle(it)), edges = kept((it) => it.getBoundingClientRect());

  // Whether it is meant to be seen: what is for screen readers alone is clipped, or indented out of sight.
  const shown = kept((it) => !it || (style(it).clipPath === "none" && style(it).clip === "auto"
    && Math.abs(parseFloat(style(it).textIndent)) < 999 && shown(up(it))));
  const seen = kept((it) => it.checkVisibility({ visibilityProperty: true }) && shown(it)
    && !it.closest("svg, script, style, noscript, option, iframe"));

  // What is laid over the rest of the page: it covers things, and that is what it is for.
  const layer = kept((it) => {
    if (!it) return document.body;
    const { position, zIndex } = style(it);
    return position === "fixed" || position === "sticky" || (position !== "static" && zIndex !== "auto") ? it : layer(up(it));
  });

  // The part of a box that is in sight, and whether what is missing can be scrolled to.
  const inSight = (rect, it) => {
    let { left, top, right, bottom } = rect, cut = "", free = { x: false, y: false };
    for (let box = it; box && box !== document.documentElement; box = up(box)) {
      if (style(box).position === "fixed") break;
      const { overflowX, overflowY } = style(box);
      if (box === document.body || (overflowX === "visible" && overflowY === "visible")) continue;
      const edge = edges(box);
      const rolls = { x: /auto|scroll/.test(overflowX), y: /auto|scroll/.test(overflowY) };
      if (!rolls.x && !free.x && overflowX !== "visible" && (left < edge.left - SLACK || right > edge.right + SLACK)) cut = "cut by its box";
      if (!rolls.y && !free.y && overflowY !== "visible" && (top < edge.top - 5 || bottom > edge.bottom + 5)) cut = "cut by its box";
      if (overflowX !== "visible") [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      if (overflowY !== "visible") [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      free = { x: free.x || rolls.x, y: free.y || rolls.y };
    }
    if (!free.x && (left + scrollX < -SLACK || right + scrollX > innerWidth + SLACK)) cut = "beyond the window";
    return { left, top, right, bottom, cut };
  };

  // What a row of fixed height shortens, with an ellipsis, stands whole elsewhere: on a sheet, or as the name of what
  // opens one, or as the title of the page. The clock says more where there is room.
  const shortened = kept((it) => it && it !== document.body && (style(it).textOverflow === "ellipsis" || style(it).webkitLineClamp !== "none" || shortened(up(it))));
  const plain = (words) => words.trim().replace(/\s+/g, " ");
  const elsewhere = (it, words) => document.title.includes(plain(words)) || [...document.querySelectorAll(".sheet, .visually-hidden, [aria-label], [title]")]
    .filter((other) => !other.contains(it) && !it.contains(other))
    .some((other) => plain(`${other.textContent} ${other.ariaLabel ?? ""} ${other.title}`).includes(plain(words)));
  // So does what a link shortens that is one line high in a list: a row leads to its table, which is called so and
  // whose log begins with that line; the way to the next table too. A face of a circle stands whole on the page about it.
  const leads = (it) => it.closest(".tables a.row, .home .ways a, .faces-row");

  const found = new Set();
  const named = (it, words) => `${it.tagName.toLowerCase()}${[...it.classList].map((css) => `.${css}`).join("")} “${words.trim().replace(/\s+/g, " ").slice(0, 40)}”`;
  const range = document.createRange(), texts = [];
  const lines = (rects) => {
    let below = -Infinity, number = 0;
    for (const { top, bottom } of rects) if (top > below - 1) [below, number] = [bottom - LINE * (bottom - top), number + 1];
    return number;
  };

  if (document.documentElement.scrollWidth > innerWidth) {
    const rolls = (it) => it && (/auto|scroll|hidden|clip/.test(style(it).overflowX) || rolls(up(it)));
    const wide = [...document.body.querySelectorAll("*")].filter((it) => !rolls(up(it)) && it.getBoundingClientRect().right > innerWidth + 1);
    found.add(`scrolls sideways to ${document.documentElement.scrollWidth}: ${wide.length ? named(wide.at(-1), wide.at(-1).textContent) : ""}`);
  }

  // With text as large as this a long word is hyphenated where the language of the page allows it. The browser of the
  // tests has no dictionaries for that, so it breaks the word anywhere.
  const large = parseFloat(style(document.documentElement).fontSize) > 24;
  const hyphenated = (it, word) => large && word.length >= HYPHENATED && style(it).hyphens === "auto";

  // The most that a word may have: the window, or the plate or face of a player, or the place of a name beside a picture,
  // for these stand in columns.
  const room = kept((it) => {
    const name = it.closest(".honours b, .season-podium li");
    if (name) return name.clientWidth - 6;
    const plate = it.closest(".players > li, .podium > li, .faces > li");
    return plate && /grid|flex/.test(style(up(plate)).display) ? plate.clientWidth - 6 : innerWidth - 48;
  });

  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, it = up(node);
    if (!node.data.trim() || !seen(it)) continue;
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    for (const rect of rects) {
      const part = inSight(rect, it);
      if (part.cut && !(shortened(it) && (it.closest(".clock .more") || leads(it) || elsewhere(it, node.data)))) found.add(`${part.cut}: ${named(it, node.data)}`);
      if (part.right - part.left > SLACK && part.bottom - part.top > SLACK) texts.push({ ...part, it, words: node.data, over: layer(it) });
    }
    if (lines(rects) < 2 || it.closest("pre, code, .letter")) continue;
    for (const { 0: word, index } of node.data.matchAll(/\S*(@|:\/\/)\S*|[\p{L}\p{M}’'\u00AD]{3,}/gu)) {
      // A word with a soft hyphen says where it is broken.
      if (/[@:\u00AD]/.test(word)) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const pieces = [...range.getClientRects()];
      const long = pieces.reduce((sum, { width }) => sum + width, 0);
      if (lines(pieces) > 1 && word.length < LONG && long < room(it) && !hyphenated(it, word)) found.add(`broken: “${word}” in ${named(up(it), node.data)}`);
    }
  }

  // A box that scrolls sideways shows each of its lines whole, beside the headings that stay in sight; these stay so at
  // its end. With large text they scroll with the rest. The mine pans, and measures itself; lists of the admin are for desks.
  const scrolled = [...document.querySelectorAll("body *")].filter((it) => /auto|scroll/.test(style(it).overflowX)
    && it.scrollWidth > it.clientWidth + SLACK && !it.matches(".mine, pre") && !it.closest("#content") && seen(it));
  for (const box of scrolled) {
    const headings = [...box.querySelectorAll("th[scope=row], thead th:first-child")].filter(seen);
    const kept = Math.max(0, ...headings.filter((it) => !large && style(it).position === "sticky").map((it) => it.offsetWidth));
    const inside = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    while (inside.nextNode()) {
      const it = up(inside.currentNode), words = inside.currentNode.data;
      if (!words.trim() || !seen(it)) continue;
      range.selectNodeContents(inside.currentNode);
      const widest = Math.max(0, ...[...range.getClientRects()].map(({ width }) => width));
      if (widest > box.clientWidth - (it.closest("caption") || headings.some((one) => one.contains(it)) ? 0 : kept) + SLACK && !shortened(it)) {
        found.add(`never whole in what scrolls: ${named(it, words)}`);
      }
    }
    const before = box.scrollLeft, { left } = edges(box);
    box.scrollLeft = box.scrollWidth;
    for (const it of large ? [] : headings) {
      if (it.getBoundingClientRect().right < left + SLACK) found.add(`scrolls out of sight: ${named(it, it.textContent)}`);
    }
    box.scrollLeft = before;
  }

  for (const mark of [...document.querySelectorAll(".rule")].filter(seen)) {
    const words = mark.previousSibling?.data?.trimEnd();
    if (!words) continue;
    range.setStart(mark.previousSibling, words.length - 1);
    range.setEnd(mark.previousSibling, words.length);
    if (edges(mark).top > range.getBoundingClientRect().bottom) found.add(`alone on its line: (i) after ${named(up(mark), words)}`);
  }

  const apart = (one, other) => one.it.contains(other.it) || other.it.contains(one.it) || one.over !== other.over;
  const meet = (one, other, by) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > by
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > by + LINE * Math.min(one.bottom - one.top, other.bottom - other.top);
  const controls = [...document.querySelectorAll("a[href], button, summary, input, select, textarea")].filter(seen)
    .filter((it) => style(it).opacity !== "0")
    .flatMap((it) => [...it.getClientRects()].map((rect) => ({ ...inSight(rect, it), it, over: layer(it) })))
    .filter(({ left, right, top, bottom }) => right - left > SLACK && bottom - top > SLACK);
  for (const all of [texts, controls]) all.sort((one, other) => one.top - other.top);
  texts.forEach((text, number) => {
    for (const control of controls) {
      if (control.top > text.bottom) break;
      if (!apart(text, control) && meet(text, control, SLACK)) found.add(`over ${named(control.it, control.it.textContent)}: ${named(text.it, text.words)}`);
    }
    for (let next = number + 1; next < texts.length && texts[next].top < text.bottom; next += 1) {
      const other = texts[next];
      if (text.it !== other.it && !apart(text, other) && meet(text, other, SLACK)) found.add(`over ${named(other.it, other.words)}: ${named(text.it, text.words)}`);
    }
  });
  return [...found];
}
