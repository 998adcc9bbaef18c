"""What is there after the chaos, held against what players were told: figures, and what is wrong with them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import psycopg
from django.utils.crypto import salted_hmac

from tests.chaos.newcomers import Came
from tests.chaos.players import Sent
from tests.chaos.scene import CHANNELS, ways_of
from tests.chaos.times import NOW, Times
from tests.conftest import SOAK

MOST_TWICE = 0.005
"""The part of all messages by a channel that may come twice: a sender that is killed before writing that down sends
again."""
FEW = 2
"""Messages that may come twice in a short run, of which half a percent is less than one; under `./run soak` none may
beyond that."""
TABLES = "table"
"""What is counted of the chats of tables, as of a channel. Their messages are called so too."""


class Made(NamedTuple):
    """A public command that is in the log; `who` is the seat's player, "" when it had no seat."""

    table: str
    seq: int
    who: str
    key: str
    command: str
    events: str = ""


class NoticeOutcome(NamedTuple):
    """What became of a notice by a channel by which its receiver is told; `id` names it in what is sent."""

    way: str
    table: str
    who: str
    kind: str
    seq: int
    outcome: str
    id: str


class Post(NamedTuple):
    """A letter that was sent at the first try: when it was written and sent, by the database's clock, in seconds; and
    what it is about."""

    way: str
    written: float
    sent: float
    about: str


class Expiry(NamedTuple):
    """The time of a seat was let run out; `sure`: the database has confirmed it."""

    table: str
    who: str
    sure: bool


class Evidence(NamedTuple):
    """All that is known at the end; `awaited` are the tables and people that games wait for, if they are told by mail.

    `took` is what came by each channel, by its ids, and `dropped` that of it which was taken with a line that was cut.
    `acts` are the answers in secret that are kept, by table, player and the number of the command before them.
    `came` is what newcomers were told, `there` what there is of that. `ends` are the numbers of the last public
    commands of tables that have a chat.
    """

    ledger: Sequence[Sent]
    made: Sequence[Made]
    outcomes: Sequence[NoticeOutcome]
    awaited: Sequence[tuple[str, str]]
    took: Mapping[str, Sequence[str]]
    acts: Sequence[tuple[str, str, int]] = ()
    expiries: Sequence[Expiry] = ()
    dropped: Mapping[str, Sequence[str]] = {}
    came: Sequence[Came] = ()
    there: Sequence[Came] = ()
    ends: Mapping[str, int] = {}


class Waits(NamedTuple):
    """How long things took, in seconds: the age of the oldest tick, the longest wait of a bot, the latest letter, the
    longest recovery; and an upgrade, from when the old workers are stopped until the new release serves. That time does
    not count with ticks, bots and letters."""

    oldest_tick: float
    longest_bot: float
    latest_notice: float
    recovery: float
    switch: float = 0.0


class Way(NamedTuple):
    """What is counted of a channel: notices that came, that did not come and should have, that came once too often.

    `cut`: how often a taker took one and cut the line. A repeat is then no fault.
    """

    came: int
    unsent: int
    twice: int
    cut: int


class Figures(NamedTuple):
    """What is counted at the end of the run; see `faults` for what it should be."""

    moves: int
    kills: int
    lost: int
    doubled: int
    timeouts: int
    timeouts_doubled: int
    timeouts_missed: int
    newcomers: int
    newcomers_missed: int
    ways: Mapping[str, Way]
    waits: Waits

    @property
    def line(self) -> str:
        """All in one line."""
        counts = [f"{name} {value}" for name, value in self._asdict().items() if name not in ("ways", "waits")]
        for way, counted in self.ways.items():
            counts += [f"{way} {name} {value}" for name, value in counted._asdict().items()]
        counts += [f"{name} {value:.4g} s" for name, value in self.waits._asdict().items()]
        return f"chaos: {', '.join(counts).replace('_', ' ')}"


