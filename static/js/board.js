// The board for a big screen fills it after a tap. live.js keeps it awake.
(() => {
  const full = document.querySelector("#full"), page = document.documentElement;
  if (!full) return;
  full.hidden = !page.requestFullscreen;
  full.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else page.requestFullscreen().catch(() => {});
  });
})();
