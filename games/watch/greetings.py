"""Probes of channels by the clock, independent of notifications.

A failed delivery reveals that a notification was due then, and so perhaps that a player had no plan or had not answered
a window (R95). So the staff is not shown the results of deliveries. Each channel is probed regularly, whether or not
there are notifications, and the staff sees only the results of these probes.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from accounts.channels import NotSentError, breakers, registry, sendings
from accounts.channels.sendings import Crew, Sending, Work
from games import clock
from games.models import Heartbeat

EVERY = timedelta(minutes=5)
"""The interval of probes of each channel."""
PATIENCE = timedelta(minutes=8)
"""The longest time between the last answer and the last probe: a single failed probe is not a fault yet."""


class Greeting(NamedTuple):
    """The times of a channel's last probe and last answer; None: never."""

    channel: str
    asked: datetime
    answered: datetime | None

    @property
    def fails(self) -> bool:
        """Whether the channel does not answer."""
        return self.answered is None or self.asked - self.answered > PATIENCE


def ask() -> None:
    """Probe each channel that was not probed in the current interval. Of concurrent workers, only one does.

    Only the beginning of the interval is stored, because the time at which a notification wakes the worker is private.
    """
    sendings.work([Greetings()])


class Greetings:
    """The source of a run's probes; each channel once in a run."""

    def __init__(self) -> None:
        self._begun = _begun(clock.now())
        self._left = list(registry.registered())

    def __call__(self, _crew: Crew) -> Work | None:
        """Return the work for the next channel to probe."""
        while self._left:
            name = self._left.pop()
            if _is_first(_asked(name), self._begun):
                return Work("greetings", name, _greeted(name, self._begun))
        return None


def _greeted(name: str, begun: datetime) -> Sending:
    try:
        sending = registry.registered()[name].greet()
        if sending is not None:
            yield from sending
    except NotSentError:
        return
    Heartbeat.objects.update_or_create(name=_answered(name), defaults={"at": begun})


def probe_results() -> Iterator[Greeting]:
    """Yield the results of the probes by channel, without channels that were never probed. One query."""
    names = {name: (_asked(name), _answered(name)) for name in registry.registered()}
    rows = Heartbeat.objects.filter(name__in=[one for both in names.values() for one in both])
    beats = dict(rows.values_list("name", "at"))
    for name, (asked, answered) in names.items():
        if asked in beats:
            yield Greeting(name, beats[asked], beats.get(answered))


def _begun(moment: datetime) -> datetime:
    """Return the beginning of the interval in which a channel is probed once.

    >>> _begun(datetime(2026, 3, 1, 12, 9, 59, tzinfo=UTC)).isoformat()
    '2026-03-01T12:05:00+00:00'
    """
    each = EVERY.total_seconds()
    return datetime.fromtimestamp(moment.timestamp() // each * each, UTC)


def _is_first(name: str, begun: datetime) -> bool:
    row, is_new = Heartbeat.objects.get_or_create(name=name, defaults={"at": begun})
    beats = Heartbeat.objects.filter(name=name, at=row.at)
    return is_new or (row.at != begun and bool(breakers.update_unlocked(beats, at=begun)))


def _asked(channel: str) -> str:
    return f"{channel} asked"


def _answered(channel: str) -> str:
    return f"{channel} answered"
