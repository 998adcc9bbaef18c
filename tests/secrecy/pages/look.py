"""Everything that reaches one person, as bytes: what is fetched, sent, written and mailed, and what work it took."""

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from random import Random
from typing import Any
from urllib.parse import parse_qsl

from django.core import mail
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import mails
from games.models import Game, Joining, Notice
from games.rows.store import ruleset
from games.templatetags import regions
from tests.conftest import SOAK
from tests.games import staff
from tests.games.pages import HX
from tests.games.tables import browser_of
from tests.secrecy.pages.addresses import ADDRESSES, CHAPTERS, SEES_ALL, STAFFED, Address
from tests.secrecy.pages.controlled_site import METRICS_TOKEN, ControlledSite, undone
from tests.secrecy.pages.places import BOARD, WATCH, Places, parameters, places_of
from tests.secrecy.pages.seen import Seen
from tests.secrecy.pages.tries import choices, refusals
from tests.secrecy.pages.wardrobe import PLAIN, Outfit, every_look, outfits, put_on

FIELDS = ("kind", "seq", "dedupe", "created_at", "due_at", "done_at", "outcome")
BY_CHANNEL = ("channel", "due_at", "done_at", "outcome", "tries", "trouble", "reply")
_REGION = re.compile(r'id="([a-z0-9-]+)"[^>]* data-is="([0-9a-f]+)"')
DRESSED = ("games:table", "games:home", "games:words", "games:log", "games:plan", "accounts:friends")
"""Pages that are looked at in every outfit."""

AT_HOME = {
    "table": ("player", "spectator"),
    "talk": ("player", "spectator"),
    "deeds": ("player",),
    "site": ("player", "anonymous", "scraper"),
    "people": ("player",),
    "account": ("player", "anonymous"),
    "admin": STAFFED,
    "desk": STAFFED,
}
"""Who goes through a chapter in every way there is; others try each address in one way."""


