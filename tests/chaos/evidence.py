"""What is there after the chaos, held against what players were told: figures, and what is wrong with them."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import psycopg
from django.utils.crypto import salted_hmac

from tests.chaos.players import Sent

MOST_DUPLICATES = 0.005
"""The part of all mails that may come twice: who sends and is killed before writing that down sends again."""
FEW = 2
"""Mails that may come twice in a short run, of which half a percent is less than one."""
LONGEST_RECOVERY = 15.0


class Made(NamedTuple):
    """A public command that is in the log; `who` is the seat's player, "" when it was nobody's."""

    table: str
    seq: int
    who: str
    key: str
    command: str
    events: str = ""


class Told(NamedTuple):
    """A notice as it ended; `id` is that of its mail."""

    table: str
    who: str
    kind: str
    seq: int
    outcome: str
    id: str


class Expiry(NamedTuple):
    """The time of a seat was let run out; `sure`: the database has confirmed it."""

    table: str
    who: str
    sure: bool


class Evidence(NamedTuple):
    """All that is known at the end; `awaited` are the tables and people that games wait for, with mail alone."""

    ledger: Sequence[Sent]
    made: Sequence[Made]
    told: Sequence[Told]
    awaited: Sequence[tuple[str, str]]
    mails: Sequence[str]
    expiries: Sequence[Expiry] = ()


class Figures(NamedTuple):
    """What is counted at the end of the run; see `faults` for what it should be."""

    moves: int
    kills: int
    lost: int
    doubled: int
    timeouts: int
    timeouts_doubled: int
    timeouts_missed: int
    mails: int
    unsent: int
    duplicates: int
    recovery: float

    @property
    def line(self) -> str:
        """All in one line."""
        told = (f"{name.replace('_', ' ')} {value:.4g}" for name, value in self._asdict().items())
        return f"chaos: {', '.join(told)} s"


def figures(seen: Evidence, *, kills: int, recovery: float) -> Figures:
    """Count."""
    keys = Counter((one.table, one.who, one.key) for one in seen.made if one.key)
    acknowledged = {(one.table, one.name, one.key) for one in seen.ledger if one.acknowledged}
    worked_off = Counter(who for one in seen.made if (who := timed_out(one)))
    let = Counter((one.table, one.who) for one in seen.expiries)
    sure = Counter((one.table, one.who) for one in seen.expiries if one.sure)
    mails = Counter(seen.mails)
    return Figures(
        moves=len(acknowledged),
        kills=kills,
        lost=len(acknowledged - set(keys)),
        doubled=sum(count - 1 for count in keys.values()) + moves_at_one_number(seen.made),
        timeouts=sum(worked_off.values()),
        timeouts_doubled=sum((worked_off - let).values()),
        timeouts_missed=sum((sure - worked_off).values()),
        mails=len(mails),
        unsent=len(unsent(seen, set(mails))),
        duplicates=sum(mails.values()) - len(mails),
        recovery=recovery,
    )


def timed_out(one: Made) -> tuple[str, str] | None:
    """The table and the player whose time ran out with a line of the log; None with others."""
    if one.command.startswith("= timeout") or '"second-term"' in one.events:
        return one.table, one.who
    return None


def moves_at_one_number(made: Sequence[Made]) -> int:
    """How many lines of a log have a number that another has too."""
    return len(made) - len({(one.table, one.seq) for one in made})


def unsent(seen: Evidence, mails: set[str]) -> list[str]:
    """Who was not told that it is their turn, or is said to be told and is not, as sentences."""
    found = [f"{one.who} at {one.table}: sent, and no mail came" for one in seen.told if _is_lost(one, mails)]
    found += [f"{one.who} at {one.table}: still waits to be told" for one in seen.told if not one.outcome]
    moved = {(one.table, one.who): one.seq for one in sorted(seen.made, key=lambda one: one.seq)}
    last = {(one.table, one.who): one for one in sorted(seen.told, key=lambda one: one.seq) if one.kind == "turn"}
    for place in seen.awaited:
        notice = last.get(place)
        if notice is None or notice.seq < moved.get(place, -1):
            found.append(f"{place[1]} at {place[0]}: awaited without a notice")
        elif notice.outcome != "sent":
            found.append(f"{place[1]} at {place[0]}: awaited, and the notice became {notice.outcome}")
    return found


def _is_lost(one: Told, mails: set[str]) -> bool:
    return one.outcome == "sent" and one.id not in mails


def faults(found: Figures) -> list[str]:
    """What is wrong with the figures, by name."""
    wrong = [
        name for name in ("lost", "doubled", "timeouts_doubled", "timeouts_missed", "unsent") if getattr(found, name)
    ]
    if found.duplicates > max(FEW, found.mails * MOST_DUPLICATES):
        wrong.append("duplicates")
    if found.recovery > LONGEST_RECOVERY:
        wrong.append("recovery")
    return wrong


# -- from the database

_MADE = """
SELECT g.code, m.seq, coalesce(u.username, clock.username, ''), m.key, m.command, m.events
FROM games_move m JOIN games_game g ON g.id = m.game_id
LEFT JOIN games_seat s ON s.game_id = g.id AND s.number = m.seat LEFT JOIN accounts_user u ON u.id = s.user_id
LEFT JOIN games_seat late ON late.game_id = g.id AND late.number = CASE
  WHEN m.command LIKE '= timeout _%' THEN ascii(substr(m.command, 11, 1)) - 65
  WHEN m.events LIKE '%"second-term"%' THEN substring(m.events from '"seat":([0-9]+)')::int END
LEFT JOIN accounts_user clock ON clock.id = late.user_id
"""
_TOLD = """
SELECT g.code, u.username, n.kind, n.seq, n.outcome, n.id
FROM games_notice n JOIN games_game g ON g.id = n.game_id JOIN accounts_user u ON u.id = n.user_id
WHERE u.email <> '' AND NOT u.is_bot
"""
_AWAITED = """
SELECT g.code, u.username FROM games_seat s JOIN games_game g ON g.id = s.game_id JOIN accounts_user u
ON u.id = s.user_id WHERE s.awaited_for <> '' AND g.status = 'running' AND u.email <> '' AND NOT u.is_bot
"""


def gathered(database: str, key: str, ledger: Sequence[Sent], mails: Sequence[str], expiries: list[Expiry]) -> Evidence:
    """The evidence in the database of a site whose SECRET_KEY is `key`."""
    with psycopg.connect(database) as line:
        made = [Made(*row) for row in line.execute(_MADE).fetchall()]
        told = [
            Told(table, who, kind, seq, outcome, _mail_of(kind, pk, key))
            for table, who, kind, seq, outcome, pk in line.execute(_TOLD).fetchall()
        ]
        awaited = line.execute(_AWAITED).fetchall()
    return Evidence(ledger, made, told, [(table, who) for table, who in awaited], mails, expiries)


def _mail_of(kind: str, pk: int, key: str) -> str:
    """The id of the mail that a notice becomes."""
    digest = salted_hmac("games.letters", f"notice {pk}", secret=key, algorithm="sha256").hexdigest()
    return f"{kind}.{digest[:24]}"
