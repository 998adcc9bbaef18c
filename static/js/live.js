// Optional layer over a table that is played live: the seconds of a decision run down. Without this file the page says
// how many there are.
(() => {
  const show = () => {
    const left = document.querySelector("#clock [data-left]");
    if (!left) return;
    left.until ??= Date.now() + left.dataset.left * 1000;
    const seconds = Math.max(0, Math.ceil((left.until - Date.now()) / 1000));
    left.textContent = left.dataset.words.replace(/\d+/, seconds);
  };
  document.addEventListener("htmx:afterSettle", show);
  setInterval(show, 1000);
  show();
})();
