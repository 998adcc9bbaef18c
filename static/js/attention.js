// Tells the site whether a person is at the page. A page that polls with no user input marks nothing as seen. What came
// without a view is reported with the next input, and notifications of this device about the table are closed then.
(() => {
  const RECENT = 15 * 60e3, address = new URL(location.href);
  const led = address.searchParams.has("led"), table = /^\/t\/[^/]+\//.exec(location.pathname)?.[0];
  let last = 0, fresh = false, before = false, at = "";
  if (led) {
    address.searchParams.delete("led");
    history.replaceState(history.state, "", address);
  }

  async function close() {
    const worker = await navigator.serviceWorker?.getRegistration("/");
    for (const one of (await worker?.getNotifications?.()) ?? []) if (table && one.data?.link?.startsWith(table)) one.close();
  }

  function report() {
    const unseen = document.querySelector("[data-unseen]");
    if (!unseen) return;
    fetch(unseen.dataset.unseen, { headers: { "X-Last-Input": "fresh" } }).catch(() => {});
    delete unseen.dataset.unseen;
  }

  function act() {
    last = Date.now();
    if (fresh) return;
    fresh = true;
    report();
    close().catch(() => {});
  }

  const input = ({ isTrusted }) => { if (isTrusted) act(); };
  for (const type of ["pointerdown", "keydown", "wheel", "touchmove"]) addEventListener(type, input, { passive: true });
  // Browsers send such events for a pointer that rests while the page below it changes.
  addEventListener("pointermove", (event) => {
    const here = `${event.screenX},${event.screenY}`;
    if (at && at !== here) input(event);
    at = here;
  }, { passive: true });
  addEventListener("focus", (event) => { if (event.target === window) input(event); });

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.elt.id !== "pulse") return;
    // A question, or the answer to a question that there is news.
    const asks = detail.target === detail.elt;
    if (!document.hidden) {
      if (fresh || (before && !asks)) detail.headers["X-Last-Input"] = "fresh";
      else if (Date.now() - last < RECENT) detail.headers["X-Last-Input"] = "recent";
    }
    before = asks && fresh;
    fresh = false;
  });
  document.addEventListener("htmx:afterSettle", () => { if (fresh) report(); });

  // Opening a page is an act of a person, unless the page went here by itself.
  const opened = () => {
    if (led) return;
    last = Date.now();
    report();
    close().catch(() => {});
  };
  if (document.prerendering) document.addEventListener("prerenderingchange", opened, { once: true });
  else opened();
})();
