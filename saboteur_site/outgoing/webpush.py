"""Web push: a message is encrypted for one browser (RFC 8291), signed by this site (RFC 8292), and sent to the push
service of the browser (RFC 8030). This module knows nothing of users.

Browsers bind a subscription to the key of the site with which it was made. So the site may have several keys: the first
one is for new subscriptions; the others still sign for older ones.
"""

import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from typing import NamedTuple
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from saboteur_site.outgoing import outward
from saboteur_site.outgoing.outward import Reply

LONGEST_ENDPOINT = 1000
LIFE = 12 * 3600
"""Seconds for which a signature holds; RFC 8292 allows a day."""
_PRIVATE = 32
"""Bytes of a private key."""
_AUTH = 16
"""Bytes of the secret that a browser shares with its senders (RFC 8291)."""


class Subscription(NamedTuple):
    """A browser's subscription: its address at the push service, its two keys, and the site's key that it was made
    with.

    All but the address are bytes in URL-safe Base64 without padding.
    """

    endpoint: str
    p256dh: str
    auth: str
    key: str


class NoKeyError(Exception):
    """The site does not have the key (any more) that the subscription was made with."""


class UnansweredError(Exception):
    """The push service did not respond. ``received``: it may have received the message all the same.

    ``retry_after``: the seconds until the next try if we sent too many messages, else None.
    """

    def __init__(self, *, received: bool, retry_after: float | None = None) -> None:
        super().__init__(received)
        self.received, self.retry_after = received, retry_after


# -- keys


def new_key() -> str:
    """A new private key for `VAPID_KEY`: 32 bytes (RFC 8292)."""
    value = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _text(value.to_bytes(32, "big"))


def offered() -> str:
    """The public key for new subscriptions, as browsers take it; "" if the site has none."""
    return next(iter(_keys(settings.VAPID_KEY)), "")


def has(key: str) -> bool:
    """Whether the site has the private key to a public one."""
    return key in _keys(settings.VAPID_KEY)


def keys() -> set[str]:
    """The public parts of all keys of the site."""
    return set(_keys(settings.VAPID_KEY))


def are_sound() -> bool:
    """Whether `VAPID_KEY` holds valid keys only, without duplicates."""
    said = [key for key in settings.VAPID_KEY.split(",") if key.strip()]
    return len(_keys(settings.VAPID_KEY)) == len(said)


@cache
def _keys(said: str) -> dict[str, Vapid02]:
    """Return the keys of the site by their public parts, that for new subscriptions first. Invalid keys are left out;
    the doctor reports them."""
    found = [key for part in said.split(",") if (key := _key(part.strip()))]
    return {_text(key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)): key for key in found}


def _key(said: str) -> Vapid02 | None:
    try:
        return Vapid02.from_raw(said.encode()) if len(_bytes(said)) == _PRIVATE else None
    except ValueError:  # not a valid private key
        return None


# -- subscriptions


def is_sound(subscription: Subscription) -> bool:
    """Return whether a subscription is valid: its address is at a known push service, and its keys are well-formed."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(subscription.p256dh))
        keys_fit = len(_bytes(subscription.auth)) == _AUTH
    except ValueError:
        return False
    return keys_fit and is_service(subscription.endpoint)


def is_service(endpoint: str) -> bool:
    """Whether an address belongs to a push service that the site writes to (`PUSH_HOSTS`)."""
    if len(endpoint) > LONGEST_ENDPOINT or not re.fullmatch(r"https?://[!-~]+", endpoint):
        return False
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if "@" in parts.netloc or "\\" in endpoint:
        return False
    is_plain = parts.scheme == "http" and host in settings.OUTWARD_HTTP_HOSTS
    is_safe = parts.scheme == "https" and port in (None, 443)
    return (is_plain or is_safe) and any(_fits(host, known) for known in settings.PUSH_HOSTS)


def _fits(host: str, known: str) -> bool:
    """Return whether a host is this one; a name that begins with a dot matches all names that end with it."""
    return host.endswith(known) if known.startswith(".") else host == known


def host_of(endpoint: str) -> str:
    """Return the host name of the push service."""
    return urlsplit(endpoint).hostname or ""


# -- sending


def push(
    to: Subscription, message: bytes, *, topic: str, seconds: int, urgency: str, now: float, contact: str
) -> Reply:
    """Send a message to the push service of a browser; return the response (RFC 8030: status 201 if it was accepted).

    It replaces a pending message with the same ``topic`` (at most 32 URL-safe characters), and is stored there for so
    many ``seconds``. ``now`` is in seconds since 1970, ``contact`` an address of the operator. Raise UnansweredError,
    NoKeyError. Call `permit` before; this does not use the database.
    """
    key = _keys(settings.VAPID_KEY).get(to.key)
    if key is None:
        raise NoKeyError
    headers = {
        **signed(key, to.endpoint, now, contact),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(seconds),
        "Topic": topic,
        "Urgency": urgency,
    }
    return _post(to.endpoint, encrypted(message, to), headers)


def permit(to: Subscription) -> None:
    """Count a message to a push service; raise UnansweredError if its rate limit is used up or its host not allowed."""
    try:
        outward.permit(to.endpoint)
    except outward.RefusedError:
        raise UnansweredError(received=False) from None
    except outward.AwayError as away:
        raise UnansweredError(received=False, retry_after=away.retry_after) from None


def signed(key: Vapid02, endpoint: str, now: float, contact: str) -> dict[str, str]:
    """Return the header that identifies the site to a push service (RFC 8292)."""
    service = urlsplit(endpoint)
    claims = {"aud": f"{service.scheme}://{service.netloc}", "exp": int(now) + LIFE, "sub": contact}
    header: dict[str, str] = key.sign(claims)
    return header


def encrypted(message: bytes, to: Subscription) -> bytes:
    """Return the message encrypted for the browser (RFC 8291), with a key and a salt that are used once."""
    body: bytes = http_ece.encrypt(
        message,
        salt=secrets.token_bytes(16),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_bytes(to.p256dh),
        auth_secret=_bytes(to.auth),
        version="aes128gcm",
    )
    return body


def _post(url: str, body: bytes, headers: dict[str, str]) -> Reply:
    """Send a request to a push service; return its response with any status."""
    if not is_service(url):
        raise UnansweredError(received=False)
    try:
        return outward.post(url, body, headers, patience=settings.PUSH_TIMEOUT)
    except outward.RefusedError:
        raise UnansweredError(received=False) from None
    except outward.AwayError as away:
        raise UnansweredError(received=away.received, retry_after=away.retry_after) from None


def _text(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    """Return the bytes of URL-safe Base64; raise ValueError if it is invalid."""
    if not re.fullmatch(r"[\w-]*", text, re.ASCII):
        raise ValueError
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
