// What happened since the reader's last turn, shown where it happened: the line steps through the list of the sheet
// #since, oldest first. Without this file the pill opens the sheet. A screen reader hears each step once, from #said.
(() => {
  const first = (selector) => document.querySelector(selector);
  const steps = () => [...document.querySelectorAll("#since > ol > li")];
  const where = (item) => item?.querySelector("a").href;
  let at = "";  // the step that is shown, by its address, which outlives a swap

  function clear() {
    document.querySelectorAll(".mine .told, .plate .deed").forEach((element) => element.remove());
    document.querySelectorAll(".told").forEach((element) => element.classList.remove("told"));
  }

  function ring(square) {
    const mine = first("#mine"), [west, north] = mine.dataset.corner.split(","), [x, y] = square.split(",");
    const made = document.createElement("li");
    made.className = `told column-${x - west + 1} row-${y - north + 1}`;
    made.ariaHidden = "true";
    mine.append(made);
    made.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function show(to) {
    const all = steps(), item = all[to], line = first("#line");
    clear();
    at = where(item) ?? "";
    line.classList.toggle("tells", Boolean(item));
    line.classList.toggle("to-me", Boolean(item?.matches(".to-me")));
    if (!item) return first(".stepper")?.remove();
    if (!first(".stepper")) line.append(first("#stepping").content.cloneNode(true));
    line.querySelector(".number").textContent = `${to + 1}/${all.length}`;
    line.querySelector(".stepper p").textContent = item.textContent.trim();
    line.querySelector('[data-step="-1"]').disabled = !to;
    const { at: square, who, to: target } = item.dataset, plate = first(`#plate-${who || "-"}`), deed = item.querySelector(".deed");
    for (const one of [plate, first(`#plate-${target || "-"}`)]) one?.classList.add("told");
    if (deed) plate?.querySelector(".tools").prepend(deed.cloneNode(true));
    if (square) ring(square);
  }

  function step(by) {
    const all = steps(), now = all.findIndex((item) => where(item) === at), to = at ? now + by : 0;
    show(by ? Math.max(0, to) : -1);
    const said = first("#line .stepper p");
    first("#said").textContent = said?.textContent ?? "";
    (first(`#line [data-step="${by || 1}"]:enabled`) ?? first('#line [data-step="1"]') ?? first("#pill") ?? first("#prompt"))?.focus();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("#pill[popovertarget=since], [data-step]");
    if (!button || !steps().length) return;
    event.preventDefault();
    step(Number(button.dataset.step ?? 1));
  });
  document.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey || !event.target.closest?.(".stepper")) return;
    event.preventDefault();
    step(by);
  });
  // A player who turns to the hand has seen enough.
  for (const way of ["pointerdown", "focusin"]) document.addEventListener(way, ({ target }) => {
    if (!at || !target.closest?.(".hand")) return;
    show(-1);
    first("#said").textContent = "";
  }, true);
  // HTMX gives the classes of an element to its successor, and takes them back once the page has settled.
  for (const kind of ["afterSwap", "afterSettle"]) document.addEventListener(`htmx:${kind}`, () => {
    if (at && first("#line")) show(steps().findIndex((item) => where(item) === at));
  });
})();
