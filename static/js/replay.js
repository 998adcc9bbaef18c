// Optional layer over the steps of a round: keys, swipes, playing by itself. All of it follows links of the page.
(() => {
  const first = (selector) => document.querySelector(selector);
  const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", Escape: "now" };
  const FAR = 48;
  let timer = 0, speed = "", words = "", begun = null;

  const go = (way) => {
    const link = first("[data-steps]") && first(`[data-go="${way}"]`);
    link?.click();
    return link;
  };
  const pans = (mine) => mine && (mine.scrollWidth > mine.clientWidth + 2 || mine.scrollHeight > mine.clientHeight + 2);

  function stop() {
    clearTimeout(timer);
    timer = 0;
    ready();
  }

  // What was chosen outlives a swap.
  function ready() {
    const button = first("#step-play"), choice = first("#step-speed");
    if (!button) return;
    button.parentElement.hidden = false;
    words ||= button.textContent;
    button.textContent = timer ? button.dataset.pause : words;
    if (speed) choice.value = speed;
    const at = first(".moves [aria-current]"), list = at?.closest(".moves"), mine = first(".replay .mine");
    if (list) list.scrollTop = at.offsetTop - list.clientHeight / 2;
    const news = mine?.querySelector(".touched, .new, .turned") ?? mine?.querySelector(".last");
    if (news && pans(mine)) {
      const frame = mine.getBoundingClientRect(), box = news.getBoundingClientRect();
      mine.scrollBy((box.left + box.right - frame.left - frame.right) / 2, (box.top + box.bottom - frame.top - frame.bottom) / 2);
    }
  }

  function play() {
    timer = setTimeout(() => go("on") || stop(), first("#step-speed").value);
    ready();
  }

  document.addEventListener("click", ({ target, isTrusted }) => {
    if (target.closest("#step-play")) timer ? stop() : first("#step-on") ? play() : 0;
    else if (isTrusted && timer && target.closest("a")) stop();
  });
  document.addEventListener("change", ({ target }) => {
    if (target.id === "step-speed") speed = target.value;
  });
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (!KEYS[key] || target.closest?.("input, select, textarea, .hand, .players, .moves")) return;
    if (target.closest?.(".mine") && pans(target.closest(".mine"))) return;
    if (go(KEYS[key])) event.preventDefault(), timer && stop();
  });
  document.addEventListener("touchstart", ({ target, touches }) => {
    const mine = target.closest?.(".board")?.querySelector(".mine");
    begun = mine && touches.length === 1 && !pans(mine) ? [touches[0].clientX, touches[0].clientY] : null;
  }, { passive: true });
  document.addEventListener("touchend", ({ changedTouches: [touch] }) => {
    if (!begun) return;
    const x = touch.clientX - begun[0], y = touch.clientY - begun[1];
    begun = null;
    if (Math.abs(x) > FAR && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? "on" : "back");
  });
  document.addEventListener("htmx:afterSettle", () => timer ? first("#step-on") ? (clearTimeout(timer), play()) : stop() : ready());
  document.addEventListener("htmx:sendError", stop);
  document.addEventListener("DOMContentLoaded", ready);
})();
