// Offers to share a link where the device can, and to copy one; a link to a mail stands there without this file. Makes a
// question that the page came with a modal dialog.
(() => {
  const text = (id) => { const it = document.getElementById(id); return it.value ?? it.textContent.trim(); };
  const copy = async (button) => {
    const from = document.getElementById(button.dataset.copy);
    try { await navigator.clipboard.writeText(text(button.dataset.copy)); } catch {
      getSelection().selectAllChildren(from);
      from.select?.();
      document.execCommand("copy");
    }
    (button.querySelector("span") ?? button).textContent = button.dataset.copied;
  };
  const show = () => {
    for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
    const ask = document.querySelector("dialog.ask[open]:not(:modal)");
    if (!ask) return;
    ask.close();
    ask.showModal();
    ask.addEventListener("cancel", (event) => { event.preventDefault(); ask.querySelector("[data-close]").click(); });
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-share], [data-copy]");
    if (!button) return;
    if (button.dataset.copy) return void copy(button);
    if (!navigator.share) return;
    event.preventDefault();
    navigator.share({ title: button.dataset.title, url: text(button.dataset.share) }).catch(() => {});  // the sheet was closed
  });
  for (const kind of ["afterSwap", "afterSettle"]) document.addEventListener(`htmx:${kind}`, show);
  show();
})();
