"""What every page tells the browser: its content policy, that it is not stored, that it is not framed."""

import re
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings

from tests.fixed_set import SOAK, chosen
from tests.games.pages import HX
from tests.security.access import access_rules
from tests.security.rows import undone
from tests.security.scene import Scene

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("headers")]

DIRECTIVES = {
    "default-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "img-src": "'self'",
    "object-src": "'none'",
}
SEALED = {**DIRECTIVES, "default-src": "'none'", "sandbox": "allow-top-navigation-by-user-activation"}
"""For mails that are shown as they were sent."""


OWN_CALENDARS = f"{settings.SITE_URL.replace('http', 'webcal', 1)}/feeds/"
OWN_PAGES = f"{settings.SITE_URL}/"
WHOLE_ADDRESSES = (("a", OWN_CALENDARS), ("a", "mailto:?subject="), ("a", OWN_PAGES), ("link", OWN_PAGES))
"""Elements with whole addresses that lead to no other host. A calendar program opens the first; the second is a mail
without a recipient; the third is what a QR code leads to; the last says where a page is in other languages."""


class Inline(HTMLParser):
    """Finds what a strict policy would not let run or show, and addresses on other hosts."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.meta: dict[str, str] = {}
        self.scripts: list[str] = []
        self._script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        for name, value in attributes.items():
            if name == "style" or name.startswith(("on", "hx-on", "hx-vals")) or "javascript:" in value.lower():
                self.found.append(f"<{tag} {name}={value!r}>")
            is_elsewhere = name in ("src", "href", "action") and re.match(r"\w+:|//", value)
            if is_elsewhere and not any(tag == one and value.startswith(here) for one, here in WHOLE_ADDRESSES):
                self.found.append(f"<{tag} {name}={value!r}>")
        if tag == "style" or (tag == "script" and "src" not in attributes and "json" not in attributes.get("type", "")):
            self.found.append(f"<{tag}>")
        if tag == "script" and "src" in attributes:
            self.scripts.append(attributes["src"])
        if tag == "meta" and "name" in attributes:
            self.meta[attributes["name"]] = attributes.get("content", "")


def pages(scene: Scene, kind: str, chance: Random) -> list[tuple[str, Any]]:
    """Pages that a user can get, whatever their status, or what HTMX gets there: a quarter of them; the soak has
    all of both."""
    found, every = [], access_rules()
    for rule in chosen(every, len(every) // 4):
        address = scene.address(rule.name, rule.code, kind)
        is_ours = rule.name.startswith(("games:", "accounts:"))
        asked: tuple[dict[str, str], ...] = ({}, HX) if is_ours else ({},)
        for headers in chance.sample(asked, len(asked) if SOAK else 1):
            with undone(watched=False):
                found.append((f"{rule.name} {rule.code} {headers}", scene.ask(kind, "GET", address, headers=headers)))
    return found


@pytest.mark.parametrize("kind", ["anonymous", "turn", "superuser_seated"])
def test_no_page_is_cached_framed_tagged_or_has_inline_code(kind: str, scene: Scene, chance: Random) -> None:
    for name, response in pages(scene, kind, chance):
        has_safe_headers(name, response)
        if "html" in response.get("Content-Type", ""):
            has_nothing_inline(name, response.content.decode())


PUBLIC = ("robots", "favicon", "security", "api:schema")
"""Addresses whose answer is the same for all the world."""


def has_safe_headers(name: str, response: Any) -> None:
    """Check what comes before a page."""
    policy = dict(part.strip().split(" ", 1) for part in response["Content-Security-Policy"].split(";"))
    assert policy == (SEALED if "'none'" in policy["default-src"] else DIRECTIVES), name
    assert response["X-Frame-Options"] == "DENY", name
    assert response["X-Content-Type-Options"] == "nosniff", name
    assert response["Referrer-Policy"] == "same-origin", name
    assert response["Cross-Origin-Opener-Policy"] == "same-origin", name
    assert response["Cross-Origin-Resource-Policy"] == "same-origin", name
    assert "camera=()" in response["Permissions-Policy"], name
    assert not response.has_header("ETag"), name
    assert not response.has_header("Last-Modified"), name
    cached = {part.strip() for part in response["Cache-Control"].split(",")}
    assert {"private", "no-store"} <= cached or (name.split()[0] in PUBLIC and "public" in cached), name
    for cookie in response.cookies.values():
        assert cookie["httponly"], name
        assert cookie["samesite"] == "Lax", name


def has_nothing_inline(name: str, markup: str) -> None:
    """Check a page; those of the admin, which are Django’s, use no HTMX, and that without a network has no script."""
    page = Inline()
    page.feed(markup)
    assert page.found == [], name
    if "<html" in markup and not name.startswith(("admin:", "games:away")):
        assert page.scripts[:2] == ["/static/django_htmx/htmx-2.min.js", "/static/js/site.bundle.js"], name
        assert "htmx-config" not in page.meta, name


def test_htmx_is_configured_to_store_and_run_nothing() -> None:
    """It begins the bundle that comes on every page right after HTMX; the browser's tests see that it is heard."""
    settings_of_htmx = Path(settings.BASE_DIR, "static/js/requests.js").read_text().partition("});")[0]
    for line in (
        "historyCacheSize: 0",
        "allowEval: false",
        "allowScriptTags: false",
        "includeIndicatorStyles: false",
        'attributesToSettle: ["class", "width", "height"]',
        "selfRequestsOnly: true",
    ):
        assert f"  {line}," in settings_of_htmx, line


@pytest.mark.parametrize(
    "markup",
    [
        "<p style='x'>",
        "<a onclick=x>",
        "<style>",
        "<script>x</script>",
        "<img src=//elsewhere>",
        "<a href='javascript:x'>",
        "<a href='webcal://elsewhere/feeds/x/calendar.ics'>",
        f"<img src='{OWN_CALENDARS}x/calendar.ics'>",
        f"<img src='{settings.SITE_URL}/x.svg'>",
        "<link href='//elsewhere/?lang=uk'>",
    ],
)
def test_inline_code_is_found(markup: str) -> None:
    page = Inline()
    page.feed(markup)
    assert page.found
