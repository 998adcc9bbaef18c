{% load static %}// Shows notifications. Where the player asked for it, shows tables without a network as they were seen last.
const TABLES = "tables", PARTS = "parts", MARK = "/mark", AWAY = "{% url 'games:away' %}";
const DAY = 864e5, LONGEST = 30 * DAY, MOST_TABLES = 30, MOST_PARTS = 80;

const table = (path) => /^\/t\/[^/]+\//.exec(path)?.[0];
const tables = () => caches.open(TABLES);
const marked = async () => (await tables()).match(MARK);
const mark = async (said) => (await tables()).put(MARK, new Response(said, { headers: { at: Date.now() } }));

addEventListener("install", (event) => {
  skipWaiting();
  const parts = [AWAY, "{% static 'css/tokens.css' %}", "{% static 'css/site.css' %}", "{% static 'cards.svg' %}"];
  event.waitUntil(caches.open(PARTS).then((cache) => cache.addAll(parts)));
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

// Pages are kept for one mark. The site says whose mark holds; another one, or none, empties all that is kept.
const heed = async (answer, path) => {
  const said = answer.headers.get("X-Reads-Offline"), old = await marked();
  if (said && said !== (await old?.text())) {
    await caches.delete(TABLES);
    if (said !== "-") await mark(said);
  } else if (said && Date.now() - old.headers.get("at") > DAY) {
    await mark(said);
    look();
  }
  if (answer.status === 404 && table(path)) await (await tables()).delete(table(path));
};

// Once a day it asks which of the tables that are kept are still there for this player.
const look = async () => {
  for (const { url } of await (await tables()).keys())
    if (table(new URL(url).pathname))
      heed(await fetch(url, { method: "HEAD", headers: { "X-Page-Hidden": "1" } }), new URL(url).pathname);
};

const keepPart = async (request, answer) => {
  if (!answer.ok || !(await marked())) return;
  const cache = await caches.open(PARTS);
  await cache.put(request, answer);
  for (const old of (await cache.keys()).slice(4, -MOST_PARTS)) await cache.delete(old);
};

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt()};`);

const stand = async (path) => {
  const cache = await tables(), kept = [];
  for (const request of (await cache.keys()).reverse()) {
    const old = await cache.match(request), { pathname } = new URL(request.url);
    if (pathname === MARK || Date.now() - old.headers.get("at") > LONGEST) continue;
    if (pathname === table(path)) return old;
    const name = escaped(decodeURIComponent(old.headers.get("name")));
    kept.push(`<li><a href="${escaped(pathname)}"><span class="who"><b>${name}</b></span></a></li>`);
  }
  const page = await (await caches.match(AWAY)).text();
  return new Response(page.replace("<!-- kept -->", () => kept.join("")), { headers: { "Content-Type": "text/html" } });
};

addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== "GET") return;
  const part = pathname.startsWith("{% static '' %}");
  event.respondWith((async () => {
    let answer;
    try {
      answer = await fetch(request);
    } catch (lost) {
      const old = request.mode === "navigate" ? await stand(pathname) : part && (await caches.match(request));
      if (old) return old;
      throw lost;
    }
    if (part) event.waitUntil(keepPart(request, answer.clone()));
    else await heed(answer, pathname);
    return answer;
  })());
});

// A page of a table says how it looks.
addEventListener("message", (event) => {
  const { path, name, html, whose } = event.data;
  event.waitUntil((async () => {
    if (!table(path) || (await (await marked())?.text()) !== whose) return;
    const cache = await tables();
    await cache.put(table(path), new Response(html, { headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'self'; script-src 'none'; form-action 'none'; base-uri 'none'",
      at: Date.now(), name: encodeURIComponent(name),
    } }));
    for (const old of (await cache.keys()).filter(({ url }) => table(new URL(url).pathname)).slice(0, -MOST_TABLES)) await cache.delete(old);
  })());
});

const count = async () => {
  const answer = await fetch("{{ waiting }}"), many = answer.ok && /\d+/.exec(await answer.text());
  if (many) await (+many[0] ? navigator.setAppBadge?.(+many[0]) : navigator.clearAppBadge?.());
};

addEventListener("push", (event) => {
  let told = {};
  try { told = event.data.json(); } catch { /* nothing that can be read: only that there is something */ }
  const { title = "{{ site|escapejs }}", body, tag, link, off, stop } = told;
  const actions = off ? [{ action: "off", title: stop }] : [];
  const shown = { body, tag, renotify: !!tag, icon: "{% static 'icon-192.png' %}", actions, data: { link, off } };
  event.waitUntil(Promise.all([registration.showNotification(title, shown), count().catch(() => {})]));
});

addEventListener("notificationclick", (event) => {
  const { notification, action } = event, { link, off } = notification.data ?? {};
  notification.close();
  const there = new URL((action === "off" && off) || link || "/", location.origin);
  if (there.origin !== location.origin) return;
  event.waitUntil((async () => {
    const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const page = open.find(({ url }) => new URL(url).pathname === there.pathname);
    return page ? page.focus() : clients.openWindow(there.href);
  })());
});

// The browser has another address from now on. The page of devices has the form with which the site is told.
addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil((async () => {
    const page = await (await fetch("{% url 'accounts:devices' %}")).text();
    const [, key] = /name="key" value="([\w-]+)"/.exec(page), [, token] = /csrfmiddlewaretoken" value="(\w+)"/.exec(page);
    const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    await fetch("{% url 'accounts:devices' %}", { method: "POST", body: new URLSearchParams({ endpoint, ...keys, key, csrfmiddlewaretoken: token }) });
  })());
});
