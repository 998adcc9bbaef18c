// The board for a big screen fills it after a tap, and keeps it awake. Without this file it is a page that is watched.
(() => {
  const full = document.querySelector("#full"), page = document.documentElement;
  if (!full) return;
  full.hidden = !page.requestFullscreen;
  full.addEventListener("click", () => document.fullscreenElement ? document.exitFullscreen() : page.requestFullscreen().catch(() => {}));

  // A browser lets go of the screen whenever its page is hidden.
  let lock = null;
  const light = async () => {
    if (!document.hidden && (!lock || lock.released)) lock = await navigator.wakeLock?.request("screen").catch(() => null);
  };
  document.addEventListener("visibilitychange", light);
  document.addEventListener("fullscreenchange", light);
  light();
})();
