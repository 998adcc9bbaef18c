// Optional layer over the table: everything on the page is a link or a form and works without this file.
// The listeners sit on the document, so that swapped parts need no binding.
(() => {
  const first = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const TARGETS = ".mine :is(.lit, .ghost) :is(a, button), .plates a.door, .mine [tabindex]";

  function centre(element) {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  // The closest target in a direction, as the eye sees the page: right in every layout.
  function nearest(from, [dx, dy]) {
    const [x, y] = centre(from);
    let best = null, least = Infinity;
    for (const target of all(TARGETS)) {
      const [u, v] = centre(target);
      const along = (u - x) * dx + (v - y) * dy, aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      if (target !== from && along > 1 && along + 2 * aside < least) [best, least] = [target, along + 2 * aside];
    }
    return best;
  }

  function inHand(from, step) {
    const cards = all(".hand a, .hand input");
    return cards[(cards.indexOf(from) + step + cards.length) % cards.length];
  }

  // l and c read a text into the status line; [data-read=l] names where it stands.
  function read(key) {
    const source = first(`[data-read="${CSS.escape(key)}"]`), status = first("#said");
    if (source && status) status.textContent = source.dataset.text || source.textContent;
  }

  document.addEventListener("keydown", (event) => {
    const from = event.target, key = event.key;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.body.dataset.keys === "off" || (from !== document.body && !from.closest?.("#table"))) return;
    if (from.closest("[popover], dialog, input:not([type=checkbox]), select, textarea")) return;
    let to = null, press = null;
    if (ARROWS[key] && from.closest(".mine, .plates")) to = nearest(from, ARROWS[key]);
    else if (ARROWS[key]?.[0] && from.closest(".hand")) to = inHand(from, ARROWS[key][0]);
    else if (/^[1-9]$/.test(key)) to = press = all(".hand a, .hand input")[key - 1];
    else if (key === "m") to = first(".mine .ghost a") || first(TARGETS);
    else if (key === "h") to = first(".hand [aria-current], .hand a, .hand input");
    else if (/^[lc]$/.test(key)) read(key);
    else if (/^(r|d|s|t|Escape)$/.test(key)) press = first(`[data-key="${key}"]`);
    if (!to && !press) return;
    event.preventDefault();
    to?.focus();
    press?.click();
  });

  // Keyboard focus outlives a swap: on the element with the same id, else where the answer says. What the player has
  // chosen completely leads to the button that plays it. News from others move no focus that was elsewhere.
  let kept = "", own = false, ours = false;
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const at = document.activeElement;
    kept = at?.id;
    own = detail.requestConfig.elt.id !== "pulse";
    ours = own || detail.target.contains(at);
  });
  document.addEventListener("htmx:afterSettle", () => {
    const at = document.activeElement, next = first("[data-focus]");
    let to = null;
    if (ours && (!at || at === document.body)) to = kept && document.getElementById(kept) || next;
    if (own && next?.matches(".primary") && (to || at?.closest("#table"))) to = next;
    to?.focus({ preventScroll: true });
  });

  // A sheet that is open outlives a swap of what stands around it.
  let open = [];
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id === "table" && own) detail.requestConfig.elt.closest("[popover]:popover-open:not(.talk)")?.hidePopover();
    open = [...detail.target.querySelectorAll("[popover]:popover-open")].map((sheet) => [sheet.id, sheet.scrollTop]);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const [id, top] of open.splice(0)) {
      const sheet = own ? null : document.getElementById(id);
      if (!sheet || sheet.matches(":popover-open")) continue;
      sheet.dataset.still = "";
      sheet.showPopover();
      sheet.scrollTop = top;
    }
  });
})();
