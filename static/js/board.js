// The board for a big screen fills it after a tap, and no bubble lies on the last card or a goal. live.js keeps it awake.
(() => {
  const full = document.querySelector("#full"), page = document.documentElement;
  if (!full) return;
  full.hidden = !page.requestFullscreen;
  full.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else page.requestFullscreen().catch(() => {});
  });

  function hang() {
    const cards = [...document.querySelectorAll(".mine :is(.last, .goal)")].map((card) => card.getBoundingClientRect());
    for (const bubble of document.querySelectorAll(".bubble")) {
      bubble.removeAttribute("data-over");
      const { left, right, top, bottom } = bubble.getBoundingClientRect();
      bubble.toggleAttribute("data-over", cards.some((card) =>
        card.left < right && left < card.right && card.top < bottom && top < card.bottom));
    }
  }
  document.addEventListener("DOMContentLoaded", hang);
  document.addEventListener("htmx:afterSettle", hang);
  addEventListener("resize", hang);
})();
