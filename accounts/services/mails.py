"""Mails about accounts: whether an address belongs to a user, links for a new password, new ways to sign in.

A page only stores that a mail is requested, whatever the address. So neither its text nor its response time reveals
whether the address is known here. A worker looks up the player, and writes and sends the mail.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.urls import reverse
from django.utils import translation

from accounts.channels import NotSentError, breakers, email, sendings
from accounts.channels.off import off_link
from accounts.channels.sendings import Crew, Sending, Work
from accounts.models import AccountMail, Event, User
from accounts.selectors import mailbox
from accounts.selectors import people as people_selectors
from accounts.services import resets, sign_in
from accounts.signals import mails_asked
from saboteur_site.database import clock, storage
from saboteur_site.outgoing.backoff import BackOff

log = logging.getLogger(__name__)

LEASE = timedelta(minutes=5)
BACK_OFF = BackOff(first=timedelta(minutes=1), longest=timedelta(hours=1))
OLDEST = timedelta(days=1)
"""A mail that could not be sent within this time is dropped."""
MOST = 100
"""The most mails that one run handles."""
MOST_OF_ONE = 5
"""The most links that are sent to one address at once, if several players claim it."""
OF_SIGN_IN = (
    "account/email/new_device",
    "mfa/email/recovery_codes_generated",
    "mfa/email/totp_activated",
    "mfa/email/totp_deactivated",
    "mfa/email/webauthn_added",
    "mfa/email/webauthn_removed",
)
"""Templates of mails about sign-in methods: most by their names in django-allauth."""


def ask_to_confirm(claim: EmailAddress) -> None:
    """Queue a mail that asks a user whether an address is theirs."""
    _write(AccountMail.Kind.CONFIRM, claim.email, claim.user)


def ask_for_sign_in(address: str) -> None:
    """Queue a log-in link for the guest with this address, if there is one."""
    _write(AccountMail.Kind.SIGN_IN, address, None)


def ask_for_reset(address: str) -> None:
    """Queue links to an address, one for each player whose address it is, if any."""
    _write(AccountMail.Kind.RESET, address, None)


def tell_of_sign_in(user: User, template: str, browser: str) -> None:
    """Queue a mail that one of `OF_SIGN_IN` has happened in a browser; nothing for a user without an address."""
    if user.email:
        _write(AccountMail.Kind.METHOD, user.email, user, template=template, browser=browser[:60])


@transaction.atomic
def _write(kind: str, address: str, user: Any, **about: str) -> None:
    language = translation.get_language() or settings.LANGUAGE_CODE
    AccountMail.objects.create(kind=kind, address=address, user=user, language=language, **about)
    mails_asked.send(sender=AccountMail)


# -- sending


def send_due() -> int:
    """Send the due mails; return how many were handled."""
    mails = Mails()
    sendings.work([mails])
    return mails.looked


class Mails:
    """The due mails, as a source of a run. ``looked``: how many it has handled. It returns no more after the mail
    server was away."""

    def __init__(self) -> None:
        self.looked, self._is_away = 0, False

    def __call__(self, crew: Crew) -> Work | None:
        """Return the next due mail, unless another one is being sent."""
        if self._is_away or self.looked >= MOST or not crew.room(email.NAME, 1) or (row := _lease()) is None:
            return None
        self.looked += 1
        return Work(email.NAME, None, self._settle(row))

    def _settle(self, row: AccountMail) -> Sending:
        """Send a mail, if there is something to send. If the outcome cannot be stored, the lease ends and the mail is
        handled again."""
        try:
            yield from breakers.send_via(email.NAME, clock.now, lambda: email.handing_over(*_written(row)))
        except Exception as error:
            self._is_away = isinstance(error, breakers.CircuitOpenError) or (
                isinstance(error, NotSentError) and error.away
            )
            with storage.if_writable():
                _was_not_sent(row, error)
        else:
            with storage.if_writable():
                row.delete()


@transaction.atomic
def _lease() -> AccountMail | None:
    """Return the next due mail. No other worker gets it until its lease ends."""
    now = clock.now()
    # SQLite ignores row locks; there the transaction locks the database.
    waiting = AccountMail.objects.select_for_update(skip_locked=True, of=("self",)).filter(due_at__lte=now)
    row = waiting.select_related("user").order_by("due_at", "pk").first()
    if row is not None:
        row.tries, row.due_at = row.tries + 1, now + LEASE
        row.save(update_fields=["tries", "due_at"])
    return row


def _was_not_sent(row: AccountMail, error: Exception) -> None:
    """Schedule a retry of a mail, or drop it, depending on the error."""
    match error:
        case breakers.CircuitOpenError():
            _wait(row, error.until)
        case NotSentError():
            _failed(row, lasting=error.lasting)
        case _ if storage.is_unavailable(error):
            _wait(row, clock.now() + BACK_OFF.first)
        case _:
            log.error("mail %s about an account: it cannot be sent", row.pk, exc_info=error)
            _failed(row, lasting=False)


def _failed(row: AccountMail, *, lasting: bool) -> None:
    now = clock.now()
    if lasting or _is_too_old(row):
        row.delete()
        return
    AccountMail.objects.filter(pk=row.pk).update(due_at=now + BACK_OFF.after(row.tries))


def _wait(row: AccountMail, until: datetime) -> None:
    """Postpone a mail. This does not count as an attempt."""
    if _is_too_old(row):
        row.delete()
        return
    AccountMail.objects.filter(pk=row.pk).update(due_at=until, tries=row.tries - 1)


def _is_too_old(row: AccountMail) -> bool:
    return clock.now() - row.made_at > OLDEST


# -- writing


def _written(row: AccountMail) -> Iterable[EmailMessage]:
    with translation.override(row.language):
        if row.kind == AccountMail.Kind.RESET:
            return [_reset(row, player) for player in people_selectors.whose_address(row.address)[:MOST_OF_ONE]]
        if row.kind == AccountMail.Kind.SIGN_IN:
            guest = people_selectors.guest_at(row.address)
            return [_sign_in(row, guest)] if guest else []
        if row.kind == AccountMail.Kind.METHOD:
            return _of_method(row)
        return _question(row)


def _of_method(row: AccountMail) -> Iterable[EmailMessage]:
    """Yield a mail about sign-in methods, unless the user has given up the address since."""
    if row.user is None or row.user.email != row.address or row.template not in OF_SIGN_IN:
        return []
    page = settings.SITE_URL + reverse("mfa_index")
    about = {"browser": row.browser, "moment": row.made_at, "methods_url": page}
    return [_mail(row.template, row.address, row.user, about)]


def _reset(row: AccountMail, player: User) -> EmailMessage:
    return _mail("account/email/password_reset_key", row.address, player, {"password_reset_url": resets.link(player)})


def _sign_in(row: AccountMail, guest: User) -> EmailMessage:
    about = {"sign_in_url": sign_in.make(guest), "off": off_link(guest, email.NAME, *Event)}
    return _mail("account/email/sign_in", row.address, guest, about)


def _question(row: AccountMail) -> Iterable[EmailMessage]:
    """Yield a confirmation mail to the address. If it is another player's, notify that player instead."""
    claim = EmailAddress.objects.filter(user=row.user, email=row.address, verified=False).first()
    if claim is None or row.user is None:
        return []
    owner = people_selectors.owner_of(row.address)
    if owner is not None and owner != row.user and not owner.is_guest:
        page = settings.SITE_URL + reverse("account_reset_password")
        about = {"newcomer": row.user, "password_reset_url": page}
        return [_mail("account/email/address_known", row.address, owner, about)]
    page = settings.SITE_URL + reverse("account_confirm_email", args=[EmailConfirmationHMAC(claim).key])
    return [_mail("account/email/email_confirmation", row.address, row.user, {"activate_url": page})]


def _mail(template: str, address: str, player: User, about: dict[str, Any]) -> EmailMessage:
    """Return a mail to a player. Its headers assign it to them in the mailbox of the embedded default."""
    with translation.override(player.language or translation.get_language()):
        mail: EmailMessage = get_adapter().render_mail(
            template, address, {"user": player, **about}, headers=mailbox.headers_for(player)
        )
    return mail
