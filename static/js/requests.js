// How HTMX asks: nothing is kept in the browser, nothing that comes is run, only this site is asked. It reads this once
// the page is there.
Object.assign(htmx.config, {
  historyCacheSize: 0,
  refreshOnHistoryMiss: true,
  includeIndicatorStyles: false,
  allowEval: false,
  allowScriptTags: false,
  selfRequestsOnly: true,
  responseHandling: [
    { code: "204", swap: false },
    { code: "[23]..|409|422|429", swap: true },
    { code: "[45]..", swap: false, error: true },
  ],
});

// An open page waits twenty seconds for news, then it asks again: where a phone changes its network, none may ever come.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt.id === "pulse") detail.timeout = 20_000;
});

// Shows what the site says of a request that it could not serve just now, in a strip above the page, until one is served
// again. Any other error changes nothing of the page.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { xhr, requestConfig } = detail;
  const told = xhr.status === 503 && xhr.getResponseHeader("HX-Reswap");
  if (told && requestConfig.elt.id === "pulse") return;
  if (told || xhr.status < 400) for (const strip of document.querySelectorAll(".fault")) strip.remove();
  if (told) detail.shouldSwap = true;
});

// Folds of a form stay open when what stands in them is replaced. News that a page asked for by itself leave every fold
// open, and what somebody has chosen in it.
let opened = [], chosen = [];
document.addEventListener("htmx:beforeSwap", ({ target, detail }) => {
  const news = detail.requestConfig.elt.id === "pulse";
  const folds = [...target.querySelectorAll(news ? "details[id][open]" : ".folds [id][open]")];
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

// Where nobody is signed in, nothing waits: the icon of an installed app says so.
if (!document.querySelector("[data-waits]")) navigator.clearAppBadge?.()?.catch(() => {});
