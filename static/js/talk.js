// What was said leaves the field, and the page fetches it at once; a sheet from which something was said closes. What is
// not read yet is counted at the button until the talk has been seen, and the newest of it hangs at its player's plate.
(() => {
  const first = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const form = (target) => target.closest("form[action$='/say']");
  let typed = "";
  document.addEventListener("htmx:beforeRequest", ({ detail }) => { typed = form(detail.elt)?.text?.value ?? typed; });
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, target, xhr } }) => {
    if (xhr.status !== 200) return;
    const said = form(elt), sheet = first("#sheet[open]");
    if (said?.text?.value === typed) said.text.value = "";
    if (said) htmx.trigger("#pulse", "said");
    if (sheet?.contains(elt) && (said || target.id === "table")) sheet.close();
  });

  const SHOWN = 8;  // so many seconds of a visible page a bubble stays
  let read = null, last = null, seconds = 0;
  const visible = () => !document.hidden && Boolean(first("#talk")?.checkVisibility());
  const words = () => all("#words .word:not(.own, .gone)");
  const number = (word) => Number(word.dataset.number);

  function count() {
    const unread = first("#to-talk .count");
    if (!unread) return;
    const told = words(), newest = Math.max(0, ...told.map(number));
    read ??= unread.hidden ? newest : told.map(number)[told.length - parseInt(unread.textContent, 10) - 1] ?? 0;
    if (visible()) read = newest;
    const left = told.filter((word) => number(word) > read);
    unread.hidden = !left.length;
    unread.firstChild.data = left.length;
    document.title = document.title.replace(/✉ \d+ · /, left.length ? `✉ ${left.length} · ` : "");
    all(".face .unread").forEach((mark) => mark.remove());
    for (const { dataset } of left) {
      const face = first(`#plate-${dataset.seat} .face`), mark = document.createElement("i");
      mark.className = "unread";
      if (face && !face.querySelector(".unread")) face.append(mark);
    }
    const fresh = last !== null && told.filter((word) => number(word) > last).at(-1);
    if (fresh) {
      seconds = 0;
      first("#said").textContent = `${fresh.querySelector("b").textContent}: ${fresh.querySelector("blockquote").textContent}`;
    }
    last = newest;
    hang();
  }

  // A bubble never lies over the last card, the preview, a lit square or a goal.
  function hang() {
    const bubble = first("#bubble");
    if (!bubble) return;
    delete bubble.dataset.short;
    const mine = bubble.getBoundingClientRect();
    const meets = all(".mine :is(.last, .ghost, .lit, .goal)").map((item) => item.getBoundingClientRect()).some((other) =>
      other.left < mine.right && mine.left < other.right && other.top < mine.bottom && mine.top < other.bottom);
    bubble.toggleAttribute("data-short", meets || seconds >= SHOWN);
  }
  setInterval(() => {
    if (document.hidden || seconds >= SHOWN || document.activeElement?.id === "bubble") return;
    if (++seconds === SHOWN) hang();
  }, 1000);

  document.addEventListener("DOMContentLoaded", count);
  document.addEventListener("htmx:afterSettle", count);
  document.addEventListener("toggle", ({ target }) => target.id === "talk" && count(), true);
  document.addEventListener("visibilitychange", count);
})();
