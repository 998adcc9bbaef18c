"""Guests: people who play without an account. They are logged in by their session only, and stored until thirty days
after their last visit (ADR 57).
"""

from datetime import datetime
from typing import TypedDict, Unpack

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names.made_up import made_up
from accounts.selectors import people as people_selectors
from accounts.services import farewell
from saboteur_site.web.declined import DeclinedError, TooLateError


class Chosen(TypedDict, total=False):
    """Further columns of a new guest's row."""

    time_zone: str


_TAKEN = _("That name was just taken. Choose another.")
_NOT_NEEDED = Q(pk__in=())
NO_ZONE = "UTC"
"""The time zone of a guest whose device has not sent one."""


def come(*, name: str = "", **chosen: Unpack[Chosen]) -> User:
    """Create a guest with the language of the page and, without a ``name``, a random one.

    Raise DeclinedError if the name was just taken, or the site has no guests.
    """
    if not settings.GUESTS:
        raise DeclinedError(_("You need an account to play here."))
    if name:
        guest = _made(name, chosen)
        if guest is None:
            raise DeclinedError(_TAKEN)
        return guest
    free = (name for name in made_up() if not people_selectors.is_taken(name))
    return next(guest for name in free if (guest := _made(name, chosen, made_up=True)))


@transaction.atomic
def introduce(guest: User, *, name: str = "", time_zone: str = "") -> User:
    """Set the name of a guest who had a random one, and the time zone of their device if they had none; return the
    row. Their own choices do not change.

    Raise DeclinedError if the name was just taken, Http404 if the guest has expired.
    """
    farewell.stay(guest)
    row = User.objects.get(pk=guest.pk)
    if row.is_guest and time_zone and row.time_zone == NO_ZONE:
        row.time_zone = time_zone
    if row.name_is_made_up and name:
        row.username, row.name_is_made_up = name, False
    try:
        with transaction.atomic():
            row.save(update_fields=["username", "name_key", "look", "look_in_capitals", "name_is_made_up", "time_zone"])
    except IntegrityError:
        raise DeclinedError(_TAKEN) from None
    return row


def _made(name: str, chosen: Chosen, *, made_up: bool = False) -> User | None:
    """Create a guest with that name; return None if it is taken. Only the insert tells, because of concurrent ones."""
    about = {"language": get_language() or "", **chosen, "is_guest": True, "name_is_made_up": made_up}
    guest = User(**about, username=name)
    guest.set_unusable_password()
    try:
        with transaction.atomic():
            guest.save()
    except IntegrityError:
        return None
    return guest


def to_settle(guest: User) -> User:
    """Return the row of a guest who signs up, locked, no longer marked as a guest, and not yet saved.

    Raise TooLateError if they signed up already, or have expired. To be called within a transaction.
    """
    row = User.objects.select_for_update(no_key=True).get(pk=guest.pk)
    if not row.is_active:
        raise TooLateError(_("Your time as a guest has run out, and your tables are gone. You can still sign up."))
    if not row.is_guest:
        raise TooLateError(_("You’ve already signed up."))
    row.is_guest, row.name_is_made_up = False, False
    return row


def expired(end: datetime, needed: Q = _NOT_NEEDED) -> QuerySet[User]:
    """Return guests whose last visit was before ``end``, in the order of their first visits, except those who are
    ``needed``."""
    # The last visit is not before the first one, so the index on the first visit is enough.
    came = User.objects.filter(Q(visited_at=None) | Q(visited_at__lt=end), is_guest=True, date_joined__lt=end)
    return came.exclude(farewell.DELETED).exclude(needed).order_by("date_joined")


@transaction.atomic
def send_away(key: int, *, end: datetime | None = None, needed: Q = _NOT_NEEDED) -> bool:
    """Make the row of an expired guest anonymous, as when an account is deleted; return whether it was done.

    It is not done for guests who signed up meanwhile, came back after ``end`` or are ``needed`` now.
    """
    row = User.objects.select_for_update(no_key=True).get(pk=key)
    if not row.is_guest or (end is not None and not expired(end, needed).filter(pk=key).exists()):
        return False
    farewell.delete_account(row)
    return True


def record_visit(guest: User, now: datetime) -> None:
    """Store a visit of a guest."""
    User.objects.filter(pk=guest.pk, is_guest=True).update(visited_at=now)
