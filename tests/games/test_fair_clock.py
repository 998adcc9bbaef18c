"""Outages, slow rhythms, clocks that jump, summer time: no seat is timed out unfairly or waited for for ever,
and what is shown is what is used.

`./run test tests/games/test_fair_clock.py -s` prints the table. What is fair is counted here minute by minute, apart
from the code under test: in how many minutes the site was there and the player was awake. There may be more of them
than promised, by the hour that a table gets once a day, and by what a site needs until it knows its own rhythm.
"""

from datetime import UTC, datetime, time, timedelta
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import User
from games import clock
from games.clocks import deadlines
from games.models import Game, Heartbeat, Outage, Seat, Status
from games.rules.announcements import SecondTerm
from tests.fixed_set import SOAK, chosen
from tests.games import tables
from tests.games.clocks import (
    BANK,
    DAY,
    HOUR,
    be_away,
    due,
    events_of,
    let_tick,
    on_turn,
    pass_by,
    tick,
    timed_game,
)

pytestmark = pytest.mark.django_db
MINUTE, HALF_AN_HOUR = timedelta(minutes=1), timedelta(minutes=30)
NIGHT = (time(22), time(7))
MAY = datetime(2027, 5, 5, 9, tzinfo=UTC)
EVENINGS = {"UTC": (), "Europe/Riga": (MAY + 7 * HOUR, MAY + 9 * HOUR)}
"""Turns of players with quiet hours that end shortly before a night, which an outage then reaches."""
NIGHTS = {"UTC": None, "Europe/Riga": NIGHT}


class Case(NamedTuple):
    """What happens: a player in a zone, with quiet hours or without, awaited since a moment; the site away, or its
    clock put on and back, so long before the deadline; or a site that ticks so rarely, or is away for four minutes of
    each half hour.
    """

    name: str
    zone: str = "UTC"
    night: tuple[time, time] | None = None
    begins: datetime = MAY
    away: timedelta = timedelta()
    jump: timedelta = timedelta()
    left: timedelta = 2 * HOUR
    every: timedelta = MINUTE
    breaks: timedelta = timedelta()

    @property
    def more(self) -> timedelta:
        """What the player may have beyond what was promised: the hour, a tick, and three while a rhythm is new."""
        return HOUR + self.every + (3 * self.every if self.every > 3 * MINUTE else timedelta()) + 2 * MINUTE


class Result(NamedTuple):
    """What came of it: hours the player was promised and had, how the deadline was shown, when time ran out."""

    case: Case
    had: float
    shown: bool
    ran_out: datetime

    @property
    def is_fair(self) -> bool:
        """Whether the player had all that was promised, and the others did not wait much longer than that."""
        return BANK - 2 * MINUTE <= self.had * HOUR <= BANK + self.case.more

    def __str__(self) -> str:
        shown, fair = "yes" if self.shown else "NO", "yes" if self.is_fair else "NO"
        at = self.ran_out.astimezone(ZoneInfo(self.case.zone))
        row = (f"{self.case.name:36} {self.case.zone:16} {BANK / HOUR:8.2f} {self.had:8.2f}", f"{at:%Y-%m-%d %H:%M}")
        return f"{row[0]}  {row[1]}  {shown:5} {fair}"


def outages() -> list[Case]:
    lengths = {"5 minutes": 5 * MINUTE, "3 hours": 3 * HOUR, "30 hours": 30 * HOUR, "9 days": 9 * DAY}
    return [
        Case(f"away {name}, {before} before the end", zone, NIGHTS[zone], begins, away=away, left=left)
        for name, away in lengths.items()
        for before, left in (("2 min", 2 * MINUTE), ("2 h", 2 * HOUR), ("2 days", 2 * DAY))
        for zone in ("UTC", "Europe/Riga")
        for begins in (MAY, *EVENINGS[zone])
    ]


def jumps() -> list[Case]:
    return [
        Case(f"clock {name} forward and back", zone, NIGHTS[zone], jump=jump, left=left)
        for name, jump in (("5 h", 5 * HOUR), ("9 days", 9 * DAY))
        for left in (HOUR, 4 * HOUR, DAY)
        for zone in ("UTC", "Europe/Riga")
    ]


SUMMER_TIME = {
    "Europe/Riga": ((2027, 3, 27), (2027, 10, 30)),
    "America/New_York": ((2027, 3, 13), (2027, 11, 6)),
    "Australia/Sydney": ((2027, 10, 2), (2027, 4, 3)),
}
"""The days before the clocks are put on and back."""


def summer_times() -> list[Case]:
    return [
        Case(f"summer time {name}, {words}", zone, night, begins)
        for zone, days in SUMMER_TIME.items()
        for name, day in zip(("begins", "ends"), days, strict=True)
        for words, night in (("no quiet hours", None), ("with quiet hours", NIGHT), *AT_THE_EDGE[zone])
        for begins in [datetime(*day, 12, tzinfo=ZoneInfo(zone)).astimezone(UTC)]
    ]


