"""That the tables of `./run bots` tell the truth: small runs, counted again by hand."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from games.bots.choice import Chooser, Roll
from games.rules import codec
from games.rules.cards import GOLD, tunnel
from games.rules.commands import Command, Lay, Pass
from games.rules.engine import is_over
from games.rules.events import PublicEvent
from games.rules.roles import SABOTEUR
from games.rules.ruleset import GAMES, MODULES, VARIANTS, check_players
from games.rules.table import Ruleset
from games.rules.view import PlayerView
from tools.bots import greedy, measures, observer, tables
from tools.bots.__main__ import lines
from tools.bots.columns import Share, Slowest
from tools.bots.course import Course, key_of, played
from tools.bots.measures import Counts
from tools.bots.players import GREEDY, RANDOM, Sides, at_random
from tools.bots.stored_results import StoredResults, digest
from tools.bots.tables import Row

ONE = Ruleset(rounds=1)
RULES = [
    *(Ruleset(rules=rules, rounds=1) for rules in GAMES),
    *(Ruleset(modules=(module,), rounds=1) for module in MODULES),
    *(Ruleset(variants=(variant,), rounds=1) for variant in VARIANTS),
]


def is_stub(card: str) -> bool:
    """Whether no side of a tunnel leads to another (R3)."""
    return max(map(int.bit_count, tunnel(card).groups)) == 1


def dead_ends(view: PlayerView, dice: Roll, seen: Sequence[PublicEvent]) -> Command:
    """By lot, but as a saboteur nothing but dead ends and discards."""
    assert view.own is not None
    if view.own.role != SABOTEUR:
        return at_random(view, dice, seen)
    menu: list[Command] = [one for one in view.menu if isinstance(one, Lay) and is_stub(one.card)]
    menu = menu or [one for one in view.menu if isinstance(one, Pass)]
    return menu[dice(len(menu))]


def counted(measure: Callable[[Course], Counts], rounds: int, chooser: Chooser, *, of: str = "round") -> Counts:
    """A measure over some rounds of five."""
    return sum((measure(played(ONE, 5, number, chooser, of=of)) for number in range(rounds)), Counts())


def rightly(chooser: Chooser, rounds: int) -> float:
    """How often an observer who has learnt of as many rounds is right after four turns each."""
    learnt = counted(observer.lessons, rounds, chooser, of="lesson")
    counts = counted(partial(observer.judged, learnt=learnt), rounds, chooser)
    return counts["right 4"] / counts["asked 4"]


@pytest.mark.soak
def test_observer_finds_unusual_play_and_nothing_in_equal_play() -> None:
    assert rightly(dead_ends, 20) >= 0.9
    assert rightly(at_random, 20) <= 0.7


def test_an_observer_begins_with_the_chances_of_the_deal() -> None:
    # Two saboteurs are among six cards, of which five are dealt (R10).
    assert observer.Observer({}, 5, ONE).chances == pytest.approx([1 / 3] * 5)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", RULES, ids=codec.encode)
def test_the_greedy_player_plays_whole_games(ruleset: Ruleset) -> None:
    def from_the_menu(view: PlayerView, dice: Roll, seen: Sequence[PublicEvent]) -> Command:
        command = greedy.choose(view, dice, seen)
        assert command in view.menu
        return command

    seats = next(count for count in (5, 6) if count in check_players(ruleset, 5).seats)
    assert is_over(played(ruleset, seats, 0, from_the_menu).end.public)


@pytest.mark.soak
def test_greedy_player_beats_chance_in_both_roles() -> None:
    def missed(others: str, saboteurs: str) -> int:
        return counted(measures.outcome, 6, Sides(others, saboteurs))["not reached"]

    assert missed(RANDOM, RANDOM) > missed(GREEDY, RANDOM)
    assert missed(GREEDY, GREEDY) > missed(GREEDY, RANDOM)


@pytest.mark.soak
def test_random_bots_waste_moves_and_planning_bots_do_not() -> None:
    lot, plan = (counted(measures.waste, 6, chooser) for chooser in (at_random, greedy.choose))
    assert all(lot[name] for name in measures.WASTES if name != "rockfall for nothing")
    assert not plan["broke what cannot lay"]
    assert not plan["mended for nothing"]


@pytest.mark.soak
def test_a_row_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers: list[int] = []

    def noted(ruleset: Ruleset, seats: int, number: int, chooser: Chooser, *, of: str) -> Course:
        numbers.append(number)
        return played(ruleset, seats, number, chooser, of=of)

    monkeypatch.setattr(tables, "played", noted)
    row = Row("three", 3, others=GREEDY, saboteurs=GREEDY)
    first = StoredResults(tmp_path / "kept.json")
    two = tables.filled("seats", row, 2, first)
    first.write()
    again = StoredResults(tmp_path / "kept.json")
    assert tables.filled("seats", row, 2, again) == two
    three = tables.filled("seats", row, 3, again)
    assert numbers == [0, 1, 2]
    assert (two["rounds"], three["rounds"]) == (2, 3)
    assert three == tables.filled("seats", row, 3, StoredResults(tmp_path / "other.json"))


@pytest.mark.soak
def test_other_code_starts_over(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    digests = set()
    for text in ("a = 1", "a = 2"):
        (tmp_path / "games" / "bot.py").write_text(text)
        digests.add(digest(["games"], tmp_path))
    assert len(digests) == 2
    (tmp_path / "games" / "bot.pyc").write_text("no code")
    assert digest(["games"], tmp_path) in digests


def test_a_table_says_what_was_counted(tmp_path: Path) -> None:
    printed = list(lines("strength", (3,), 1, StoredResults(tmp_path / "kept.json")))
    assert [line.partition(",")[0] for line in printed[2:]] == [
        "normal against normal",
        *(f"{dig} against {harm}" for other in ("greedy", "random") for dig, harm in
          ((other, other), ("normal", other), (other, "normal"))),
    ]  # fmt: skip
    for line in printed[2:]:
        dig, _, harm = line.partition(",")[0].split()
        missed = played(ONE, 3, 0, Sides(dig, harm, key_of("round", 3, 0))).result.reason != GOLD
        assert line.split("3 seats")[1].split()[0] == ("100.0" if missed else "0.0")


def test_columns_say_how_sure_they_are() -> None:
    counts = Counter({"part": 25, "whole": 100, "took 3": 98, "took 40": 2})
    assert Share("", "part", "whole").cell(counts) == "25.0 ± 4.3"
    assert Share("", "part", "nothing").cell(counts) == "-"
    assert [Slowest("", part).cell(counts) for part in (0.5, 0.99, None)] == ["0.3", "4.0", "0.4"]
    assert Slowest("", 0.5, "cold").cell(counts) == "-"
