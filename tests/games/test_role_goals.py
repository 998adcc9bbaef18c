"""What each role is told to want, compared with what 1,000 random rounds paid (R22, R23, R38, R45 to R48, R60, R72,
R80, R81).

`WINS`, `PAYS` and `EXCEPT` say by hand, for each code of a clause, what its sentence claims of a round that is over.
They ask the rules for nothing but the result of the round.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple

import pytest

from games.rules.cards import GOAL_TUNNELS
from games.rules.events import GoalTurned, GoldTaken, NuggetTaken, RoundEnded
from games.rules.roles import ALL_ROLES
from games.rules.ruleset import MODULES, VARIANTS, compiled
from games.rules.table import RoundResult, Ruleset
from games.sheets import MODULES as SHEETS
from games.sheets import ROLES
from games.wording.role_goals import goal_clauses, home_of, other_goals, role_goal
from tests.rules.oracle.legality import square
from tests.rules.oracle.saboteur2 import COLOUR_THAT_STOPS, reachable, shown
from tests.rules.playout import Course, any_move

ROUNDS = 1000
TABLES = (
    Ruleset(rounds=1),
    Ruleset(modules=("greedy",), rounds=1),
    Ruleset(modules=("greedy", "new-goals"), variants=("sabotaged-dwarf",), rounds=1, gold_draft="hand"),
    Ruleset(variants=("tournament",), rounds=1),
    Ruleset(modules=("new-goals", "tunnel-party"), variants=("tournament",), rounds=1),
    Ruleset(rules="saboteur2", rounds=1),
    Ruleset(rules="saboteur2", rounds=1),
    Ruleset(rules="saboteur2", modules=("new-goals", "tunnel-party"), rounds=1),
    Ruleset(rules="saboteur2", modules=("detour", "guide", "treasure-chests", "veto"), rounds=1),
)
TOOLS = ("break:pickaxe", "break:lantern", "break:cart")
SHARES = {0: 0, 1: 5, 2: 4, 3: 3, 4: 2}
OTHER = {"blue": "green", "green": "blue"}


class Round(NamedTuple):
    """A round that is over: its result, the mine in which it ended without goals that were not reached, and the seats
    that took a gold card or a nugget of the bank afterwards."""

    result: RoundResult
    mine: dict[str, str]
    took: Counter[int]

    @property
    def gold(self) -> bool:
        return self.result.reason == "gold"

    def connected_by(self, role: str) -> bool:
        return self.gold and self.result.roles[self.result.connector or 0] == role

    def lies(self, seat: int, *cards: str) -> bool:
        return any((seat, card) in self.result.before for card in cards)

    def way(self, team: str) -> bool:
        """Whether some way from the start to the gold has no door of the other colour."""
        gold = next(at for at, goal in self.result.goals.items() if goal == "gold")
        ends = reachable(self.mine, closed=COLOUR_THAT_STOPS[team])
        return any(at == square(gold) for at, _side in ends)

    def crystals(self) -> int:
        return sum(shown(card) == "crystal" for card in self.result.mine.values())

    def many(self, role: str) -> int:
        return sum(one == role and not self.lies(seat, "trapped") for seat, one in enumerate(self.result.roles))


def _team(over: Round, seat: int) -> bool:
    mine = over.result.roles[seat]
    if not over.gold or not over.way(mine):
        return False
    return not (over.connected_by(OTHER[mine]) and over.way(OTHER[mine]))


def _spider(over: Round) -> bool:
    return over.result.reason == "spider"


WINS: Mapping[str, Callable[[Round, int], bool]] = {
    "gold": lambda over, _seat: over.gold,
    "gold-not-greedy": lambda over, _seat: over.gold and not over.connected_by("greedy"),
    "no-gold": lambda over, _seat: not over.gold and not _spider(over),
    "no-gold-or-spider": lambda over, _seat: not over.gold or _spider(over),
    "team": _team,
    "always": lambda _over, _seat: True,
    "own-gold": lambda over, seat: over.gold and over.result.connector == seat,
}
PAYS: Mapping[str, Callable[[Round, int], int]] = {
    "one-less": lambda over, _seat: max(0, SHARES.get(len(over.result.winners), 1) - 1),
    "two-less": lambda over, _seat: max(0, SHARES.get(len(over.result.winners), 1) - 2),
    "crystals": lambda over, _seat: over.crystals() // over.many("geologist"),
    "four-alone": lambda _over, _seat: 4,
    "two-or-three": lambda over, seat: 3 if over.result.connector == seat else 2,
    "three-or-four": lambda over, _seat: 4 if over.many("saboteur") == 1 else 3,
}
EXCEPT: Mapping[str, Callable[[Round, int], bool]] = {
    "trapped": lambda over, seat: over.lies(seat, "trapped"),
    "broken": lambda over, seat: over.gold and over.lies(seat, *TOOLS),
}


def _tunnels(card: str) -> str:
    """A card as its tunnels; of a goal they are in the catalogue."""
    name = card.removesuffix("~")
    return GOAL_TUNNELS.get(name, name) + "~" * card.endswith("~")


def played(rng: Random) -> tuple[Ruleset, Round]:
    """A round of any of the tables, played at random to its end."""
    ruleset = rng.choice(TABLES)
    course = Course.dealt(ruleset, rng.choice(compiled(ruleset).seats), rng.randbytes(32))
    eagerness = rng.choice((0.7, 0.9, 1.0))
    ended, reached, took = False, set[str](), Counter[int]()
    while not course.over:
        for event in course.take(*any_move(rng, course.state, eagerness)).events:
            ended = ended or isinstance(event, RoundEnded)
            if isinstance(event, GoalTurned):
                reached.add(event.at)
            if ended and isinstance(event, GoldTaken | NuggetTaken):
                took[event.seat] += 1
    result = course.state.public.results[-1]
    mine = {
        at: _tunnels(card)
        for at, card in result.mine.items()
        if at != "0,0" and (at not in result.goals or at in reached)
    }
    return ruleset, Round(result, mine, took)


def check(ruleset: Ruleset, over: Round, seat: int, seen: Counter[tuple[str, bool]]) -> None:
    """What the sentences told to a seat claim of a round, against what it won and was paid."""
    result, role = over.result, over.result.roles[seat]
    clauses = {clause.about: clause.code for clause in goal_clauses(role, ruleset)}
    wins = clauses.get("wins", "")
    claimed = bool(wins) and WINS[wins](over, seat)
    excepted = clauses.get("but", "") in EXCEPT and EXCEPT[clauses["but"]](over, seat)
    about = (ruleset, clauses, result, seat)
    seen[wins, claimed] += 1
    if "but" in clauses:
        seen[clauses["but"], excepted] += 1
    # A digger with a broken tool is of the winning team, and gets no gold card (R80).
    if clauses.get("but") != "broken":
        claimed = claimed and not excepted
    assert (seat in result.winners) == claimed, about
    if "pays" in clauses:
        due = claimed or not wins
        seen[clauses["pays"], due] += 1
        paid = result.paid[seat] if result.paid else over.took[seat]
        assert paid == (PAYS[clauses["pays"]](over, seat) if due and not excepted else 0), about
    elif result.paid:
        assert claimed == (result.paid[seat] > 0), about
    else:  # gold cards
        assert over.took[seat] > 0 or excepted or not claimed, about
        assert not over.took[seat] or (claimed and not excepted), about


def test_r45_each_goal_is_what_1000_random_rounds_paid(chance: Random) -> None:
    seen = Counter[tuple[str, bool]]()
    for _number in range(ROUNDS):
        ruleset, over = played(chance)
        for seat in range(len(over.result.roles)):
            check(ruleset, over, seat, seen)
    codes = WINS.keys() | EXCEPT.keys()
    missing = [(code, yes) for code in codes for yes in (True, False) if not seen[code, yes] and code != "always"]
    assert missing == [], seen
    assert all(seen[code, True] for code in PAYS), seen


def test_every_code_of_a_goal_is_checked_against_rounds() -> None:
    clauses = [clause for sheet in ROLES.values() for clause in sheet.goal]
    clauses += [clause for sheet in SHEETS.values() for added in sheet.goals_of_roles.values() for clause in added]
    by_about = {about: {one.code for one in clauses if one.about == about} for about in ("wins", "pays", "but")}
    assert by_about == {"wins": set(WINS), "pays": set(PAYS), "but": set(EXCEPT)}
    words = {clause.code: {str(one.words) for one in clauses if one.code == clause.code} for clause in clauses}
    assert all(len(said) == 1 for code, said in words.items() if code != "team")


def test_a_module_changes_goals_only_of_roles_it_can_be_played_with() -> None:
    for name, sheet in SHEETS.items():
        added = {**MODULES, **VARIANTS}.get(name)
        for role in sheet.goals_of_roles:
            home = home_of(role)
            assert added is None or home.rules in added.needs or name in MODULES, (name, role)


def test_r45_team_reads_that_the_connecting_digger_decides() -> None:
    goal = role_goal("blue", Ruleset(rules="saboteur2"))
    assert "some way to it has no green door" in goal
    assert "when a green digger connects it, you win only if the green team cannot" in goal


@pytest.mark.parametrize("role", ALL_ROLES)
def test_the_page_of_a_role_tells_only_goals_that_differ(role: str) -> None:
    at_home = role_goal(role, home_of(role))
    assert at_home not in other_goals(role).values()


def test_base_role_pages_state_their_goal_for_each_module() -> None:
    assert set(other_goals("digger")) == {"greedy", "sabotaged-dwarf", "tournament"}
    assert set(other_goals("saboteur")) == {"saboteur2", "new-goals", "tournament"}
