"""Mails about accounts: whether an address is somebody's, and links for a new password.

A page only writes down that a mail is asked for, whatever the address. So neither its words nor its time tell whether
the address is known here. A worker finds out which player is meant, and writes and sends the mail.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation

from accounts.channels import NotSentError, email, rests
from accounts.models import AccountMail, User
from accounts.selectors import mailbox
from accounts.selectors import people as people_selectors
from accounts.services import resets
from accounts.signals import mails_asked

log = logging.getLogger(__name__)

LEASE = timedelta(minutes=5)
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)
OLDEST = timedelta(days=1)
"""A mail that could not be sent for so long is dropped."""
MOST = 100
"""Mails that one run looks at, at most."""
MOST_OF_ONE = 5
"""Links that are sent to one address at once, at most, if several players say that it is theirs."""


def ask_to_confirm(claim: EmailAddress) -> None:
    """Have somebody asked whether an address is theirs."""
    _write(AccountMail.Kind.CONFIRM, claim.email, claim.user)


def ask_for_reset(address: str) -> None:
    """Have links sent to an address, one for each player whose address it is. Maybe there is none."""
    _write(AccountMail.Kind.RESET, address, None)


@transaction.atomic
def _write(kind: str, address: str, user: Any) -> None:
    language = translation.get_language() or settings.LANGUAGE_CODE
    AccountMail.objects.create(kind=kind, address=address, user=user, language=language)
    mails_asked.send(sender=AccountMail)


# -- sending


def send_due() -> int:
    """Send what is due. Gives how many mails were looked at. Stops early if the mail server is away."""
    looked = 0
    while looked < MOST and (row := _lease()) is not None:
        looked += 1
        if not _settle(row):
            break
    return looked


@transaction.atomic
def _lease() -> AccountMail | None:
    """The next mail that is due. Nobody else gets it until its lease is over."""
    now = timezone.now()
    # SQLite ignores the lock; there the transaction itself is one.
    waiting = AccountMail.objects.select_for_update(skip_locked=True, of=("self",)).filter(due_at__lte=now)
    row = waiting.select_related("user").order_by("due_at", "pk").first()
    if row is not None:
        row.tries, row.due_at = row.tries + 1, now + LEASE
        row.save(update_fields=["tries", "due_at"])
    return row


def _settle(row: AccountMail) -> bool:
    """Send a mail, or find that there is nothing to send. False if the mail server is away for all mails."""
    try:
        for mail in _written(row):
            rests.through(email.NAME, timezone.now, partial(email.hand_over, mail))
    except rests.RestsError as rest:
        _wait(row, rest.until)
        return False
    except NotSentError as error:
        _failed(row, lasting=error.lasting)
        return not error.away
    except Exception:
        log.exception("mail %s about an account: it cannot be sent", row.pk)
        _failed(row, lasting=False)
    else:
        row.delete()
    return True


def _failed(row: AccountMail, *, lasting: bool) -> None:
    now = timezone.now()
    if lasting or _is_too_old(row):
        row.delete()
        return
    wait = min(FIRST_WAIT * 2 ** min(row.tries - 1, 10), LONGEST_WAIT)
    AccountMail.objects.filter(pk=row.pk).update(due_at=now + wait)


def _wait(row: AccountMail, until: datetime) -> None:
    """Put a mail off. This was no try."""
    if _is_too_old(row):
        row.delete()
        return
    AccountMail.objects.filter(pk=row.pk).update(due_at=until, tries=row.tries - 1)


def _is_too_old(row: AccountMail) -> bool:
    return timezone.now() - row.made_at > OLDEST


# -- writing


def _written(row: AccountMail) -> Iterable[EmailMessage]:
    with translation.override(row.language):
        if row.kind == AccountMail.Kind.RESET:
            return [_reset(row, player) for player in people_selectors.whose_address(row.address)[:MOST_OF_ONE]]
        return _question(row)


def _reset(row: AccountMail, player: User) -> EmailMessage:
    return _mail("password_reset_key", row.address, player, {"password_reset_url": resets.link(player)})


def _question(row: AccountMail) -> Iterable[EmailMessage]:
    """Ask whoever gave the address whether it is theirs. If it is another player's, tell that player instead."""
    claim = EmailAddress.objects.filter(user=row.user, email=row.address, verified=False).first()
    if claim is None or row.user is None:
        return []
    owner = people_selectors.owner_of(row.address)
    if owner is not None and owner != row.user:
        page = settings.SITE_URL + reverse("account_reset_password")
        return [_mail("address_known", row.address, owner, {"newcomer": row.user, "password_reset_url": page})]
    page = settings.SITE_URL + reverse("account_confirm_email", args=[EmailConfirmationHMAC(claim).key])
    return [_mail("email_confirmation", row.address, row.user, {"activate_url": page})]


def _mail(template: str, address: str, player: User, about: dict[str, Any]) -> EmailMessage:
    """A mail to a player. Its headers let them find it in the mailbox of the embedded default."""
    with translation.override(player.language or translation.get_language()):
        mail: EmailMessage = get_adapter().render_mail(
            f"account/email/{template}", address, {"user": player, **about}, headers=mailbox.headers_for(player)
        )
    return mail
