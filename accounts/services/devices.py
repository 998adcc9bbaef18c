"""Devices on which people are told: they come, they are tried, they go."""

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
"""Devices of one person."""
SESSION = "device"
"""Where a session keeps the key of the device that it is on."""
COOKIE = "device"
"""And where the browser keeps it, signed. It outlives the session, so it is there when another user signs in."""
_LASTS = 400 * 24 * 3600
"""Seconds; browsers keep no cookie for longer."""
_SIGNER = signing.Signer(salt="accounts.device")


@transaction.atomic
def add(*, user: User, subscription: Subscription, name: str, instead: int = 0) -> Device:
    """Register a device for a user's push notifications. One that was another's is theirs from then on.

    ``instead`` is the key of a device of theirs that is no more, 0 for none: a browser has one address, and this is its
    new one.
    DeclinedError if nothing can be sent there, or if they have twenty others.
    """
    if not is_sound(subscription):
        raise DeclinedError(_("Notifications cannot be sent to this browser: we do not know its push service."))
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
    """Let session and browser remember which device they are."""
    request.session[SESSION] = device.pk
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(
        COOKIE, _SIGNER.sign(str(device.pk)), max_age=_LASTS, secure=secure, httponly=True, samesite="Lax"
    )


def remove(*, user: User, key: int) -> None:
    """Remove one of a user's devices. Twice does no more than once."""
    for device in Device.objects.filter(user=user, pk=key).select_related("user"):
        push.drop(device)


def try_out(*, user: User, key: int) -> None:
    """Have a notification sent to a device, to see whether it comes.

    DeclinedError if the device is not there; TooManyError after ten tries in an hour.
    """
    device = Device.objects.filter(user=user, pk=key).first()
    if device is None:
        raise DeclinedError(_("This device is not in your list any more."))
    try:
        rates.check("push-tests", user.pk)
    except TooOftenError as often:
        raise TooManyError(_("You have tried this often. Wait a while."), often.seconds) from None
    trials.ask(device)


def remove_all(user: User) -> None:
    """Remove all devices of a user."""
    for device in Device.objects.filter(user=user).select_related("user"):
        push.drop(device)


@receiver(user_logged_out)
def leave(request: HttpRequest | None = None, user: Any = None, **_more: Any) -> None:
    """Remove the device on which a user logs out: another person may read along there."""
    key = request.session.get(SESSION) if request is not None else None
    if key and isinstance(user, User):
        remove(user=user, key=key)


@receiver(user_logged_in)
def take_over(user: Any, request: HttpRequest | None = None, **_more: Any) -> None:
    """A user who signs in on a device of another takes it from them, for no log-out has. On their own they are told as
    before, and a log-out ends it."""
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
