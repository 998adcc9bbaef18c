// Offers to copy the invitation link; the page works without this file.
(() => {
  const show = () => { for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = false; };
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
    button.textContent = button.dataset.copied;
  });
  document.addEventListener("htmx:afterSettle", show);
  show();
})();