def at_the_edge(hour: int) -> list[tuple[str, tuple[time, time]]]:
    """Nights that begin, or end, in the middle of an hour that is missing on one day and doubled on the other."""
    edge = time(hour, 30)
    return [(f"night from {edge:%H:%M}", (edge, time(10))), (f"night until {edge:%H:%M}", (time(22), edge))]


AT_THE_EDGE = {
    "Europe/Riga": at_the_edge(3),
    "America/New_York": [*at_the_edge(2), *at_the_edge(1)],
    "Australia/Sydney": at_the_edge(2),
}


def rhythms() -> list[Case]:
    minutes = [Case(f"ticks every {minutes} minutes", every=minutes * MINUTE) for minutes in (2, 3, 4, 5, 10, 60)]
    return [*minutes, Case("away 4 minutes of each half hour", breaks=4 * MINUTE)]


KINDS = (outages(), jumps(), summer_times(), rhythms())


def cases() -> list[Case]:
    """What is played: of each kind a third; all of it in the soak."""
    return [case for kind in KINDS for case in chosen(kind, -(-len(kind) // 3))]


def played(case: Case, seed: int) -> Result:
    """Play a case through until time runs out; nothing is left of the cases before it."""
    Heartbeat.objects.all().delete()
    Outage.objects.all().delete()
    Game.objects.update(status=Status.OVER, deadline=None)
    clock.offset = case.begins - timezone.now()
    tick()
    begins, ends = case.night or (None, None)
    User.objects.update(time_zone=case.zone, quiet_from=begins, quiet_until=ends)
    game = timed_game(seed=seed)
    seat = on_turn(game)
    began = clock.now()
    lost = lived_through(case, game)
    end = due(seat)
    shown = is_shown(game, seat, end)
    pass_by(end - clock.now() - MINUTE / 2)
    tick()
    assert not events_of(game, SecondTerm), case
    be_away(case.every)
    tick()
    assert len(events_of(game, SecondTerm)) == 1, case
    return Result(case, minutes_had(case, began, clock.now(), lost) / 60, shown, clock.now())


def lived_through(case: Case, game: Game) -> list[tuple[datetime, datetime]]:
    """Let happen what a case is about; from when to when the site was away."""
    seat, lost = on_turn(game), []
    if case.every > MINUTE:
        while due(seat) > clock.now() + case.every:
            let_tick(case.every, due(seat) - case.every)
        return []
    if case.breaks and not SOAK:
        pass_by(due(seat) - clock.now() - 10 * HOUR)
    while case.breaks and due(seat) - clock.now() > HALF_AN_HOUR:
        let_tick(MINUTE, clock.now() + HALF_AN_HOUR - case.breaks)
        lost.append((clock.now(), clock.now() + case.breaks))
        be_away(case.breaks)
        tick()
    if case.breaks:
        return lost
    pass_by(due(seat) - case.left - clock.now())
    if case.away:
        lost.append((clock.now(), clock.now() + case.away))
        be_away(case.away)
        tick()
    for span in (case.jump, -case.jump):
        be_away(span)
        tick()
    return lost


def is_shown(game: Game, seat: Seat, end: datetime) -> bool:
    """Whether the players' pages show the moment at which time is going to run out."""
    with timezone.override(ZoneInfo(User.objects.get(pk=seat.user_id).time_zone)):
        near = end - clock.now() < 6 * DAY
        words = f"until {date_format(timezone.localtime(end), 'D H:i' if near else 'j N, H:i')}"
    pages = [tables.browser_of(one.user).get(f"/t/{game.code}/").content.decode() for one in tables.seats_of(game)]
    return all(words in page for page in pages)


def minutes_had(case: Case, began: datetime, ended: datetime, lost: list[tuple[datetime, datetime]]) -> int:
    """The minutes in which the site was there and the player awake, counted one by one on their wall clock."""
    zone, at, had = ZoneInfo(case.zone), began, 0
    while at < ended:
        had += not is_night(case, at.astimezone(zone).time()) and not any(begin <= at < end for begin, end in lost)
        at += MINUTE
    return had


def is_night(case: Case, hour: time) -> bool:
    """Whether it is night by the wall clock."""
    if case.night is None:
        return False
    begins, ends = case.night
    return begins <= hour < ends if begins < ends else hour >= begins or hour < ends


def test_time_outs_are_fair_and_match_the_shown_time(chance: Random) -> None:
    tables.people(3)
    results = [played(case, number) for number, case in enumerate(cases())]
    print(f"\n{'what happened':36} {'zone':16} promised  had (h)  time ran out      shown fair")
    for result in results:
        print(result)
    print(f"{len(results)} cases, {sum(not result.is_fair for result in results)} unfair")
    assert len(results) > 20
    assert [str(result) for result in results if not (result.is_fair and result.shown)] == []


def test_time_that_is_not_given_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tables.people(3)
    case = Case("away 3 hours", away=3 * HOUR, left=4 * HOUR)
    assert played(case, 1).is_fair
    monkeypatch.setattr(deadlines, "lost_in", lambda *_about: timedelta())
    assert not played(case, 2).is_fair
