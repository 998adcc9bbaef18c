"""The queue of reports, and the page on which a moderator decides about one. Other messages of a table are private to
it: the page shows the ten before a reported one, as the reporter can read them, and nothing else.

Staff with the permission to change complaints decide. They never see reports from a table where they have a seat, of a
circle that they belong to, about themselves or by themselves: other staff members decide about those.
"""

from collections.abc import Iterator
from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.admin import finding
from games.admin.closed import ClosedAdmin
from games.forms.reports import DecisionForm
from games.models import Complaint, Measure, Seat, Word
from games.selectors import reports
from games.services import moderation
from saboteur_site.web.declined import DeclinedError
from saboteur_site.web.lists import MOST

_NAMES = ("word__game__name", "word__game__code")


def open_among(reader: int, keys: list[int]) -> list[int]:
    """Return the keys of those complaints that `moderation.open_to` includes, in the same order; three queries, and one
    more if one of them is about a circle.

    Each reads rows by key: with joins over all messages and seats the query plan would depend on statistics.
    """
    columns = ("pk", "word", "person", "table", "by", "circle")
    rows = {row[0]: row[1:] for row in Complaint.objects.filter(pk__in=keys).order_by().values_list(*columns)}
    words = Word.objects.filter(pk__in=[row[0] for row in rows.values() if row[0]]).order_by()
    said = {word: (user, game) for word, user, game in words.values_list("pk", "user", "game")}
    about = {
        pk: ({person, by, said.get(word, (None, None))[0]}, {table, said.get(word, (None, None))[1]})
        for pk, (word, person, table, by, _circle) in rows.items()
    }
    games = {game for _people, games in about.values() for game in games if game}
    own = set(Seat.objects.filter(user=reader, game__in=games).order_by().values_list("game", flat=True))
    circles = moderation.circles_of(reader) if any(row[4] for row in rows.values()) else set()
    return [
        key
        for key in keys
        if key in about and reader not in about[key][0] and not own & about[key][1] and rows[key][4] not in circles
    ]


@admin.register(Complaint)
class ComplaintAdmin(ClosedAdmin[Complaint]):
    """The reports: the message as it was then, its author and table, who reported it and why."""

    read = ("kind", "words", "reason", "at", "settled_at", "by__username", "word__number", "word__removed_at",
            "word__user__username", "person__username", "table__name", "table__code", *_NAMES)  # fmt: skip
    list_display = ("to_decide", "words", "kind", "writer", "reason", "by", "at", "settled_at", "place")
    list_display_links = ("at",)
    list_filter = (("settled_at", admin.EmptyFieldListFilter), "at")
    list_select_related = ("word__game", "word__user", "person", "table", "by")
    search_fields = (*_NAMES, "word__user__username", "by__username")
    date_hierarchy = "at"
    ordering = ("-at",)
    latest = "-at"
    indexed: ClassVar = {"settled_at__isempty=1": "-at"}
    fields = ("at", "kind", "place", "writer", "words", "reason", "by", "settled_at", "gone", "to_decide")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Complaint]:
        """Return those that are open to the reader; actions and single pages use no others."""
        return moderation.open_to(request.user.pk or 0, super().get_queryset(request))

    def listed(self, request: HttpRequest) -> QuerySet[Complaint]:
        """Return all: the list checks separately which of the rows it shows are open."""
        return super().get_queryset(request)

    def open_among(self, request: HttpRequest, keys: list[int]) -> list[int]:
        """Return those that are open to the reader; four queries at most."""
        return open_among(request.user.pk or 0, keys)

    def find(self, term: str) -> Iterator[int]:
        """Return those of the latest complaints that are about tables, about users' messages, or by users."""
        keys, people = Complaint.objects.values_list("pk", flat=True), finding.people(term)
        tables = finding.tables(term, MOST)
        about = Q(word__game__in=tables) | Q(table__in=tables)
        about |= Q(word__user__in=people) | Q(person__in=people) | Q(by__in=people)
        yield from keys.filter(about, pk__in=list(keys.order_by("-at", "-pk")[:MOST]))

    def has_settle_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may decide about reports."""
        return request.user.has_perm("games.change_complaint")

    @admin.display(description=_("player"))
    def writer(self, complaint: Complaint) -> Any:
        """Return the player who answers for it."""
        return complaint.about or "–"

    @admin.display(description=_("table"))
    def place(self, complaint: Complaint) -> str:
        """Return the table."""
        return complaint.where.name if complaint.where else "–"

    @admin.display(description=_("removed"), boolean=True)
    def gone(self, complaint: Complaint) -> bool:
        """Return whether the message has been removed."""
        return complaint.word is not None and complaint.word.removed_at is not None

    @admin.display(description=_("decide"))
    def to_decide(self, complaint: Complaint) -> str:
        """Return a link to the page of the decision."""
        words = _("Decide") if complaint.settled_at is None else _("See the report")
        return format_html('<a href="{}">{}</a>', reverse("admin:games_complaint_decide", args=[complaint.pk]), words)

    # -- a decision

    def get_urls(self) -> list[URLPattern]:
        """Return the addresses of Django's admin, and that of the decision."""
        view = self.admin_site.admin_view(self.decide_view)
        return [path("<int:pk>/decide/", view, name="games_complaint_decide"), *super().get_urls()]

    def decide_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show a report with what a moderator has to know; a POST decides about it."""
        if not self.has_settle_permission(request) or not isinstance(request.user, User):
            raise PermissionDenied
        rows = moderation.open_to(request.user.pk, Complaint.objects.all())
        complaint = rows.select_related("by", "person", "table", "word__user", "word__game").filter(pk=pk).first()
        if complaint is None:
            raise Http404
        if request.method != "POST":
            return self._page(request, complaint)
        form = DecisionForm(request.POST)
        if not form.is_valid():
            return self._page(
                request,
                complaint,
                " ".join(map(str, form.errors.get("name", ()))) or gettext("This form isn’t complete."),
                422,
            )
        sent = form.cleaned_data
        try:
            moderation.decide(
                by=request.user, complaint=pk, act=Measure(sent["act"]), reason=sent["reason"],
                days=sent["days"] or 0, name=sent["name"],
            )  # fmt: skip
        except DeclinedError as refused:
            return self._page(request, complaint, str(refused), refused.status)
        self.log_change(request, complaint, f"decided: {sent['act']}")
        self.message_user(request, gettext("Decided. The people concerned are notified."))
        return redirect("admin:games_complaint_changelist")

    def _page(self, request: HttpRequest, complaint: Complaint, said: str = "", status: int = 200) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Decide about a report"),
            "opts": self.opts,
            "complaint": complaint,
            "same": [*moderation.same_thing(complaint).select_related("by").order_by("-at")[: reports.MOST]],
            "before": reports.messages_before(complaint),
            "reports": reports.earlier_reports(complaint),
            "decisions": reports.earlier_decisions(complaint),
            "acts": moderation.fitting(complaint),
            "has_days": Measure.MUTE in moderation.fitting(complaint),
            "has_name": Measure.RENAME in moderation.fitting(complaint),
            "said": said,
            "sent": request.POST,
        }
        return TemplateResponse(request, "admin/games/complaint/decide.html", context, status=status)
