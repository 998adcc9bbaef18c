// What was said leaves the field, and the page fetches it at once; a sheet from which something was said closes.
(() => {
  const form = (target) => target.closest("form[action$='/say']");
  let typed = "";
  document.addEventListener("htmx:beforeRequest", ({ detail }) => { typed = form(detail.elt)?.text?.value ?? typed; });
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, target, xhr } }) => {
    if (xhr.status !== 200) return;
    const said = form(elt), sheet = document.querySelector("#sheet[open]");
    if (said?.text?.value === typed) said.text.value = "";
    if (said) htmx.trigger("#pulse", "said");
    if (sheet?.contains(elt) && (said || target.id === "table")) sheet.close();
  });
})();
