"""Leaks planted on purpose into what is told of a round: words in its replay, claims beside the truth, what decided it,
and into the game as it is shared, its picture included.

Each is a function that plants one, and says in its first line what then leaks.
"""

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Game
from games.selectors import sharing as sharing_selectors
from games.selectors import talk as talk_selectors
from games.selectors import watching as watching_selectors
from games.selectors.table import Place
from games.tableau import reveal
from games.tableau.deal import OwnDeal
from games.tableau.turning_points import TurningPoint
from games.views import ceremony
from games.views import sharing as sharing_view
from games.views import steps as steps_view
from tests.secrecy.pages.pairs import paid_pair
from tests.secrecy.pages.planting import at, change, goals, hidden, maps_in_hands, on_page, roles, shown_to, sum_of
from tests.secrecy.pages.stage import CODE


def _gold() -> str:
    """What everybody holds in nuggets."""
    return " ".join(str(own.worth) for own in hidden().seats)


# -- words in the replay


@shown_to("player", at("table"))
def words_of_a_step_by_role(leak: pytest.MonkeyPatch) -> None:
    """Words of a step have a colour by the roles at the table."""

    def coloured(lines: list[Any], *_given: Any, **_named: Any) -> list[Any]:
        return [line._replace(hue=int(sum_of(roles()), 16) % 12) for line in lines]

    change(leak, steps_view, "spoken_of", coloured)


@shown_to("player", at("table"))
def words_of_a_step_by_maps(leak: pytest.MonkeyPatch) -> None:
    """Of what was said at a step as many words are left out as there are maps in hands."""
    change(leak, talk_selectors, "said_at", lambda words, *_given, **_named: words[maps_in_hands() :])


@shown_to("player", at("table"))
def true_claims_first(leak: pytest.MonkeyPatch) -> None:
    """The claims of a round that runs stand in an order by what is so."""

    def is_so(one: Any) -> bool:
        lies = hidden().table.goals
        return bool(one.claim) and (one.claim.says == "gold") == (lies.get(one.claim.what) == "gold")

    change(leak, talk_selectors, "said_at", lambda words, *_given, **_named: sorted(words, key=is_so))


# -- claims beside the truth, and what decided a round


@shown_to("player", at("table"), paid_pair)
def gold_beside_claims(leak: pytest.MonkeyPatch) -> None:
    """Beside a claim stands how much gold everybody holds, while that is secret."""

    def altered(found: Any, *_given: Any, **_named: Any) -> Any:
        return tuple(one._replace(truth=f"{one.truth} {_gold()}") for one in found)

    change(leak, reveal, "checked_claims", altered)


@shown_to("player", at("table"), paid_pair)
def claims_in_order_of_gold(leak: pytest.MonkeyPatch) -> None:
    """Claims stand in an order by the gold that everybody holds."""

    def in_order(found: Any, *_given: Any, **_named: Any) -> Any:
        return tuple(sorted(found, key=lambda one: sum_of(_gold() + one.said)))

    change(leak, reveal, "checked_claims", in_order)


@shown_to("player", at("table"), paid_pair)
def moment_of_gold(leak: pytest.MonkeyPatch) -> None:
    """What decided a round names the gold that a player holds."""
    change(
        leak,
        reveal,
        "turning_points_of",
        lambda found, *_given, **_named: (*found, TurningPoint(99, "The gold", _gold(), 1)),
    )


@shown_to("player", at("table"))
def roles_on_the_deal(leak: pytest.MonkeyPatch) -> None:
    """The deal of a round names the roles of all."""

    def altered(dealt: OwnDeal | None, *_given: Any) -> OwnDeal | None:
        return dealt and dealt._replace(begins=f"{dealt.begins} {[own.role for own in hidden().seats]}")

    change(leak, ceremony, "deal_of", altered)


# -- a game that is shared, and its picture


def _opened(leak: pytest.MonkeyPatch, *, watched: bool, tell: Callable[[], str] = str) -> None:
    """Let an address of a shared game lead to a game that runs: as who only watches it, or who is awaited sees it. Its
    picture tells something, or nothing."""

    def running(_token: str) -> Place:
        game = Game.objects.get(code=CODE)
        return Place(game, None if watched else game.seats.exclude(awaited_for="").order_by("number")[0])

    def picture(*_given: Any, **_named: Any) -> str:
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><desc>{tell()}</desc></svg>'

    leak.setattr(sharing_selectors, "shared_at", running)
    leak.setattr(sharing_selectors, "pictured_at", lambda token: running(token).game)
    leak.setattr(sharing_view, "headline_of", lambda *_given: "")
    leak.setattr(sharing_view, "lines_of", lambda *_given: [])
    leak.setattr(sharing_view, "picture_of_game", picture)


@shown_to("player", at("table"))
def shared_before_the_end(leak: pytest.MonkeyPatch) -> None:
    """The address of a shared game shows one that runs, with the eyes of who is awaited there."""
    _opened(leak, watched=False)


@shown_to("player", at("table"))
def picture_before_the_end(leak: pytest.MonkeyPatch) -> None:
    """A picture is made of a game that runs, and names what lies under its goals."""
    _opened(leak, watched=True, tell=goals)


@shown_to("player", at("table"))
def shared_by_role(leak: pytest.MonkeyPatch) -> None:
    """Whether an address of a shared game is refused at once tells of roles."""

    def tell(_request: Any, response: Any) -> None:
        response["X-Robots-Tag"] = sum_of(roles())

    on_page(leak, "games:shared", tell)


# -- a table that is watched


@shown_to("anonymous", at("table"))
def watched_with_the_eyes_of_a_player(leak: pytest.MonkeyPatch) -> None:
    """The watch link shows the table with the eyes of who is awaited there."""

    def awaited(_link: str) -> Place:
        game = Game.objects.get(code=CODE)
        return Place(game, game.seats.exclude(awaited_for="").order_by("number")[0])

    leak.setattr(watching_selectors, "watched_at", awaited)


@shown_to("anonymous", at("table"))
def goals_in_the_head_of_a_board(leak: pytest.MonkeyPatch) -> None:
    """A header of the board names what lies under the goals."""

    def tell(_request: Any, response: Any) -> None:
        response["X-Goals"] = goals()

    on_page(leak, "games:board", tell)
