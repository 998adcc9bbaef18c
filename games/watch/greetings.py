"""Whether channels answer, asked by the clock and without a letter.

That a letter could not be sent tells that one was to be sent just then, and so perhaps that a player had no plan or had
not answered a window (R95). So the staff is not shown what letters met. Each channel is asked for a greeting now and
then, whatever there is to be told, and what the staff sees of channels follows from that alone.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from accounts.channels import NotSentError, breakers, registry, sendings
from accounts.channels.sendings import Crew, Sending, Work
from games import clock
from games.models import Heartbeat

EVERY = timedelta(minutes=5)
"""How often each channel is asked."""
PATIENCE = timedelta(minutes=8)
"""How long a channel may have been silent when it was asked last: one answer that did not come is no fault yet."""


class Greeting(NamedTuple):
    """When a channel was asked last, and when it answered last; None: never."""

    channel: str
    asked: datetime
    answered: datetime | None

    @property
    def fails(self) -> bool:
        """Whether the channel does not answer."""
        return self.answered is None or self.asked - self.answered > PATIENCE


def ask() -> None:
    """Ask each channel for a greeting that was not asked in these minutes. Of many who ask at once, one does.

    Only the beginning of these minutes is stored. The moment at which a letter calls the worker is private.
    """
    sendings.work([Greetings()])


class Greetings:
    """The greetings for which a run asks, as a source; each channel once in a run."""

    def __init__(self) -> None:
        self._begun = _begun(clock.now())
        self._left = list(registry.registered())

    def __call__(self, _crew: Crew) -> Work | None:
        """The next channel that is to be asked."""
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


def heard() -> Iterator[Greeting]:
    """What became of it, channel by channel; those that were never asked are left out. One query."""
    names = {name: (_asked(name), _answered(name)) for name in registry.registered()}
    rows = Heartbeat.objects.filter(name__in=[one for both in names.values() for one in both])
    beats = dict(rows.values_list("name", "at"))
    for name, (asked, answered) in names.items():
        if asked in beats:
            yield Greeting(name, beats[asked], beats.get(answered))


def _begun(moment: datetime) -> datetime:
    """When the minutes began for which a channel is asked once.

    >>> _begun(datetime(2026, 3, 1, 12, 9, 59, tzinfo=UTC)).isoformat()
    '2026-03-01T12:05:00+00:00'
    """
    each = EVERY.total_seconds()
    return datetime.fromtimestamp(moment.timestamp() // each * each, UTC)


def _is_first(name: str, begun: datetime) -> bool:
    row, is_new = Heartbeat.objects.get_or_create(name=name, defaults={"at": begun})
    told = Heartbeat.objects.filter(name=name, at=row.at)
    return is_new or (row.at != begun and bool(breakers.update_unlocked(told, at=begun)))


def _asked(channel: str) -> str:
    return f"{channel} asked"


def _answered(channel: str) -> str:
    return f"{channel} answered"
