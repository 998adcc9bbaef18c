const said = document.currentScript.dataset;

// How HTMX asks: nothing is kept in the browser, nothing that comes is run, only this site is asked. It reads this once
// the page is there.
Object.assign(htmx.config, {
  historyCacheSize: 0,
  refreshOnHistoryMiss: true,
  includeIndicatorStyles: false,
  attributesToSettle: ["class", "width", "height"], // the policy of the site forbids styles in markup
  allowEval: false,
  allowScriptTags: false,
  selfRequestsOnly: true,
  responseHandling: [
    { code: "204", swap: false },
    { code: "[23]..|409|422|429", swap: true },
    { code: "[45]..", swap: false, error: true },
  ],
});

// Where a phone changes its network, no answer may ever come. An open page waits twenty seconds for news.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  // HTMX sees the clicks inside a form; a button on a sheet belongs to it too.
  const by = detail.triggeringEvent?.submitter;
  if (by?.name && !by.form.contains(by)) detail.parameters[by.name] = by.value;
  detail.timeout = detail.elt.id === "pulse" ? 20_000 : 40_000;
});

// HTMX rejects a promise without a reason for each request that fails or is replaced. The strip says what matters of it.
addEventListener("unhandledrejection", (event) => { if (event.reason === undefined) event.preventDefault(); });

// A strip above the page says that a request failed, until one is served again.
const clear = () => { for (const strip of document.querySelectorAll(".fault")) strip.remove(); };
const strip = (css, role, words) => {
  const made = document.createElement("p");
  [made.className, made.role, made.textContent] = [css, role, words];
  document.body.prepend(made);
};
const fault = (words) => { clear(); strip("fault", "alert", words); };

// Another strip says that the page gets no news. "network": there is no connection, so nothing can be sent either.
const offline = (why) => {
  if (!why) return delete document.body.dataset.offline;
  if (!document.querySelector(".offline")) strip("offline", "status", said.offline);
  document.body.dataset.offline = why;
};

// Asks for news at once. After a failure that is tried again sooner than the page asks by itself.
let tries = 0, again = 0;
const ask = () => { const pulse = document.getElementById("pulse"); if (pulse) htmx.trigger(pulse, "said"); };
const failed = (why) => {
  offline(why);
  clearTimeout(again);
  // After an outage, not all pages ask in the same moment.
  again = setTimeout(ask, 5000 * Math.min(12, 2 ** tries++) * (0.5 + Math.random()));
};
const served = () => { offline(); clearTimeout(again); tries = 0; send(); };
document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
addEventListener("pageshow", ({ persisted }) => { if (persisted) ask(); });
addEventListener("offline", () => offline("network"));
addEventListener("online", () => { offline(); lost ? send() : ask(); });

const isNews = ({ elt }) => elt.id === "pulse";
document.addEventListener("htmx:beforeOnLoad", ({ detail: { elt, xhr } }) => {
  if (isNews({ elt }) && xhr.getResponseHeader("HX-Redirect")) elt.remove();  // the page is being left
});
// A move that the network lost is sent once more when it is back: from this page alone and as it was sent, so that the
// site carries it out once, and not at all if the table has moved on. Another choice takes its place.
let lost = null;
const isMove = ({ elt }) => (elt.form ?? elt).id === "play";
const unreached = ({ detail }) => {
  if (isMove(detail)) {
    lost = detail.requestConfig;
    fault(document.querySelector("[data-lost]").dataset.lost);
  } else if (!isNews(detail)) fault(said.foreign);
  failed("network");
};
const send = () => {
  if (!lost) return;
  const { path, formData } = lost;
  lost = null;
  history.replaceState(history.state, "", location.pathname);
  htmx.ajax("POST", path, { source: "#table", target: "#table", swap: "outerHTML show:none", values: Object.fromEntries(formData) });
};
document.addEventListener("table:chosen", () => {
  if (lost) clear();
  lost = null;
});
for (const kind of ["sendError", "timeout"]) document.addEventListener(`htmx:${kind}`, unreached);

// The site has a new release of styles and scripts: the page is loaded again, with what is chosen in its address. For
// each release once in ten minutes, since two of them may answer in turn while a new one comes.
// A player who is writing or reading a sheet is not disturbed.
const isBusy = () => document.querySelector("dialog[open]")
  || [...document.querySelectorAll("textarea, input")].some(({ type, value, defaultValue }) =>
    /^text/.test(type) && value !== defaultValue);
