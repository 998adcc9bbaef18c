"""When a round will end: from how soon people answer and from what all can count. Pure functions of values.

A round lasts until the gold is reached or all cards are played. The time of the first is unknown, so three rounds
are played through on the clock: a short one with quick answers, a usual one, and one with all its cards and slow
answers. Each answer takes hours in which its player is awake. Nothing here knows a hand, a role or a plan, and nothing
asks what time it is. So the forecast is the same for everybody.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import NamedTuple

from accounts.clocks.quiet import ALWAYS_AWAKE, Quiet, awake_after
from games.clocks.deadlines import ASLEEP, Clock

SHARES = (1 / 3, 3 / 5, 1.0)
"""Which part of the cards that are left is played in a short, a usual and a long round: about the quartiles of rounds
that bots play with three, five and seven players."""
WINDOWS = (0.0, 0.5, 1.0)
"""Which part of a window for a veto passes with each card in these three."""
UNKNOWN = timedelta(hours=6)
"""What a player is taken to need whose own times are not shown, at a table without a clock."""
LONGEST = timedelta(days=400)
"""The farthest forecast."""


class Answers(NamedTuple):
    """How long an awake player takes to answer: in a quick, a usual and a slow quarter of their turns."""

    quick: timedelta
    typical: timedelta
    slow: timedelta


class Player(NamedTuple):
    """A seat for a forecast: when its clock sleeps, and how soon it answers."""

    quiet: Quiet
    answers: Answers


class Cards(NamedTuple):
    """What all can count: the cards in each hand, by seat, and in the pile."""

    hands: tuple[int, ...]
    pile: int


class Forecast(NamedTuple):
    """About when a round ends: if it is short, usually, and if it is long."""

    early: datetime
    likely: datetime
    late: datetime


AT_ONCE = Answers(timedelta(), timedelta(), timedelta())
BOT = Player(ALWAYS_AWAKE, AT_ONCE)
"""A seat for which a bot moves."""
SLEEPER = Player(ALWAYS_AWAKE, Answers(timedelta(), ASLEEP, ASLEEP))
"""A sleeping seat (R96)."""


def usual(clock: Clock) -> Answers:
    """How soon a player without a known pace answers: typically within a quarter of what a decision adds.

    >>> usual(Clock(timedelta(hours=72), timedelta(hours=12))).typical
    datetime.timedelta(seconds=10800)
    """
    typical = clock.turn / 4 if clock.turn else clock.bank / 24
    typical = typical if clock.runs else UNKNOWN
    return Answers(typical / 3, typical, 2 * typical)


def within(answers: Answers, clock: Clock) -> Answers:
    """The same at a table whose clock leaves no one longer than a full bank."""
    return Answers(*(min(one, clock.bank) for one in answers)) if clock.runs else answers


def of_round(
    players: Sequence[Player],
    cards: Cards,
    *,
    first: int,
    since: datetime,
    now: datetime,
    direction: int = 1,
    window: timedelta = timedelta(),
) -> Forecast | None:
    """When a round ends in which it is the turn of the seat ``first`` since a moment, not before ``now``.

    None where no seat holds a card, and where it would be more than a year away.
    """
    order = list(turns(cards, first, direction))
    if not order:
        return None
    ends = []
    for scenario, share in enumerate(SHARES):
        at = since
        for turn, seat in enumerate(order[: ceil(len(order) * share)]):
            quiet, answers = players[seat]
            at = awake_after(at, answers[scenario] + window * WINDOWS[scenario], quiet)
            at = max(at, now) if not turn else at
            if at - now > LONGEST:
                return None
        ends.append(at)
    return Forecast(*ends)


def turns(cards: Cards, first: int, direction: int = 1) -> Iterator[int]:
    """Whose turn it is, one after the other, until all cards are played one by one (R13, R97).

    >>> list(turns(Cards((1, 1, 0), 2), first=1))
    [1, 0, 1, 0]
    """
    hands, pile, seat = list(cards.hands), cards.pile, first
    while any(hands):
        if hands[seat]:
            yield seat
            drawn = min(1, pile)
            hands[seat] += drawn - 1
            pile -= drawn
        seat = (seat + direction) % len(hands)
