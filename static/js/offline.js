// Gives the service worker a copy of the table as it is seen, for times without a network. It comes only with pages for
// devices on which the player asked for it.
(() => {
  const { whose } = document.currentScript.dataset;
  // As `DATETIME_FORMAT` writes it: English as in Britain, and 24 hours.
  const written = (now, spoken) => [
    now.toLocaleDateString(spoken, { dateStyle: "long" }),
    now.toLocaleTimeString(spoken, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
  ].join(", ");
  const keep = () => {
    const copy = document.documentElement.cloneNode(true), old = copy.querySelector("#old");
    if (document.hidden || !old || !copy.querySelector("#main")) return;
    for (const gone of copy.querySelectorAll("script, .offline, #notices, #pulse")) gone.remove();
    for (const part of copy.querySelectorAll("button, input, select, textarea")) part.setAttribute("disabled", "");
    old.querySelector("time").textContent = written(new Date(), copy.lang === "en" ? "en-GB" : copy.lang);
    old.hidden = false;
    copy.querySelector("title").textContent = copy.querySelector("title").textContent.replace(/^\(\d+\) /, "");
    const name = document.createElement("b");
    name.textContent = (copy.querySelector("h1 b") ?? copy.querySelector("h1")).firstChild.textContent.trim();
    const told = { whose, name: name.innerHTML, html: `<!doctype html>${copy.outerHTML}` };
    navigator.serviceWorker?.controller?.postMessage(told);
  };
  if (!/^\/t\/[^/]+\/$/.test(location.pathname) || document.querySelector("#main.error")) return;
  keep();
  document.addEventListener("visibilitychange", keep);
  document.addEventListener("htmx:afterSettle", keep);
})();
