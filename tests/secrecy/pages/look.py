"""Everything that reaches one person by the pages of a table, as bytes: what is fetched, sent, written and mailed."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from django.core import mail
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.datastructures import MultiValueDict

from accounts.models import User
from games import pulse
from games.forms import UnreadableError, read_move
from games.models import Game, Invitation, Notice, Seat
from games.rules import engine
from games.rules.commands import Choose, Lay, Offer, Pass, PlayCard, PutMiner, Trade
from games.rules.errors import Refused
from games.rules.view import PlayerView, view
from games.store import own, public
from tests.games import staff
from tests.games.pages import HX, Page
from tests.games.tables import browser_of
from tests.rules import attempts
from tests.secrecy.pages.sending import form_of
from tests.secrecy.pages.stage import CODE, Stage

FIELDS = ("kind", "seq", "dedupe", "created_at", "due_at", "done_at", "outcome")
BY_CHANNEL = ("channel", "due_at", "done_at", "outcome", "tries", "trouble", "reply")
LINK = "a-link-to-the-table"


class Seen(NamedTuple):
    """Something that reached a person: by which way, and its bytes."""

    way: str
    what: bytes


class Watcher:
    """Somebody with a browser: the viewer of a pair, somebody who sits elsewhere, or nobody in particular.

    ``thorough`` says how many of the viewer's choices are looked at each time.
    """

    def __init__(self, stage: Stage, person: User | None, *, thorough: int = 6) -> None:
        self.stage, self.person, self.thorough = stage, person, thorough
        self.browser = browser_of(person) if person else Client()
        self.seated = person is not None and person.pk == stage.viewer.pk

    def glances(self) -> Iterator[Seen]:
        """What an open page asks for again and again, and what was written meanwhile."""
        yield self.fetch(self._address("table"))
        yield self.fetch(self._address("table"), **HX)
        yield self.fetch(reverse("games:home"))
        if self.person is not None:
            yield from self._pulses()
            yield self._notices()
            yield self._mails()

    def looks(self, number: int) -> Iterator[Seen]:
        """All there is to look at and to try; ``number`` decides which of the many choices."""
        yield from self.glances()
        if self.person is not None and self.person.is_staff:
            for address in (staff.page(self.stage.game), *staff.lists()):
                yield self.fetch(address)
        for name in ("words", "log", "fairness", "export", "seats", "beat", "plan", "resign"):
            yield self.fetch(self._address(name))
        for rounds in range(1, self.stage.pair.ruleset.rounds + 1):
            yield self.fetch(reverse("games:round", args=[CODE, rounds]))
        yield self.fetch(f"{self._address('log')}?before=4")
        yield self.fetch(reverse("games:door", args=[LINK]))
        for name in ("join", "leave", "start", "call-off", "invite", "link", "plan", "give", "ask", "vote"):
            yield self.post(self._address(name), {"name": self.stage.people[-1].username})
        yield from self._choices(Random(number))
        yield from self._refusals(Random(number))

    # -- ways

    def fetch(self, address: str, **headers: str) -> Seen:
        """A page, with all that comes with it, and the number of statements that it took."""
        return self._seen(f"GET {address} {headers or ''}", lambda: self.browser.get(address, headers=headers or None))

    def post(self, address: str, form: dict[str, Any], **headers: str) -> Seen:
        """What comes of sending a form."""
        return self._seen(f"POST {address} {form}", lambda: self.browser.post(address, form, headers=headers or None))

    def _seen(self, way: str, ask: Any) -> Seen:
        asked = list[str]()

        def count(execute: Any, statement: str, *rest: Any) -> Any:
            asked.append(statement)
            return execute(statement, *rest)

        with connection.execute_wrapper(count):
            response = ask()
        return Seen(way, written(response) + f"\n{len(asked)} statements".encode())

    def _address(self, name: str) -> str:
        return reverse(f"games:{name}", args=[CODE])

    def _pulses(self) -> Iterator[Seen]:
        """The pulse of the own seat, with and without news; for who sits nowhere, that of the table's first seat."""
        assert self.person is not None
        game = Game.objects.get(code=CODE)
        seat = self.stage.pair.viewer if self.seated else 0
        token = pulse.token(game.pk, seat, self.person.pk)
        address = reverse("games:pulse", args=[CODE, token])
        yield self.fetch(f"{address}?v={game.version}&n=3")
        yield self.fetch(f"{address}?v={game.version - 1}&card=no&at=M3")
        yield self.fetch(f"{self._address('beat')}?s={token}&v={game.version}&n=1")

    def _notices(self) -> Seen:
        both = (*FIELDS, *(f"deliveries__{name}" for name in BY_CHANNEL))
        rows = Notice.objects.filter(user=self.person).order_by("pk", "deliveries").values_list(*both)
        return Seen("notices", repr(list(rows)).encode())

    def _mails(self) -> Seen:
        assert self.person is not None
        own_mails = [message for message in mail.outbox if self.person.email in message.recipients()]
        parts = ("subject", "from_email", "to", "body", "alternatives", "extra_headers")
        return Seen("mails", repr([[getattr(one, part, None) for part in parts] for one in own_mails]).encode())

    # -- choosing

    def _choices(self, lot: Random) -> Iterator[Seen]:
        """Cards, squares lit and unlit, players, tokens, discards; and some addresses that nobody made."""
        idle = Page(self.browser.get(self._address("table")))
        cards = [card["href"] for card in idle.hand()]
        for address in lot.sample(cards, min(len(cards), self.thorough)):
            yield self.fetch(address)
            yield from self._places(lot, address)
        yield self.fetch(f"{self._address('table')}?mode=discard")
        discards = Page(self.browser.get(f"{self._address('table')}?mode=discard")).hand()
        for card in discards[: self.thorough]:
            yield self.fetch(card["href"], **HX)
        for junk in ("card=nobody", "at=M-1", "who=B&tool=cart", "mode=all", "card=", "at=%00"):
            yield self.fetch(f"{self._address('table')}?{junk}")

    def _places(self, lot: Random, address: str) -> Iterator[Seen]:
        page = Page(self.browser.get(address))
        lit = page.lit()
        unlit = [square["href"] for square in page.squares() if square["href"] and square["href"] not in lit]
        for places in (lit, unlit):
            for place in lot.sample(places, min(len(places), max(1, self.thorough // 3))):
                yield self.fetch(place, **(HX if lot.random() < 0.5 else {}))

    # -- what is refused

    def _refusals(self, lot: Random) -> Iterator[Seen]:
        """Forms that are refused: by the rules, for coming late, for being none."""
        seq = Game.objects.values_list("seq", flat=True).get(code=CODE)
        move = self._address("move")
        for form in ({}, {"seq": "0", "key": "k", "answer": "none"}, {"seq": str(seq), "key": "k", "card": "forged"}):
            yield self.post(move, form, **HX)
        if not self.seated:
            return
        for form in self._tries(lot, self.view(), seq):
            yield self.post(move, form, **(HX if lot.random() < 0.5 else {}))

    def _tries(self, lot: Random, seen: PlayerView, seq: int) -> list[dict[str, Any]]:
        """Forms of commands that the viewer may not give now."""
        assert seen.own is not None
        sent = (Lay, PlayCard, Pass, Trade, PutMiner, Choose, Offer)
        tries = [one for one in attempts.all_kinds(lot, seen.public, seen.own, 12) if isinstance(one, sent)]
        at_table = [one for one in tries if getattr(one, "seat", None) in (None, *range(12))]
        forms = [form_of(command, self.stage.viewer, seq, CODE) for command in at_table]
        refused = [form for form in forms if is_refused(seen, form, self.stage.viewer)]
        return lot.sample(refused, min(len(refused), 2 * self.thorough))

    def view(self) -> PlayerView:
        """What the viewer may know now."""
        seat = Seat.objects.select_related("game").get(game__code=CODE, user=self.stage.viewer)
        return view(public(seat.game), own(seat))


def is_refused(seen: PlayerView, form: dict[str, Any], viewer: User) -> bool:
    """Whether the rules refuse what is read in a form, or nothing can be read."""
    assert seen.own is not None
    sent = MultiValueDict({name: value if isinstance(value, list) else [value] for name, value in form.items()})
    try:
        engine.check(seen.public, seen.own, read_move(sent, CODE, viewer.pk).command)  # type: ignore[arg-type]  # as sent
    except (Refused, UnreadableError):
        return True
    return False


def written(response: HttpResponse | Any) -> bytes:
    """An answer as it goes over the wire before it is packed: status, headers, cookies, body."""
    headers = "".join(f"{name}: {value}\n" for name, value in sorted(response.items()))
    return f"{response.status_code}\n{headers}{response.cookies.output()}\n\n".encode() + response.content


def leave_a_link(stage: Stage) -> None:
    """A link to the table that was made before its game began."""
    later = stage.game.created_at.replace(year=stage.game.created_at.year + 1)
    Invitation.objects.create(game=stage.game, token=LINK, by=stage.people[0], expires_at=later)
