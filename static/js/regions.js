// An open page names the regions of the table that it holds, so that only others are sent. Once they are in place the
// event `table:swapped` tells which have changed.
(() => {
  const held = () => [...document.querySelectorAll("[data-is]")].map(({ id, dataset }) => `${id}.${dataset.is}`).join(" ");
  let changed = [];
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.target.id === "table" && detail.target.dataset.is) detail.headers["X-Regions"] = held();
  });
  // Regions are looked for in the document, also when the element that asked for them has left it: HTMX looks where that
  // element is, and what `choose.js` has drawn is gone by then.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    detail.requestConfig.elt.getRootNode = () => document;
    changed = [];
  });
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => changed.push(detail.target.id));
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target?.id === "table") changed.push("table");
    const regions = [...new Set(changed.splice(0))];
    if (regions.length) document.dispatchEvent(new CustomEvent("table:swapped", { detail: { regions } }));
  });
})();
