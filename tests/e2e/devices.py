"""The service worker of a page, whose screen, number on the icon and push service are stood in for."""

import json
from typing import Any

from playwright.sync_api import CDPSession, Page

from tests.accounts.push_service import Browser

WORKER = """() => {
  self.onScreen = [];
  self.opened = [];
  self.badge = "none";
  registration.showNotification = async (title, shown) => {
    self.onScreen = [...self.onScreen.filter(({ tag }) => !tag || tag !== shown.tag), { title, ...shown }];
  };
  registration.getNotifications = async () => self.onScreen.map((one) => ({
    ...one, close: () => { self.onScreen = self.onScreen.filter((other) => other !== one); },
  }));
  self.waits = '<span id="waits" data-count="3"></span>';
  const ask = fetch;
  self.fetch = async (what, how) => what === "/waits" && self.waits ? new Response(self.waits) : ask(what, how);
  navigator.setAppBadge = async (many) => { self.badge = +many; };
  clients.openWindow = async (address) => { self.opened.push(address); };
  self.focused = [];
  WindowClient.prototype.focus = async function () { self.focused.push(new URL(this.url).pathname); return this; };
}"""
"""Stands in for the screen of a device."""
BADGE = """async () => {
  for (let turn = 0; turn < 100 && self.badge === "none"; turn += 1) await new Promise((on) => setTimeout(on, 20));
  return self.badge;
}"""
"""The number that the worker has put on the icon, as soon as there is one."""
PAGE_BADGE = """() => {
  navigator.setAppBadge = async (many) => { window.badge = many; };
  navigator.clearAppBadge = async () => { window.badge = 0; };
}"""
"""And what a page puts there."""


class Worker:
    """The service worker of a page, by the tools of the browser."""

    def __init__(self, page: Page) -> None:
        self.page, self.found = page, list[dict[str, Any]]()
        self.tools: CDPSession = page.context.new_cdp_session(page)
        self.tools.on("ServiceWorker.workerRegistrationUpdated", lambda said: self.found.extend(said["registrations"]))
        self.tools.send("ServiceWorker.enable")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.script = page.context.service_workers[0]
        self.script.evaluate(WORKER)

    def gets(self, message: str) -> None:
        """Let a message come by push."""
        before = self.shows()
        number, origin = self.found[-1]["registrationId"], self.page.evaluate("location.origin")
        pushed = {"origin": origin, "registrationId": number, "data": message}
        self.tools.send("ServiceWorker.deliverPushMessage", pushed)
        for _ in range(100):
            if self.shows() != before:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("nothing was shown")

    def shows(self) -> list[dict[str, Any]]:
        """What stands on the screen of the device."""
        found: list[dict[str, Any]] = self.script.evaluate("self.onScreen")
        return found

    def focused(self) -> list[str]:
        """The paths of the windows that were brought to the front."""
        found: list[str] = self.script.evaluate("self.focused")
        return found

    def is_tapped(self, data: dict[str, str], action: str = "") -> list[str]:
        """Tap a message; the addresses that were opened in another window."""
        found: list[str] = self.script.evaluate(
            """async ([data, action]) => {
                 const tap = new Event("notificationclick");
                 let done;
                 const waitUntil = (all) => { done = all; };
                 Object.assign(tap, { notification: { close() {}, data }, action, waitUntil });
                 self.opened = [];
                 self.dispatchEvent(tap);
                 await done;
                 return self.opened;
               }""",
            [data, action],
        )
        return found

    def is_moved_to(self, browser: Browser) -> None:
        """Let the browser give it another address, and wait until it has told the site."""
        said = browser.subscription
        pushed = {"endpoint": said.endpoint, "keys": {"p256dh": said.p256dh, "auth": said.auth}}
        self.script.evaluate(
            """async ([said, key]) => {
                 const change = new Event("pushsubscriptionchange");
                 let done;
                 change.waitUntil = (all) => { done = all; };
                 PushManager.prototype.subscribe = async (how) => {
                   if (!how.userVisibleOnly || how.applicationServerKey !== key) throw new Error("asked otherwise");
                   return { toJSON: () => said };
                 };
                 self.dispatchEvent(change);
                 await done;
               }""",
            [pushed, said.key],
        )


def comes_to_keep(page: Page, path: str, *, keeps: bool = True) -> None:
    """Wait until the worker keeps what is at a path, or keeps it no more. `wait_for_function` waits for no promise."""
    for _ in range(200):
        if page.evaluate("path => caches.match(path).then(Boolean)", path) == keeps:
            return
        page.wait_for_timeout(25)
    raise AssertionError(f"{path} is {'not ' if keeps else 'still '}kept")


def ages(page: Page, path: str, days: int) -> None:
    """Make what the worker keeps at a path so many days old."""
    page.evaluate(
        """async ([path, days]) => {
             const kept = await caches.open("kept"), old = await kept.match(path), headers = new Headers(old.headers);
             headers.set("at", Date.now() - days * 864e5);
             await kept.put(path, new Response(await old.text(), { headers }));
           }""",
        [path, days],
    )


PAGE = """(said) => {
  window.asked = 0;
  let answer = "default";
  Object.defineProperty(Notification, "permission", { get: () => answer });
  Notification.requestPermission = async () => { window.asked += 1; return answer = said.permission; };
  const made = { endpoint: said.endpoint, toJSON: () => said, options: {}, unsubscribe: async () => true };
  PushManager.prototype.subscribe = async (how) => {
    if (!how.userVisibleOnly || how.applicationServerKey !== said.key) throw new Error("asked otherwise");
    return made;
  };
}"""
"""A browser without a screen has no push service and shows nothing: this stands in for its question and its answer."""


def answers(page: Page, browser: Browser, permission: str = "granted") -> None:
    """Let the browser of a page answer so when it is asked whether the site may show notifications."""
    said = browser.subscription
    keys = {"p256dh": said.p256dh, "auth": said.auth}
    pushed = {"endpoint": said.endpoint, "keys": keys, "key": said.key, "permission": permission}
    page.add_init_script(f"({PAGE})({json.dumps(pushed)})")
