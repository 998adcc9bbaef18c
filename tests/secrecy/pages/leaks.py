"""Leaks planted on purpose into the page of a table: each lets somebody see a little too much.

Each is a function that plants one, and says in its first line what then leaks.
"""

from typing import Any

import pytest

from games import markup
from games.models import Move, Seat
from games.rules import engine
from games.rules.cards import CARDS
from games.rules.table import Ruleset
from games.tableau import Line, bar, table
from games.views import table as table_view
from tests.secrecy.pages.pairs import hand_lengths, own_turn, where
from tests.secrecy.pages.planting import awaited_hands, change, hidden, seen_by


@seen_by("player")
def card_ids_in_the_log(leak: pytest.MonkeyPatch) -> None:
    """The log holds the commands, which name what was discarded face down."""

    def told(lines: list[Line], *_given: Any, **_named: Any) -> list[Line]:
        commands = Move.objects.order_by("-seq").values_list("command", flat=True)[:5]
        return [*lines, Line("event", " ".join(commands))]

    change(leak, table, "lines_of", told)


@seen_by("player")
def tunnels_in_hands(leak: pytest.MonkeyPatch) -> None:
    """A row tells how many of the cards in a hand are tunnels."""

    def rows(rows: Any, *_given: Any) -> Any:
        tunnels = [sum(CARDS[card].is_tunnel for card in own.hand) for own in hidden().seats]
        return tuple(row._replace(cards=f"{row.cards} {tunnels[row.person.number]}") for row in rows)

    change(leak, table, "rows_of", rows)


@seen_by("player")
def alternative_text_of_a_goal(leak: pytest.MonkeyPatch) -> None:
    """The text of a face-down goal says what it is."""
    change(leak, markup, "square_words", lambda words, _view, at: words + hidden().table.goals.get(at, ""))


@seen_by("player", where(Ruleset(), own_turn, hand_lengths, 3))
def length_of_a_hidden_field(leak: pytest.MonkeyPatch) -> None:
    """A hidden field is as long as the names of all cards in hands."""

    def padded(fields: list[tuple[str, str]], *_given: Any) -> list[tuple[str, str]]:
        return [*fields, ("pad", "x" * len("".join(sum((own.hand for own in hidden().seats), ()))))]

    change(leak, table_view, "standing", padded)


@seen_by("player")
def moves_possible_while_waiting(leak: pytest.MonkeyPatch) -> None:
    """Who waits reads how many moves the other has."""

    def counted(bar: bar.Bar, *_given: Any) -> bar.Bar:
        moves = [len(engine.legal(hidden().public, own)) for own in awaited_hands()]
        return bar._replace(prompt=f"{bar.prompt} {moves}")

    change(leak, table, "bar_of", counted)


@seen_by("player")
def prompt_for_some_roles(leak: pytest.MonkeyPatch) -> None:
    """A prompt stands there only while a saboteur is on turn."""

    def prompted(bar: bar.Bar, *_given: Any) -> bar.Bar:
        return bar._replace(why="Hurry!") if any(own.role == "saboteur" for own in awaited_hands()) else bar

    change(leak, table, "bar_of", prompted)


@seen_by("player")
def top_of_the_pile_in_an_attribute(leak: pytest.MonkeyPatch) -> None:
    """The map has an attribute with the top card of the pile."""

    def top(text: str, *_given: Any) -> str:
        return text.replace("<ul ", f'<ul data-top="{"".join(hidden().table.pile[:1])}" ', 1)

    change(leak, markup, "mine", top)


@seen_by("player")
def class_by_role(leak: pytest.MonkeyPatch) -> None:
    """The rows of saboteurs have a class of their own."""

    def rows(rows: Any, *_given: Any) -> Any:
        roles = [own.role for own in hidden().seats]
        return tuple(
            row._replace(state=f"s {row.state}" if roles[row.person.number] == "saboteur" else row.state)
            for row in rows
        )

    change(leak, table, "rows_of", rows)


@seen_by("player")
def players_sorted_by_role(leak: pytest.MonkeyPatch) -> None:
    """The players are listed by their roles."""
    change(
        leak, table, "rows_of",
        lambda rows, *_given: tuple(sorted(rows, key=lambda row: hidden().seats[row.person.number].role)),
    )  # fmt: skip


@seen_by("player")
def goal_in_a_refusal(leak: pytest.MonkeyPatch) -> None:
    """The sentence about a refused move ends otherwise when gold lies in the middle."""

    def said(words: str, *_given: Any) -> str:
        return f"{words}!" if hidden().table.goals.get("8,0") == "gold" else words

    change(leak, table_view, "refusal_words", said)


@seen_by("player")
def looks_of_others(leak: pytest.MonkeyPatch) -> None:
    """A row tells up to which move its player has looked (R95)."""

    def rows(rows: Any, *_given: Any) -> Any:
        looked = dict(Seat.objects.values_list("number", "seen_seq"))
        return tuple(row._replace(doing=f"{row.doing} {looked[row.person.number]}") for row in rows)

    change(leak, table, "rows_of", rows)


@seen_by("player")
def note_that_is_kept_for_all(leak: pytest.MonkeyPatch) -> None:
    """What lies on a face-down square is written once for all, with what the first who looked had seen there."""
    real = markup._lies

    def lies(spot: Any, view: Any) -> str:
        return markup._known.setdefault((None, spot.at, f"kept {spot.laid}"), real(spot, view))

    leak.setattr(markup, "_lies", lies)
