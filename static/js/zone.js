// Tells the server the device's time zone at sign-up, and offers it in the profile. Both pages work without this file.
(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) return;
  for (const field of document.querySelectorAll("[data-zone-fill]")) field.value = zone;
  for (const hint of document.querySelectorAll("[data-zone-hint]")) {
    const list = document.getElementById(hint.dataset.zoneHint);
    if (list.value === zone || ![...list.options].some((option) => option.value === zone)) continue;
    hint.querySelector("b").textContent = zone.replaceAll("_", " ");
    hint.hidden = false;
    hint.querySelector("button").addEventListener("click", () => {
      list.value = zone;
      hint.hidden = true;
      list.focus();
    });
  }
})();
