// Keeps what waits for the player fresh: title, icon, navigation, app badge, lists of the home page. Key n opens the next.
// Where no account is signed in, nothing waits: no page says where to ask.
(() => {
  const asks = document.querySelector("[data-waits]");
  if (!asks) return;
  const { waits, every, next, count, icon } = asks.dataset;
  const LONGEST = 900, POLL = { "X-Poll": 1 };
  let pause = +every, timer = 0, asked = Date.now(), shown = +count;

  const badge = () => { (shown ? navigator.setAppBadge?.(shown) : navigator.clearAppBadge?.())?.catch(() => {}); };

  function tell(number) {
    shown = number;
    document.title = (shown ? `(${shown}) ` : "") + document.title.replace(/^\(\d+\) /, "");
    badge();
  }

  function show(part) {
    for (const id of ["icon", "waits"]) {
      const old = document.getElementById(id), fresh = part.getElementById(id);
      if (old && fresh && old.outerHTML !== fresh.outerHTML) old.replaceWith(fresh.cloneNode(true));
    }
    const before = shown;
    tell(+part.getElementById("waits").dataset.count);
    const home = document.getElementById("home");
    if (shown === before || !home || home.contains(document.activeElement)) return;
    htmx.ajax("GET", location.pathname + location.search, { target: home, swap: "outerHTML", headers: POLL });
  }

  // Signed out.
  function end() {
    tell(0);
    document.getElementById("waits")?.replaceChildren();
    document.getElementById("icon")?.setAttribute("href", icon);
  }

  async function ask() {
    asked = Date.now();
    try {
      const answer = await fetch(waits, { headers: POLL, signal: AbortSignal.timeout(20e3) });
      if (answer.status === 204) return end();
      if (!answer.ok) throw answer;
      show(new DOMParser().parseFromString(await answer.text(), "text/html"));
      pause = +every;
    } catch { pause *= 2; }
    plan();
  }

  // Hidden pages poll seldom, and at once when shown.
  function plan() {
    clearTimeout(timer);
    const share = pause > every ? 0.5 + Math.random() : 1;  // spread after an outage
    timer = setTimeout(ask, 1000 * share * Math.min(LONGEST, document.hidden ? 5 * pause : pause));
  }
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && Date.now() - asked > 1000 * every / 4) { clearTimeout(timer); ask(); } else plan();
  });

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (key !== "n" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.body.dataset.keys === "off" || document.querySelector("dialog[open]")) return;
    if (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), select, textarea")) return;
    event.preventDefault();
    location.href = next;
  });

  badge();
  plan();
})();
