"""A database that goes away just after a mail was handed over makes it come neither twice nor never."""

import pytest
from django.core import mail
from django.db import OperationalError

from accounts.channels import Letter, email
from accounts.models import User
from accounts.services import farewell
from games.mail import outbox
from games.models import Delivery, Notice
from tests.games.post import became, give_addresses
from tests.games.tables import running_game

pytestmark = pytest.mark.django_db(transaction=True)


def fail_to_write_down(times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the database be away so many times when it is told that a notice is sent."""
    keep, left = outbox._keep, [OperationalError("away")] * times

    def fail(delivery: Delivery, *columns: str) -> None:
        if delivery.outcome == Notice.Outcome.SENT and left:
            raise left.pop()
        keep(delivery, *columns)

    monkeypatch.setattr(outbox, "_keep", fail)
    monkeypatch.setattr(outbox, "WAITS", (0.0,) * len(outbox.WAITS))


def test_that_a_mail_was_sent_is_written_down_when_the_database_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    running_game(3)
    give_addresses()
    fail_to_write_down(len(outbox.WAITS), monkeypatch)
    outbox.send_due()
    outbox.send_due()

    assert became(name="Ann") == "sent"
    assert len(mail.outbox) == 1


def test_a_database_that_stays_away_is_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    running_game(3)
    give_addresses()
    fail_to_write_down(len(outbox.WAITS) + 1, monkeypatch)
    with pytest.raises(OperationalError, match="away"):
        outbox.send_due()
    assert not Notice.objects.filter(outcome="sent").exists()
    assert not Delivery.objects.filter(outcome="sent").exists()


def test_account_deleted_while_a_mail_is_sent_delays_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in (1, 2):
        running_game(3, seed)
    give_addresses()
    send, users = email.send, list[User]()

    def send_slowly(letter: Letter) -> None:
        if not users:
            users.append(letter.to)
            farewell.delete_account(letter.to)
        send(letter)

    first, last = Notice.objects.order_by("due_at", "pk").values_list("user", flat=True)
    assert first != last
    monkeypatch.setattr(email, "CHANNEL", email.CHANNEL._replace(send=send_slowly))
    outbox.send_due()
    assert [user.pk for user in users] == [first]
    assert Notice.objects.get(user=last, kind="turn").outcome == "sent"
