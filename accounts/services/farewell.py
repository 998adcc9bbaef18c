"""Deleting an account. The row is made anonymous and stays as a name on the seats of finished games."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import CharField, Model, Q, Value
from django.db.models.functions import Cast, Concat
from django.http import Http404

from accounts.models import (
    GONE_NAME,
    AccountMail,
    Block,
    Device,
    FeedKey,
    FriendLink,
    Friendship,
    Muted,
    ReservedName,
    SignInLink,
    Target,
    Unheard,
    User,
    VacationDay,
)
from accounts.selectors import people as people_selectors
from accounts.signals import farewell

RETAINED = ("id", "password", "is_bot", "is_guest", "owner_id", "date_joined", "look", "look_in_capitals")
"""Columns that do not change, or follow from the name. All others get their defaults."""

OF_ONE_USER: tuple[type[Model], ...] = (
    AccountMail,
    Authenticator,
    Device,
    EmailAddress,
    FeedKey,
    FriendLink,
    Muted,
    ReservedName,
    SignInLink,
    Target,
    UserSession,
    VacationDay,
)
"""Models whose rows belong to their `user` alone, and go with the account."""

_MARK = Concat(Value(f"{GONE_NAME} "), Cast("pk", CharField()))
DELETED = Q(is_active=False, username__startswith=_MARK)
"""The condition for deleted accounts. An account that is only deactivated is not one."""


@transaction.atomic
def delete_account(user: User) -> None:
    """Delete name, log-in and settings of a user. Before that, the signal `farewell` is sent.

    Idempotent.
    """
    row = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if User.objects.filter(DELETED, pk=row.pk).exists():
        return
    farewell.send(sender=User, user=row)
    Friendship.objects.filter(Q(low=row) | Q(high=row)).delete()
    Block.objects.filter(Q(blocker=row) | Q(blocked=row)).delete()
    Unheard.objects.filter(Q(user=row) | Q(other=row)).delete()
    for model in OF_ONE_USER:
        model._default_manager.filter(user=row).delete()
    row.groups.clear()
    row.user_permissions.clear()
    _empty(row)
    row.username, row.is_active = _free_former_name(row), False
    row.set_unusable_password()
    row.save()


def stay(user: User) -> None:
    """Lock an account until the transaction ends, because its player takes a seat. Raise Http404 if it is deleted."""
    if not User.objects.select_for_update(no_key=True).filter(pk=user.pk, is_active=True).exists():
        raise Http404


def _empty(row: User) -> None:
    for field in User._meta.concrete_fields:
        if field.attname not in RETAINED:
            setattr(row, field.attname, field.get_default())


def _free_former_name(row: User) -> str:
    """Return a free name without meaning."""
    spellings = (f"{GONE_NAME} {row.pk}{more}" for more in ("", *(f"-{number}" for number in range(2, 100))))
    return next(name for name in spellings if not people_selectors.is_taken(name))
