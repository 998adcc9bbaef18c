"""Circles in the Django admin: read-only. Addresses that let people in (links, shared seasons) are not even read.

There is no list of evenings: an evening is a table with an hour, so the list of tables filters by it.
"""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.db.models import BooleanField, Case, Count, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Lower
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from circles.models import Answer, Circle, CircleLink, CircleMember, CircleTable, Reply, Role, Season
from games.admin import finding
from games.admin.closed import ClosedAdmin
from games.models import Status
from saboteur_site.database.beginnings import beginning
from saboteur_site.web.lists import MOST

FEW = 20
"""How many circles have their rows listed by a search."""
_EMPTY = admin.EmptyFieldListFilter
_NAMES = ("circle__name", "circle__code")


def _circles(term: str, most: int = FEW) -> list[int]:
    """Return the keys of the circles with this code, or whose names begin with the term; two queries."""
    named = beginning(Circle.objects.all(), Lower("name"), term.lower()).values_list("pk", flat=True)
    return [*Circle.objects.filter(code=term).values_list("pk", flat=True), *named[:most]]


@admin.register(Circle)
class CircleAdmin(ClosedAdmin[Circle]):
    """Circles with their hosts and sizes."""

    read = ("name", "code", "made_at")
    list_display = ("name", "code", "host", "size", "made_at")
    search_fields = ("name", "code", "members__user__username")
    ordering = ("-pk",)
    fields = ("name", "code", "host", "size", "made_at")
    readonly_fields = fields

    def find(self, term: str) -> Iterator[int]:
        """Return the circles by name, code and member."""
        yield from _circles(term, MOST + 1)
        mine = CircleMember.objects.filter(user__in=finding.people(term), left_at=None).order_by()
        yield from mine.values_list("circle", flat=True)[: MOST + 1]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Circle]:
        """Return the circles with their hosts and the numbers of their members."""
        here = CircleMember.objects.filter(circle=OuterRef("pk"), left_at=None).order_by()
        return (
            super()
            .get_queryset(request)
            .annotate(
                member_count=Subquery(here.values("circle").annotate(of=Count("pk")).values("of")),
                host_name=Subquery(here.filter(role=Role.HOST).values("user__username")[:1]),
            )
        )

    @admin.display(description=_("host"))
    def host(self, circle: Any) -> str:
        """Return the name of the host."""
        return circle.host_name or "–"

    @admin.display(description=_("members"))
    def size(self, circle: Any) -> int:
        """Return the number of members."""
        return circle.member_count or 0


@admin.register(CircleMember)
class CircleMemberAdmin(ClosedAdmin[CircleMember]):
    """Members of circles, and those who left or were removed."""

    read = (*_NAMES, "user__username", "role", "joined_at", "left_at", "removed")
    asked = ("circle", "user")
    list_display = ("circle", "user", "role", "joined_at", "left_at", "removed")
    list_filter = ("role", ("left_at", _EMPTY), "removed")
    list_select_related = ("circle", "user")
    search_fields = (*_NAMES, "user__username")
    ordering = ("-pk",)
    fields = list_display
    readonly_fields = fields

    def find(self, term: str) -> Iterator[int]:
        """Return the members of circles by name and code, and all rows of users."""
        keys = CircleMember.objects.order_by().values_list("pk", flat=True)
        yield from keys.filter(circle__in=_circles(term))[: MOST + 1]
        yield from keys.filter(user__in=finding.people(term))[: MOST + 1]


@admin.register(CircleLink)
class CircleLinkAdmin(ClosedAdmin[CircleLink]):
    """Links by which people join. The address of a link is its key and is not shown."""

    read = (*_NAMES, "by__username", "expires_at")
    asked = ("circle",)
    list_display = ("circle", "by", "expires_at")
    list_select_related = ("circle", "by")
    search_fields = _NAMES
    ordering = ("-pk",)
    fields = list_display
    readonly_fields = fields

    def find(self, term: str) -> Iterator[int]:
        """Return the links of circles."""
        yield from CircleLink.objects.filter(circle__in=_circles(term, MOST)).order_by().values_list("pk", flat=True)


@admin.register(CircleTable)
class CircleTableAdmin(ClosedAdmin[CircleTable]):
    """Tables of circles. Evenings have an hour, and the numbers of those who said maybe or no."""

    read = (*_NAMES, "game__name", "game__code", "game__status", "game__starts_at", "made_at")
    asked = ("circle", "game")
    list_display = ("circle", "game", "status", "starts_at", "maybe", "no", "made_at")
    list_filter = ("game__status", ("game__starts_at", _EMPTY))
    list_select_related = ("circle", "game")
    search_fields = (*_NAMES, "game__name", "game__code")
    ordering = ("-pk",)
    fields = list_display
    readonly_fields = fields

    def find(self, term: str) -> Iterator[int]:
        """Return the latest tables of circles, and circle tables by name and code."""
        keys = CircleTable.objects.order_by().values_list("pk", flat=True)
        for circle in _circles(term):
            yield from keys.filter(circle=circle).order_by("-game")[: MOST // FEW]
        yield from keys.filter(game__in=finding.tables(term, MOST))

    def get_queryset(self, request: HttpRequest) -> QuerySet[CircleTable]:
        """Return the tables with the numbers of their answers."""
        answers = Answer.objects.filter(table=OuterRef("pk")).order_by().values("table")
        return (
            super()
            .get_queryset(request)
            .annotate(
                maybes=Subquery(answers.annotate(of=Count("pk", filter=Q(reply=Reply.MAYBE))).values("of")),
                noes=Subquery(answers.annotate(of=Count("pk", filter=Q(reply=Reply.NO))).values("of")),
            )
        )

    @admin.display(description=_("status"))
    def status(self, table: CircleTable) -> str:
        """Return the status of the table."""
        return str(Status(table.game.status).label)

    @admin.display(description=_("starts at"), empty_value="–")
    def starts_at(self, table: CircleTable) -> Any:
        """Return the hour of an announced game, None without one."""
        return table.game.starts_at

    @admin.display(description=_("maybe"))
    def maybe(self, table: Any) -> int:
        """Return how many members said maybe."""
        return table.maybes or 0

    @admin.display(description=_("can’t come"))
    def no(self, table: Any) -> int:
        """Return how many members said no."""
        return table.noes or 0


@admin.register(Season)
class SeasonAdmin(ClosedAdmin[Season]):
    """Seasons with their days, and whether they are shared. The address that shares one is not shown."""

    read = (*_NAMES, "name", "begins", "ends", "games", "evenings", "stale", "made_at")
    asked = ("circle",)
    list_display = ("circle", "name", "begins", "ends", "games", "evenings", "stale", "public", "made_at")
    list_filter = ("stale",)
    list_select_related = ("circle",)
    search_fields = (*_NAMES,)
    ordering = ("-pk",)
    fields = list_display
    readonly_fields = fields

    def find(self, term: str) -> Iterator[int]:
        """Return the seasons of circles."""
        seasons = Season.objects.filter(circle__in=_circles(term)).order_by()
        yield from seasons.values_list("pk", flat=True)[: MOST + 1]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Season]:
        """Return the seasons with whether they are shared."""
        is_shared = Case(
            When(shared="", then=Value(value=False)), default=Value(value=True), output_field=BooleanField()
        )
        return super().get_queryset(request).annotate(is_shared=is_shared)

    @admin.display(description=_("shared"), boolean=True)
    def public(self, season: Any) -> bool:
        """Return whether its last page is shared."""
        return bool(season.is_shared)
