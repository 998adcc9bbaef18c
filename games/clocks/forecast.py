"""Forecast of the end of a round, from response times and public card counts. Pure functions of values.

A round lasts until the gold is reached or all cards are played. When the gold is reached is unknown, so three rounds
are simulated: a short one with quick answers, a usual one, and one with all its cards and slow answers. Response times
count only while the player is awake. This module reads no hand, role or plan, and never asks for the current time. So
the forecast is the same for every viewer.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import NamedTuple

from accounts.clocks.quiet import ALWAYS_AWAKE, Quiet, awake_after
from games.clocks.deadlines import ASLEEP, Clock

SHARES = (1 / 3, 3 / 5, 1.0)
"""The fraction of the remaining cards that is played in a short, a usual and a long round: about the quartiles of bots'
rounds with three, five and seven players."""
WINDOWS = (0.0, 0.5, 1.0)
"""The fraction of a veto window that passes with each card in these three rounds."""
UNKNOWN = timedelta(hours=6)
"""The assumed response time of a player without a public pace, at a table without a clock."""
LONGEST = timedelta(days=400)
"""The farthest forecast."""


class Answers(NamedTuple):
    """The response times of an awake player: the quartiles of their turns, fast, typical and slow."""

    quick: timedelta
    typical: timedelta
    slow: timedelta


class Player(NamedTuple):
    """A seat in a forecast: when its clock sleeps, and its response times."""

    quiet: Quiet
    answers: Answers


class Cards(NamedTuple):
    """Public card counts: the cards in each hand, by seat, and in the pile."""

    hands: tuple[int, ...]
    pile: int


class Forecast(NamedTuple):
    """The approximate end of a round: of a short, a usual and a long one."""

    early: datetime
    likely: datetime
    late: datetime


AT_ONCE = Answers(timedelta(), timedelta(), timedelta())
BOT = Player(ALWAYS_AWAKE, AT_ONCE)
"""A seat that a bot plays."""
SLEEPER = Player(ALWAYS_AWAKE, Answers(timedelta(), ASLEEP, ASLEEP))
"""A sleeping seat (R96)."""


def usual(clock: Clock) -> Answers:
    """Return the response times of a player without a known pace: typically a quarter of the increment.

    >>> usual(Clock(timedelta(hours=72), timedelta(hours=12))).typical
    datetime.timedelta(seconds=10800)
    """
    typical = clock.turn / 4 if clock.turn else clock.bank / 24
    typical = typical if clock.runs else UNKNOWN
    return Answers(typical / 3, typical, 2 * typical)


def within(answers: Answers, clock: Clock) -> Answers:
    """Return the response times, limited to a full bank of a table's clock."""
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
    """Return when a round ends in which the seat ``first`` has been on turn since a moment; never before ``now``.

    Return None when no seat holds a card, or when the end is farther away than `LONGEST`.
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
    """Yield the seats on turn in order, until all cards are played one by one (R13, R97).

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
