"""What is counted of a round. A new statistic is one function over a round's course and its result, in `STATISTICS`.

Every number is about public acts, what the end of the round revealed, or a book that its author shared. None is about
how soon a player answers.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from games.rules.board import square
from games.rules.cards import GOLD
from games.rules.claims import GOAL_LIES, OF_PLAYER, STONE, SUSPECT
from games.rules.events import Detoured, GoalTurned, Laid, Passed, Played, RoundEnded, Stole, Vetoed
from games.rules.notation import SEATS
from games.rules.roles import DIGGER, SABOTEUR
from games.sheets import ROLES
from games.tableau.ceremony import harm_in, help_in
from games.tableau.checked_claims import goals_at
from games.tableau.honours import longest_tunnel
from games.wording.suspicion import HEIGHTS, UNKNOWN
from results.counts import MOST, Counts
from results.rounds import PlayedGame, PlayedRound, RoundClaim


class Count(NamedTuple):
    """So many of something by a seat, `to` another seat if it was done to it. `most`: only the maximum is kept."""

    seat: int
    name: str
    many: int = 1
    to: int | None = None
    most: bool = False


Statistic = Callable[[PlayedRound], Iterable[Count]]


def cards(played: PlayedRound) -> Iterator[Count]:
    """Tunnel cards laid, action cards played, cards discarded."""
    for event in played.events:
        match event:
            case Laid(seat=seat) | Detoured(seat=seat):
                yield Count(seat, "laid")
            case Played(seat=seat) | Vetoed(by=seat):
                yield Count(seat, "actions")
            case Passed(seat=seat, count=many):
                yield Count(seat, "discarded", many)
            case _:
                pass


def tools(played: PlayedRound) -> Iterator[Count]:
    """The pairs of players in which one broke or mended tools of the other."""
    for name, done in (("broke", harm_in(played.events)), ("mended", help_in(played.events))):
        for event in done:
            target = event.seat if event.target is None else event.target
            if target == event.seat:
                yield Count(event.seat, f"{name}_own")
            else:
                yield Count(event.seat, name, to=target)
                yield Count(target, f"was_{name}")


def thefts(played: PlayedRound) -> Iterator[Count]:
    """The pairs of players in which one stole from the other."""
    for event in played.events:
        if isinstance(event, Stole) and event.victim is not None:
            yield Count(event.seat, "stole", to=event.victim)


def gold_reached(played: PlayedRound) -> Iterator[Count]:
    """Who joined the gold to the start."""
    if played.result.connector is not None:
        yield Count(played.result.connector, "reached")


def accusations(played: PlayedRound) -> Iterator[Count]:
    """Public suspicions that stood when the round ended, right or wrong."""
    for one in _before_the_end(played):
        if one.stands and (one.claim.about, one.claim.says) == (OF_PLAYER, SUSPECT):
            about = SEATS.index(one.claim.what)
            if about < played.seats:
                right = "right" if harms(played, about) else "wrong"
                yield Count(one.seat, f"accused_{right}", to=about)
                yield Count(about, f"was_accused_{right}")


def claims_of_goals(played: PlayedRound) -> Iterator[Count]:
    """What was said to lie under a goal, true or false. The same said again counts once."""
    for one, goal in goal_claims(played):
        yield Count(one.seat, "claims_true" if (goal == GOLD) == (one.claim.says == GOLD) else "claims_false")


def lies(played: PlayedRound) -> Iterator[Count]:
    """Players who believed that the gold lay where it did not (`believers`)."""
    for one, goal in goal_claims(played):
        if one.claim.says == GOLD and goal != GOLD and (found := believers(played, one)):
            yield Count(one.seat, "believed", len(found))
            yield Count(one.seat, "lie", len(found), most=True)
            for seat in sorted(found):
                yield Count(seat, "deceived", to=one.seat)


def maps(played: PlayedRound) -> Iterator[Count]:
    """Looks at goals: gold or none."""
    for look in played.looks:
        yield Count(look.seat, "maps_gold" if look.goal == GOLD else "maps_stone")


def suspicions(played: PlayedRound) -> Iterator[Count]:
    """Suspicions that a player harms, in books that were shared: the last one of the round, right or wrong."""
    for one in played.guesses:
        if accuses(one.guess):
            right = "right" if harms(played, one.about) else "wrong"
            yield Count(one.seat, f"suspected_{right}", to=one.about)
            yield Count(one.about, f"was_suspected_{right}")
        elif one.guess != UNKNOWN:
            yield Count(one.about, "was_trusted")


STATISTICS: tuple[Statistic, ...] = (
    cards,
    tools,
    thefts,
    gold_reached,
    accusations,
    claims_of_goals,
    lies,
    maps,
    suspicions,
)


def counted(played: PlayedRound) -> list[Counts]:
    """Return the counts of each seat; what was done to others is below `to`, by seat."""
    found: list[Counts] = [{} for _ in range(played.seats)]
    for statistic in STATISTICS:
        for one in statistic(played):
            place = found[one.seat]
            if one.most:
                most = place.setdefault(MOST, {})
                most[one.name] = max(most.get(one.name, 0), one.many)
                continue
            if one.to is not None:
                other = place.setdefault("to", {}).setdefault(str(one.to), {})
                other[one.name] = other.get(one.name, 0) + one.many
            place[one.name] = place.get(one.name, 0) + one.many
    return found


def records(game: PlayedGame) -> Counts:
    """Return what is counted of each round and not of its players: the longest tunnel in cards, the moves until the
    gold was reached and the seat that did it."""
    found: Counts = {}
    for played in game.rounds:
        of_round = {"tunnel": longest_tunnel(played.result.mine) if played.result.mine else 0}
        if played.result.reason == GOLD and played.result.connector is not None:
            of_round |= {"moves": moves(played), "by": played.result.connector}
        found[str(played.result.round)] = of_round
    return found


def moves(played: PlayedRound) -> int:
    """Return how many cards were laid, played and passed until the round ended."""
    acts = Laid | Played | Passed | Detoured
    return sum(isinstance(event, acts) for event in played.events)


_TEAMS = {DIGGER: "diggers", SABOTEUR: "saboteurs"}


def team_of(role: str) -> str:
    """Return the team of a role: diggers, saboteurs, else one of its own name (R10, R30).

    >>> team_of("digger"), team_of("blue"), team_of("boss")
    ('diggers', 'blue', 'boss')
    """
    return _TEAMS.get(role, role)


def harms(played: PlayedRound, seat: int) -> bool:
    """Whether the role of a seat wins when the gold is not reached."""
    return ROLES[played.result.roles[seat]].harms


def accuses(guess: str) -> bool:
    """Whether a suspicion says that a player harms.

    >>> accuses("may-harm"), accuses("saboteur"), accuses("digs"), accuses("unknown")
    (True, True, False, False)
    """
    return HEIGHTS[guess] > 0 if guess in HEIGHTS else guess in ROLES and ROLES[guess].harms


def _before_the_end(played: PlayedRound) -> list[RoundClaim]:
    """Return the claims that were made before roles were revealed."""
    ends = [step.seq for step in played.log if any(isinstance(event, RoundEnded) for event in step.events)]
    end = ends[0] if ends else 0
    return [one for one in played.claims if one.seq < end]


def goal_claims(played: PlayedRound) -> list[tuple[RoundClaim, str]]:
    """Return the claims about goals, each with what lay there. Claims about a goal that was among swapped ones are left
    out: what lay there is not revealed."""
    found, before = list[tuple[RoundClaim, str]](), set[tuple[int, str, str]]()
    for one in _before_the_end(played):
        said = (one.seat, one.claim.what, one.claim.says)
        if one.claim.about != GOAL_LIES or one.claim.says not in (GOLD, STONE) or said in before:
            continue
        before.add(said)
        goal = goals_at(played.log, played.result, one.seq).get(one.claim.what, "")
        if goal:
            found.append((one, goal))
    return found


def believers(played: PlayedRound, lie: RoundClaim) -> set[int]:
    """Return the honest players who believed that the gold lies at a goal: after it was said and before that goal was
    turned up, they laid the card with which the mine came closer to it than it ever was."""
    x, y = square(lie.claim.what)
    nearest, found = abs(x) + abs(y), set[int]()
    for step in played.log:
        for event in step.events:
            if isinstance(event, GoalTurned) and event.at == lie.claim.what:
                return found
            if isinstance(event, Laid | Detoured):
                at = square(event.at)
                away = abs(at[0] - x) + abs(at[1] - y)
                if away < nearest and step.seq > lie.seq and event.seat != lie.seat and not harms(played, event.seat):
                    found.add(event.seat)
                nearest = min(nearest, away)
    return found
