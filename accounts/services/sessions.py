"""The sessions of users with an account: listed by browser and day, and ended one by one."""

from importlib import import_module
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.signals import user_logged_out
from django.contrib.sessions.models import Session
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from accounts.services import devices

MOST = 50
"""The most sessions of a user that are listed: the newest."""
NO_ADDRESS = "::"
"""django-allauth's table has a column for the network address; this site does not store any."""


def store(*, user: User, key: str, browser: str) -> None:
    """Store that a user is signed in by the session with this key, in this browser. Idempotent."""
    browser = browser[: UserSession._meta.get_field("user_agent").max_length]
    UserSession.objects.update_or_create(
        session_key=key, defaults={"user": user, "ip": NO_ADDRESS, "user_agent": browser}
    )


def of(user: User) -> list[UserSession]:
    """Return the sessions by which a user is signed in, the newest first. Two queries."""
    rows = list(UserSession.objects.filter(user=user).order_by("-created_at", "-pk")[:MOST])
    stored = Session.objects.filter(session_key__in=[row.session_key for row in rows], expire_date__gt=timezone.now())
    # A new password ends the sessions that were signed with the old one.
    mark = user.get_session_auth_hash()
    live = {one.session_key for one in stored if one.get_decoded().get(HASH_SESSION_KEY) == mark}
    return [row for row in rows if row.session_key in live]


def end(*, user: User, pk: int) -> None:
    """End one of a user's sessions, and the notifications on its device. Idempotent."""
    for row in UserSession.objects.filter(user=user, pk=pk):
        _end(user, row)


def end_others(*, user: User, key: str) -> None:
    """End all sessions of a user but the one with this key."""
    for row in UserSession.objects.filter(user=user).exclude(session_key=key):
        _end(user, row)


def forget_all(user: User) -> None:
    """Remove the rows of a user whose sessions have ended, with a new password."""
    UserSession.objects.filter(user=user).delete()


def _end(user: User, row: UserSession) -> None:
    sessions = import_module(settings.SESSION_ENGINE).SessionStore
    device = sessions(row.session_key).get(devices.SESSION)
    if device:
        devices.remove(user=user, key=device)
    sessions().delete(row.session_key)
    row.delete()


@receiver(user_logged_out)
def _logged_out(request: HttpRequest | None = None, user: Any = None, **_more: Any) -> None:
    key = request.session.session_key if request is not None else None
    if key and isinstance(user, User) and not user.is_guest:
        UserSession.objects.filter(session_key=key).delete()
