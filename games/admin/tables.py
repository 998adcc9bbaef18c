"""Tables in the admin: a list with the awaited players, and a page for each table."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, DateTimeField, IntegerField, Min, OuterRef, Prefetch, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import clock
from games.admin import finding, history, stepping
from games.admin.closed import ClosedAdmin
from games.admin.opened import finished, opened_of
from games.admin.page import not_done, page_of
from games.admin.summary import pace_words, rules_words
from games.clocks.words import hour
from games.models import Game, Heartbeat, Seat, Status
from games.rows import store
from games.rows.corrupt import CorruptTable
from games.rows.store import Loaded, Raw
from games.rules.errors import Malformed
from games.services import peeks, repairs
from games.tableau import markup
from games.watch import standing
from saboteur_site.web.lists import RecentValuesFilter

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

LONG_AGO = timedelta(days=180)
OUT_OF_ORDER = _("This table’s data is damaged. Open it to see the details.")


class StuckFilter(admin.SimpleListFilter):
    """Filters stalled games: those that fail, or have waited too long for a bot or a player."""

    title = _("standing still")
    parameter_name = "stuck"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Return the choices of the filter."""
        return [
            ("failing", _("after an error")),
            ("bot", _("for a bot, over ten minutes")),
            ("person", _("for a person, over a week")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        """Return the stalled tables."""
        match self.value():
            case "failing":
                return queryset.filter(pk__in=standing.failing().values("pk"))
            case "bot":
                return queryset.filter(pk__in=standing.for_a_bot())
            case "person":
                return queryset.filter(pk__in=standing.for_a_person())
        return queryset


@admin.register(Game)
class GameAdmin(ClosedAdmin[Game]):
    """The list of all tables, and the page of each."""

    read = (
        "name",
        "code",
        "status",
        "host__username",
        "joining",
        "ruleset",
        "bank_hours",
        "turn_hours",
        "ladder",
        "seats_wanted",
        "commitment",
        "schema",
        "rules_version",
        "seq",
        "version",
        "deadline",
        "stuck_at",
        "created_at",
        "started_at",
        "moved_at",
        "over_at",
        "archived_at",
    )
    asked = ("host",)
    list_display = ("name", "status", "rules", "pace", "taken", "awaited", "waited_since", "last_move")
    list_filter = (
        "status",
        StuckFilter,
        "joining",
        "moved_at",
        ("rules_version", RecentValuesFilter),
        ("schema", RecentValuesFilter),
    )
    list_select_related = ("host",)
    search_fields = ("name", "code", "host__username", "seats__user__username")
    search_help_text = _("Name or code of a table, or name of a player")
    date_hierarchy = "created_at"
    ordering = ("-created_at",)
    latest = "-created_at"
    indexed: ClassVar = {
        "status__exact": "-created_at",
        **{f"stuck={why}": "" for why in ("failing", "bot", "person")},
    }
    change_list_template = "admin/games/game/change_list.html"

    # -- the list

    def find(self, term: str) -> list[int]:
        """Return the tables by name, code and player."""
        return finding.all_tables(term)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Return the tables with the public columns of their seats."""
        seats = Seat.objects.filter(game=OuterRef("pk")).order_by().values("game")
        taken = Subquery(seats.annotate(taken=Count("pk")).values("taken"), output_field=IntegerField())
        # Grouped, so that PostgreSQL reads the seats of the table and not all seats that are awaited.
        since = Subquery(seats.annotate(since=Min("awaited_since")).values("since"), output_field=DateTimeField())
        people = Seat.objects.exclude(awaited_for="").select_related("user").only("game_id", "number", "user__username")
        return (
            super()
            .get_queryset(request)
            .annotate(seats_taken=taken, waits_since=since)
            .prefetch_related(Prefetch("seats", queryset=people.order_by("number"), to_attr="waiting"))
        )

    @admin.display(description=_("seats"), ordering="seats_taken")
    def taken(self, game: Any) -> str:
        """Return the number of taken seats and of all seats."""
        return f"{game.seats_taken or 0}/{game.seats_wanted}"

    @admin.display(description=_("rules"))
    def rules(self, game: Any) -> str:
        """Return the game that is played, and how many modules and variants are added."""
        try:
            return rules_words(store.ruleset(game))
        except CorruptTable:
            return "–"

    @admin.display(description=_("pace"), ordering="bank_hours")
    def pace(self, game: Any) -> str:
        """Return the pace by its name, or in hours and days."""
        return pace_words(game)

    @admin.display(description=_("awaited"))
    def awaited(self, game: Any) -> str:
        """Return who is awaited."""
        return ", ".join(seat.user.username for seat in game.waiting)

    @admin.display(description=_("since"), ordering="waits_since", empty_value="–")
    def waited_since(self, game: Any) -> Any:
        """Return since when the game waits."""
        return _short(game.waits_since)

    @admin.display(description=_("last move"), ordering="moved_at", empty_value="–")
    def last_move(self, game: Any) -> Any:
        """Return when the last move was made."""
        return _short(game.moved_at)

    def leads_with(self, request: HttpRequest) -> dict[str, Any]:
        """Return the context above the list: the last sweep, and the number of games that wait for a bot."""
        beat = Heartbeat.objects.filter(name="tick").first()
        ticked = markup.ago(clock.now() - beat.at) if beat else ""
        return {"ticked": ticked, "stuck": len(standing.for_a_bot())}

    # -- a table

    def get_urls(self) -> list[URLPattern]:
        """Return the addresses of Django's admin, and those of the actions on a table's page."""
        actions: list[tuple[str, Callable[[HttpRequest, int], HttpResponse]]] = [
            ("open", self.open_view),
            ("repair", self.repair_view),
            ("recount", self.recount_view),
        ]
        ours = [
            path(f"<int:pk>/{name}/", self.admin_site.admin_view(action), name=f"games_game_{name}")
            for name, action in actions
        ]
        return [*ours, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the table as a spectator sees it."""
        self._must_view(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        return self._page(request, int(object_id) if object_id.isdecimal() else 0)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the history of staff actions at the table, views of secrets included."""
        number = int(object_id) if object_id.isdecimal() else 0
        entries = history.of_table(number, with_reasons=request.user.has_perm("games.view_peek"))
        return super().history_view(request, object_id, {**(extra_context or {}), "entries": entries})

    def open_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show the same page with the secrets, once. The reason is stored."""
        if request.method != "POST":
            return redirect("admin:games_game_change", pk)
        self._must_view(request)
        try:
            opened = _opened(pk, _person(request), request.POST.get("reason", ""))
        except peeks.UnfitError as wrong:
            return self._page(request, pk, said=str(wrong))
        return self._page(request, pk, opened)

    def repair_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Carry out a repair with a reason, then show the page. With ``look``, preview it only."""
        if request.method != "POST":
            return redirect("admin:games_game_change", pk)
        self._must_view(request)
        try:
            wish = stepping.wish_of(request.POST)
            if "look" in request.POST:
                return self._page(request, pk, wish=wish)
            stepping.do(pk, wish=wish, by=_person(request))
        except (peeks.UnfitError, Malformed, CorruptTable) as wrong:
            said = str(wrong) if isinstance(wrong, peeks.UnfitError) else gettext("Choose what to do and a seat.")
            return self._page(request, pk, said=OUT_OF_ORDER if isinstance(wrong, CorruptTable) else said)
        self.message_user(request, gettext("Done. The players can see it in the table’s log."))
        return redirect("admin:games_game_change", pk)

    def recount_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Check whether replaying the log leads to the stored state."""
        if request.method != "POST":
            return redirect("admin:games_game_change", pk)
        self._must_view(request)
        try:
            found = repairs.recount(game_id=pk, by=_person(request))
        except peeks.UnfitError as wrong:
            return self._page(request, pk, said=str(wrong))
        except CorruptTable:
            return self._page(request, pk, said=OUT_OF_ORDER)
        for sentence in found:
            self.message_user(request, sentence, messages.ERROR)
        if not found:
            self.message_user(request, gettext("Checked: the log leads to the stored state."))
        return redirect("admin:games_game_change", pk)

    def _must_view(self, request: HttpRequest) -> None:
        if not self.has_view_permission(request):
            raise PermissionDenied

    def _page(
        self,
        request: HttpRequest,
        pk: int,
        shown: Loaded | list[Raw] | None = None,
        *,
        said: "str | StrPromise" = "",
        wish: stepping.Wish | None = None,
    ) -> HttpResponse:
        """Return a table's page. The closed parts are shown of finished games, and of a table that was just opened.

        With a ``wish`` it shows a preview first; raises as the repairs do if the repair is not possible.
        """
        self._must_view(request)
        game = Game.objects.select_related("host").filter(pk=pk).first()
        if game is None:
            raise Http404
        context = page_of(game, _person(request), opened=shown is not None)
        if shown is None and game.status == Status.OVER:
            shown = finished(game.pk)
        raw = shown if isinstance(shown, list) else []
        opened = opened_of(shown, context["people"]) if isinstance(shown, Loaded) else None
        was_opened = shown is not None and game.status == Status.RUNNING
        context |= {"opened": opened, "raw": raw, "was_opened": was_opened, "opts": self.opts}
        context |= {"said": not_done(said) if said else "", "title": game.name, "original": game}
        if wish is not None:
            context["ahead"] = stepping.look_ahead(game, wish, context["people"], _person(request))
        template = "admin/games/game/page.html"
        return TemplateResponse(
            request, template, {**self.admin_site.each_context(request), **context}, status=422 if said else 200
        )


def _short(moment: datetime | None) -> str | None:
    """Return a time for a column: with its hour, or with its year if it is long ago."""
    if moment is None:
        return None
    return hour(moment) if clock.now() - moment < LONG_AGO else date_format(localtime(moment), "SHORT_DATE_FORMAT")


def _person(request: HttpRequest) -> User:
    """Return the user of the request; `admin_view` requires one."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def _opened(pk: int, by: User, reason: str) -> Loaded | list[Raw]:
    """Return the secret parts of a running game; for a corrupt one, the parts that cannot be read."""
    try:
        return peeks.open_table(game_id=pk, by=by, reason=reason)
    except CorruptTable:
        return peeks.open_unreadable(game_id=pk, by=by, reason=reason)
