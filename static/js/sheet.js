// Optional layer over the table: help on a card as a sheet, by its link or by holding the card, and the list of keys.
// Without this file links lead to a page, and the button beside the map shows the keys.
(() => {
  const first = (selector) => document.querySelector(selector);
  const on = (name, deed, early) => document.addEventListener(name, deed, early);

  // A card that is held is asked about, and letting it go chooses nothing then.
  let held = null, timer = 0, asked = false, x = 0, y = 0;
  const letGo = () => { clearTimeout(timer); timer = 0; };
  const ask = () => {
    letGo();
    asked = true;
    htmx.ajax("GET", held.dataset.about, "#sheet");
  };
  on("pointerdown", ({ target, button, clientX, clientY }) => {
    letGo();
    [held, asked, x, y] = [target.closest?.(".hand li"), false, clientX, clientY];
    if (held && !button) timer = setTimeout(ask, 500);
  });
  on("pointermove", ({ clientX, clientY }) => Math.hypot(clientX - x, clientY - y) > 10 && letGo());
  for (const end of ["pointerup", "pointercancel", "dragstart"]) on(end, letGo);
  on("contextmenu", (event) => {
    if (timer) ask();
    if (asked) event.preventDefault();
  });
  on("click", (event) => {
    if (!asked || !held?.contains(event.target)) return;
    asked = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // Once help has come it lies over the table. The focus goes into it, and back to where it was.
  let opener = "";
  on("htmx:beforeSwap", ({ detail }) => { if (detail.target.id === "sheet" && !detail.target.open) opener = document.activeElement.id; });
  on("htmx:afterSwap", ({ detail }) => {
    const sheet = first("#sheet");
    if (detail.target !== sheet) return;
    (detail.requestConfig.elt.closest(".hand li") ?? held)?.querySelector(".fresh")?.remove();
    if (!sheet.open) sheet.showModal();
    sheet.scrollTop = 0;
  });
  first("#sheet")?.addEventListener("close", ({ target }) => {
    const at = document.activeElement;
    if (at !== document.body && !target.contains(at)) return;
    const back = document.getElementById(opener), over = back?.closest("[popover]:not(:popover-open)");
    ((over && first(`[popovertarget=${over.id}]`)) ?? back ?? first("[data-focus]"))?.focus();
  });
  on("click", ({ target }) => target.id === "sheet" && target.close());

  // ? shows the keys and hides them; while they are shown Escape only hides them.
  on("keydown", (event) => {
    const { key, target } = event, keys = first("#keys"), said = first("#said");
    if (!keys?.togglePopover || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const shown = keys.matches(":popover-open");
    if (key !== "?" && !(shown && key === "Escape") || first("#sheet[open]")) return;
    if (target.matches("input:not([type=checkbox], [type=radio]), select, textarea")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    keys.togglePopover();
    const list = [...keys.querySelectorAll("dl > div")].map((it) => it.innerText.replace(/\s+/g, " "));
    if (said) said.textContent = shown ? "" : list.join(", ");
  }, true);
})();
