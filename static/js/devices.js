// Asks the browser for notifications, after a tap alone, and starts the service worker. Without this file the page lists
// the devices, and says that this one cannot be added.
(() => {
  const here = document.getElementById("here"), tell = document.getElementById("tell"), keep = document.getElementById("keep");
  if (!here) return;
  const { worker, key, known } = here.dataset;
  const say = (what) => {
    here.dataset.state = what;
    for (const part of here.querySelectorAll("[data-says]")) part.hidden = part.dataset.says !== what;
  };
  const ready = async () => {
    await navigator.serviceWorker.register(worker, { scope: "/" });
    return navigator.serviceWorker.ready;
  };
  const isOf = ({ options }) => {
    const bytes = new Uint8Array(options.applicationServerKey ?? []);
    return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "") === key;
  };

  say("waits");
  if (!("serviceWorker" in navigator)) return say("unable");
  if (keep) {
    keep.hidden = false;
    keep.addEventListener("submit", async (event) => {
      event.preventDefault();
      await ready();
      keep.submit();
    });
  }

  if (!("PushManager" in window && "Notification" in window))
    return say(/iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1 ? "install" : "unable");
  if (!key) return say("closed");
  if (Notification.permission === "denied") return say("denied");
  navigator.serviceWorker.getRegistration("/").then(async (found) => {
    const made = await found?.pushManager.getSubscription();
    say(known && made && isOf(made) ? "known" : "ready");
  });
  tell.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      if ((await Notification.requestPermission()) !== "granted") return say("denied");
      const { pushManager } = await ready();
      let made = await pushManager.getSubscription();
      if (made && !isOf(made)) made = (await made.unsubscribe(), null);
      made ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
      const { endpoint, keys } = made.toJSON();
      for (const [name, value] of Object.entries({ endpoint, ...keys })) tell.elements[name].value = value;
      tell.submit();
    } catch {
      say("failed");
    }
  });
})();
