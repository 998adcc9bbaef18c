"""Tables that go with their guests: the one case in which a log is deleted (ADR 29).

On PostgreSQL a trigger on the table's own row asks the same as `gone`, and its moves can only go after that row.
"""

from datetime import datetime

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.services.farewell import DELETED
from games.models import Game, Move, Peek, Seat, Status

STAYS = Q(is_bot=False) & (Q(is_guest=False) | ~DELETED)
"""People whose tables stay: everybody with an account, and guests whose time is not over, barred or not."""


def needed(end: datetime) -> Q:
    """People that a game needs, or needed after a moment, as a condition on their rows: they have a seat at a table
    that runs, and it does not rest, or the game ended later than that.

    Tables of guests do not count: a guest who never comes back would keep them, and they would keep the guest.
    """
    seats = Seat.objects.filter(user=OuterRef("pk"), game__of_guests=False)
    runs = Q(game__status=Status.RUNNING, resting="")
    return Q(Exists(seats.filter(runs | Q(game__over_at__gte=end))))


def gone() -> QuerySet[Game]:
    """The tables of guests at which no account ever sat, and no guest whose time is not over.

    They do not run. A practice table is begun as it is made, so every former player has a seat or a line of the log.
    A table into which an administrator looked stays.
    """
    people = User.objects.filter(STAYS)
    return (
        Game.objects.filter(of_guests=True, status__in=(Status.OVER, Status.CANCELLED))
        .exclude(Exists(Seat.objects.filter(game=OuterRef("pk"), user__in=people)))
        .exclude(Exists(Move.objects.filter(game=OuterRef("pk"), user__in=people)))
        .exclude(Exists(Peek.objects.filter(game=OuterRef("pk"))))
    )


def remove(most: int) -> int:
    """Delete some of them whole, with all that belongs to them, each in a transaction of its own. Gives how many. One
    that is locked is left to another day."""
    keys = list(gone().order_by("pk").values_list("pk", flat=True)[:most])
    return sum(map(_remove, keys))


@transaction.atomic
def _remove(key: int) -> bool:
    row = gone().filter(pk=key).select_for_update(skip_locked=True, of=("self",))
    if not row.values_list("pk"):
        return False
    _delete(key)
    return True


def _delete(key: int) -> None:
    """The row of the table first, since only then may the log go. Django would do it the other way round."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_game WHERE id = %s", [key])
    for relation in Game._meta.related_objects:
        model, field = relation.related_model, relation.field.name
        model._base_manager.filter(**{f"{field}_id": key}).delete()
