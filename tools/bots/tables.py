"""The tables: which rounds are played for each row, what is counted of them, and which columns show it."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from games.bots.manner import NORMAL, TEMPERS
from games.rules.ruleset import MODULES, VARIANTS
from games.rules.table import Ruleset
from tools.bots import cold, measures, observer
from tools.bots.columns import Apart, Column, Count, Share, Slowest
from tools.bots.course import Course, key_of, played
from tools.bots.measures import Counts, Measure
from tools.bots.players import EASY, GREEDY, RANDOM, STRONG, Sides
from tools.bots.stored_results import StoredResults
from tools.bots.talking import OTHERS, SABOTEURS, Kind, Talking, by_kind, kinds

BASE = Ruleset(rounds=1)
SABOTEUR2 = Ruleset(rules="saboteur2", rounds=1)


class Row(NamedTuple):
    """Rounds of one kind: what is played, by how many, who plays those who harm and who all others."""

    label: str
    seats: int = 5
    ruleset: Ruleset = BASE
    others: str = NORMAL
    saboteurs: str = NORMAL
    talk: bool = False

    def course(self, number: int, *, of: str = "round") -> Course:
        """One of its rounds."""
        key = key_of(of, self.seats, number)
        sides = Sides(self.others, self.saboteurs, key)
        return played(self.ruleset, self.seats, number, Talking(sides) if self.talk else sides, of=of)


class Table(NamedTuple):
    """Rows of one question. `rows` is given the numbers of seats that were asked for, or nothing. Where a player has to
    learn first, `learn` is counted of other rounds, and given to `judge`."""

    title: str
    rows: Callable[[Sequence[int]], list[Row]]
    columns: Sequence[Column]
    measure: Measure | None = None
    learn: Measure | None = None
    judge: Callable[[Course, Counts], Counts] | None = None
    parts: Callable[[Counts], Sequence[Kind]] | None = None
    """Where the counts of a row are shown in several lines."""


def filled(name: str, row: Row, rounds: int, stored: StoredResults) -> Counts:
    """What a number of rounds of a row come to; what is known is not played again."""
    table = TABLES[name]
    measure = table.measure
    if table.learn and table.judge:
        learnt = _counted(f"lessons for {name}", row, rounds, stored, table.learn, of="lesson")
        measure = partial(_with_lessons, table.judge, learnt)
    assert measure is not None
    return _counted(name, row, rounds, stored, measure, of="round")


def _with_lessons(judge: Callable[[Course, Counts], Counts], learnt: Counts, course: Course) -> Counts:
    return judge(course, learnt)


def _counted(name: str, row: Row, rounds: int, stored: StoredResults, measure: Measure, *, of: str) -> Counts:
    key = "; ".join((name, *map(str, row)))
    for number in stored.rounds_of(key, rounds):
        stored.add(key, measure(row.course(number, of=of)))
    return stored.of(key).counts


# -- rows


def _by_seats(usual: Sequence[int], ruleset: Ruleset = BASE) -> Callable[[Sequence[int]], list[Row]]:
    return lambda seats: [Row(f"{many} seats", many, ruleset) for many in seats or usual]


def _by_module(seats: Sequence[int]) -> list[Row]:
    """Each module by itself."""
    found = [("base game", BASE)]
    found += [(name, Ruleset(modules=(name,), rounds=1)) for name in MODULES]
    found += [(name, Ruleset(variants=(name,), rounds=1)) for name in VARIANTS]
    return [Row(f"{name}, {many} seats", many, ruleset) for many in seats or (5,) for name, ruleset in found]


def _against(*others: str) -> Callable[[Sequence[int]], list[Row]]:
    return lambda seats: [
        Row(f"{dig} against {harm}, {many} seats", many, others=dig, saboteurs=harm)
        for many in seats or (5,)
        for dig, harm in _pairs(others)
    ]


def _pairs(others: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each among themselves, then each with the usual bots on the other side."""
    yield NORMAL, NORMAL
    for other in others:
        yield from ((other, other), (NORMAL, other), (other, NORMAL))


def _some(seats: Sequence[int]) -> list[Row]:
    """A base game and one of Saboteur 2."""
    return [
        *(Row(f"base game, {many} seats", many) for many in seats or (5,)),
        *(Row(f"saboteur2, {many} seats", many, SABOTEUR2) for many in seats or (6,)),
    ]


def _talking(seats: Sequence[int]) -> list[Row]:
    return [Row(f"{many} seats", many, talk=True) for many in seats or (5, 7)]


def _watched(seats: Sequence[int]) -> list[Row]:
    """Rounds in silence, and rounds with talk."""
    return [
        row
        for many in seats or (5,)
        for row in (Row(f"{many} seats, silent", many), Row(f"{many} seats, with talk", many, talk=True))
    ]


