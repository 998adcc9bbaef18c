"""Reported messages, with the reasons. Other messages are private to their tables and are not shown here.

Staff with the permission to change complaints settle them, and remove messages for all. They never see reports from a
table where they have a seat, or about their own messages: other staff members decide about those.
"""

from collections.abc import Iterator
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin import finding
from games.admin.closed import ClosedAdmin
from games.models import Complaint, Seat, Word
from games.services import talk
from saboteur_site.web.lists import MOST

_NAMES = ("word__game__name", "word__game__code")


def open_to(reader: int, complaints: QuerySet[Complaint]) -> QuerySet[Complaint]:
    """Return those that a staff member may settle: of tables where they have no seat, about messages of others."""
    seats = Seat.objects.filter(game=OuterRef("word__game"), user=reader)
    return complaints.exclude(word__user=reader).exclude(Exists(seats))


def open_among(reader: int, keys: list[int]) -> list[int]:
    """Return the keys of those complaints that `open_to` includes, in the same order; three queries.

    Each reads rows by key: with joins over all messages and seats the query plan would depend on statistics.
    """
    word_of = dict(Complaint.objects.filter(pk__in=keys).order_by().values_list("pk", "word"))
    words = Word.objects.filter(pk__in=word_of.values()).order_by().values_list("pk", "user", "game")
    said = {word: (user, game) for word, user, game in words}
    about = {pk: said[word] for pk, word in word_of.items() if word in said}
    games = {game for _user, game in about.values()}
    own = set(Seat.objects.filter(user=reader, game__in=games).order_by().values_list("game", flat=True))
    return [key for key in keys if key in about and about[key][0] != reader and about[key][1] not in own]


@admin.register(Complaint)
class ComplaintAdmin(ClosedAdmin[Complaint]):
    """The reports: the message as it was then, its author and table, who reported it and why."""

    read = ("words", "reason", "at", "settled_at", "by__username", "word__number", "word__removed_at",
            "word__user__username", *_NAMES)  # fmt: skip
    list_display = ("at", "words", "writer", "reason", "by", "table", "settled_at", "gone")
    list_filter = (("settled_at", admin.EmptyFieldListFilter), "at")
    list_select_related = ("word__game", "word__user", "by")
    search_fields = (*_NAMES, "word__user__username", "by__username")
    date_hierarchy = "at"
    ordering = ("-at",)
    latest = "-at"
    indexed: ClassVar = {"settled_at__isempty=1": "-at"}
    fields = ("at", "table", "writer", "words", "reason", "by", "settled_at", "gone")
    readonly_fields = fields
    actions = ("settle", "take_away")  # type: ignore[assignment]  # rows of tables have none

    def get_queryset(self, request: HttpRequest) -> QuerySet[Complaint]:
        """Return those that are open to the reader; actions and single pages use no others."""
        return open_to(request.user.pk or 0, super().get_queryset(request))

    def listed(self, request: HttpRequest) -> QuerySet[Complaint]:
        """Return all: the list checks separately which of the rows it shows are open."""
        return super().get_queryset(request)

    def open_among(self, request: HttpRequest, keys: list[int]) -> list[int]:
        """Return those that are open to the reader; three queries."""
        return open_among(request.user.pk or 0, keys)

    def find(self, term: str) -> Iterator[int]:
        """Return those of the latest complaints that are about tables, about users' messages, or by users."""
        keys, people = Complaint.objects.values_list("pk", flat=True), finding.people(term)
        about = Q(word__game__in=finding.tables(term, MOST)) | Q(word__user__in=people) | Q(by__in=people)
        yield from keys.filter(about, pk__in=list(keys.order_by("-at", "-pk")[:MOST]))

    def has_settle_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may settle complaints and remove messages."""
        return request.user.has_perm("games.change_complaint")

    @admin.action(description=_("Close: nothing more to do"), permissions=["settle"])
    def settle(self, request: HttpRequest, complaints: QuerySet[Complaint]) -> None:
        """Settle complaints."""
        for complaint in complaints.filter(settled_at=None):
            talk.settle(complaint=complaint.pk)
            self.log_change(request, complaint, "settled")

    @admin.action(description=_("Remove the message and close"), permissions=["settle"])
    def take_away(self, request: HttpRequest, complaints: QuerySet[Complaint]) -> None:
        """Remove the messages for all; a line remains in their place."""
        for complaint in complaints:
            talk.take_away(complaint=complaint.pk)
            self.log_change(request, complaint, "words taken away")

    @admin.display(description=_("said by"))
    def writer(self, complaint: Complaint) -> Any:
        """Return the author."""
        return complaint.word.user or "–"

    @admin.display(description=_("table"))
    def table(self, complaint: Complaint) -> str:
        """Return the table."""
        return complaint.word.game.name

    @admin.display(description=_("removed"), boolean=True)
    def gone(self, complaint: Complaint) -> bool:
        """Return whether the message has been removed."""
        return complaint.word.removed_at is not None
