"""Rounds in which the players talk: each may claim something before it chooses, as at a table with talk switched on."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games import bots
from games.bots.choice import Roll
from games.rules.cards import GOAL_TUNNELS, GOLD
from games.rules.claims import GOAL_LIES, OF_PLAYER, SUSPECT, Claim
from games.rules.commands import Command
from games.rules.events import PublicEvent
from games.rules.notation import SEATS
from games.rules.roles import SABOTEUR
from games.rules.tunnels import TURNED
from games.rules.view import PlayerView
from tools.bots.course import Course, Turn
from tools.bots.marks import Mark, marks
from tools.bots.measures import Counts, outcome
from tools.bots.players import Sides

SILENCE = "says nothing all round"
NO_ACCUSATION = "no accusation all round"
SILENT_TURN = "a silent turn"
"""Kinds of silence: a seat that claims nothing in a round, one that never accuses in it, a turn without a claim."""
REASONED, UNREASONED = "accuses with a reason", "accuses without a reason"
EVERYBODY = "everybody"
SELDOM = "all that is said seldom"
LEAST = 300
"""With how many cases a kind of utterance is shown by itself."""
SABOTEURS, OTHERS = "saboteurs", "others"
SAYS = "says"
"""The first word of the mark of an utterance or of silence."""


class Talking:
    """Bots that talk. Choose with it: before each choice the seat may claim something, and all choose by what stands.

    ``said`` has one entry for each choice, in order; None for silence.
    """

    def __init__(self, sides: Sides) -> None:
        self.sides = sides
        self.said: list[Claim | None] = []
        self.standing: list[tuple[int, Claim]] = []

    def __call__(self, view: PlayerView, dice: Roll, seen: Sequence[PublicEvent]) -> Command:
        """A command of the menu."""
        assert view.own is not None
        claim = bots.claim_of(view, seen, self.standing, self.sides.manner_of(view))
        self.said.append(claim)
        if claim is not None:
            seat = view.own.seat
            self.standing = [one for one in self.standing if (one[0], one[1].subject) != (seat, claim.subject)]
            self.standing.append((seat, claim))
        return self.sides.choose(view, dice, seen, self.standing)


class Spoken(NamedTuple):
    """What a seat claimed at a turn of a course; None for silence."""

    turn: Turn
    claim: Claim | None


def spoken(course: Course) -> Iterator[Spoken]:
    """What was said before each choice of a course, whose players talk."""
    assert isinstance(course.chooser, Talking)
    for turn, claim in zip(course.turns, course.chooser.said, strict=True):
        yield Spoken(turn, claim)


def kind_of(claim: Claim) -> str:
    """The kind of an utterance: what it is about, what it says, and the reason.

    >>> kind_of(Claim("player", "B", "suspect", "broke")), kind_of(Claim("player", "B", "suspect"))
    ('suspect broke', 'suspect without a reason')
    """
    if claim.about == OF_PLAYER:
        return f"{claim.says} {claim.why or 'without a reason'}"
    return f"{claim.about} {claim.says}"


def kinds(course: Course) -> Counts:
    """How often each kind of utterance came from a saboteur and from others, silence too; who won, and who accused."""
    outcomes = outcome(course)
    roles = course.result.roles
    claims = {seat: list[Claim]() for seat in range(course.seats)}
    turns = [0] * course.seats
    for role in roles:
        outcomes[_counted(EVERYBODY, role)] += 1
    for turn, claim in spoken(course):
        turns[turn.seat] += turn.is_turn
        if claim is None:
            outcomes[_counted(SILENT_TURN, turn.role)] += turn.is_turn
            continue
        outcomes[_counted(kind_of(claim), turn.role)] += 1
        if accuses(claim):
            outcomes["accusations"] += 1
            outcomes[_counted(REASONED if claim.why else UNREASONED, turn.role)] += 1
            if not any(map(accuses, claims[turn.seat])):
                outcomes[f"first accusations {_side(turn.role)}"] += 1
                outcomes[f"turns to the first {_side(turn.role)}"] += turns[turn.seat]
        claims[turn.seat].append(claim)
    for seat, said in claims.items():
        outcomes[_counted(SILENCE, roles[seat])] += not said
        outcomes[_counted(NO_ACCUSATION, roles[seat])] += not any(map(accuses, said))
    return outcomes


def accuses(claim: Claim) -> bool:
    """Whether a claim says of a player that they are suspected."""
    return claim.about == OF_PLAYER and claim.says == SUSPECT


class Kind(NamedTuple):
    """A kind of utterance, with the cases of it, how many of them come from saboteurs, and the same of all seats."""

    label: str
    counts: Counts


def by_kind(counts: Counts, least: int = LEAST) -> list[Kind]:
    """The counts of `kinds`, a kind of utterance each. Those with fewer cases than ``least`` are one, and sums and
    silence come last."""
    names = {name.rpartition("|")[0] for name in counts if "|" in name} - {EVERYBODY}
    both = {name: Counts({side: counts[f"{name}|{side}"] for side in (SABOTEURS, OTHERS)}) for name in names}
    sums = (REASONED, UNREASONED, NO_ACCUSATION, SILENCE, SILENT_TURN)
    found = {name: both[name] for name in sorted(names.difference(sums)) if both[name].total() >= least}
    seldom = [both[name] for name in names.difference(sums, found)]
    if seldom:
        found[SELDOM] = sum(seldom, Counts())
    found |= {name: both[name] for name in sums if name in both}
    return [Kind(name, _with_usual(of_kind, counts)) for name, of_kind in found.items()]


def _with_usual(of_kind: Counts, counts: Counts) -> Counts:
    usual = {side: counts[f"{EVERYBODY}|{side}"] for side in (SABOTEURS, OTHERS)}
    return Counts(
        {
            "cases": of_kind.total(),
            "of saboteurs": of_kind[SABOTEURS],
            "seats": sum(usual.values()),
            "seats of saboteurs": usual[SABOTEURS],
            "rounds": counts["rounds"],
        }
    )


def apart(of_kind: Counts) -> float:
    """By how much the share of saboteurs among those who say such a thing differs from their share of all seats."""
    return of_kind["of saboteurs"] / of_kind["cases"] - of_kind["seats of saboteurs"] / of_kind["seats"]


def _counted(kind: str, role: str) -> str:
    return f"{kind}|{_side(role)}"


def _side(role: str) -> str:
    return SABOTEURS if role == SABOTEUR else OTHERS


# -- for an observer


def marks_with_words(course: Course) -> Iterator[Mark]:
    """The turns of a round as everybody could note them, each with what was said before it."""
    moves = marks(course)
    nth = [0] * course.seats
    standing: dict[tuple[int, str], Claim] = {}
    turned: set[str] = set()
    for turn, claim in spoken(course):
        yield from _proved(turn, standing, turned)
        nth[turn.seat] += turn.is_turn
        if turn.is_turn or claim:
            yield _word(turn.seat, claim, standing, min(nth[turn.seat], 5))
        if claim:
            standing[turn.seat, claim.subject] = claim
        if turn.is_turn:
            yield next(moves)


def _word(seat: int, claim: Claim | None, standing: dict[tuple[int, str], Claim], nth: int) -> Mark:
    if claim is None:
        return Mark(seat, (SAYS, "nothing", str(nth)))
    target = SEATS.index(claim.what) if claim.about == OF_PLAYER else None
    others = {one.says for (who, subject), one in standing.items() if who != seat and subject == claim.subject}
    heard = "first" if not others else "agrees" if others == {claim.says} else "denies"
    return Mark(seat, (SAYS, kind_of(claim), heard, str(nth)), target)


def _proved(turn: Turn, standing: dict[tuple[int, str], Claim], turned: set[str]) -> Iterator[Mark]:
    """What a goal that was turned up shows of those who claimed something of it."""
    mine = turn.before.public.mine
    for (seat, _subject), claim in standing.items():
        lies = mine.get(claim.what, "").removesuffix(TURNED)
        if claim.about == GOAL_LIES and lies in GOAL_TUNNELS and claim.what not in turned:
            yield Mark(seat, (SAYS, "what was true" if (lies == GOLD) == (claim.says == GOLD) else "what was false"))
    turned.update(at for at, lies in mine.items() if lies.removesuffix(TURNED) in GOAL_TUNNELS)
