"""Planted leaks in the replay of a round.

Each function plants one; its first line says what leaks.
"""

from typing import Any

import pytest

from games.models import Seat
from games.tableau.steps import HeldCard
from games.views import steps as steps_view
from tests.secrecy.pages.planting import at, change, goals, hidden, maps_in_hands, on_page, shown_to, written_on


def _players(leak: pytest.MonkeyPatch, altered: Any) -> None:
    """Alter the players of each step before they are shown."""

    def shown(replay: Any, *_given: Any, **_named: Any) -> Any:
        return replay and replay._replace(players=altered(replay.players))

    change(leak, steps_view, "replay_of", shown)


@shown_to("player", at("table"))
def hands_of_others_at_a_step(leak: pytest.MonkeyPatch) -> None:
    """A step of a running round shows the cards of each player."""

    def altered(players: Any) -> Any:
        hands = [own.hand for own in hidden().seats]
        return tuple(
            seen._replace(hand=tuple(HeldCard(card, card) for card in hands[seen.row.person.number]))
            for seen in players
        )

    _players(leak, altered)


@shown_to("player", at("table"))
def roles_at_a_step(leak: pytest.MonkeyPatch) -> None:
    """A step of a running round names the role of each player."""

    def altered(players: Any) -> Any:
        roles = [own.role for own in hidden().seats]
        return tuple(
            seen._replace(role=roles[seen.row.person.number], role_words=roles[seen.row.person.number])
            for seen in players
        )

    _players(leak, altered)


@shown_to("player", at("table"))
def players_of_a_step_sorted_by_role(leak: pytest.MonkeyPatch) -> None:
    """The players of a step are listed by their roles."""
    _players(leak, lambda players: tuple(sorted(players, key=lambda seen: hidden().seats[seen.row.person.number].role)))


@shown_to("player", at("table"))
def goals_of_the_deal_at_a_step(leak: pytest.MonkeyPatch) -> None:
    """The page of a step ends with the goals of the deal."""
    written_on(leak, "games:step", goals)


@shown_to("player", at("table"))
def marks_of_goals_at_a_step(leak: pytest.MonkeyPatch) -> None:
    """A step of a running round marks the goals as those of a round that is over."""

    def shown(replay: Any, *_given: Any, **_named: Any) -> Any:
        goals_there = hidden().table.goals
        spots = replay and tuple(
            spot._replace(note="i-gold") if goals_there.get(spot.at) == "gold" else spot
            for spot in replay.page.mine.spots
        )
        page = replay and replay.page._replace(mine=replay.page.mine._replace(spots=spots))
        return replay and replay._replace(page=page)

    change(leak, steps_view, "replay_of", shown)


@shown_to("player", at("table"))
def statements_by_the_hands_at_a_step(leak: pytest.MonkeyPatch) -> None:
    """A step costs one more statement for each map in a hand."""

    def ask(*_given: Any, **_named: Any) -> None:
        for _map in range(maps_in_hands()):
            Seat.objects.count()

    on_page(leak, "games:step", ask)
