"""The writers of tokens and bot accounts.

A token is `sab_` and 43 random letters, digits, dashes and underscores (256 bits). Only its digest is stored.
"""

import hashlib
import re
import secrets
from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import farewell as accounts_farewell
from api.models import Token, TokenScope
from games.models import Game as GameRow
from games.models import Seat, Status
from games.services import lobby
from saboteur_site.database import storage
from saboteur_site.database.statements import Prepared
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError, TooManyError

PREFIX = "sab_"
MOST_TOKENS = 20
"""The most tokens of one account."""
MOST_TABLES = 20
"""The most open and running tables of one bot account."""
USED_APART = timedelta(minutes=10)
"""The least time between two updates of `Token.used_at`."""
EXPIRED_STAY = timedelta(days=30)
"""How long an expired token is listed, so that its owner sees why a program is refused."""
BATCH = 500
"""Most expired tokens that one run deletes."""
LIVES = (30, 90, 365, 0)
"""The days after which a token may expire; 0: never."""
_TOKEN = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{43}}")


def chores_due(**_signal: Any) -> None:
    """Delete the tokens that expired more than `EXPIRED_STAY` ago, a batch at a time."""
    expired = Token.objects.filter(expires_at__lt=timezone.now() - EXPIRED_STAY).order_by("expires_at")
    Token.objects.filter(pk__in=list(expired.values_list("pk", flat=True)[:BATCH])).delete()


def digest_of(token: str) -> str:
    """Return the digest under which a token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def make_token(*, by: User, account: User, name: str, scopes: Collection[str], days: int) -> str:
    """Create a token of a person or of one of their bot accounts, and return it. It is shown now and never again.

    Http404 for an account of another person, PermissionDenied for a guest; DeclinedError after `MOST_TOKENS`, and
    TooManyError after many within an hour.
    """
    if by.is_guest or not by.is_person:
        raise PermissionDenied
    if account.pk != by.pk and account.owner_id != by.pk:
        raise Http404
    accounts_farewell.stay(account)
    if Token.objects.filter(user=account).count() >= MOST_TOKENS:
        raise DeclinedError(_("You have a lot of tokens. Revoke one that you don’t need any more."))
    if seconds := rates.wait("tokens", by.pk):
        raise TooManyError(_("You’ve made a lot of tokens within an hour. Try again later."), seconds)
    token = PREFIX + secrets.token_urlsafe(32)
    granted = ",".join(scope for scope in TokenScope.values if scope in scopes)
    expires = timezone.now() + timedelta(days=days) if days else None
    Token.objects.create(user=account, name=name, digest=digest_of(token), scopes=granted, expires_at=expires)
    return token


def revoke(*, by: User, token: int) -> None:
    """Delete a token of a person or of one of their bot accounts. Idempotent."""
    Token.objects.filter(Q(user=by) | Q(user__owner=by), pk=token).delete()


def _by_digest(digest: str) -> Any:
    return Token.objects.filter(digest=digest).select_related("user", "user__owner")


_BY_DIGEST = Prepared(_by_digest, "a digest")


def token_of(text: str) -> Token | None:
    """Return the token with its account if it is valid now, and note that it was used. One query, now and then two.

    It is not valid if it has expired, or if its account or the owner of that is deleted or deactivated.
    """
    if not _TOKEN.fullmatch(text):
        return None
    token: Token | None = next(iter(_BY_DIGEST(digest_of(text))), None)
    if token is None or token.is_expired or not token.user.is_active:
        return None
    if token.user.owner is not None and not token.user.owner.is_active:
        return None
    now = timezone.now()
    if token.used_at is None or now - token.used_at >= USED_APART:
        with storage.if_possible():
            Token.objects.filter(pk=token.pk).update(used_at=now)
    return token


# -- bot accounts


@transaction.atomic
def make_bot(*, owner: User, name: str) -> User:
    """Create a bot account of a person.

    PermissionDenied for a guest and for a bot account; DeclinedError if the person has as many as the site allows, or
    the name was just taken.
    """
    if owner.is_guest or not owner.is_person:
        raise PermissionDenied
    accounts_farewell.stay(owner)
    if owner.bot_accounts.filter(is_active=True).count() >= settings.BOT_ACCOUNTS:
        raise DeclinedError(_("You have as many bot accounts as this site allows."))
    if seconds := rates.wait("bot-accounts", owner.pk):
        raise TooManyError(_("You’ve made a lot of bot accounts today. Try again tomorrow."), seconds)
    bot = User(username=name, owner=owner, language=owner.language, time_zone=owner.time_zone, vacations=False)
    bot.set_unusable_password()
    try:
        with transaction.atomic():
            bot.save()
    except IntegrityError:
        raise DeclinedError(_("That name was just taken. Choose another.")) from None
    return bot


@transaction.atomic
def remove_bot(*, owner: User, bot: int) -> None:
    """Delete a bot account, as any account is deleted: it leaves its tables, and bots play its seats. Idempotent."""
    found = owner.bot_accounts.filter(pk=bot, is_active=True).first()
    if found is not None:
        accounts_farewell.delete_account(found)


def farewell(*, user: User, **_signal: Any) -> None:
    """Delete the tokens and bot accounts of an account that is deleted."""
    Token.objects.filter(user=user).delete()
    for bot in list(user.bot_accounts.filter(is_active=True).order_by("pk")):
        accounts_farewell.delete_account(bot)


@transaction.atomic
def sit_down(*, user: User, code: str, token: str = "", lucky_word: str = "", options_version: int = 0) -> GameRow:
    """Take a seat as `lobby.join` does. DeclinedError for a bot account that plays at many tables already."""
    if user.is_program:
        seats = Seat.objects.filter(user=user, game__status__in=(Status.OPEN, Status.RUNNING))
        if seats.exclude(game__code=code).count() >= MOST_TABLES:
            raise DeclinedError(_("This program already plays at many tables."))
    return lobby.join(user=user, code=code, token=token, lucky_word=lucky_word, options_version=options_version)
