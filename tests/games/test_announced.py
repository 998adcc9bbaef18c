"""The window for a veto announces the whole command: no two commands are announced alike, and the log tells a move once
(R93)."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils.translation import override
from msgspec.structs import replace

from accounts.channels.push import message_of
from games.models import Notice
from games.rules import engine
from games.rules.announced import announcement
from games.rules.cards import CARDS, LIES_BEFORE
from games.rules.commands import Lay, PlayCard
from games.rules.events import Announced, Laid, Played, Vetoed
from games.rules.ruleset import MODULES, compiled
from games.rules.state import Before
from games.rules.table import Ruleset
from games.selectors.table import LoggedMove
from games.tableau.history import lines_of, once, since_of, without_pending
from games.tableau.mine import pending
from games.views import past
from games.wording.announced import announced_words
from tests.games.pages import get
from tests.games.playing_live import standing_clock
from tests.games.post import give_addresses, letter_about
from tests.games.tables import browser_of, do, in_position
from tests.rules.playout import Course, any_move
from tests.site.translations import LANGUAGES

NAMES = ["Ann", "Bo", "Cy", "Dee"]
RULES = (
    Ruleset(rules="saboteur2", modules=tuple(sorted(set(MODULES) - {"greedy"})), rounds=1),
    Ruleset(modules=tuple(sorted(MODULES)), rounds=1),
)


def positions(rng: Random, ruleset: Ruleset, count: int) -> Iterator[engine.Game]:
    """States of random games in which a seat is on turn."""
    found = 0
    while found < count:
        course = Course.dealt(ruleset, 4, rng.randbytes(32))
        while not course.over and found < count:
            course.take(*any_move(rng, course.state, 0.6))
            asks = engine.awaited(course.state.public)
            if [ask.kind for ask in asks] == ["turn"] and rng.random() < 0.2:
                found += 1
                yield course.state


def announced_in(state: engine.Game) -> list[Announced]:
    """All that the seat on turn could announce if it held every card, with tools that are whole, with offers to pay its
    tolls, and with everything lying before its neighbour."""
    rules, seat = compiled(state.public.ruleset), engine.awaited(state.public)[0].seat
    neighbour = (seat + 1) % state.public.seats
    before = tuple(Before(neighbour, card) for card in LIES_BEFORE if card in rules.catalogue)
    offers = {other: seat for other in range(state.public.seats) if other != seat}
    public = replace(state.public, before=before, offers=offers, rich=(True,) * state.public.seats)
    own = replace(state.seats[seat], hand=tuple(rules.catalogue))
    menu = engine.legal(public, own)
    return [announcement(rules, public, seat, one) for one in menu if isinstance(one, Lay | PlayCard)]


def test_r93_no_two_commands_are_announced_in_the_same_words(chance: Random) -> None:
    effects, many = set(), 0
    for ruleset in RULES:
        for state in positions(chance, ruleset, 8):
            for me in (None, 0, 1):
                said: dict[str, Announced] = {}
                for event in announced_in(state):
                    words = announced_words(event, NAMES, me)
                    assert words not in said, (said[words], event)
                    said[words] = event
                    effects.add(CARDS[event.card].effect)
                many += len(said)
    played = {CARDS[card].effect for ruleset in RULES for card in compiled(ruleset).catalogue} - {"veto"}
    assert effects == played
    assert many > 2_000


def test_r93_no_two_tunnels_that_are_announced_are_drawn_alike(chance: Random) -> None:
    moved = 0
    for state in positions(chance, RULES[0], 15):
        drawn: dict[Any, Announced] = {}
        for event in announced_in(state):
            if not CARDS[event.card].is_tunnel and not event.moved:
                continue
            moved += bool(event.moved)
            squares = pending(event, "words", {})
            assert all("pending" in spot.classes for spot in squares.values())
            shown = (event.payer, bool(event.moved), *sorted((at, spot.laid) for at, spot in squares.items()))
            assert shown not in drawn, (drawn[shown], event)
            drawn[shown] = event
    assert moved > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_r93_cards_have_distinct_names_in_every_language(language: str) -> None:
    lays = [Announced(seat=0, card=card, at=("3,0",)) for card in CARDS if CARDS[card].is_tunnel]
    with override(language):
        words = [announced_words(event, NAMES, None) for event in lays]
    assert len(set(words)) == len(words)


# -- on the page, in letters, on devices, in words

HANDS = {
    "A": ["ESW", "repair:pickaxe+cart", "break:cart", "detour", "swap-goals", "NE"],
    "B": ["NS", "veto"],
    "C": ["NS"],
}
ALIKE = [
    ("lay ESW 2,0", "lay ESW 2,0~"),
    ("lay NE 1,-1~", "lay ESW 1,-1"),
    ("repair:pickaxe+cart B pickaxe", "repair:pickaxe+cart B cart"),
    ("break:cart A", "break:cart C"),
    ("detour 1,1", "detour 1,-1"),
    ("swap-goals 8,-2 8,0", "swap-goals 8,-2 8,2"),
]


def told_of(command: str) -> dict[str, str]:
    """What Cy is told of a command of Ann in a window, by every way of telling; without what differs from page to
    page."""
    rules = Ruleset(modules=("detour", "swap-goals", "veto"), veto_window=12)
    mine = {"1,0": "NESW"} if "detour" not in command else {"-1,0": "NESW", "1,0": "NESW", "0,1": "NESW"}
    before = {"B": ["break:pickaxe", "break:cart"]}
    game = in_position(3, ruleset=rules, code="told", hands=HANDS, mine=mine, before=before, first="A")
    give_addresses()
    do(game, f"A {command}")
    letter = letter_about(Notice.objects.get(kind="turn", user__username="Cy"))
    pages = {name: get(browser_of("Cy"), f"/t/told/{name}").words for name in ("", "words/", "log/")}
    return {"mail": letter.text.partition("http")[0], "push": message_of(letter).body, **pages}


def told_and_forgotten(command: str) -> dict[str, str]:
    """The same, of a table that is not there afterwards, nor is anybody present at the next one."""
    cache.clear()
    with transaction.atomic():
        announced = told_of(command)
        transaction.set_rollback(True)
    return announced


@pytest.mark.examples(2)
@pytest.mark.django_db
@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_r93_each_way_of_telling_tells_two_commands_apart(one: str, other: str) -> None:
    first, second = told_and_forgotten(one), told_and_forgotten(other)
    assert [way for way in first if first[way] == second[way]] == []


@pytest.mark.django_db
def test_one_command_is_announced_the_same_way_each_time() -> None:
    with standing_clock():
        assert told_and_forgotten(ALIKE[0][0]) == told_and_forgotten(ALIKE[0][0])


# -- the log


def move(seq: int, *events: Any) -> LoggedMove:
    return LoggedMove(seq, None, None, events)  # type: ignore[arg-type]


WANTS = Announced(seat=0, card="map", at=("8,0",))
DID = Played(seat=0, card="map", at=("8,0",))


def words_of(*announced: LoggedMove) -> list[str]:
    return [line.words for line in lines_of(announced[::-1], NAMES, None)]


def test_r93_the_log_tells_a_move_that_was_carried_out_once() -> None:
    assert words_of(move(1, WANTS), move(2, DID)) == ["Ann looked at M8 with a map."]
    assert words_of(move(1, WANTS, DID)) == ["Ann looked at M8 with a map."]


def test_r93_the_log_tells_a_move_that_waits_or_was_vetoed() -> None:
    wants = "Ann wants to play a card on M8: Map."
    assert words_of(move(1, WANTS)) == [wants]
    vetoed = Vetoed(seat=0, by=1, card="map", at=("8,0",))
    assert words_of(move(1, WANTS), move(2, vetoed)) == ["Bo vetoed Ann’s card: Map.", wants]
    later = move(3, Laid(seat=0, card="NS", at="1,0"))
    assert words_of(move(1, WANTS), move(2, vetoed), later)[1:] == ["Bo vetoed Ann’s card: Map.", wants]


def test_r93_since_leaves_out_the_move_that_the_question_announces() -> None:
    announced = [move(2, WANTS), move(1, Laid(seat=1, card="NS", at="1,0"))]
    assert without_pending(announced) == [move(2), announced[1]]
    assert since_of(without_pending(announced[:1]), NAMES, 2, 0) is None


@pytest.mark.django_db
def test_r93_the_page_of_a_window_tells_the_move_once_beside_the_log() -> None:
    rules = Ruleset(modules=("detour", "veto"), veto_window=12)
    mine = {"-1,0": "NESW", "1,0": "NESW", "0,1": "NESW"}
    hands = {"A": ["detour", "NE"], "B": ["NS", "veto"], "C": ["NS"]}
    do(in_position(3, ruleset=rules, code="told", hands=hands, mine=mine, first="A"), "A detour 1,1")
    page = get(browser_of("Cy"), "/t/told/")
    assert "Since the round started" not in page.words
    assert page.markup.count("ghost pending") == 1
    assert page.markup.count("moving pending") == 1


def test_a_move_that_is_left_out_keeps_what_else_came_with_it() -> None:
    announced = [move(2, DID), move(1, Laid(seat=1, card="NS", at="1,0"), WANTS)]
    assert once(announced) == [announced[0], move(1, Laid(seat=1, card="NS", at="1,0"))]


@pytest.mark.django_db
def test_r93_a_page_of_the_log_is_not_cut_between_a_command_and_its_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Ruleset(modules=("veto",), veto_window=12)
    hands = {"A": ["break:cart", "NE"], "B": ["NS", "veto"], "C": ["NS"]}
    game = in_position(3, ruleset=rules, code="told", hands=hands, first="A")
    do(game, "A break:cart B", "B choose none", "C choose none")
    monkeypatch.setattr(past, "LENGTH", 1)
    newest = get(browser_of("Cy"), "/t/told/log/?show=moves")
    assert "Ann broke Bo’s cart." in newest.words
    older = next(link["href"] for link in newest.links if "before=" in link["href"])
    assert "wants to play" not in newest.words + get(browser_of("Cy"), f"/t/told/log/{older}").words