def figures(seen: Evidence, waits: Waits, *, kills: int) -> Figures:
    """Count."""
    keys = Counter((one.table, one.who, one.key) for one in seen.made if one.key)
    acknowledged = {(one.table, one.name, one.key) for one in seen.ledger if one.acknowledged}
    acts = set(seen.acts)  # an answer in a window is kept without its key
    in_secret = {(one.table, one.name, one.key) for one in seen.ledger if (one.table, one.name, one.seq) in acts}
    worked_off = Counter(who for one in seen.made if (who := timed_out(one)))
    let = Counter((one.table, one.who) for one in seen.expiries)
    sure = Counter((one.table, one.who) for one in seen.expiries if one.sure)
    return Figures(
        moves=len(acknowledged),
        kills=kills,
        lost=len(acknowledged - set(keys) - in_secret),
        doubled=sum(count - 1 for count in keys.values()) + moves_at_one_number(seen.made),
        timeouts=sum(worked_off.values()),
        timeouts_doubled=sum((worked_off - let).values()),
        timeouts_missed=sum((sure - worked_off).values()),
        newcomers=2 * len(seen.came),
        newcomers_missed=len(set(seen.came) - set(seen.there)),
        ways={**{way: _counted(way, seen) for way in CHANNELS}, TABLES: _counted_of_tables(seen)},
        waits=waits,
    )


def _counted(way: str, seen: Evidence) -> Way:
    took, cut = Counter(seen.took[way]), Counter(seen.dropped.get(way, ()))
    twice = sum(max(0, count - 1 - cut[name]) for name, count in took.items())
    return Way(came=len(took), unsent=len(unsent(way, seen)), twice=twice, cut=cut.total())


def _counted_of_tables(seen: Evidence) -> Way:
    """What was posted to the chats of tables. A message is named by the commands that it tells of, `table.CODE.2-5`:
    what it tells that came before came once too often, and what none tells was not sent."""
    took, cut = seen.took.get(TABLES, ()), Counter(seen.dropped.get(TABLES, ()))
    reached, left, twice, gaps = Counter[str](), cut.copy(), 0, 0
    for name in took:
        _kind, table, commands = name.split(".")
        since, until = map(int, commands.split("-"))
        twice += since < reached[table]
        gaps += since > reached[table]
        if left[name]:
            left[name] -= 1
        else:
            reached[table] = max(reached[table], until)
    behind = sum(reached[table] < end for table, end in seen.ends.items())
    return Way(came=len(set(took)), unsent=gaps + behind, twice=twice, cut=cut.total())


def timed_out(one: Made) -> tuple[str, str] | None:
    """The table and the player whose time ran out with a line of the log; None with others."""
    if one.command.startswith("= timeout") or '"second-term"' in one.events:
        return one.table, one.who
    return None


def moves_at_one_number(made: Sequence[Made]) -> int:
    """How many lines of a log have a number that another has too."""
    return len(made) - len({(one.table, one.seq) for one in made})


def unsent(way: str, seen: Evidence) -> list[str]:
    """Who was not told by a channel that it is their turn, or is said to be told and is not, as sentences."""
    took, outcomes = set(seen.took[way]), [one for one in seen.outcomes if one.way == way]
    found = [f"{one.who} at {one.table}: {wrong}" for one in outcomes if (wrong := _wrong(one, took))]
    moved = {(one.table, one.who): one.seq for one in sorted(seen.made, key=lambda one: one.seq)}
    last = {(one.table, one.who): one for one in sorted(outcomes, key=lambda one: one.seq) if one.kind == "turn"}
    for place in seen.awaited:
        notice = last.get(place)
        if way not in ways_of(place[1]):
            continue
        if notice is None or notice.seq < moved.get(place, -1):
            found.append(f"{place[1]} at {place[0]}: awaited without a notice")
        elif notice.outcome != "sent":
            found.append(f"{place[1]} at {place[0]}: awaited, and the notice became {notice.outcome}")
    return found


def _wrong(one: NoticeOutcome, took: set[str]) -> str:
    """What is wrong with how a notice ended, "" if nothing is. All want to be told of all, and nothing is refused."""
    if one.outcome == "sent":
        return "" if one.id in took else "sent, and nothing came"
    return "" if one.outcome in ("seen", "obsolete") else f"to be told, and it is {one.outcome or 'still waiting'}"


