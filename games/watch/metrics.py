"""Prometheus metrics of games: only numbers, without names and secrets of tables.

They are counted on request, with a fixed number of queries; slow counts were stored by a worker
(`games.watch.tallies`). So every process gives the same answer.
"""

from collections.abc import Iterator

from django.db.models import Max
from prometheus_client import CollectorRegistry, Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

from accounts.models import ChannelBreaker
from games import clock
from games.clocks import ticking
from games.models import Move, Notice, Status
from games.watch import tallies

LATEST = 10_000
"""The number of latest notices in which dead letters are counted."""


def exposition(accept: str = "") -> tuple[bytes, str]:
    """Return all metrics as text, and its content type: OpenMetrics if the header `Accept` names it, else the older
    format of Prometheus. Raise DatabaseError when they cannot be counted."""
    registry = CollectorRegistry()
    registry.register(_Games())
    encode, content_type = choose_encoder(accept)
    return encode(registry), content_type


class _Games(Collector):
    def describe(self) -> Iterator[Metric]:
        """Return nothing. Otherwise the registry would collect once more to learn the names."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics, counted now."""
        yield from _tables()
        yield from _seats()
        yield from _notices()
        yield from _chats()
        yield from _time()


def _gauge(name: str, about: str, value: float | None) -> GaugeMetricFamily:
    """Return a gauge; without a value, it has only its name and help text."""
    return GaugeMetricFamily(f"saboteur_{name}", about, value=value)


def _tables() -> Iterator[Metric]:
    tables = GaugeMetricFamily("saboteur_tables", "Tables, by status.", labels=["status"])
    for status in Status:
        if (number := tallies.of(f"tables {status}")) is not None:
            tables.add_metric([status.value], number)
    yield tables
    yield _gauge("tables_stuck", "Running tables whose clock or bots fail.", tallies.of("tables stuck"))
    yield _gauge("tables_paused", "Running tables that pause.", tallies.of("tables paused"))
    overdue = tallies.of("tables overdue")
    yield _gauge("tables_overdue", "Running tables whose deadline is over and not worked off yet.", overdue)


def _seats() -> Iterator[Metric]:
    seats = GaugeMetricFamily("saboteur_seats_awaited", "Seats that a game waits for, by who plays.", labels=["by"])
    by_bots, all_ = tallies.of("seats awaited of bots"), tallies.of("seats awaited")
    if by_bots is not None and all_ is not None:
        seats.add_metric(["person"], max(all_ - by_bots, 0))
        seats.add_metric(["bot"], by_bots)
    yield seats


def _notices() -> Iterator[Metric]:
    yield _gauge("notices_waiting", "Notices that are not sent yet.", tallies.of("notices waiting"))
    yield _gauge("notices_due", "Notices that could be sent now.", tallies.of("notices due"))
    last = Notice.objects.aggregate(last=Max("pk"))["last"] or 0
    dead = Notice.objects.filter(outcome=Notice.Outcome.DEAD, pk__gt=last - LATEST).count()
    yield _gauge("channels_away", "Ways to tell people that are away and rest.", ChannelBreaker.objects.count())
    yield _gauge("notices_dead", f"Notices among the latest {LATEST} that were given up.", dead)


def _chats() -> Iterator[Metric]:
    due, paused = tallies.of("table chats due"), tallies.of("table chats paused")
    yield _gauge("table_chats_due", "Chats of tables that are to be posted to and were not yet.", due)
    yield _gauge("table_chats_paused", "Chats of tables that are paused, as posts did not get there.", paused)


def _time() -> Iterator[Metric]:
    ticks = ticking.seen(clock.now())
    yield _gauge(
        "last_tick_timestamp_seconds", "When the clock last ticked.", ticks.last.timestamp() if ticks.last else None
    )
    yield _gauge("tick_rhythm_seconds", "How far apart ticks usually are.", ticks.rhythm.total_seconds())
    yield _gauge("outages_within_a_day", "Times of late in which the clock did not tick.", ticks.outages_today)
    yield CounterMetricFamily("saboteur_outages", "Times in which the clock did not tick.", value=ticks.outages)
    last = Move.objects.aggregate(last=Max("pk"))["last"] or 0
    yield CounterMetricFamily(
        "saboteur_moves", "Public commands that were carried out, counted by the number of the last row.", value=last
    )