const isTried = (release) => {
  try {
    const key = `release ${release}`;
    if (Date.now() - (sessionStorage[key] ?? 0) < 6e5) return true;
    sessionStorage[key] = Date.now();
  } catch { return true; }
  return false;
};
const renew = ({ xhr, boosted, requestConfig }, release) => {
  if (release === said.assets || xhr.status >= 400 || isBusy() || isTried(release)) return false;
  const isPage = boosted && xhr.getResponseHeader("HX-Push-Url") !== "false";
  const isShown = requestConfig.verb === "get" || !xhr.responseURL.endsWith(requestConfig.path);
  const isElsewhere = isPage && isShown, next = new URL(isElsewhere ? xhr.responseURL : location.href);
  if (isNews(requestConfig)) next.searchParams.set("led", "1");  // the player has not opened this page (attention.js)
  if (next.href === location.href) location.reload();
  else location[isElsewhere ? "assign" : "replace"](next);
  return true;
};

// What a page says of time is fetched again once it is outdated, while the page is visible.
setInterval(() => {
  const now = Date.now();
  for (const part of document.querySelectorAll("[data-untrue-in]")) {
    part.untrueAt ??= now + 1000 * part.dataset.untrueIn;
    if (document.hidden || now < part.untrueAt) continue;
    part.untrueAt = now + (part.untruePause = Math.min(60e3, 2 * (part.untruePause ?? 2500)));  // it may fail
    const source = document.getElementById("pulse"), target = part.closest("#table") ?? part;
    if (!source && target.contains(document.activeElement)) continue;
    htmx.ajax("GET", location.pathname + location.search, { source: source ?? part, target, swap: "outerHTML show:none" });
  }
}, 1000);

// What comes without the mark of this site was sent by a proxy or a portal in between, and is not shown. The site's own
// words go into the strip, and bring a new token for the forms of the page where theirs was too old.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { xhr, requestConfig } = detail, release = xhr.getResponseHeader("X-Assets"), news = isNews(requestConfig);
  const told = release && xhr.getResponseHeader("HX-Retarget") === "body" && xhr.status >= 400;
  if (release && renew(detail, release)) return detail.shouldSwap = false;
  if (!release || xhr.status >= 500) detail.shouldSwap = false;
  if (news) return xhr.status < 400 && release ? served() : (detail.shouldSwap = false, failed("answer"));
  if (release) served();
  if (!release) return fault(said.foreign);
  if (told) {
    clear();
    detail.shouldSwap = true;
    const token = /data-token="(\w+)"/.exec(xhr.responseText)?.[1];
    if (token) for (const field of document.getElementsByName("csrfmiddlewaretoken")) field.value = token;
  } else if (detail.shouldSwap || xhr.status < 400) clear();
  else if (requestConfig.verb === "get") location.assign(xhr.responseURL);
  else fault(said.foreign);
});

// Where cookies are blocked no form can be sent. Who is signed in has one.
const { cookies } = document.body.dataset;
if (cookies && !navigator.cookieEnabled && document.querySelector("form[method=post]")) fault(cookies);

// Folds of a form stay open when what stands in them is replaced. News that a page asked for by itself leave every fold
// open, and what the player has chosen in it.
let opened = [], chosen = [];
document.addEventListener("htmx:beforeSwap", ({ target, detail }) => {
  const news = detail.requestConfig.elt.id === "pulse";
  const folds = [...(news ? document : target).querySelectorAll(news ? "details[id][open]" : ".folds [id][open]")];
  opened = folds.map((fold) => fold.id);
  chosen = news ? folds.flatMap((fold) => [...fold.querySelectorAll("form[id] select")]) : [];
});
document.addEventListener("htmx:afterSwap", () => {
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  for (const { form, name, value } of chosen) {
    const fresh = [...(document.getElementById(form.id)?.elements.namedItem(name)?.options ?? [])];
    for (const option of fresh) if (option.value === value) option.selected = true;
  }
});

// Where no account is signed in, nothing waits: the icon of an installed app says so.
if (!document.querySelector("[data-waits]")) navigator.clearAppBadge?.()?.catch(() => {});
