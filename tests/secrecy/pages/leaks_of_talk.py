"""Leaks planted on purpose into what is said at a table, and into what can be claimed there."""

from dataclasses import replace
from typing import Any

import pytest

from games.rules import claims
from games.selectors import home as home_selectors
from games.selectors import talk as talk_selectors
from games.tableau import table
from games.tableau.spoken import Mark
from games.views import table as table_view
from games.views import talk as talk_view
from tests.secrecy.pages.planting import (
    at,
    awaited_hands,
    change,
    hidden,
    maps_in_hands,
    on_page,
    roles,
    shown_to,
    sum_of,
)


@shown_to("player")
def letters_of_words_by_role(leak: pytest.MonkeyPatch) -> None:
    """The letter before a word has a colour by the roles at the table."""

    def coloured(lines: list[Any], *_given: Any, **_named: Any) -> list[Any]:
        return [line._replace(hue=int(sum_of(roles()), 16) % 12) for line in lines]

    change(leak, table_view, "spoken_of", coloured)


@shown_to("player")
def silence_of_saboteurs(leak: pytest.MonkeyPatch) -> None:
    """Chat is closed while a saboteur is on turn."""

    def silenced(talking: Any, *_given: Any, **_named: Any) -> Any:
        return talking._replace(written=all(own.role != "saboteur" for own in awaited_hands()))

    change(leak, table_view, "talking_of", silenced)


@shown_to("player")
def mark_at_the_gold(leak: pytest.MonkeyPatch) -> None:
    """The gold has a mark that no player made."""

    def marked(drawn: Any, *_given: Any, **_named: Any) -> Any:
        mine, rows = drawn
        gold = {at for at, goal in hidden().table.goals.items() if goal == "gold"}
        spots = [spot._replace(marks=(Mark("◆", 1, ""),)) if spot.at in gold else spot for spot in mine.spots]
        return mine._replace(spots=tuple(spots)), rows

    change(leak, table, "with_claims", marked)


@shown_to("player", at("talk"))
def claims_by_what_is_so(leak: pytest.MonkeyPatch) -> None:
    """A goal can be called gold only where that is so."""

    def true_ones(found: tuple[claims.Claim, ...], *_given: Any, **_named: Any) -> tuple[claims.Claim, ...]:
        lies = hidden().table.goals
        return tuple(one for one in found if one.says != "gold" or lies.get(one.what) == "gold")

    change(leak, claims, "offered", true_ones)


@shown_to("player", at("talk"))
def questions_by_role(leak: pytest.MonkeyPatch) -> None:
    """What can be claimed stands in an order by the roles at the table."""

    def sorted_by_role(claiming: Any, *_given: Any, **_named: Any) -> Any:
        return claiming._replace(offers=sorted(claiming.offers, key=lambda offer: sum_of(roles() + offer.value)))

    change(leak, talk_view, "claiming_of", sorted_by_role)


@shown_to("player", at("talk"))
def number_of_words_by_maps(leak: pytest.MonkeyPatch) -> None:
    """The state of the form counts the maps in hands."""

    def counted(request: Any, response: Any) -> None:
        response["X-After"] = str(maps_in_hands())

    on_page(leak, "games:say", counted)


@shown_to("player", at("talk"))
def statements_of_a_word_by_maps(leak: pytest.MonkeyPatch) -> None:
    """A word takes a statement more for each map in a hand."""

    def asks(found: Any, *_given: Any, **_named: Any) -> Any:
        for _ in range(maps_in_hands()):
            hidden()
        return found

    change(leak, talk_selectors, "word_of", asks)


@shown_to("player", at("site"))
def dot_while_saboteurs_play(leak: pytest.MonkeyPatch) -> None:
    """The first page has a dot for new messages by the roles at the table."""

    def dotted(row: Any, *_given: Any, **_named: Any) -> Any:
        return replace(row, unread=int(sum_of(roles()), 16) % 2)

    change(leak, home_selectors, "row_of", dotted)