class Watcher:
    """A visitor with a browser who looks at a table and at the site around it.

    ``kind``: `player`, who sits there; `former`, who once did; `spectator` of a table that anybody may watch;
    `stranger`; `anonymous`; `staff` and `superuser` beside the table; `staff_seated` and `superuser_seated`, who are
    the player with power; `scraper`, a program with the token of the metrics. ``thorough``: how many of the choices are
    looked at each time. ``outfit``: what this person has chosen for themselves.
    """

    def __init__(
        self,
        site: ControlledSite,
        game: Game,
        kind: str,
        person: User | None,
        *,
        thorough: int = 6,
        outfit: Outfit = PLAIN,
    ) -> None:
        self.site, self.game, self.kind, self.person = site, game, kind, person
        self.thorough, self.outfit = thorough, outfit
        self.browser = browser_of(person) if person else Client()
        self.cookies = self.browser.cookies.output(header="", attrs=[], sep=";")
        self.answer: Any = None
        self.held = ""
        self.screens: dict[str, str] = {}
        self.headers = {"Authorization": f"Bearer {METRICS_TOKEN}"} if kind == "scraper" else {}

    @property
    def code(self) -> str:
        """The code of the table."""
        return self.game.code

    # -- what is looked at

    def glances(self) -> Iterator[Seen]:
        """What an open page asks for again and again, and what was written meanwhile."""
        table = reverse("games:table", args=[self.code])
        yield self.fetch(table)
        while self.answer.get("Location", "").startswith((f"{table}round/", f"{table}deal/")):
            yield from self._ceremony(self.answer["Location"], table)
        marks = " ".join(map(".".join, _REGION.findall(self.answer.content.decode())))
        yield self.fetch(table, **HX)
        # As the page is updated that has been open since the last glance.
        yield self.fetch(table, **HX, **{regions.HEADER: self.held})
        self.held = marks
        yield self.fetch(reverse("games:home"))
        if self.kind == "anonymous":
            yield from self._screens()
        if self.person is not None:
            yield from self._pulses(places_of(self.game, self.person))
            yield self._notices()
            yield self._mails()

    def _screens(self) -> Iterator[Seen]:
        """The open pages on which the table is watched, as they are updated."""
        for name, link in (("games:watch", WATCH), ("games:board", BOARD)):
            address = reverse(name, args=[link])
            yield self.fetch(address)
            marks = " ".join(map(".".join, _REGION.findall(self.answer.content.decode())))
            yield self.fetch(address, **HX, **{regions.HEADER: self.screens.get(name, "")})
            self.screens[name] = marks

    def _ceremony(self, address: str, table: str) -> Iterator[Seen]:
        """The deal or the end of a round, which is shown once; and the table after it."""
        yield self.fetch(address)
        number = address.rstrip("/").rpartition("/")[2]
        if number == "deal":
            yield self.post(address, {"round": "99"})
        else:
            yield self.post(reverse("games:on", args=[self.code]), {"round": number})
        yield self.fetch(table)

    def looks(self, number: int) -> Iterator[Seen]:
        """What there is to look at and to try at the table; ``number`` decides which of the many ways."""
        rng = Random(f"{self.kind} {number}")
        yield from self.glances()
        yield from self.addresses(("desk" if self.kind in STAFFED else "table",), rng, some=True)
        if self.kind not in STAFFED:
            yield from choices(self, rng)
            yield from refusals(self, rng)

    def looks_at_all(self, number: int) -> Iterator[Seen]:
        """All there is to look at and to try at the table and on the whole site."""
        rng = Random(f"{self.kind} {number}")
        yield from self.glances()
        yield from self.addresses(CHAPTERS, rng)
        yield from choices(self, rng)
        yield from refusals(self, rng)
        yield from self.in_every_outfit(number)

    def in_every_outfit(self, number: int) -> Iterator[Seen]:
        """The pages that a player looks at most, in every outfit."""
        if self.kind != "player" or self.person is None:
            return
        rng, places = Random(f"wardrobe {number}"), places_of(self.game, self.person)
        for outfit in [*outfits(rng), *(every_look(rng) if SOAK else ())]:
            for name in DRESSED:
                yield self.wearing(outfit, reverse(name, kwargs=parameters(name, places, self.person)))
        put_on(self.person, self.outfit)

    def addresses(self, chapters: Collection[str], rng: Random, *, some: bool = False) -> Iterator[Seen]:
        """The addresses of some chapters of the table, as the line of each says; with ``some`` in one way each."""
        places = places_of(self.game, self.person)
        for address in ADDRESSES:
            if address.chapter in chapters and self.kind in address.by:
                few = _one_way(address, rng) if some or self.kind not in AT_HOME[address.chapter] else address
                yield from self._address(few, places, rng)

    def _address(self, address: Address, places: Places, rng: Random) -> Iterator[Seen]:
        given = parameters(address.name, places, self.person)
        for spot in self._spots(address.name, places):
            at = reverse(address.name, kwargs=given | spot)
            for query in address.queries:
                for headers in ({}, HX) if SOAK else (rng.choice([{}, {}, HX]),):
                    yield self.fetch(f"{at}?{query.format(**places)}".rstrip("?"), **headers)
            for form in address.forms:
                if (address.name, self.kind) != SEES_ALL:
                    yield self.post_and_undo(at, dict(parse_qsl(form.format(**places))), rng)

    def _spots(self, name: str, places: Places) -> list[dict[str, int]]:
        """Which rounds of a table, and which of their steps, are looked at by an address that names one."""
        rounds = range(1, ruleset(self.game).rounds + 1) if name in ("games:round", "games:step") else ()
        seqs = sorted({0, places["seq"] // 2, places["seq"]}) if name == "games:step" else ()
        steps = [{"number": number, "seq": seq} for number in rounds for seq in seqs]
        return steps or [{"number": number} for number in rounds] or [{}]

    # -- ways

    def fetch(self, address: str, **headers: str) -> Seen:
        """A page, with all that comes with it, and what work it took."""
        sent = {**self.headers, **headers}
        return self._seen(f"GET {address} {headers or ''}", lambda: self.browser.get(address, headers=sent))

    def post(self, address: str, form: dict[str, Any], **headers: str) -> Seen:
        """What comes of sending a form."""
        return self._seen(f"POST {address} {form}", lambda: self.browser.post(address, form, headers=headers or None))

    def post_and_undo(self, address: str, form: dict[str, Any], rng: Random) -> Seen:
        """What comes of a form that may do something, and of the mails it asks for; then nothing has happened."""
        before = len(mail.outbox)
        with undone():
            seen = self.post(address, form, **(HX if rng.random() < 0.3 else {}))
            mails.send_due()
            sent_mails = self._mails(before)
        return seen._replace(what=seen.what + sent_mails.what)

    def wearing(self, outfit: Outfit, address: str) -> Seen:
        """A page as it is with these choices."""
        assert self.person is not None
        put_on(self.person, outfit)
        seen = self.fetch(address, **{"Accept-Language": outfit["asks_for"]})
        return seen._replace(way=f"{seen.way} {dict(outfit)}")

    def _seen(self, way: str, ask: Any) -> Seen:
        self.browser.cookies = SimpleCookie(self.cookies)
        self.site.chance.seed(way)
        before = self.site.effort()
        self.answer = ask()
        effort = self.site.effort().since(before)
        return Seen(f"{self.kind}: {way}", written(self.answer) + f"\n{effort}".encode())

    def _pulses(self, places: Places) -> Iterator[Seen]:
        """The pulse of the own seat, with and without news; for who sits nowhere, that of the table's first seat."""
        address = reverse("games:pulse", args=[self.code, places["pulse"]])
        yield self.fetch(f"{address}?v={places['version']}&n=3")
        yield self.fetch(f"{address}?v={places['older']}&card=no&at=M3")

    def _notices(self) -> Seen:
        both = (*FIELDS, *(f"deliveries__{name}" for name in BY_CHANNEL))
        rows = Notice.objects.filter(user=self.person).order_by("pk", "deliveries").values_list(*both)
        return Seen(f"{self.kind}: notices", repr(list(rows)).encode())

    def _mails(self, after: int = 0) -> Seen:
        address = self.person.email if self.person else ""
        own_mails = [message for message in mail.outbox[after:] if address in message.recipients()]
        parts = ("subject", "from_email", "to", "body", "alternatives", "extra_headers")
        sent_mails = [[getattr(one, part, None) for part in parts] for one in own_mails]
        return Seen(f"{self.kind}: mails", repr(sent_mails).encode())

    @contextmanager
    def in_their_place(self) -> Iterator[None]:
        """Let the table and the site be as this kind of person meets them; a player's look alone leaves its trace."""
        if self.kind == "player":
            yield
            return
        point = transaction.savepoint()
        try:
            if self.kind == "spectator":
                Game.objects.filter(pk=self.game.pk).update(joining=Joining.ANYONE)
            elif self.kind == "staff_seated" and self.person:
                staff.viewer(self.person)
            elif self.kind == "superuser_seated" and self.person:
                User.objects.filter(pk=self.person.pk).update(is_staff=True, is_superuser=True)
            yield
        finally:
            transaction.savepoint_rollback(point)


def _one_way(address: Address, rng: Random) -> Address:
    """An address with one of its queries or one of its forms."""
    ways = [*(((query,), ()) for query in address.queries), *(((), (form,)) for form in address.forms)]
    queries, forms = rng.choice(ways)
    return address._replace(queries=queries, forms=forms)


def written(response: HttpResponse | Any) -> bytes:
    """An answer as it goes over the wire before it is packed: status, headers, cookies, body."""
    headers = "".join(f"{name}: {value}\n" for name, value in sorted(response.items()))
    return f"{response.status_code}\n{headers}{response.cookies.output()}\n\n".encode() + response.content
