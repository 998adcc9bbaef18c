"""What a visitor tries at a table: cards, squares lit and unlit, made-up addresses, forms that are refused."""

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.datastructures import MultiValueDict

from accounts.models import User
from games.forms.moves import UnreadableError, read_move
from games.models import Seat
from games.rows.store import own, public
from games.rules import engine
from games.rules.commands import Choose, Lay, Offer, Pass, PlayCard, PutMiner, Trade
from games.rules.errors import Refused
from games.rules.view import PlayerView, view
from tests.games.pages import HX, Page
from tests.rules import attempts
from tests.secrecy.pages.seen import Seen
from tests.secrecy.pages.sending import form_of

if TYPE_CHECKING:
    from tests.secrecy.pages.look import Watcher

SENT = (Lay, PlayCard, Pass, Trade, PutMiner, Choose, Offer)


def choices(watcher: "Watcher", rng: Random) -> Iterator[Seen]:
    """Cards, squares, players, tokens, discards, as many as the watcher is thorough: of a move, and half of a plan."""
    if not watcher.thorough:
        return
    for name, most in (("games:table", watcher.thorough), ("games:plan", -(-watcher.thorough // 2))):
        page = Page(watcher.browser.get(reverse(name, args=[watcher.code])))
        cards = [card["href"] for card in page.hand()]
        for address in rng.sample(cards, min(len(cards), most)):
            yield watcher.fetch(address)
            yield from _squares(watcher, rng, Page(watcher.answer))
        if cards:
            yield watcher.fetch(f"{reverse(name, args=[watcher.code])}?mode=discard")
            for card in Page(watcher.answer).hand()[:most]:
                yield watcher.fetch(card["href"], **HX)


def _squares(watcher: "Watcher", rng: Random, page: Page) -> Iterator[Seen]:
    lit = page.lit()
    unlit = [square["href"] for square in page.squares() if square["href"] and square["href"] not in lit]
    for places in (lit, unlit):
        for place in rng.sample(places, min(len(places), max(1, watcher.thorough // 3))):
            yield watcher.fetch(place, **(HX if rng.random() < 0.5 else {}))


def refusals(watcher: "Watcher", rng: Random) -> Iterator[Seen]:
    """Forms of commands that the player of a seat may not give now, sent as a move and as a plan."""
    seat = Seat.objects.select_related("game", "user").filter(game=watcher.game, user=watcher.person).first()
    if seat is None or not seat.game.public or not watcher.thorough:
        return
    seen = view(public(seat.game), own(seat))
    for form in _refused_forms(rng, seen, seat, watcher.thorough):
        if rng.random() < 0.8:
            address = reverse("games:move", args=[watcher.code])
            yield watcher.post(address, form, **(HX if rng.random() < 0.5 else {}))
        else:  # it may be fit for a later turn, and would be played then
            yield watcher.post_and_undo(reverse("games:plan", args=[watcher.code]), form, rng)


def _refused_forms(rng: Random, seen: PlayerView, seat: Seat, thorough: int) -> list[dict[str, Any]]:
    assert seen.own is not None
    tries = [one for one in attempts.all_kinds(rng, seen.public, seen.own, 12) if isinstance(one, SENT)]
    at_table = [one for one in tries if getattr(one, "seat", None) in (None, *range(12))]
    forms = [form_of(command, seat.user, seat.game.seq, seat.game.code) for command in at_table]
    refused = [form for form in forms if is_refused(seen, form, seat.user, seat.game.code)]
    return rng.sample(refused, min(len(refused), 2 * thorough))


def is_refused(seen: PlayerView, form: dict[str, Any], viewer: User, code: str) -> bool:
    """Whether the rules refuse what is read in a form, or nothing can be read."""
    assert seen.own is not None
    sent = MultiValueDict({name: value if isinstance(value, list) else [value] for name, value in form.items()})
    try:
        engine.check(seen.public, seen.own, read_move(sent, code, viewer.pk).command)  # type: ignore[arg-type]  # as sent
    except (Refused, UnreadableError):
        return True
    return False
