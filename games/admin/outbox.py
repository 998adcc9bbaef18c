"""The outbox in the admin: notices, their recipients and their outcomes.

The outcome of a notice depends on secret acts of its recipient: after an answer in a window there is no reminder, and
with a plan it comes later. So of a running game the page shows only that there is a notice, which follows from public
events. Players of the table see nothing.
"""

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, NamedTuple

from django.contrib import admin
from django.db.models import Case, Exists, F, Model, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.channels import Trouble, registry
from accounts.models import Event, User
from games.admin import finding
from games.admin.closed import ClosedAdmin
from games.models import Delivery, Game, Notice, Seat, Status
from saboteur_site.web.lists import MOST

RUNNING = {"game__status": Status.RUNNING}
_TRIED = Delivery.objects.filter(notice=OuterRef("pk")).order_by("-tries", "pk")
"""The deliveries of a notice, first the one with the most tries, which tells the most."""
BECAME: dict[str, Any] = {
    "due_at": Coalesce(Subquery(_TRIED.values("due_at")[:1]), F("due_at")),
    "done_at": F("done_at"),
    "outcome": F("outcome"),
    "tries": Coalesce(Subquery(_TRIED.values("tries")[:1]), 0),
    "trouble": Coalesce(Subquery(_TRIED.values("trouble")[:1]), Value("")),
    "reply": Coalesce(Subquery(_TRIED.values("reply")[:1]), Value("")),
    "channel": Coalesce(Subquery(_TRIED.values("channel")[:1]), Value("")),
}
"""The outcome columns of a notice; closed while its game is running."""
OPEN = {name: f"open_{name}" for name in BECAME}
_COLUMNS = tuple(OPEN[name] for name in ("due_at", "done_at", "outcome", "tries", "trouble", "reply"))
SHOWN: tuple[str, ...] = ("user", "game", "by", "kind", "seq", "created_at", *_COLUMNS)
LAST = 20
"""How many notices the page of a table shows."""


def _opened(found: Any) -> Case:
    return Case(When(**RUNNING, then=None), default=found)


def notices_for(user: Any, *, opened: bool = False) -> QuerySet[Notice]:
    """Return the notices that a staff member may see. ``open_due_at`` and so on are the outcome of each: as far as
    this user may know it, or all of it if the table was ``opened`` to them."""
    seated = Seat.objects.filter(user=user).order_by().values_list("game", flat=True)
    status_of = dict(Game.objects.filter(pk__in=list(seated)).order_by().values_list("pk", "status"))
    running = [game for game, status in status_of.items() if status == Status.RUNNING]
    became = {OPEN[name]: found if opened else _opened(found) for name, found in BECAME.items()}
    # Each by key alone: with joins, the query plan would depend on statistics.
    return Notice.objects.exclude(game__in=running).defer("due_at", "done_at", "outcome").annotate(**became)


class NoticeRow(NamedTuple):
    """A notice on the page of a table; ``done`` and ``tries`` are None while they are closed."""

    at: Any
    name: str
    kind: str
    seq: int
    done: Any
    outcome: str | None
    tries: int | None


def last_of(game: Game, user: User, *, opened: bool) -> list[NoticeRow]:
    """Return the last notices of a table, for a staff member; two queries."""
    rows: QuerySet[Any] = notices_for(user, opened=opened).filter(game=game).order_by("-pk")
    columns = ("created_at", "user__username", "kind", "seq", "open_done_at", "open_outcome", "open_tries")
    found = [NoticeRow(*row) for row in rows.values_list(*columns)[:LAST]]
    return [row._replace(kind=_kind_words(row.kind), outcome=_outcome_words(row.outcome)) for row in found]


class KindFilter(admin.SimpleListFilter):
    """Filters notices by their kind."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Return the choices of the filter."""
        return [(event.value, event.short) for event in Event]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Notice]) -> QuerySet[Notice]:
        """Return the notices."""
        return queryset.filter(kind=self.value()) if self.value() else queryset


class DeliveryFilter(admin.SimpleListFilter):
    """Filters notices by their outcome, or by that they are pending. It finds no notice of a running game."""

    title = _("what became of it")
    parameter_name = "delivery"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Return the choices of the filter."""
        return [("waiting", _("waiting")), ("failing", _("waiting, after a try")), *Notice.Outcome.choices]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Notice]) -> QuerySet[Notice]:
        """Return the notices."""
        asked = self.value()
        if not asked:
            return queryset
        found = queryset.exclude(**RUNNING)
        if asked in ("waiting", "failing"):
            found = found.filter(done_at=None)
            return found.filter(Exists(_TRIED.filter(tries__gt=0))) if asked == "failing" else found
        return found.filter(outcome=asked)


def _column(words: Any, shown: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    @admin.display(description=words, empty_value="–")
    def column(page: Any, notice: Any) -> Any:
        return shown(notice)

    return column


def _named(model: type[Model], name: str) -> Any:
    """Return the label of a column for a field of a model."""
    return getattr(model._meta.get_field(name), "verbose_name", name)


def _outcome(notice: Any) -> Any:
    return _outcome_words(notice.open_outcome)


def _outcome_words(outcome: Any) -> Any:
    return dict(Notice.Outcome.choices).get(outcome, outcome)


def _kind_words(kind: str) -> str:
    """Return the kind of a notice as the profile calls it; the code itself if only the next release knows it."""
    return str(Event(kind).short) if kind in Event.values else kind


def _trouble(notice: Any) -> Any:
    """Return why the last try failed, in the words of its channel."""
    channel = registry.registered().get(notice.open_channel)
    return channel.troubles[Trouble(notice.open_trouble)] if channel and notice.open_trouble else notice.open_trouble


@admin.register(Notice)
class NoticeAdmin(ClosedAdmin[Notice]):
    """The outbox; its columns about running games are empty."""

    read = ("user__username", "game__name", "game__code", "by__username", "kind", "seq", "dedupe", "created_at")
    asked = ("game", "user")
    list_display = ("user", "game", "event", "created_at", *_COLUMNS)
    sortable_by = ("user", "game", "event", "created_at")
    list_filter = (KindFilter, DeliveryFilter, "created_at")
    list_select_related = ("game", "user", "by")
    search_fields = ("game__name", "game__code", "user__username")
    date_hierarchy = "created_at"
    ordering = ("-created_at",)
    latest = "-created_at"
    fields = SHOWN
    readonly_fields = SHOWN

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notice]:
        """Return the rows with the columns that are open to the reader."""
        return notices_for(request.user).only(*self.read)

    def find(self, term: str) -> Iterator[int]:
        """Return the notices about tables and to users."""
        keys = Notice.objects.values_list("pk", flat=True)
        yield from keys.filter(game__in=finding.tables(term))[: MOST + 1]
        yield from keys.filter(user__in=finding.people(term))[: MOST + 1]

    @admin.display(description=_("kind"), ordering="kind")
    def event(self, notice: Notice) -> Any:
        """Return the kind of a notice as the profile calls it."""
        return _kind_words(notice.kind)

    open_due_at = _column(_named(Delivery, "due_at"), attrgetter("open_due_at"))
    open_done_at = _column(_named(Notice, "done_at"), attrgetter("open_done_at"))
    open_outcome = _column(_named(Notice, "outcome"), _outcome)
    open_tries = _column(_named(Delivery, "tries"), attrgetter("open_tries"))
    open_trouble = _column(_named(Delivery, "trouble"), _trouble)
    open_reply = _column(_named(Delivery, "reply"), attrgetter("open_reply"))
