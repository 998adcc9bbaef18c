"""Names of players: the only writer of a name after sign-up."""

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import ReservedName, User
from accounts.models.people import SHOWN_AFTER
from accounts.names import word_list
from accounts.selectors import people as people_selectors

RESERVED = timedelta(days=30)
"""How long no other player can take a name that was given up."""
_COLUMNS = ("username", "name_key", "look", "look_in_capitals", "name_is_made_up", "former_name", "renamed_at")


def may_rename_at(user: User) -> datetime | None:
    """Return when a player may change their name again; None if they may now."""
    at = user.renamed_at and user.renamed_at + SHOWN_AFTER
    return at if at and at > timezone.now() else None


@transaction.atomic
def set_name(user: User, typed: str, *, by_staff: bool = False) -> User:
    """Give a player another name and reserve the old one; return the row.

    Raise ValidationError if the name is invalid, listed or taken, or the player has changed theirs within a week. A
    name that the staff changes is reserved for its former player, too, and is not shown.
    """
    name = names.spelt(typed)
    names.check_name(name)
    word_list.check(name)
    row = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if not by_staff:
        _check_change(row, name)
    if people_selectors.is_taken(name, but_for=row):
        raise ValidationError(_("Someone here already has that name. Choose another."), code="name_taken")
    reserve(row, row.username, by_staff=by_staff)
    row.username, row.name_is_made_up = name, False
    try:
        with transaction.atomic():
            row.save(update_fields=_COLUMNS)
    except IntegrityError:
        raise ValidationError(_("That name was just taken. Choose another."), code="name_taken") from None
    return row


def reserve(row: User, name: str, *, by_staff: bool) -> None:
    """Reserve the name that a player gives up, and set the columns of the change. The caller saves the row."""
    now = timezone.now()
    row.former_name, row.renamed_at = "" if by_staff else name, now
    as_written, in_capitals = names.looks(name)
    ReservedName.objects.create(
        user=None if by_staff else row,
        name=name,
        name_key=names.key(name),
        look=as_written,
        look_in_capitals=in_capitals,
        until=now + RESERVED,
    )


def _check_change(row: User, name: str) -> None:
    if name == row.username:
        raise ValidationError(_("That’s your name already."), code="name_same")
    if at := may_rename_at(row):
        day = date_format(timezone.localtime(at), "MONTH_DAY_FORMAT")
        raise ValidationError(
            _("You can change your name once a week, and next on %(day)s.") % {"day": day}, code="name_week"
        )
