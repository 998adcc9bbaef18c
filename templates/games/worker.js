{% load static %}// Shows notifications. Where the player asked for it, shows tables without a network as they were seen last.
const MARK = "/mark", AWAY = "{% url 'games:away' %}", DEVICES = "{% url 'accounts:devices' %}", DAY = 864e5;

const on = (type, listen) => addEventListener(type, (event) => event.waitUntil(listen(event)));
const kept = () => caches.open("kept");
const keep = async (path, text, headers) =>
  (await kept()).put(path, new Response(text, { headers: { ...headers, at: Date.now() } }));
const ageOf = (old) => Date.now() - old.headers.get("at");
const pathOf = ({ url }) => new URL(url).pathname;
const tableOf = (one) => /^\/t\/[^/]+\//.exec(pathOf(one))?.[0];
const drop = async (ofPlayer) => {
  const cache = await kept();
  for (const one of await cache.keys()) if (ofPlayer === !!(tableOf(one) || one.url.endsWith(MARK))) await cache.delete(one);
};

on("install", async () => {
  skipWaiting();
  await drop(false);
  await (await kept()).addAll([AWAY, "{% static 'css/site.bundle.css' %}", "{% static 'css/pages.css' %}", "{% static 'cards.svg' %}"]);
});

// The tables that are kept. Those that were seen more than thirty days ago are deleted.
const tables = async () => {
  const cache = await kept(), found = [];
  for (const one of await cache.keys()) {
    const path = tableOf(one), old = await cache.match(one);
    if (path && ageOf(old) > 30 * DAY) await cache.delete(one);
    else if (path) found.push([path, old]);
  }
  return found;
};

// Pages are kept for one mark. The site says which one holds; another one, or none, empties all that is kept. Once a day
// it is asked which of the tables are still there for this player.
const heed = async (answer) => {
  const said = answer.headers.get("X-Reads-Offline"), old = await caches.match(MARK);
  if (said && said !== (await old?.text())) {
    await drop(true);
    if (said !== "-") await keep(MARK, said);
  } else if (said && ageOf(old) > DAY) {
    await keep(MARK, said);
    for (const [path] of await tables())
      fetch(path, { method: "HEAD" }).then(heed);
  }
  if (answer.status === 404 && tableOf(answer)) (await kept()).delete(tableOf(answer));
};

// What stands in for a page: the table as it was seen, or a page that lists those that are kept.
const stand = async (request) => {
  let list = "";
  for (const [table, old] of await tables()) {
    if (table === tableOf(request)) return old;
    list = `<li><a href="${table}"><b class="who">${decodeURI(old.headers.get("name"))}</b></a></li>${list}`;
  }
  const page = await caches.match(AWAY);
  return new Response((await page.text()).replace("<!-- kept -->", () => list), page);
};

addEventListener("fetch", (event) => {
  const { request } = event, isPart = request.url.startsWith(origin + "{% get_static_prefix %}");
  if (request.method === "GET") event.respondWith(fetch(request).then(
    async (answer) => {
      if (!isPart) await heed(answer);
      else if (answer.ok && (await caches.match(MARK))) (await kept()).put(request, answer.clone());
      return answer;
    },
    async () => (request.mode === "navigate" ? stand(request) : (isPart && (await caches.match(request))) || Response.error()),
  ));
});

// A page of a table says how it looks. What it says is markup already.
on("message", async ({ source, data: { name, html, whose } }) => {
  if ((await (await caches.match(MARK))?.text()) === whose)
    await keep(tableOf(source), html, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'self'; script-src 'none'; form-action 'none'",
      name: encodeURI(name),
    });
});

on("push", async ({ data }) => {
  let told = {};
  try {
    told = data.json();
  } catch {}
  const { title = "{{ site|escapejs }}", link, off, stop } = told;
  // What the player has dealt with on another device leaves this screen.
  for (const old of await registration.getNotifications())
    if (told.done?.some((table) => old.data?.link?.startsWith(table))) old.close();
  const actions = off ? [{ action: "off", title: stop }] : [], icon = "{% static 'icon-192.png' %}";
  await registration.showNotification(title, { ...told, icon, actions, renotify: !!told.tag, data: { link, off } });
  const count = await fetch("{{ waiting }}", { headers: { "X-Poll": 1 } });
  await heed(count);
  if (count.ok) await navigator.setAppBadge?.(/data-count="(\d+)/.exec(await count.text())?.[1] ?? 0);
});

on("notificationclick", async ({ notification, action }) => {
  const { link, off } = notification.data, there = new URL((action && off) || link || "/", origin);
  notification.close();
  if (there.origin !== origin) return;
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const placeOf = (one) => tableOf(one) ?? pathOf(one), page = open.find((one) => placeOf(one) === placeOf({ url: there }));
  // A window that this worker does not serve comes to the front and stays as it is.
  await (page ? (await page.focus()).navigate(there.href) : clients.openWindow(there.href));
});

// The browser has another address from now on. The page of devices has the form with which the site is told, if the
// signed-in person asked for notifications here.
on("pushsubscriptionchange", async () => {
  const page = await (await fetch(DEVICES)).text(), valueOf = (name) => page.match(`name="${name}" value="([^"]+)`)[1];
  if (!page.includes(" data-here")) return;
  const key = valueOf("key"), csrfmiddlewaretoken = valueOf("csrfmiddlewaretoken");
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  await fetch(DEVICES, { method: "POST", body: new URLSearchParams({ endpoint, ...keys, key, csrfmiddlewaretoken }) });
});
