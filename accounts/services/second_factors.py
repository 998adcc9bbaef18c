"""The secrets of authenticator apps and recovery codes, which lie encrypted in the database."""

import logging
import time
from collections.abc import Callable

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import Q, QuerySet

from saboteur_site.database import encryption

log = logging.getLogger(__name__)

PURPOSE = "second factors"
BATCH = 200
PATIENCE = 10.0
"""Seconds after which a run leaves the rest to the next day."""
_FIELDS = {Authenticator.Type.TOTP: "secret", Authenticator.Type.RECOVERY_CODES: "seed"}
"""Where the secret stands in the data of each kind."""


def encrypt(secret: str) -> str:
    """Return what is stored of a secret."""
    return encryption.encrypt(secret, PURPOSE)


def decrypt(stored: str) -> str:
    """Return the secret; also one that an earlier release has stored as it is. Raises UnreadableError, and logs it."""
    try:
        return encryption.decrypt(stored, PURPOSE)
    except encryption.UnreadableError:
        log.error("a second factor cannot be decrypted: is SECRET_KEY another one, without SECRET_KEY_FALLBACKS?")
        raise


def encrypt_all(*, seconds: Callable[[], float] = time.monotonic) -> int:
    """Encrypt with the present key what lies plain, or was encrypted with a former key; return the number of rows.

    What cannot be read is left as it is. Rows that are in use are left to another day.
    """
    end, done, last = seconds() + PATIENCE, 0, 0
    while seconds() < end:
        found, changed, last = _encrypt_some(last)
        done += changed
        if found < BATCH:
            break
    return done


def outdated() -> QuerySet[Authenticator]:
    """Return the rows that the present key has not encrypted."""
    return Authenticator.objects.filter(_beginning(encryption.marks(PURPOSE)[:1], without=True))


def unreadable() -> QuerySet[Authenticator]:
    """Return the rows that were encrypted with a key that the site does not have."""
    encrypted = _beginning([encryption.MARK])
    return Authenticator.objects.filter(encrypted).filter(_beginning(encryption.marks(PURPOSE), without=True))


def _beginning(starts: list[str], *, without: bool = False) -> Q:
    """Return the condition that a secret begins with one of some texts, or `without` any of them."""
    found = Q(pk__in=())
    for kind, field in _FIELDS.items():
        begins = Q(pk__in=())
        for start in starts:
            begins |= Q(**{f"data__{field}__startswith": start})
        found |= Q(type=kind) & (~begins if without else begins)
    return found


@transaction.atomic
def _encrypt_some(after: int) -> tuple[int, int, int]:
    """Encrypt the next rows after a key. Return how many were found and changed, and the key of the last one."""
    rows = outdated().select_for_update(skip_locked=True, of=("self",)).filter(pk__gt=after)
    found, changed = list(rows.order_by("pk")[:BATCH]), 0
    for row in found:
        field = _FIELDS[Authenticator.Type(row.type)]
        try:
            row.data[field] = encrypt(decrypt(row.data[field]))
        except (encryption.UnreadableError, KeyError):
            continue
        row.save(update_fields=["data"])
        changed += 1
    return len(found), changed, found[-1].pk if found else after
