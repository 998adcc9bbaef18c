"""Lists that only the API and its pages need."""

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from accounts.models import User
from api.models import Token
from games.models import Seat

PAGE = 50
"""The number of tables on a page of the list."""


def tokens_of(owner: User) -> QuerySet[Token]:
    """Return the tokens of a person and of their bot accounts, the newest first."""
    return Token.objects.filter(Q(user=owner) | Q(user__owner=owner)).select_related("user").order_by("-pk")


def bots_of(owner: User) -> QuerySet[User]:
    """Return the bot accounts of a person, by name."""
    return owner.bot_accounts.filter(is_active=True).order_by("username")


def seats_of(user: User, *, before: int) -> Sequence[Seat]:
    """Return a page of a player's seats with their tables, the latest first, and one more if there is another page;
    `before` is the key of the last seat of the page before, 0 for the first page. One query."""
    seats = Seat.objects.filter(user=user).select_related("game").order_by("-pk")
    columns = ("number", "awaited_for", "answered", "due_at")
    of_game = ("game__code", "game__name", "game__status", "game__seq", "game__words")
    return list((seats.filter(pk__lt=before) if before else seats).only(*columns, *of_game)[: PAGE + 1])
