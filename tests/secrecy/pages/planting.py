"""How leaks are planted: the list of all that there are, the seams they are planted at, and what they let slip.

A leak is planted where the product is meant to be changed: a middleware around a page, the channel that sends letters,
the functions of a module that others call. It is seen by the same code that finds nothing without it.
"""

import hashlib
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.channels import Letter
from accounts.models import Event
from games.mail import letters
from games.models import Game, Seat
from games.rules import engine
from games.rules.state import SeatSecret
from tests.games.tables import loaded
from tests.secrecy.pages.look import Watcher
from tests.secrecy.pages.seen import Seen
from tests.secrecy.pages.stage import CODE, Stage
from tests.secrecy.worlds import Pair

Plant = Callable[[pytest.MonkeyPatch], None]
Look = Callable[[Watcher], Iterator[Seen]]
Tell = Callable[[HttpRequest, Any], None]
Make = Callable[[Random], Pair]


class Leak(NamedTuple):
    """Who sees a leak (see `look.Watcher`), how it is planted, and where it shows.

    A leak of what is shown alone is looked at in worlds that were played without it: by ``look``. One that acts while a
    world is played has that of its own; ``then`` is what happens after the last step. ``pairs``: a maker of pairs that
    have what the leak tells of, where not every pair has it. ``worlds``: how it is found in worlds that are no pair.
    """

    watcher: str
    plant: Plant
    look: Look | None = None
    pairs: Make | None = None
    then: Callable[[Stage], None] | None = None
    worlds: Callable[[], list[str]] | None = None
    watch: tuple[str, ...] = ()
    """What is looked at besides: `reached`, `chat`, `order` of a `compare.Plan`."""


LEAKS: dict[str, Leak] = {}
"""All leaks by name."""


def looks(watcher: Watcher) -> Iterator[Seen]:
    """What a visitor looks at and tries at the table."""
    return watcher.looks(0)


def glances(watcher: Watcher) -> Iterator[Seen]:
    """What an open page shows."""
    return watcher.glances()


def at(*chapters: str) -> Look:
    """What a visitor looks at who goes through chapters of the site."""
    return lambda watcher: watcher.addresses(chapters, Random("chapters"))


def in_every_outfit(watcher: Watcher) -> Iterator[Seen]:
    """What a visitor looks at with every choice of their own."""
    return watcher.in_every_outfit(0)


def shown_to(watcher: str, look: Look = glances, pairs: Make | None = None) -> Callable[[Plant], Plant]:
    """Put a leak on the list that is in what is shown alone."""
    return _listed(lambda plant: Leak(watcher, plant, look, pairs))


def played_to(watcher: str, pairs: Make | None = None, then: Any = None, *watch: str) -> Callable[[Plant], Plant]:
    """Put a leak on the list that acts while a world is played."""
    return _listed(lambda plant: Leak(watcher, plant, None, pairs, then, watch=watch))


def found_by(worlds: Callable[[], list[str]]) -> Callable[[Plant], Plant]:
    """Put a leak on the list that is found in worlds which a test writes down."""
    return _listed(lambda plant: Leak("", plant, worlds=worlds))


def _listed(make: Callable[[Plant], Leak]) -> Callable[[Plant], Plant]:
    def listed(plant: Plant) -> Plant:
        assert plant.__name__ not in LEAKS
        LEAKS[plant.__name__] = make(plant)
        return plant

    return listed


# -- seams


_ON_PAGES: dict[str, Tell] = {}


def tell_more(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """The middleware by which pages tell more than they should."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        name = request.resolver_match.view_name if request.resolver_match else ""
        if name in _ON_PAGES:
            _ON_PAGES[name](request, response)
        return response

    return answer


def on_page(leak: pytest.MonkeyPatch, name: str, tell: Tell) -> None:
    """Let the pages of an address tell something more."""
    leak.setitem(_ON_PAGES, name, tell)
    here = f"{tell_more.__module__}.{tell_more.__name__}"
    leak.setattr(settings, "MIDDLEWARE", [here, *settings.MIDDLEWARE])


def written_on(leak: pytest.MonkeyPatch, name: str, tell: Callable[[], Any]) -> None:
    """Let something stand at the end of the pages of an address."""

    def write(_request: HttpRequest, response: Any) -> None:
        response.content += f"<!-- {tell()} -->".encode()

    on_page(leak, name, write)


def in_letters(leak: pytest.MonkeyPatch, event: Event, tell: Callable[[], Any]) -> None:
    """Let the subject of letters about an event tell something more."""

    def telling(letter: Letter, *_given: Any, **_named: Any) -> Letter:
        return letter._replace(subject=f"{letter.subject} {tell()}") if event in letter.events else letter

    change(leak, letters, "letter_of", telling)


def change(leak: pytest.MonkeyPatch, owner: Any, name: str, to: Callable[..., Any]) -> None:
    """Let a function give something else: ``to`` gets what it gave, and its arguments."""
    real = getattr(owner, name)
    leak.setattr(owner, name, lambda *given, **named: to(real(*given, **named), *given, **named))


# -- secrets


def hidden() -> engine.Game:
    """All hidden information of the table."""
    return loaded(Game.objects.get(code=CODE)).state


def awaited_hands() -> list[SeatSecret]:
    """The seats that are awaited."""
    state = hidden()
    return [state.seats[ask.seat] for ask in engine.awaited(state.public)]


def roles() -> str:
    """What everybody is."""
    return " ".join(own.role for own in hidden().seats)


def goals() -> str:
    """What lies under the goals."""
    return sum_of(str(sorted(hidden().table.goals.items())))


def maps_in_hands() -> int:
    """How many maps are in hands."""
    return sum(hand.split().count("map") for hand in Seat.objects.values_list("hand", flat=True))


def sum_of(text: str) -> str:
    """A few digits that are others when a text is another."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]
