"""The outbox in the admin: who is to be told what, and what became of it.

What becomes of a notice depends on what its receiver did in secret: who has answered in a window is not reminded, who
has a plan is told later. So of a running game only that there is a notice is shown, which depends on what all know; and
to whoever sits there, nothing.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import admin
from django.db.models import Case, Exists, F, OuterRef, QuerySet, When
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.admin.closed import ClosedAdmin
from games.models import Game, Notice, Seat, Status

RUNNING = {"game__status": Status.RUNNING}
DELIVERY = ("due_at", "done_at", "outcome", "tries", "trouble", "reply")
"""What becomes of a notice; closed while its game is running."""
SHOWN: tuple[str, ...] = ("user", "game", "by", "kind", "seq", "created_at", *(f"open_{name}" for name in DELIVERY))
LAST = 20
"""How many the page of a table shows."""


def _opened(name: str) -> Case:
    return Case(When(**RUNNING, then=None), default=F(name))


def notices_for(user: Any, *, opened: bool = False) -> QuerySet[Notice]:
    """The notices that somebody on the staff may know of, what became of them in ``open_due_at`` and so on: as far as
    they may know it, or all of it where a table was ``opened`` to them."""
    seated = Seat.objects.filter(game=OuterRef("game"), user=user, **RUNNING)
    deliveries = {f"open_{name}": F(name) if opened else _opened(name) for name in DELIVERY}
    return Notice.objects.exclude(Exists(seated)).defer(*DELIVERY).annotate(**deliveries)


class Told(NamedTuple):
    """A notice on the page of a table; ``done`` and ``tries`` are None while they are closed."""

    at: Any
    name: str
    kind: str
    seq: int
    done: Any
    outcome: str | None
    tries: int | None


def last_of(game: Game, user: User, *, opened: bool) -> list[Told]:
    """The last notices of a table, for somebody on the staff; one query."""
    rows: QuerySet[Any] = notices_for(user, opened=opened).filter(game=game).order_by("-pk")
    columns = ("created_at", "user__username", "kind", "seq", "open_done_at", "open_outcome", "open_tries")
    return [Told(*row) for row in rows.values_list(*columns)[:LAST]]


class DeliveryFilter(admin.SimpleListFilter):
    """What became of a notice, or that it still waits; of running games none is found by it."""

    title = _("what became of it")
    parameter_name = "delivery"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """What may be asked."""
        return [("waiting", _("waiting")), ("failing", _("waiting, after a try")), *Notice.Outcome.choices]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Notice]) -> QuerySet[Notice]:
        """The notices."""
        asked = self.value()
        if not asked:
            return queryset
        found = queryset.exclude(**RUNNING)
        if asked in ("waiting", "failing"):
            found = found.filter(done_at=None)
            return found.filter(tries__gt=0) if asked == "failing" else found
        return found.filter(outcome=asked)


def _column(name: str) -> Callable[[Any, Any], Any]:
    field = Notice._meta.get_field(name)

    @admin.display(description=field.verbose_name, empty_value="–")  # type: ignore[union-attr]
    def shown(page: Any, notice: Any) -> Any:
        value = getattr(notice, f"open_{name}")
        return dict(getattr(field, "flatchoices", ())).get(value, value)

    return shown


@admin.register(Notice)
class NoticeAdmin(ClosedAdmin[Notice]):
    """The outbox; its columns about running games are empty."""

    read = ("user__username", "game__name", "game__code", "by__username", "kind", "seq", "dedupe", "created_at")
    asked = ("game", "user")
    list_display = ("user", "game", "kind", "created_at", *(f"open_{name}" for name in DELIVERY))
    sortable_by = ("user", "game", "kind", "created_at")
    list_filter = ("kind", DeliveryFilter, "created_at")
    list_select_related = ("game", "user", "by")
    search_fields = ("game__name", "game__code", "user__username")
    date_hierarchy = "created_at"
    ordering = ("-created_at",)
    fields = SHOWN
    readonly_fields = SHOWN

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notice]:
        """The rows as far as they are open to whoever asks."""
        return notices_for(request.user).only(*self.read)

    open_due_at = _column("due_at")
    open_done_at = _column("done_at")
    open_outcome = _column("outcome")
    open_tries = _column("tries")
    open_trouble = _column("trouble")
    open_reply = _column("reply")
