"""Guests: people who play without an account. They are known by their session, and are kept for thirty days."""

from datetime import datetime
from typing import TypedDict, Unpack

from django.db import IntegrityError, transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names.made_up import made_up
from accounts.selectors import people as people_selectors
from accounts.services import farewell
from saboteur_site.declined import DeclinedError, TooLateError


class Chosen(TypedDict, total=False):
    """What else is known of a new guest, by the columns of their row."""

    time_zone: str
    confirm_tunnels: bool


def come(*, name: str = "", **chosen: Unpack[Chosen]) -> User:
    """A new guest, who goes on in the language of the page. Without a name they are given a friendly one.

    DeclinedError if somebody took the name just now.
    """
    if name:
        guest = _made(name, chosen)
        if guest is None:
            raise DeclinedError(_("Somebody took this name just now. Choose another."))
        return guest
    free = (name for name in made_up() if not people_selectors.is_taken(name))
    return next(guest for name in free if (guest := _made(name, chosen)))


def _made(name: str, chosen: Chosen) -> User | None:
    """A guest of that name; None if somebody has it. Only the database knows, so it is asked by writing."""
    guest = User(**{"language": get_language() or "", **chosen, "username": name, "is_guest": True})
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
    row.is_guest = False
    return row


def whose_time_is_over(end: datetime, most: int) -> list[int]:
    """The keys of guests who came before a moment, those who came first leading; one query."""
    gone = User.objects.filter(is_guest=True, date_joined__lt=end).exclude(farewell.NOBODY).order_by("date_joined")
    return list(gone.values_list("pk", flat=True)[:most])


@transaction.atomic
def send_away(key: int) -> None:
    """Take the name and all else from a guest whose time is over, as when an account is deleted.

    Nothing happens to whoever signed up in the meantime.
    """
    row = User.objects.select_for_update(no_key=True).get(pk=key)
    if row.is_guest:
        farewell.delete_account(row)
