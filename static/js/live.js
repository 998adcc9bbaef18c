// Optional layer over a table that is played live: the seconds of a decision run down, and the screen stays on, as it
// always does on the board for a big screen. Without this file the page says how many there are.
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

  // A browser lets go of the screen whenever its page is hidden.
  let lock = null;
  const light = async () => {
    const stays = Boolean(document.querySelector("#clock [data-left], .big"));
    if (!stays) lock = void lock?.release();
    else if (!document.hidden && (!lock || lock.released)) lock = await navigator.wakeLock?.request("screen").catch(() => null);
  };
  for (const change of ["htmx:afterSettle", "visibilitychange"]) document.addEventListener(change, light);
  light();
})();
