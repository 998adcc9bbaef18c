"""Admin lists of seats, moves, motions, invitations and peeks, with searches and filters on public columns."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.admin import finding
from games.admin.closed import ClosedAdmin
from games.models import Invitation, Motion, Move, Peek, Seat
from games.rules.notation import letter
from games.selectors.table import NAMED, events_of
from games.wording import event_words
from saboteur_site.database.planning import in_index_order
from saboteur_site.web.lists import MOST, RecentRelatedFilter, RecentValuesFilter

_NAMES = ("game__name", "game__code")
_EMPTY = admin.EmptyFieldListFilter


class ByBotsFilter(admin.SimpleListFilter):
    """Filters seats by bots and users."""

    title = _("bot")
    parameter_name = "bot"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Return the choices of the filter."""
        return [("yes", _("bot")), ("no", _("People"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Seat]) -> QuerySet[Seat]:
        """Return all seats: the list looks up their players separately."""
        return queryset

    def among(self, keys: list[int]) -> list[int]:
        """Return the keys of the seats that match."""
        if self.value() not in ("yes", "no"):
            return keys
        bots = set(User.objects.filter(is_bot=True).values_list("pk", flat=True))
        players = dict(Seat.objects.filter(pk__in=keys).values_list("pk", "user"))
        return [key for key in keys if (players[key] in bots) == (self.value() == "yes")]


@admin.register(Seat)
class SeatAdmin(ClosedAdmin[Seat]):
    """Seats with their players, and who is awaited since when."""

    read = (*_NAMES, "number", "user__username", "awaited_for", "awaited_since", "resting", "joined_at")
    asked = ("game", "user")
    list_display = ("game", "place", "user", "awaited_for", "awaited_since", "resting", "joined_at")
    list_filter = ("game__status", ("awaited_since", _EMPTY), "awaited_since",
                   ("awaited_for", RecentValuesFilter), ("resting", RecentValuesFilter), ByBotsFilter)  # fmt: skip
    list_select_related = ("game", "user")
    search_fields = (*_NAMES, "user__username")
    ordering = ("-pk",)
    indexed: ClassVar = {"awaited_since__isempty=0": "awaited_since"}
    fields = ("game", "place", "user", "awaited_for", "awaited_since", "resting", "joined_at")
    readonly_fields = fields

    def find(self, term: str) -> Iterator[int]:
        """Return the seats of tables and of players."""
        yield from finding.latest_at(Seat.objects.all(), finding.tables(term, MOST))
        theirs = Seat.objects.filter(user__in=finding.people(term)).order_by("user", "awaited_since")
        with in_index_order():
            found = list(theirs.values_list("pk", flat=True)[: MOST + 1])
        yield from found

    @admin.display(description=_("seat"), ordering="number")
    def place(self, seat: Seat) -> str:
        """Return the letter of the seat."""
        return letter(seat.number)


@admin.register(Move)
class MoveAdmin(ClosedAdmin[Move]):
    """The public events, move by move. The command stays secret, because it may name a card of a hand.

    Its seat stays secret too: the seat that answered a window last would reveal which seats answered it at all (R93,
    R95).
    """

    read = (*_NAMES, "seq", "events", "at")
    asked = ("game",)
    list_display = ("game", "seq", "words", "at")
    list_filter = ("game__status", "at")
    list_select_related = ("game",)
    search_fields = (*_NAMES, "game__seats__user__username")
    ordering = ("-pk",)
    fields = ("game", "seq", "words", "at")
    readonly_fields = fields

    def find(self, term: str) -> Iterator[int]:
        """Return the latest moves at tables, by the names of these and of their players."""
        moves = Move.objects.filter(game__in=finding.all_tables(term, finding.FEW)).order_by("-game", "-seq")
        yield from moves.values_list("pk", flat=True)[: MOST + 1]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        """Return the moves with the names of the players, for the sentences."""
        people = Seat.objects.select_related("user").only("game_id", "number", "user__username").order_by("number")
        moves = super().get_queryset(request).annotate(named=NAMED)
        return moves.prefetch_related(Prefetch("game__seats", queryset=people))

    @admin.display(description=_("what happened"))
    def words(self, move: Any) -> str:
        """Return the public events in sentences."""
        names = [seat.user.username for seat in move.game.seats.all()]
        events = events_of(move.events, move.named, game=move.game_id, seq=move.seq)
        sentences = [event_words(event, names, None) for event in events]
        return " ".join(filter(None, sentences))


@admin.register(Motion)
class MotionAdmin(ClosedAdmin[Motion]):
    """Motions and their outcomes. Ballots are secret, and are deleted after the count."""

    read = (*_NAMES, "matter", "seat", "by", "days", "opened_at", "closes_at", "decided_at", "outcome")
    asked = ("game",)
    list_display = ("game", "matter", "whose", "days", "opened_at", "closes_at", "decided_at", "outcome")
    list_filter = ("matter", ("decided_at", _EMPTY), ("outcome", RecentValuesFilter), "opened_at")
    list_select_related = ("game",)
    search_fields = _NAMES
    date_hierarchy = "opened_at"
    ordering = ("-opened_at",)
    latest = "-opened_at"
    indexed: ClassVar = {"decided_at__isempty=1": "closes_at"}
    fields = ("game", "matter", "whose", "asker", "days", "opened_at", "closes_at", "decided_at", "outcome")
    readonly_fields = fields

    def find(self, term: str) -> Iterator[int]:
        """Return the motions at tables."""
        yield from finding.latest_at(Motion.objects.all(), finding.tables(term))

    @admin.display(description=_("seat"), ordering="seat")
    def whose(self, motion: Motion) -> str:
        """Return the letter of the seat that the motion is about."""
        return _letter(motion.seat)

    @admin.display(description=_("asked by"), ordering="by")
    def asker(self, motion: Motion) -> str:
        """Return the letter of the seat that opened the motion, a dash for the clock."""
        return _letter(motion.by)


def _letter(seat: int | None) -> str:
    """Return the letter of a seat; a dash for none, because the page of a single row would show None."""
    return "–" if seat is None else letter(seat)


@admin.register(Invitation)
class InvitationAdmin(ClosedAdmin[Invitation]):
    """Invitations with host and guest. The address of a link is its key and is not shown."""

    read = (*_NAMES, "to__username", "by__username", "created_at", "expires_at", "revoked_at")
    asked = ("game", "to", "by")
    list_display = ("game", "recipient", "by", "created_at", "expires_at", "revoked_at")
    list_filter = (("to", _EMPTY), ("revoked_at", _EMPTY), "created_at", "expires_at")
    list_select_related = ("game", "to", "by")
    search_fields = (*_NAMES, "to__username", "by__username")
    date_hierarchy = "created_at"
    ordering = ("-created_at",)
    latest = "-created_at"
    fields = ("game", "recipient", "by", "created_at", "expires_at", "revoked_at")
    readonly_fields = fields

    def find(self, term: str) -> Iterator[int]:
        """Return the invitations to tables, to users and by users."""
        keys, people = Invitation.objects.values_list("pk", flat=True), finding.people(term)
        yield from finding.latest_at(Invitation.objects.all(), finding.tables(term))
        yield from keys.filter(to__in=people)[: MOST + 1]
        yield from keys.filter(by__in=people)[: MOST + 1]

    @admin.display(description=_("whom"), ordering="to__username")
    def recipient(self, invitation: Invitation) -> Any:
        """Return the invited user, or that the invitation is a link."""
        return invitation.to or _("anyone with the link")


@admin.register(Peek)
class PeekAdmin(ClosedAdmin[Peek]):
    """Views of secrets of running games: by which administrator, and why."""

    read = ("at", "by__username", *_NAMES, "seq", "reason")
    asked = ("game", "by")
    list_display = ("at", "by", "game", "seq", "reason")
    list_filter = ("at", ("by", RecentRelatedFilter))
    list_select_related = ("game", "by")
    search_fields = (*_NAMES, "by__username", "reason")
    date_hierarchy = "at"
    ordering = ("-at",)
    latest = "-at"
    fields = ("at", "by", "game", "seq", "reason")
    readonly_fields = fields

    def find(self, term: str) -> Iterator[int]:
        """Return the peeks at tables and by users, and the latest ones whose reasons contain the term."""
        keys = Peek.objects.values_list("pk", flat=True)
        yield from keys.filter(game__in=finding.tables(term))[: MOST + 1]
        yield from keys.filter(by__in=finding.people(term))[: MOST + 1]
        latest = keys.order_by("-at", "-pk")[:MOST]
        yield from keys.filter(pk__in=list(latest), reason__icontains=term)
