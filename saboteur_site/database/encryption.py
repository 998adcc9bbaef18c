"""Texts that lie encrypted in the database, with keys that follow from SECRET_KEY and from SECRET_KEY_FALLBACKS.

An encrypted text begins with a mark that names its key, so that a query finds what another key has encrypted. Texts
without a mark are of releases that did not encrypt; they are read as they are.
"""

import base64
from hashlib import sha256

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.utils.crypto import salted_hmac

MARK = "fernet:"
"""How all encrypted texts begin."""


class UnreadableError(Exception):
    """None of the site's keys decrypts a text: SECRET_KEY has changed, and the former key is not a fallback."""

    silent_variable_failure = True
    """A template shows nothing in its place."""


def encrypt(text: str, purpose: str) -> str:
    """Return a text encrypted with the present key. Texts of different purposes have different keys."""
    key = _keys(purpose)[0]
    return _mark(key) + Fernet(key).encrypt(text.encode()).decode()


def decrypt(text: str, purpose: str) -> str:
    """Return the text that was encrypted, whichever of the site's keys did it. UnreadableError if none did."""
    if not text.startswith(MARK):
        return text
    for key in _keys(purpose):
        if text.startswith(_mark(key)):
            try:
                return Fernet(key).decrypt(text.removeprefix(_mark(key))).decode()
            except InvalidToken:
                break
    raise UnreadableError


def marks(purpose: str) -> list[str]:
    """Return how the texts begin that each of the site's keys has encrypted, the present key first."""
    return [_mark(key) for key in _keys(purpose)]


def _keys(purpose: str) -> list[bytes]:
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = [salted_hmac("encryption", purpose, secret=secret, algorithm="sha256").digest() for secret in secrets]
    return [base64.urlsafe_b64encode(digest) for digest in digests]


def _mark(key: bytes) -> str:
    return f"{MARK}{sha256(key).hexdigest()[:8]}:"