def _timed(seats: Sequence[int]) -> list[Row]:
    """The same, and strong bots."""
    return [*_some(seats), *(Row(f"strong, {many} seats", many, BASE, STRONG, STRONG) for many in seats or (5,))]


_SIDES = (
    Share("gold not reached", "not reached"),
    Share("saboteurs win", "saboteur won", "saboteur played"),
)
_ROLES = tuple(Share(f"{role} wins", f"{role} won", f"{role} played") for role in ("blue", "green", "boss"))

TABLES: dict[str, Table] = {
    "seats": Table("The base game by numbers of seats", _by_seats(range(3, 11)), _SIDES, measures.outcome),
    "saboteur2": Table(
        "Saboteur 2 by numbers of seats; a side's rate is of the rounds in which it plays",
        _by_seats(range(4, 9), SABOTEUR2),
        (*_SIDES, *_ROLES),
        measures.outcome,
    ),
    "modules": Table("Each module with the base game", _by_module, _SIDES, measures.outcome),
    "levels": Table("Diggers against saboteurs, by their levels", _against(EASY, STRONG), _SIDES, measures.outcome),
    "tempers": Table(
        "Diggers against saboteurs, all of one temper; normal: random tempers",
        _against(*TEMPERS),
        _SIDES,
        measures.outcome,
    ),
    "strength": Table(
        "Diggers against saboteurs: the bots, a greedy player, a random one",
        _against(GREEDY, RANDOM),
        _SIDES,
        measures.outcome,
    ),
    "observer": Table(
        "How often the best suspect of an observer is a saboteur, after so many turns of everybody",
        _watched,
        tuple(Share(f"after {many}", f"right {many}", f"asked {many}") for many in observer.TURNS),
        learn=observer.lessons,
        judge=observer.judged,
    ),
    "talk": Table(
        "What bots say, and who says it: cases, saboteurs among those who say it, and by how many points that is more "
        "than at all seats",
        _talking,
        (
            Count("cases", "cases"),
            Count("a round", "cases", "rounds"),
            Share("saboteurs", "of saboteurs", "cases"),
            Apart("apart", Share("", "of saboteurs", "cases"), Share("", "seats of saboteurs", "seats")),
        ),
        kinds,
        parts=by_kind,
    ),
    "talkers": Table(
        "Rounds with talk: who wins, accusations a round, in which of its turns a player first accuses",
        _talking,
        (
            *_SIDES,
            Count("accusations", "accusations", "rounds"),
            Count("first of saboteurs", f"turns to the first {SABOTEURS}", f"first accusations {SABOTEURS}"),
            Count("first of others", f"turns to the first {OTHERS}", f"first accusations {OTHERS}"),
        ),
        kinds,
    ),
    "habits": Table(
        "What gives roles away: turns that dig forward by a card, and the first break of a round",
        _by_seats((5,)),
        (
            Share("diggers forward", "digger forward", "digger turns"),
            Share("saboteurs forward", "saboteur forward", "saboteur turns"),
            Share("first break by a saboteur", "first breaks of saboteurs", "first breaks"),
        ),
        measures.habits,
    ),
    "suspects": Table(
        "The suspects of bots that want the gold: how many are saboteurs, and how many of the saboteurs they are",
        _by_seats((5,)),
        tuple(
            Share(f"{title} after {many}", f"{part} {many}", f"{of} {many}")
            for many in (2, 4)
            for title, part, of in (("right", "rightly", "accused"), ("found", "rightly", "hidden"))
        ),
        measures.suspicion,
    ),
    "waste": Table(
        "Moves that bring their player nothing, of a hundred turns",
        _some,
        tuple(Share(name, name, "turns") for name in measures.WASTES),
        measures.waste,
    ),
    "colours": Table(
        "Saboteur 2: of a hundred turns of blue and green diggers, those in which they break or trap",
        _by_seats(range(4, 9), SABOTEUR2),
        (
            Share("one of their own", "own hits", "colour turns"),
            Share("the boss", "boss hits", "colour turns"),
            Share("a saboteur", "saboteur hits", "colour turns"),
            Share("anybody", "colour hits", "colour turns"),
        ),
        measures.own_colour,
    ),
    "time": Table(
        "Processor time of a choice in milliseconds; cold: one choice a round, where nothing is remembered",
        _timed,
        (
            Slowest("mean", None),
            Slowest("half", 0.5),
            Slowest("99 %", 0.99),
            Slowest("cold, mean", None, "cold"),
            Slowest("cold, 99 %", 0.99, "cold"),
        ),
        cold.timed,
    ),
}
