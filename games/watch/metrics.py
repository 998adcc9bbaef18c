"""How the games fare, in the words of Prometheus: numbers alone, no names and nothing that a table keeps to itself.

They are counted when they are asked for, with a fixed number of queries. So every process gives the same answer.
"""

from collections.abc import Iterator

from django.db.models import Count, Exists, Max, OuterRef, Q
from prometheus_client import CollectorRegistry, Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

from accounts.models import Resting
from games import clock
from games.clocks import ticking
from games.models import PLAYED_BY_BOTS, Delivery, Game, Move, Notice, Seat, Status, TableChat
from games.selectors import chats

LATEST = 10_000
"""Notices among which those that were given up are counted."""


def exposition(accept: str = "") -> tuple[bytes, str]:
    """All metrics as text, and its content type: OpenMetrics where the header `Accept` names it, else the older format
    of Prometheus. DatabaseError when they cannot be counted."""
    registry = CollectorRegistry()
    registry.register(_Games())
    encode, content_type = choose_encoder(accept)
    return encode(registry), content_type


class _Games(Collector):
    def describe(self) -> Iterator[Metric]:
        """Nothing: the registry would count once more to learn the names."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """Count."""
        yield from _tables()
        yield from _seats()
        yield from _notices()
        yield from _chats()
        yield from _time()


def _gauge(name: str, about: str, value: float | None) -> GaugeMetricFamily:
    """A number that goes up and down; without a value nothing is told but the name."""
    return GaugeMetricFamily(f"saboteur_{name}", about, value=value)


def _tables() -> Iterator[Metric]:
    found = dict(Game.objects.order_by().values_list("status").annotate(Count("pk")))
    tables = GaugeMetricFamily("saboteur_tables", "Tables, by status.", labels=["status"])
    for status in Status:
        tables.add_metric([status.value], found.get(status.value, 0))
    yield tables
    running = Game.objects.filter(status=Status.RUNNING)
    now = clock.now()
    told = running.aggregate(
        stuck=Count("pk", filter=~Q(stuck_at=None)),
        paused=Count("pk", filter=~Q(paused_at=None)),
        overdue=Count("pk", filter=Q(deadline__lt=now)),
    )
    yield _gauge("tables_stuck", "Running tables whose clock or bots fail.", told["stuck"])
    yield _gauge("tables_paused", "Running tables that pause.", told["paused"])
    yield _gauge("tables_overdue", "Running tables whose deadline is over and not worked off yet.", told["overdue"])


def _seats() -> Iterator[Metric]:
    waiting = Seat.objects.filter(awaited_since__isnull=False)
    told = waiting.aggregate(all=Count("pk"), bots=Count("pk", filter=PLAYED_BY_BOTS))
    seats = GaugeMetricFamily("saboteur_seats_awaited", "Seats that a game waits for, by who plays.", labels=["by"])
    seats.add_metric(["person"], told["all"] - told["bots"])
    seats.add_metric(["bot"], told["bots"])
    yield seats


def _notices() -> Iterator[Metric]:
    now = clock.now()
    is_tried_now = Exists(Delivery.objects.filter(notice=OuterRef("pk"), done_at=None, due_at__lte=now))
    told = Notice.objects.filter(done_at=None).aggregate(
        waiting=Count("pk"), due=Count("pk", filter=Q(due_at__lte=now) | Q(is_tried_now))
    )
    yield _gauge("notices_waiting", "Notices that are not sent yet.", told["waiting"])
    yield _gauge("notices_due", "Notices that could be sent now.", told["due"])
    latest = Notice.objects.order_by("-pk").values("pk", "outcome")[:LATEST]
    dead = Notice.objects.filter(pk__in=latest.values("pk"), outcome=Notice.Outcome.DEAD).count()
    yield _gauge("channels_away", "Ways to tell people that are away and rest.", Resting.objects.count())
    yield _gauge("notices_dead", f"Notices among the latest {LATEST} that were given up.", dead)


def _chats() -> Iterator[Metric]:
    due = chats.behind(clock.now()).order_by().values("pk")
    told = TableChat.objects.aggregate(
        behind=Count("pk", filter=Q(pk__in=due)), paused=Count("pk", filter=~Q(paused_at=None))
    )
    yield _gauge("table_chats_due", "Chats of tables that are to be posted to and were not yet.", told["behind"])
    yield _gauge("table_chats_paused", "Chats of tables that are paused, as posts did not get there.", told["paused"])


def _time() -> Iterator[Metric]:
    told = ticking.seen(clock.now())
    yield _gauge(
        "last_tick_timestamp_seconds", "When the clock last ticked.", told.last.timestamp() if told.last else None
    )
    yield _gauge("tick_rhythm_seconds", "How far apart ticks usually are.", told.rhythm.total_seconds())
    yield _gauge("outages_within_a_day", "Times of late in which the clock did not tick.", told.outages_today)
    yield CounterMetricFamily("saboteur_outages", "Times in which the clock did not tick.", value=told.outages)
    last = Move.objects.aggregate(last=Max("pk"))["last"] or 0
    yield CounterMetricFamily(
        "saboteur_moves", "Public commands that were carried out, counted by the number of the last row.", value=last
    )
