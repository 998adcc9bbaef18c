"""Leaks planted on purpose into the page of a table: each lets a visitor see a little too much.

Each is a function that plants one, and says in its first line what then leaks.
"""

import zlib
from typing import Any

import pytest
from django.core.cache import cache

from games.models import Move, Seat
from games.rules import engine
from games.rules.cards import CARDS
from games.rules.table import Ruleset
from games.selectors import waiting
from games.tableau import bar, markup, table
from games.tableau.history import LastAct, Line, Since
from games.templatetags import regions
from games.views import table as table_view
from tests.secrecy.pages.pairs import hand_lengths, own_turn, unlike, where
from tests.secrecy.pages.planting import (
    at,
    awaited_hands,
    change,
    hidden,
    in_every_outfit,
    looks,
    maps_in_hands,
    on_page,
    played_to,
    shown_to,
)


@shown_to("player")
def card_ids_in_the_log(leak: pytest.MonkeyPatch) -> None:
    """The log holds the commands, which name what was discarded face down."""

    def altered(lines: list[Line], *_given: Any, **_named: Any) -> list[Line]:
        commands = Move.objects.order_by("-seq").values_list("command", flat=True)[:5]
        return [*lines, Line("event", " ".join(commands))]

    change(leak, table, "lines_with_words", altered)


@shown_to("player")
def tunnels_in_hands(leak: pytest.MonkeyPatch) -> None:
    """A row tells how many of the cards in a hand are tunnels."""

    def rows(rows: Any, *_given: Any, **_named: Any) -> Any:
        tunnels = [sum(CARDS[card].is_tunnel for card in own.hand) for own in hidden().seats]
        return tuple(row._replace(cards=f"{row.cards} {tunnels[row.person.number]}") for row in rows)

    change(leak, table, "rows_of", rows)


@shown_to("player", pairs=unlike("passes"))
def discards_on_plates(leak: pytest.MonkeyPatch) -> None:
    """What a player did last shows the card that they discarded face down."""

    def acts(acts: dict[int, LastAct], *_given: Any, **_named: Any) -> dict[int, LastAct]:
        last = dict(Move.objects.order_by("seq").values_list("seat", "command"))
        return {seat: act if act.laid else act._replace(words=last.get(seat, "")) for seat, act in acts.items()}

    change(leak, table, "last_acts_of", acts)


@shown_to("player")
def alternative_text_of_a_goal(leak: pytest.MonkeyPatch) -> None:
    """The text of a face-down goal says what it is."""
    change(leak, markup, "square_words", lambda words, _view, at: words + hidden().table.goals.get(at, ""))


@shown_to("player", pairs=where(Ruleset(), own_turn, hand_lengths, 3))
def length_of_a_hidden_field(leak: pytest.MonkeyPatch) -> None:
    """A hidden field is as long as the names of all cards in hands."""

    def padded(fields: list[tuple[str, str]], *_given: Any, **_named: Any) -> list[tuple[str, str]]:
        return [*fields, ("pad", "x" * len("".join(sum((own.hand for own in hidden().seats), ()))))]

    change(leak, table_view, "standing", padded)


@shown_to("player", pairs=where(Ruleset(), own_turn, hand_lengths, 3))
def targets_of_cards_in_other_hands(leak: pytest.MonkeyPatch) -> None:
    """The targets that a page carries have a text as long as the names of all cards in hands."""

    def altered(targets: Any, *_given: Any, **_named: Any) -> Any:
        hands = "x" * len("".join(sum((own.hand for own in hidden().seats), ())))
        return targets and {**targets, "texts": [*targets["texts"], hands]}

    change(leak, table, "targets_of", altered)


@shown_to("player")
def region_that_is_sent_by_the_goals(leak: pytest.MonkeyPatch) -> None:
    """A region of the table is sent again where the goals lie in another order."""
    change(leak, regions, "mark_of", lambda mark, _text: f"{mark}{zlib.crc32(str(hidden().table.goals).encode()) % 7}")


@shown_to("player")
def moves_possible_while_waiting(leak: pytest.MonkeyPatch) -> None:
    """Who waits reads how many moves the other has."""

    def counted(bar: bar.Bar, *_given: Any, **_named: Any) -> bar.Bar:
        moves = [len(engine.legal(hidden().public, own)) for own in awaited_hands()]
        return bar._replace(prompt=f"{bar.prompt} {moves}")

    change(leak, table, "bar_of", counted)


@shown_to("player")
def maps_in_the_story_since_the_last_turn(leak: pytest.MonkeyPatch) -> None:
    """What happened since the last turn is as long as there are maps in hands."""

    def longer(recent: Since | None, *_given: Any, **_named: Any) -> Since | None:
        return recent and recent._replace(lines=recent.lines * (1 + maps_in_hands()))

    change(leak, table, "since_of", longer)


