// Fetches what a table needs only once something happens: sounds, motion of what is new, and the steps through it.
(() => {
  const { later } = document.currentScript.dataset, KEY = `moves ${location.pathname}`, TOUCHES = ["pointerdown", "keydown", "focusin"];
  let fetched = null, there = false;
  const need = () => fetched ??= new Promise((done, failed) => {
    const onload = () => { there = true; done(); };
    document.head.append(Object.assign(document.createElement("script"), { src: later, onload, onerror: failed }));
  });
  const load = () => { need().catch(() => { fetched = null; }); };

  for (const type of [...TOUCHES, "htmx:beforeSwap"]) document.addEventListener(type, load, { capture: true, passive: true });
  // The pill opens its sheet where the steps cannot be fetched.
  document.addEventListener("click", (event) => {
    const pill = !there && event.target.closest?.("#pill[popovertarget=since]");
    if (!pill) return;
    event.preventDefault();
    need().then(() => pill.click(), () => document.getElementById("since").showPopover());
  }, true);

  // The first look at a table moves nothing, a later one what came in between.
  document.addEventListener("DOMContentLoaded", () => {
    const newest = Math.max(0, ...JSON.parse(document.getElementById("line")?.dataset.moves || "[]").map(([seq]) => seq));
    try {
      const shown = sessionStorage.getItem(KEY);
      if (shown === null) sessionStorage.setItem(KEY, newest);
      if ((shown !== null && newest > shown) || localStorage.getItem("sound") === "on") load();
    } catch { /* nothing is kept here: all that is there by now counts as seen */ }
  });
})();
