// An open page names the regions of the table that it holds, so that only others are sent. Once they are in place the
// event `table:swapped` tells which have changed.
(() => {
  const held = () => [...document.querySelectorAll("[data-is]")].map(({ id, dataset }) => `${id}.${dataset.is}`).join(" ");
  let changed = [];
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.target.id === "table" && detail.target.dataset.is) detail.headers["X-Regions"] = held();
  });
  document.addEventListener("htmx:beforeSwap", () => { changed = []; });
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => changed.push(detail.target.id));
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target?.id === "table") changed.push("table");
    const regions = [...new Set(changed.splice(0))];
    if (regions.length) document.dispatchEvent(new CustomEvent("table:swapped", { detail: { regions } }));
  });
})();
