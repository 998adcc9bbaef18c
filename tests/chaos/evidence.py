"""What is there after the chaos, held against what players were told: figures, and what is wrong with them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import psycopg
from django.utils.crypto import salted_hmac

from tests.chaos.newcomers import Came
from tests.chaos.players import Sent
from tests.chaos.times import NOW, Times

MOST_DUPLICATES = 0.005
"""The part of all mails that may come twice: who sends and is killed before writing that down sends again."""
FEW = 2
"""Mails that may come twice in a short run, of which half a percent is less than one."""


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


class Post(NamedTuple):
    """A letter that was sent at the first try: when it was written and sent, by the database's clock, in seconds."""

    written: float
    sent: float


class Expiry(NamedTuple):
    """The time of a seat was let run out; `sure`: the database has confirmed it."""

    table: str
    who: str
    sure: bool


class Evidence(NamedTuple):
    """All that is known at the end; `awaited` are the tables and people that games wait for, with mail alone.

    `acts` are the answers in secret that are kept, by table, player and the number of the command before them.
    `dropped` counts how often the mail server took a mail and hung up; `came` is what newcomers were told, `there` what
    there is of that.
    """

    ledger: Sequence[Sent]
    made: Sequence[Made]
    told: Sequence[Told]
    awaited: Sequence[tuple[str, str]]
    mails: Sequence[str]
    acts: Sequence[tuple[str, str, int]] = ()
    expiries: Sequence[Expiry] = ()
    dropped: Mapping[str, int] = {}
    came: Sequence[Came] = ()
    there: Sequence[Came] = ()


class Waits(NamedTuple):
    """How long things took, in seconds: the age of the oldest tick, the longest wait of a bot, the latest letter, the
    longest recovery."""

    oldest_tick: float
    longest_bot: float
    latest_notice: float
    recovery: float


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
    hung_up: int
    newcomers: int
    newcomers_missed: int
    waits: Waits

    @property
    def line(self) -> str:
        """All in one line."""
        counts = (f"{name.replace('_', ' ')} {value}" for name, value in self._asdict().items() if name != "waits")
        waits = (f"{name.replace('_', ' ')} {value:.4g} s" for name, value in self.waits._asdict().items())
        return f"chaos: {', '.join([*counts, *waits])}"


def figures(seen: Evidence, waits: Waits, *, kills: int) -> Figures:
    """Count."""
    keys = Counter((one.table, one.who, one.key) for one in seen.made if one.key)
    acknowledged = {(one.table, one.name, one.key) for one in seen.ledger if one.acknowledged}
    acts = set(seen.acts)  # an answer in a window is kept without its key
    in_secret = {(one.table, one.name, one.key) for one in seen.ledger if (one.table, one.name, one.seq) in acts}
    worked_off = Counter(who for one in seen.made if (who := timed_out(one)))
    let = Counter((one.table, one.who) for one in seen.expiries)
    sure = Counter((one.table, one.who) for one in seen.expiries if one.sure)
    mails = Counter(seen.mails)
    return Figures(
        moves=len(acknowledged),
        kills=kills,
        lost=len(acknowledged - set(keys) - in_secret),
        doubled=sum(count - 1 for count in keys.values()) + moves_at_one_number(seen.made),
        timeouts=sum(worked_off.values()),
        timeouts_doubled=sum((worked_off - let).values()),
        timeouts_missed=sum((sure - worked_off).values()),
        mails=len(mails),
        unsent=len(unsent(seen, set(mails))),
        duplicates=sum(max(0, count - 1 - seen.dropped.get(mail, 0)) for mail, count in mails.items()),
        hung_up=sum(seen.dropped.values()),
        newcomers=2 * len(seen.came),
        newcomers_missed=len(set(seen.came) - set(seen.there)),
        waits=waits,
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


NONE = ("lost", "doubled", "timeouts_doubled", "timeouts_missed", "unsent", "newcomers_missed")
"""What there may be nothing of."""


def faults(found: Figures, times: Times = NOW) -> list[str]:
    """What is wrong with the figures, by name."""
    wrong = [name for name in NONE if getattr(found, name)]
    if found.duplicates > max(FEW, found.mails * MOST_DUPLICATES):
        wrong.append("duplicates")
    return wrong + [name for name in Waits._fields if getattr(found.waits, name) > getattr(times, name)]


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
_ACTS = """
SELECT g.code, u.username, a.seq FROM games_privateact a JOIN games_game g ON g.id = a.game_id
JOIN games_seat s ON s.game_id = g.id AND s.number = a.seat JOIN accounts_user u ON u.id = s.user_id
"""
_TOLD = """
SELECT g.code, u.username, n.kind, n.seq, n.outcome, n.id
FROM games_notice n JOIN games_game g ON g.id = n.game_id JOIN accounts_user u ON u.id = n.user_id
WHERE u.email LIKE '%@mail.example'
"""
_POST = """
SELECT extract(epoch FROM n.created_at)::float, extract(epoch FROM d.done_at)::float
FROM games_delivery d JOIN games_notice n ON n.id = d.notice_id JOIN accounts_user u ON u.id = n.user_id
WHERE u.email LIKE '%@mail.example' AND d.outcome = 'sent' AND d.tries = 1 AND d.trouble = ''
"""
_THERE = """
SELECT host.username, coalesce(guest.username, ''), g.code, guest.username IS NOT NULL, g.status <> 'open', true
FROM games_game g JOIN accounts_user host ON host.id = g.host_id LEFT JOIN (
  SELECT s.game_id, u.username FROM games_seat s JOIN accounts_user u ON u.id = s.user_id
  WHERE u.username LIKE 'Newcomer %' AND s.number > 0
) guest ON guest.game_id = g.id WHERE host.username LIKE 'Newcomer %'
"""
_AWAITED = """
SELECT g.code, u.username FROM games_seat s JOIN games_game g ON g.id = s.game_id JOIN accounts_user u
ON u.id = s.user_id WHERE s.awaited_for <> '' AND g.status = 'running' AND u.email LIKE '%@mail.example'
"""


def gathered(database: str, key: str, **seen: Any) -> tuple[Evidence, list[Post]]:
    """The evidence in the database of a site whose SECRET_KEY is `key`, with what else was `seen`; and the letters."""
    with psycopg.connect(database) as line:
        made = [Made(*row) for row in line.execute(_MADE).fetchall()]
        told = [
            Told(table, who, kind, seq, outcome, _mail_of(kind, pk, key))
            for table, who, kind, seq, outcome, pk in line.execute(_TOLD).fetchall()
        ]
        awaited = [(table, who) for table, who in line.execute(_AWAITED).fetchall()]
        there = [Came(*row) for row in line.execute(_THERE).fetchall()]
        acts = line.execute(_ACTS).fetchall()
        post = [Post(*row) for row in line.execute(_POST).fetchall()]
    return Evidence(made=made, acts=acts, told=told, awaited=awaited, there=there, **seen), post


def _mail_of(kind: str, pk: int, key: str) -> str:
    """The id of the mail that a notice becomes."""
    digest = salted_hmac("games.letters", f"notice {pk}", secret=key, algorithm="sha256").hexdigest()
    return f"{kind}.{digest[:24]}"
