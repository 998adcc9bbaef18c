// Motion that tells: a card that was laid flies from its player to its square, one that was drawn comes from the pile, a
// tool breaks. The page is right without it. A touch ends all of it, and nothing of it is heard by a screen reader.
(() => {
  const first = (selector) => document.querySelector(selector);
  const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "off";
  const EASE = "cubic-bezier(.2, .8, .3, 1)", APART = 120, KEY = `moves ${location.pathname}`;
  let shown = null, held = null;
  try { shown = JSON.parse(sessionStorage.getItem(KEY)); } catch { /* then the first look plays nothing */ }

  function square(name) {
    const [west, north] = first("#mine").dataset.corner.split(","), [x, y] = name.split(",");
    return first(`#mine > .column-${x - west + 1}.row-${y - north + 1}:not(.pointer, .told)`);
  }
  const fresh = () => [...document.querySelectorAll(".hand li:has(.fresh)")];
  const card = (item) => item.dataset.about;

  // What moves: an element, where it comes from, how long it waits for those before it.
  function moves() {
    const all = JSON.parse(first("#line").dataset.moves || "[]"), news = shown === null ? [] : all.filter(([seq]) => seq > shown);
    const found = news.map(([, seat, at, target, tool], place) => at
      ? { item: square(at), from: first(`#plate-${seat} .face`), wait: APART * place }
      : { item: first(`#plate-${target} .tool:has([href$="#i-${tool}"])`), wait: APART * place });
    shown = Math.max(shown ?? 0, ...all.map(([seq]) => seq));
    try { sessionStorage.setItem(KEY, shown); } catch { /* as above */ }
    const drawn = held ? fresh().filter((item) => !held.has(card(item))) : [];
    held = new Set(fresh().map(card));
    document.dispatchEvent(new CustomEvent("moved", { detail: { laid: news.some((move) => move[2]), broken: news.some((move) => move[4]) } }));
    return [...found, ...drawn.slice(0, 3).map((item) => ({ item, from: first("#pile"), wait: 80 }))].filter(({ item }) => item);
  }

  // With view transitions a card flies over everything; else it is cut by the edge of the mine.
  let flying = false;
  function fly(flights) {
    flying = true;
    // HTMX copies the style of an element to its successor, so a name may stand where it was not given.
    const bare = () => document.querySelectorAll("[style*=view-transition-name]").forEach((it) => it.style.viewTransitionName = "");
    const name = (key) => flights.forEach((flight, place) => {
      flight[key].style.viewTransitionName = `flight-${place}`;
      flight[key].style.viewTransitionClass = "flight";
    });
    const clear = (key) => flights.forEach((flight) => flight[key].style.viewTransitionName = flight[key].style.viewTransitionClass = "");
    bare();
    name("from");
    const transition = document.startViewTransition(() => { bare(); name("item"); });
    transition.ready.then(() => {
      for (const motion of document.getAnimations()) {
        const place = /^::view-transition-group\(flight-(\d)\)/.exec(motion.effect.pseudoElement)?.[1];
        if (place) motion.effect.updateTiming({ delay: flights[place].wait });
      }
    }, () => {});
    const landed = () => { clear("item"); flying = false; };
    transition.finished.then(landed, landed);
  }
  function glide({ item, from, wait }) {
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    const [x, y] = middle(item.getBoundingClientRect()), [u, v] = middle(from.getBoundingClientRect());
    item.animate([{ translate: `${u - x}px ${v - y}px`, scale: .45, opacity: .7, zIndex: 4 }, { zIndex: 4 }], { duration: 360, delay: wait, fill: "backwards", easing: EASE });
  }
  function crack({ item, wait }) {
    item.animate([
      { scale: 1.9, opacity: 0 }, { scale: 1.9, opacity: 1, offset: .3 }, { rotate: "-14deg", offset: .45 }, { rotate: "12deg", offset: .6 },
      { rotate: "-6deg", offset: .8 }, {},
    ], { duration: 380, delay: wait, fill: "backwards", easing: "ease-out" });
  }

  function play() {
    if (!first("#line")) return;
    const found = moves();
    if (still() || document.hidden || !found.length) return;
    const flights = found.filter(({ from }) => from);
    found.filter(({ from }) => !from).forEach(crack);
    if (!flights.length) return;
    // Two cards of one player come from one place, and two flights at once would share their names: these glide.
    const places = new Set(flights.map(({ from }) => from));
    if (document.startViewTransition && !flying && places.size === flights.length) fly(flights);
    else flights.forEach(glide);
  }

  document.addEventListener("pointerdown", () => document.getAnimations().forEach((motion) => {
    try { motion.finish(); } catch { /* what runs for ever has no end */ }
  }), true);
  document.addEventListener("htmx:afterSettle", play);
  play();
})();
