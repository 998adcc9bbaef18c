"""A thread that looks into the database all the time: how old the last tick is, how long bots wait, who rests."""

import threading
from collections.abc import Sequence
from typing import NamedTuple

import psycopg

EVERY = 0.25
"""Seconds between two looks."""
INF = float("inf")

_LOOK = """
SELECT extract(epoch FROM clock_timestamp())::float,
  (SELECT extract(epoch FROM clock_timestamp() - at)::float FROM games_heartbeat WHERE name = 'tick'),
  (SELECT coalesce(max(extract(epoch FROM clock_timestamp() - s.awaited_since)), 0)::float
   FROM games_seat s JOIN games_game g ON g.id = s.game_id JOIN accounts_user u ON u.id = s.user_id
   WHERE g.status = 'running' AND s.awaited_since IS NOT NULL AND NOT s.answered AND (u.is_bot OR s.resting = 'bot')),
  ARRAY(SELECT split_part(channel, ' ', 1) FROM accounts_resting
    UNION SELECT 'chat' FROM accounts_target WHERE rests_until > clock_timestamp())
"""


class Span(NamedTuple):
    """From when to when, in seconds of the machine's clock, which is the database's too."""

    began: float
    ended: float


class Look(NamedTuple):
    """What there was to see at a moment, by the database's clock: the age of the last tick (None: none yet) and the
    longest wait of a bot in seconds, and the channels of which something rests."""

    at: float
    tick: float | None
    bot: float
    rests: Sequence[str] = ()


class Watch:
    """A thread that looks; `seen` is what it saw. While the database is away there is nothing to see."""

    def __init__(self, database: str) -> None:
        self.seen: list[Look] = []
        self._database, self._over = database, threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Look no more."""
        self._over.set()
        self._thread.join(60)

    def _look(self) -> None:
        while not self._over.wait(EVERY):
            try:
                with psycopg.connect(self._database, connect_timeout=2, autocommit=True) as line:
                    while not self._over.wait(EVERY):
                        (row,) = line.execute(_LOOK).fetchall()
                        self.seen.append(Look(*row))
            except psycopg.Error:
                continue


def oldest_tick(seen: Sequence[Look], away: Sequence[Span] = ()) -> float:
    """How old the last tick ever was, from the first one on, while workers were not `away`.

    >>> oldest_tick([Look(0, None, 0), Look(1, 0.5, 0), Look(9, 8.5, 0), Look(10, 1, 0)])
    8.5
    """
    return max((_outside(look.at - look.tick, look.at, away) for look in seen if look.tick is not None), default=INF)


def longest_bot(seen: Sequence[Look], away: Sequence[Span] = ()) -> float:
    """How long a bot was ever awaited while workers were not `away`.

    >>> looks = [Look(0, 0, 3.0), Look(1, 0, 4.0), Look(2, 0, 0.0)]
    >>> longest_bot(looks), longest_bot(looks, [Span(-1, 0.5)])
    (4.0, 2.5)
    """
    return max((_outside(look.at - look.bot, look.at, away) for look in seen), default=INF)


def lateness(way: str, written: float, sent: float, seen: Sequence[Look], away: Sequence[Span] = ()) -> float:
    """How long a letter waited while its channel did not rest and workers were not `away`, since it was written or
    since the last rest.

    >>> looks = [Look(at, 0, 0, ["chat"] if 3 <= at < 6 else []) for at in range(10)]
    >>> lateness("chat", 1, 2, looks), lateness("chat", 1, 8, looks), lateness("chat", 7, 9, looks)
    (1, 3, 2)
    >>> lateness("email", 1, 8, looks), lateness("email", 1, 8, looks, [Span(4, 6)])
    (7, 5)
    """
    rests = [look.at for look in seen if way in look.rests and written <= look.at <= sent]
    return _outside(max([written, *rests]), sent, away)


def moments(seen: Sequence[Look], letters: Sequence[tuple[str, float, float, str]], away: Sequence[Span] = ()) -> str:
    """When the oldest tick and the longest wait of a bot were seen, when the latest letter of each channel was written
    and sent, and when workers were away, as a sentence."""
    first = seen[0].at
    tick = max(seen, key=lambda look: _outside(look.at - (look.tick or 0), look.at, away)).at - first
    bot = max(seen, key=lambda look: _outside(look.at - look.bot, look.at, away)).at - first
    spans = [f"{span.began - first:.0f} to {span.ended - first:.0f}" for span in away]
    slow = sorted(letters, key=lambda letter: lateness(letter[0], letter[1], letter[2], seen, away))[-5:]
    late = [f"{way} {about} {written - first:.0f} to {sent - first:.0f}" for way, written, sent, about in slow]
    return (
        f"Seconds after the beginning: oldest tick {tick:.0f}, longest bot {bot:.0f}, latest letters {late}, "
        f"workers away {spans}"
    )


def _outside(since: float, until: float, away: Sequence[Span]) -> float:
    """How much of a time lies outside of all spans."""
    return until - since - sum(max(0, min(until, span.ended) - max(since, span.began)) for span in away)
