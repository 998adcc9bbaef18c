"""The admin's desk: what needs attention, at the top of the admin's index page.

All of it follows from public states and from data outside of games. Answers in windows, plans and notifications of a
running game do not change it, not even on a site with one table (R95).
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, Subquery
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.channels import Trouble, reach
from accounts.models import User
from games import clock
from games.clocks import ticking
from games.clocks.spans import rounded
from games.models import Complaint, Delivery, Game, Notice, Outage, Seat, Status
from games.services.moderation import open_to
from games.watch import greetings, standing
from saboteur_site import policy

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MOST = 5
"""How many of a kind are listed; a link leads to all."""
LOOKED, NEWCOMERS = 500, 40
"""How many of the latest dead letters and of the newest players are checked."""
OF_LATE = timedelta(days=7)
"""How long outages and dead letters are listed."""


_REASONS = {
    Trouble.REFUSED: _("the address was refused"),
    Trouble.BUSY: _("it kept being put off"),
    Trouble.AWAY: _("the other side could not be reached"),
    Trouble.FAULT: _("something went wrong on our side"),
}


class Still(NamedTuple):
    """A stalled table: why, since when, and which player it waits for."""

    pk: int
    name: str
    why: str
    since: datetime | None
    names: tuple[str, ...]


class Lost(NamedTuple):
    """A dead letter: its recipient, when, and why."""

    name: str
    at: datetime
    reason: "str | StrPromise"


class Gap(NamedTuple):
    """A time in which the clock did not tick."""

    began: datetime
    lasted: str


def of(request: HttpRequest) -> dict[str, Any]:
    """Return the context of the desk, as far as this staff member may see it; a fixed number of queries."""
    may = request.user.has_perm
    parts: dict[str, Any] = {}
    if may("games.view_game"):
        parts |= {"tables": _tables(), **_time()}
    if may("accounts.view_user"):
        parts["unreached"] = _some(_unreached())
    if may("games.view_notice"):
        parts |= {"silent": _silent(), "lost": _some(_lost())}
    if may("games.view_complaint"):
        parts["complaints"] = _some(_complaints(request.user.pk or 0))
    needs = ("complaints", "tables", "stopped", "outages", "unreached", "silent", "lost")
    parts["calm"] = bool(parts) and not any(parts.get(need) for need in needs)
    return {"desk": {**parts, "policy": [*policy.lines()]} if len(parts) > 1 else None}


class Some(NamedTuple):
    """The first items of a list; ``more`` says that there are others."""

    rows: Sequence[Any]
    more: bool

    def __bool__(self) -> bool:
        return bool(self.rows)


def _some(rows: Sequence[Any]) -> Some:
    return Some(rows[:MOST], len(rows) > MOST)


# -- tables


def _tables() -> dict[str, Some]:
    """Return the stalled tables by reason; nine queries."""
    found = {
        "failing": list(standing.failing().order_by("stuck_at").values_list("pk", flat=True)[: MOST + 1]),
        "bot": standing.for_a_bot()[: MOST + 1],
        "person": standing.for_a_person()[: MOST + 1],
    }
    keys = {pk for some in found.values() for pk in some}
    games = Game.objects.filter(pk__in=keys).only("name", "stuck_at").in_bulk()
    seats = Seat.objects.filter(game__in=keys, awaited_since__isnull=False).order_by("number")
    waiting: dict[int, list[tuple[str, datetime | None]]] = {}
    for pk, name, since in seats.values_list("game", "user__username", "awaited_since"):
        waiting.setdefault(pk, []).append((name, since))
    rows = {why: [_still(games[pk], why, waiting.get(pk, [])) for pk in some] for why, some in found.items()}
    return {why: _some(some) for why, some in rows.items() if some}


def _still(game: Game, why: str, waiting: list[tuple[str, datetime | None]]) -> Still:
    since = game.stuck_at if why == "failing" else min((since for _who, since in waiting if since), default=None)
    return Still(game.pk, game.name, why, since, tuple(name for name, _moment in waiting))


# -- time


def _time() -> dict[str, Any]:
    """Return the state of the sweeps, and the latest outages; three queries."""
    now = clock.now()
    ticks = ticking.seen(now)
    outages = Outage.objects.filter(began_at__gt=now - OF_LATE).order_by("-pk").values_list("began_at", "ended_at")
    gaps = [Gap(began, rounded(ended - began)) for began, ended in outages[: MOST + 1] if ended > began]
    return {"ticked": ticks.last, "stopped": ticks.waits(now, ticking.MISSED), "outages": _some(gaps)}


# -- reports


def _complaints(reader: int) -> list[Complaint]:
    """Return open reports that the reader may settle, the newest first, repeats together; one query."""
    rows = Complaint.objects.filter(settled_at=None).only(
        "words", "reason", "kind", "word", "person", "table", "circle"
    )
    found: dict[tuple[object, ...], Complaint] = {}
    for row in open_to(reader, rows).order_by("-at")[:LOOKED]:
        first = found.setdefault((*row.thing.values(),), row)
        first.repeats = getattr(first, "repeats", 0) + 1  # type: ignore[attr-defined]
    return list(found.values())[: MOST + 1]


# -- users and channels


def _unreached() -> list[User]:
    """Return unreachable players of running games, among the newest players, the newest first; three queries.

    It follows from the addresses that they entered, never from the outcome of their notifications.
    """
    # The status by a subquery: with a join, all running games might be read for a few users.
    status = Subquery(Game.objects.filter(pk=OuterRef("game")).values("status"))
    plays = Seat.objects.alias(status=status).filter(user=OuterRef("pk"), status=Status.RUNNING)
    people = User.objects.filter(is_bot=False, is_guest=False, is_active=True).order_by("-pk")
    latest = list(people.values_list("pk", flat=True)[:NEWCOMERS])
    reached = reach.reached_among(latest)
    found = User.objects.filter(Exists(plays), pk__in=[key for key in latest if key not in reached]).order_by("-pk")
    return list(found.only("username", "date_joined")[: MOST + 1])


def _silent() -> list[greetings.Greeting]:
    """Return the channels that do not respond; one query."""
    return [greeting for greeting in greetings.probe_results() if greeting.fails]


def _lost() -> list[Lost]:
    """Return recent dead letters, the latest first; two queries.

    The outcome of notifications about running games is secret (`games.admin.outbox`).
    """
    dead = Delivery.objects.filter(outcome=Notice.Outcome.DEAD).order_by("-notice").values_list("pk", flat=True)
    # Without any key Django would skip the second query, which would reveal something about running games.
    keys = [0, *dead[:LOOKED]]
    given_up = Delivery.objects.filter(pk__in=keys, notice__done_at__gt=clock.now() - OF_LATE)
    rows = given_up.filter(Q(notice__game=None) | ~Q(notice__game__status=Status.RUNNING)).order_by("-notice__done_at")
    columns = ("notice__user__username", "notice__done_at", "trouble")
    return [Lost(name, at, _REASONS.get(why, why)) for name, at, why in rows.values_list(*columns)[: MOST + 1]]
