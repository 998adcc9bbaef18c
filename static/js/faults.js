// Shows what the site says of a request that it could not serve just now, in a strip above the page, until one is served
// again. Any other error changes nothing of the page. The pages work without this file.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { xhr, requestConfig } = detail;
  const told = xhr.status === 503 && xhr.getResponseHeader("HX-Reswap");
  if (told && requestConfig.elt.id === "pulse") return;
  if (told || xhr.status < 400) for (const strip of document.querySelectorAll(".fault")) strip.remove();
  if (told) detail.shouldSwap = true;
});
