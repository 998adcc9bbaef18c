// Offers to share the invitation link where the device can, else to copy it; the page works without this file.
(() => {
  const way = navigator.share ? "share" : "copy";
  const show = () => { for (const button of document.querySelectorAll(`[data-${way}][hidden]`)) button.hidden = false; };
  const share = async (button) => {
    const url = document.getElementById(button.dataset.share).value;
    try { await navigator.share({ title: button.dataset.title, url }); } catch { /* somebody closed the sheet */ }
  };
  const copy = async (button) => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
    button.textContent = button.dataset.copied;
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-share], [data-copy]");
    if (button) (button.dataset.share ? share : copy)(button);
  });
  document.addEventListener("htmx:afterSettle", show);
  show();
})();
