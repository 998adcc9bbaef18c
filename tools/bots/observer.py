"""An observer who has watched many rounds of these players, sees what is public, and names the likeliest saboteur.

Lessons are counts: how often those of a role did or said what, and about which seat. Bayes gives the chances
of all ways in which the roles may be dealt (R10). Lessons come from other rounds than those that are judged.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from math import comb, exp, log
from typing import NamedTuple

from games.rules.roles import SABOTEUR
from games.rules.ruleset import compiled
from games.rules.table import Ruleset
from tools.bots.course import Course
from tools.bots.marks import Mark, marks
from tools.bots.talking import SAYS, Talking, marks_with_words

TURNS = (1, 2, 3, 4)
"""After how many turns of everybody the observer is asked."""
PRIOR = 3.0
"""How many sightings of a plainer word count as much as the sightings of the exact one."""


def lessons(course: Course) -> Counter[str]:
    """What a round teaches, as counts by name: words of each role, and roles of its targets."""
    learnt: Counter[str] = Counter()
    roles = _sides(course.result.roles)
    for mark in noted(course):
        actor = roles[mark.seat]
        for depth in range(len(mark.what) + 1):
            learnt[_word(actor, mark.what[:depth])] += 1
        if mark.target is not None and mark.target != mark.seat:
            learnt[_choice("chose", actor, mark, roles[mark.target])] += 1
            for other in set(range(course.seats)) - {mark.seat}:
                learnt[_choice("could", actor, mark, roles[other])] += 1
    return learnt


def noted(course: Course) -> Iterator[Mark]:
    """The turns of a round; where the players talk, with all that is said and every silence."""
    return marks_with_words(course) if isinstance(course.chooser, Talking) else marks(course)


def _sides(roles: Iterable[str]) -> tuple[str, ...]:
    return tuple("S" if role == SABOTEUR else "D" for role in roles)


def _word(actor: str, what: tuple[str, ...]) -> str:
    return "|".join((actor, *what))


def _choice(kind: str, actor: str, mark: Mark, other: str) -> str:
    return f"{kind}|{actor}|{mark.what[0]}|{other}"


class Deal(NamedTuple):
    """One way in which the roles may lie, by seat, with the logarithm of how likely it is before anything happens."""

    sides: tuple[str, ...]
    weight: float


@lru_cache(64)
def deals(seats: int, ruleset: Ruleset) -> tuple[Deal, ...]:
    """All ways in which the saboteurs may sit, when the roles that are left over stay unseen (R10)."""
    roles = compiled(ruleset).roles(seats)
    saboteurs, others = roles.count(SABOTEUR), len(roles) - roles.count(SABOTEUR)
    found = []
    for playing in range(saboteurs + 1):
        if seats - playing <= others:
            ways = comb(len(roles) - seats, saboteurs - playing)
            for chosen in combinations(range(seats), playing):
                sides = tuple("S" if seat in chosen else "D" for seat in range(seats))
                found.append(Deal(sides, log(ways) if ways else float("-inf")))
    return tuple(deal for deal in found if deal.weight > float("-inf"))


class Observer:
    """Thinks again after each turn; `chances` are those of being a saboteur, by seat."""

    def __init__(self, learnt: Mapping[str, int], seats: int, ruleset: Ruleset) -> None:
        self.learnt = learnt
        self.deals = deals(seats, ruleset)
        self.weights = [deal.weight for deal in self.deals]

    def hear(self, mark: Mark) -> None:
        """Weigh every deal by how likely it makes this turn."""
        of_actor = {side: log(self._likely(side, mark.what)) for side in "SD"}
        for place, deal in enumerate(self.deals):
            self.weights[place] += of_actor[deal.sides[mark.seat]]
            if mark.target is not None and mark.target != mark.seat:
                self.weights[place] += log(self._chosen(mark, deal))

    def _likely(self, actor: str, what: tuple[str, ...]) -> float:
        """How likely a word is, from the plainest on: a word that was seldom heard is judged by the plainer one."""
        chance = 1.0
        for depth in range(1, len(what) + 1):
            heard, of = (self.learnt.get(_word(actor, what[:at]), 0) for at in (depth, depth - 1))
            chance *= (heard + PRIOR / 4) / (of + PRIOR)
        return chance

    def _chosen(self, mark: Mark, deal: Deal) -> float:
        actor = deal.sides[mark.seat]
        rates = {
            side: (self.learnt.get(_choice("chose", actor, mark, side), 0) + 0.5)
            / (self.learnt.get(_choice("could", actor, mark, side), 0) + 2)
            for side in "SD"
        }
        others = [rates[side] for seat, side in enumerate(deal.sides) if seat != mark.seat]
        return rates[deal.sides[mark.target or 0]] / sum(others)

    @property
    def chances(self) -> list[float]:
        """How likely each is a saboteur."""
        most = max(self.weights)
        likely = [exp(weight - most) for weight in self.weights]
        seats = range(len(self.deals[0].sides))
        harming = [
            sum(p for p, deal in zip(likely, self.deals, strict=True) if deal.sides[seat] == "S") for seat in seats
        ]
        return [one / sum(likely) for one in harming]


def suspect(observer: Observer) -> int:
    """The likeliest saboteur; of equals the first seat."""
    chances = observer.chances
    return chances.index(max(chances))


def judged(course: Course, learnt: Mapping[str, int]) -> Counter[str]:
    """How often the best suspect was a saboteur, after 1, 2, ... turns each, among the rounds that had as many."""
    told: Counter[str] = Counter()
    roles = _sides(course.result.roles)
    if "S" not in roles:
        return told
    observer = Observer(learnt, course.seats, course.end.public.ruleset)
    had = [0] * course.seats
    for mark in noted(course):
        observer.hear(mark)
        had[mark.seat] += mark.what[0] != SAYS
        each = min(had)
        if each in TURNS and not told[f"asked {each}"]:
            told[f"asked {each}"] = 1
            told[f"right {each}"] = int(roles[suspect(observer)] == "S")
    return told