NONE = ("lost", "doubled", "timeouts_doubled", "timeouts_missed", "newcomers_missed")
"""What there may be nothing of."""


def faults(found: Figures, times: Times = NOW) -> list[str]:
    """What is wrong with the figures, by name."""
    wrong = [name for name in NONE if getattr(found, name)]
    wrong += [f"{way} unsent" for way, counted in found.ways.items() if counted.unsent]
    few = 0 if SOAK else FEW
    wrong += [f"{way} twice" for way, one in found.ways.items() if one.twice > max(few, one.came * MOST_TWICE)]
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
SELECT n.id, g.code, u.username, n.kind, n.seq,
  (SELECT coalesce(json_object_agg(d.channel, d.outcome), '{}') FROM games_delivery d WHERE d.notice_id = n.id)
FROM games_notice n JOIN games_game g ON g.id = n.game_id JOIN accounts_user u ON u.id = n.user_id
WHERE u.email LIKE '%@mail.example'
"""
_POST = """
SELECT d.channel, extract(epoch FROM n.created_at)::float, extract(epoch FROM d.done_at)::float,
  concat_ws(' ', n.kind, u.username, n.game_id, n.seq, (
    SELECT 'by ' || m.command || ' ' || m.key FROM games_move m WHERE m.game_id = n.game_id AND m.seq = n.seq + 1
  ))
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
_ENDS = "SELECT g.code, g.seq FROM games_tablechat c JOIN games_game g ON g.id = c.game_id"
_NOTICES = """
SELECT n.id, n.kind, concat_ws(' ', n.outcome, d.channel, d.outcome, d.tries || ' tries', d.trouble, d.reply)
FROM games_notice n JOIN accounts_user u ON u.id = n.user_id LEFT JOIN games_delivery d ON d.notice_id = n.id
WHERE u.username LIKE %s
"""
_AWAITED = """
SELECT g.code, u.username FROM games_seat s JOIN games_game g ON g.id = s.game_id JOIN accounts_user u
ON u.id = s.user_id
WHERE s.awaited_for <> '' AND NOT s.answered AND g.status = 'running' AND u.email LIKE '%@mail.example'
"""


def gathered(database: str, key: str, **seen: Any) -> tuple[Evidence, list[Post]]:
    """The evidence in the database of a site whose SECRET_KEY is `key`, with what else was `seen`; and the letters."""
    with psycopg.connect(database) as line:
        made = [Made(*row) for row in line.execute(_MADE).fetchall()]
        outcomes = [
            NoticeOutcome(way, table, who, kind, seq, outcomes.get(way, ""), _name_of(kind, pk, key))
            for pk, table, who, kind, seq, outcomes in line.execute(_TOLD).fetchall()
            for way in ways_of(who)
        ]
        awaited = [(table, who) for table, who in line.execute(_AWAITED).fetchall()]
        there = [Came(*row) for row in line.execute(_THERE).fetchall()]
        acts = line.execute(_ACTS).fetchall()
        ends: dict[str, int] = dict(line.execute(_ENDS).fetchall())
        post = [Post(*row) for row in line.execute(_POST).fetchall()]
    return Evidence(made=made, acts=acts, outcomes=outcomes, awaited=awaited, there=there, ends=ends, **seen), post


def notices_of(database: str, people: str, key: str) -> dict[str, str]:
    """The names of all notices of some people, as in what is sent, and what became of each."""
    with psycopg.connect(database) as line:
        return {_name_of(kind, pk, key): end for pk, kind, end in line.execute(_NOTICES, [f"{people} %"]).fetchall()}


def _name_of(kind: str, pk: int, key: str) -> str:
    """The name that a notice has in what is sent."""
    digest = salted_hmac("games.letters", f"notice {pk}", secret=key, algorithm="sha256").hexdigest()
    return f"{kind}.{digest[:24]}"
