"""Mails about accounts: the worker sends them, waits for a mail server that is away, and finds their recipients."""

from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language

from accounts.adapter import AccountAdapter
from accounts.models import AccountMail, User
from accounts.selectors import people as people_selectors
from accounts.services import mails
from games import tasks
from tests.accounts.post import delivered
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]

ADDRESS = "us@example.org"
START = "2026-03-01T12:00:00Z"


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """While there is an error in the list, the mail server raises it."""
    errors, send = list[Any](), EmailMessage.send

    def refuse(message: EmailMessage, *args: Any, **more: Any) -> int:
        if errors:
            raise errors[-1]
        return send(message, *args, **more)

    monkeypatch.setattr(EmailMessage, "send", refuse)
    return errors


def claim(name: str, *, verified: bool = False, **traits: Any) -> User:
    """A player with an address; unless it is verified, they only say that it is theirs."""
    user: User = UserFactory.create(username=name, **traits)
    EmailAddress.objects.create(user=user, email=ADDRESS, verified=verified, primary=verified)
    if verified:
        User.objects.filter(pk=user.pk).update(email=ADDRESS)
    return user


def test_a_page_does_not_wait_for_the_mail_server(stranger: Client, cut: list[Any]) -> None:
    claim("Ann", verified=True)
    cut.append(AssertionError("a page sends"))
    assert stranger.post(reverse("account_reset_password"), {"email": ADDRESS}).status_code == 302
    assert AccountMail.objects.count() == 1


def test_the_worker_sends_it_with_the_notices() -> None:
    claim("Ann", verified=True)
    mails.ask_for_reset(ADDRESS)
    tasks.send_notices()
    assert [message.to for message in mail.outbox] == [[ADDRESS]]
    assert not AccountMail.objects.exists()


def test_a_mail_waits_for_a_mail_server_that_is_away_and_is_sent_once(cut: list[Any]) -> None:
    claim("Ann", verified=True)
    with time_machine.travel(START, tick=False) as clock:
        mails.ask_for_reset(ADDRESS)
        cut.append(OSError("away"))
        waits = []
        for _ in range(8):
            mails.send_due()
            waits.append((AccountMail.objects.get().due_at - timezone.now()).total_seconds() / 60)
            clock.shift(timedelta(minutes=waits[-1]))
        assert waits == [1, 2, 4, 8, 16, 32, 60, 60]
        cut.clear()
        assert len(delivered()) == 1
        assert delivered() == []


def test_after_a_day_it_is_given_up(cut: list[Any]) -> None:
    claim("Ann", verified=True)
    with time_machine.travel(START, tick=False) as clock:
        mails.ask_for_reset(ADDRESS)
        cut.append(OSError("away"))
        clock.shift(timedelta(hours=25))
        mails.send_due()
    assert not AccountMail.objects.exists()


def test_refused_address_is_not_retried_and_delays_no_other(cut: list[Any]) -> None:
    claim("Ann", verified=True)
    mails.ask_for_reset(ADDRESS)
    mails.ask_for_reset("nobody@example.org")
    cut.append(SMTPRecipientsRefused({ADDRESS: (550, b"5.1.1 unknown")}))
    assert mails.send_due() == 2
    assert not AccountMail.objects.exists()


def test_while_the_mail_server_is_away_one_try_is_enough(cut: list[Any]) -> None:
    claim("Ann", verified=True)
    mails.ask_for_reset(ADDRESS)
    mails.ask_for_reset(ADDRESS)
    cut.append(OSError("away"))
    assert mails.send_due() == 1


def test_a_fault_is_logged_and_tried_again(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    claim("Ann", verified=True)
    mails.ask_for_reset(ADDRESS)
    monkeypatch.setattr(mails, "_written", lambda _row: 1 / 0)
    mails.send_due()
    assert "cannot be sent" in caplog.text
    assert AccountMail.objects.get().tries == 1


def test_links_go_to_the_owner_alone_else_to_all_who_say_it_is_theirs() -> None:
    people = [claim("Ann"), claim("Bo")]
    assert people_selectors.whose_address(ADDRESS.upper()) == people
    owner = claim("Cy", verified=True)
    assert people_selectors.whose_address(ADDRESS) == [owner]


@pytest.mark.parametrize("traits", [{"is_active": False}, {"is_bot": True}])
def test_closed_account_gets_no_password_link(traits: dict[str, bool]) -> None:
    claim("Ann", verified=True, **traits)
    mails.ask_for_reset(ADDRESS)
    assert delivered() == []


def test_false_address_claims_cannot_flood_its_owner() -> None:
    for number in range(mails.MOST_OF_ONE + 2):
        claim(f"Sly {number}")
    mails.ask_for_reset(ADDRESS)
    assert len(delivered()) == mails.MOST_OF_ONE


def test_a_claim_that_was_given_up_is_not_asked_about() -> None:
    ann = claim("Ann")
    mails.ask_to_confirm(EmailAddress.objects.get())
    EmailAddress.objects.all().delete()
    assert delivered() == []
    assert User.objects.get() == ann


@pytest.mark.parametrize(("own", "spoken"), [("es", "es"), ("", "lv")])
def test_a_mail_speaks_the_language_of_its_reader_else_of_the_page(
    stranger: Client, monkeypatch: pytest.MonkeyPatch, own: str, spoken: str
) -> None:
    claim("Ann", verified=True, language=own)
    stranger.post(reverse("account_reset_password"), {"email": ADDRESS}, headers={"Accept-Language": "lv"})
    render, rendered = AccountAdapter.render_mail, list[Any]()

    def listen(adapter: AccountAdapter, *args: Any, **more: Any) -> EmailMessage:
        rendered.append(get_language())
        return render(adapter, *args, **more)

    monkeypatch.setattr(AccountAdapter, "render_mail", listen)
    assert len(delivered()) == 1
    assert rendered == [spoken]
