"""Leaks planted on purpose into calendars and feeds: each lets its reader see a little too much.

Each is a function that plants one, and says in its first line what then leaks.
"""

from typing import Any

import pytest

from games.models import Game, Move, PrivateAct
from games.selectors import feeds as selectors
from games.tableau import feeds
from games.views import feeds as view
from tests.secrecy.pages.planting import at, change, hidden, maps_in_hands, on_page, shown_to, sum_of, written_on


@shown_to("player", at("table"))
def commands_in_the_feed(leak: pytest.MonkeyPatch) -> None:
    """An entry comes with the command behind it, which names what was discarded face down."""

    def altered(lines: Any, *_given: Any, **_named: Any) -> list[str]:
        return [*lines, *Move.objects.order_by("-seq").values_list("command", flat=True)[:5]]

    change(leak, feeds, "_lines", altered)


@shown_to("player", at("table"))
def maps_in_the_calendar(leak: pytest.MonkeyPatch) -> None:
    """The calendar ends with a line for each map in a hand."""
    change(leak, view, "calendar_of", lambda content, *_given, **_named: content + b"X-MAP:1\r\n" * maps_in_hands())


@shown_to("player", at("table"))
def tag_of_the_feed_over_the_whole_state(leak: pytest.MonkeyPatch) -> None:
    """The feed has an ETag over the state with all its secrets."""

    def tagged(_request: Any, response: Any) -> None:
        response["ETag"] = f'"{sum_of(repr(hidden()))}"'

    on_page(leak, "games:atom", tagged)


@shown_to("player", at("table"))
def statements_of_the_feed_by_the_hand(leak: pytest.MonkeyPatch) -> None:
    """A feed takes one statement more for each map in a hand."""

    def names(found: Any, *_given: Any, **_named: Any) -> Any:
        for _ in range(maps_in_hands()):
            Game.objects.exists()
        return found

    change(leak, selectors, "_names", names)


@shown_to("player", at("table"))
def acts_in_the_calendar(leak: pytest.MonkeyPatch) -> None:
    """The calendar counts what was done in secret (R95)."""
    written_on(leak, "games:calendar", PrivateAct.objects.count)