@shown_to("player", at("people"))
def maps_in_the_number_that_waits(leak: pytest.MonkeyPatch) -> None:
    """The number of what waits counts the maps in hands, too."""
    change(leak, waiting, "number_for", lambda number, _user: number + maps_in_hands())


@shown_to("player")
def prompt_for_some_roles(leak: pytest.MonkeyPatch) -> None:
    """A prompt stands there only while a saboteur is on turn."""

    def prompted(bar: bar.Bar, *_given: Any, **_named: Any) -> bar.Bar:
        return bar._replace(why="Hurry!") if any(own.role == "saboteur" for own in awaited_hands()) else bar

    change(leak, table, "bar_of", prompted)


@shown_to("player")
def top_of_the_pile_in_an_attribute(leak: pytest.MonkeyPatch) -> None:
    """The map has an attribute with the top card of the pile."""

    def top(text: str, *_given: Any, **_named: Any) -> str:
        return text.replace("<ul ", f'<ul data-top="{"".join(hidden().table.pile[:1])}" ', 1)

    change(leak, markup, "mine", top)


@shown_to("player")
def class_by_role(leak: pytest.MonkeyPatch) -> None:
    """The rows of saboteurs have a class of their own."""

    def rows(rows: Any, *_given: Any, **_named: Any) -> Any:
        roles = [own.role for own in hidden().seats]
        return tuple(
            row._replace(state=f"s {row.state}" if roles[row.person.number] == "saboteur" else row.state)
            for row in rows
        )

    change(leak, table, "rows_of", rows)


@shown_to("player")
def players_sorted_by_role(leak: pytest.MonkeyPatch) -> None:
    """The players are listed by their roles."""
    change(
        leak, table, "rows_of",
        lambda rows, *_given, **_named: tuple(sorted(rows, key=lambda row: hidden().seats[row.person.number].role)),
    )  # fmt: skip


@shown_to("player", looks)
def goal_in_a_refusal(leak: pytest.MonkeyPatch) -> None:
    """The sentence about a refused move ends otherwise when gold lies in the middle."""

    def said(words: str, *_given: Any, **_named: Any) -> str:
        return f"{words}!" if hidden().table.goals.get("8,0") == "gold" else words

    change(leak, table_view, "refusal_words", said)


@shown_to("player")
def looks_of_others(leak: pytest.MonkeyPatch) -> None:
    """A row tells up to which move its player has looked (R95)."""

    def rows(rows: Any, *_given: Any, **_named: Any) -> Any:
        looked = dict(Seat.objects.values_list("number", "seen_seq"))
        return tuple(row._replace(doing=f"{row.doing} {looked[row.person.number]}") for row in rows)

    change(leak, table, "rows_of", rows)


@played_to("player")
def note_that_is_kept_for_all(leak: pytest.MonkeyPatch) -> None:
    """The words of a square are written once for all, with the hand of the first who looked."""
    notes: dict[str, str] = {}

    def words(words: str, view: Any, at: str) -> str:
        return notes.setdefault(f"{view.public.seq} {at}", f"{words} {view.own and view.own.hand}")

    change(leak, markup, "square_words", words)


@shown_to("player", in_every_outfit)
def tunnels_in_the_dark(leak: pytest.MonkeyPatch) -> None:
    """For eyes that like it dark the page is as long as tunnel cards are in hands."""

    def tell(request: Any, response: Any) -> None:
        if getattr(request.user, "theme", "") == "dark":
            tunnels = sum(CARDS[card].is_tunnel for own in hidden().seats for card in own.hand)
            response.content += b" " * (100 * tunnels + len("".join(sum((own.hand for own in hidden().seats), ()))))

    on_page(leak, "games:table", tell)


@shown_to("player", in_every_outfit)
def goal_in_one_language(leak: pytest.MonkeyPatch) -> None:
    """The mine in words says in Latvian whether gold lies in the middle."""

    def tell(request: Any, response: Any) -> None:
        if getattr(request, "LANGUAGE_CODE", "") == "lv" and hidden().table.goals["8,0"] == "gold":
            response["X-Zelts"] = "1"

    on_page(leak, "games:words", tell)


@shown_to("player", at("table"))
def calls_of_the_cache_by_the_hands(leak: pytest.MonkeyPatch) -> None:
    """The log takes a call of the cache for each map in a hand."""

    def ask(*_given: Any, **_named: Any) -> None:
        for number in range(maps_in_hands()):
            cache.get(f"map-{number}")

    on_page(leak, "games:log", ask)
