"""Devices for push notifications: registered, tested, removed."""

from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.core import signing
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.channels import push, troubles
from accounts.channels.breakers import CLOSED
from accounts.models import Device, User
from accounts.services import trials
from saboteur_site.outgoing.webpush import Subscription, is_sound
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError, TooManyError
from saboteur_site.web.rates import TooOftenError

MOST = 20
"""The most devices of one user."""
SESSION = "device"
"""The session key under which the id of the current device is stored."""
COOKIE = "device"
"""The signed cookie with the same id. It outlives the session, so it is there when another user signs in."""
_LASTS = 400 * 24 * 3600
"""Seconds; browsers store no cookie for longer."""
_SIGNER = signing.Signer(salt="accounts.device")


@transaction.atomic
def add(*, user: User, subscription: Subscription, name: str, instead: int = 0) -> Device:
    """Register a device for a user's push notifications. A device of another user changes its owner.

    ``instead`` is the id of a device of the user that this one replaces, 0 for none: a browser has one subscription,
    and this is its new one.
    Raise DeclinedError if nothing can be sent there, or if the user has twenty others.
    """
    if not is_sound(subscription):
        raise DeclinedError(_("We can’t notify this browser: we don’t know its push service."))
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    others = Device.objects.filter(user=user).exclude(endpoint=subscription.endpoint)
    others.filter(pk=instead).delete()
    if others.count() >= MOST:
        raise DeclinedError(_("You have %(count)s devices. Remove one of them first.") % {"count": MOST})
    said = {"p256dh": subscription.p256dh, "auth": subscription.auth, "key": subscription.key, "name": name[:60]}
    fresh = {"user": user, "made_at": timezone.now(), "last_at": None, **CLOSED}
    device, _is_new = Device.objects.update_or_create(endpoint=subscription.endpoint, defaults={**said, **fresh})
    troubles.forget(user.pk, push.NAME)
    return device


def keep_here(request: HttpRequest, response: HttpResponse, device: Device) -> None:
    """Store the id of the device in session and cookie."""
    request.session[SESSION] = device.pk
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(
        COOKIE, _SIGNER.sign(str(device.pk)), max_age=_LASTS, secure=secure, httponly=True, samesite="Lax"
    )


def remove(*, user: User, key: int) -> None:
    """Remove one of a user's devices. Idempotent."""
    for device in Device.objects.filter(user=user, pk=key).select_related("user"):
        push.drop(device)


def try_out(*, user: User, key: int) -> None:
    """Queue a test notification to a device.

    Raise DeclinedError if the user has no such device; TooManyError after ten tests in an hour.
    """
    device = Device.objects.filter(user=user, pk=key).first()
    if device is None:
        raise DeclinedError(_("This device is no longer in your list."))
    try:
        rates.check("push-tests", user.pk)
    except TooOftenError as often:
        raise TooManyError(_("You’ve tried this a lot. Wait a while."), often.seconds) from None
    trials.ask(device)


def remove_all(user: User) -> None:
    """Remove all devices of a user."""
    for device in Device.objects.filter(user=user).select_related("user"):
        push.drop(device)


@receiver(user_logged_out)
def leave(request: HttpRequest | None = None, user: Any = None, **_more: Any) -> None:
    """Remove the device on which a user logs out: another person may use it."""
    key = request.session.get(SESSION) if request is not None else None
    if key and isinstance(user, User):
        remove(user=user, key=key)


@receiver(user_logged_in)
def take_over(user: Any, request: HttpRequest | None = None, **_more: Any) -> None:
    """On sign-in on another user's device, remove it from that user, since no log-out has. On the user's own device
    nothing changes, and a log-out removes it."""
    try:
        key = int(_SIGNER.unsign(request.COOKIES.get(COOKIE, ""))) if request is not None else 0
    except signing.BadSignature:
        return
    device = Device.objects.filter(pk=key).select_related("user").first()
    if device is None or request is None:
        return
    if device.user_id == user.pk:
        request.session[SESSION] = key
    else:
        push.drop(device)
