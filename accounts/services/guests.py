"""Guests: people who play without an account. Their session is their way in, and they are stored until thirty days
after their last visit (ADR 57).
"""

from datetime import datetime
from typing import TypedDict, Unpack

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
    """What else is known of a new guest, by the columns of their row."""

    time_zone: str


_TAKEN = _("Somebody took this name just now. Choose another.")
_NOT_NEEDED = Q(pk__in=())
NO_ZONE = "UTC"
"""The time zone of a guest whose device has not said one."""


def come(*, name: str = "", **chosen: Unpack[Chosen]) -> User:
    """A new guest, who goes on in the language of the page. Without a name they are given a friendly one.

    DeclinedError if the name was taken just now.
    """
    if name:
        guest = _made(name, chosen)
        if guest is None:
            raise DeclinedError(_TAKEN)
        return guest
    free = (name for name in made_up() if not people_selectors.is_taken(name))
    return next(guest for name in free if (guest := _made(name, chosen, made_up=True)))


@transaction.atomic
def introduce(guest: User, *, name: str = "", time_zone: str = "") -> User:
    """The row of a guest, with the name they chose in place of a random one, and the time zone of their device if they
    had none. What they chose themselves stays.

    DeclinedError if the name was taken just now. Http404 if their time is over.
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
    """A guest of that name; None if it is taken. Only the database knows, so it is asked by writing."""
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
    """The row of a guest who signs up, locked and no guest's any more, unsaved. It keeps all that is theirs.

    TooLateError if they signed up already, or their time was over. To be called within a transaction.
    """
    row = User.objects.select_for_update(no_key=True).get(pk=guest.pk)
    if not row.is_active:
        raise TooLateError(_("Your time as a guest was over, and your tables are gone. You can still sign up."))
    if not row.is_guest:
        raise TooLateError(_("You have signed up already."))
    row.is_guest, row.name_is_made_up = False, False
    return row


def expired(end: datetime, needed: Q = _NOT_NEEDED) -> QuerySet[User]:
    """Guests whose last visit was before a moment, those who came first leading. Guests who are ``needed`` are left
    out."""
    # Who came after that moment was here after it too: so the index on the first visit is enough.
    came = User.objects.filter(Q(visited_at=None) | Q(visited_at__lt=end), is_guest=True, date_joined__lt=end)
    return came.exclude(farewell.DELETED).exclude(needed).order_by("date_joined")


@transaction.atomic
def send_away(key: int, *, end: datetime | None = None, needed: Q = _NOT_NEEDED) -> bool:
    """Take the name and all else from a guest whose time is over, as when an account is deleted. Gives whether it did.

    Guests who signed up meanwhile, came back after ``end`` or are ``needed`` now stay as they are.
    """
    row = User.objects.select_for_update(no_key=True).get(pk=key)
    if not row.is_guest or (end is not None and not expired(end, needed).filter(pk=key).exists()):
        return False
    farewell.delete_account(row)
    return True


def record_visit(guest: User, now: datetime) -> None:
    """Note that a guest is here."""
    User.objects.filter(pk=guest.pk, is_guest=True).update(visited_at=now)
