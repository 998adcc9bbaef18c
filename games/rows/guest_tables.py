"""Tables that are deleted with their guests: the only case in which a log is deleted (ADR 29).

On PostgreSQL a trigger on the row of the table checks the same conditions as `gone`, and moves can only be deleted
after that row.
"""

from datetime import datetime

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.services.farewell import DELETED
from games.models import Game, Move, Peek, Seat, Status

STAYS = Q(is_bot=False) & (Q(is_guest=False) | ~DELETED)
"""The users whose tables are not deleted: all with an account, and guests who have not expired, barred or not."""


def needed(end: datetime) -> Q:
    """Return the filter for users that a game needs, or needed after a moment: they have a seat in a running game that
    does not rest, or in a game that ended after ``end``.

    Tables of guests do not count: otherwise a guest who never returns and their table would preserve each other.
    """
    seats = Seat.objects.filter(user=OuterRef("pk"), game__of_guests=False)
    runs = Q(game__status=Status.RUNNING, resting="")
    return Q(Exists(seats.filter(runs | Q(game__over_at__gte=end))))


def gone() -> QuerySet[Game]:
    """Return the tables of guests that can be deleted: no user with an account and no unexpired guest ever had a seat.

    They are not running. A practice table begins when it is made, so every former player has a seat or a line of the
    log. Tables that an administrator viewed are not deleted.
    """
    people = User.objects.filter(STAYS)
    return (
        Game.objects.filter(of_guests=True, status__in=(Status.OVER, Status.CANCELLED))
        .exclude(Exists(Seat.objects.filter(game=OuterRef("pk"), user__in=people)))
        .exclude(Exists(Move.objects.filter(game=OuterRef("pk"), user__in=people)))
        .exclude(Exists(Peek.objects.filter(game=OuterRef("pk"))))
    )


def remove(most: int) -> int:
    """Delete at most ``most`` of them with all their rows, each in its own transaction. Return the number deleted.
    Locked tables are left to another day."""
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
    """Delete the row of the table first, because the log may only be deleted after it. Django would delete the log
    first."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_game WHERE id = %s", [key])
    for relation in Game._meta.related_objects:
        model, field = relation.related_model, relation.field.name
        model._base_manager.filter(**{f"{field}_id": key}).delete()
