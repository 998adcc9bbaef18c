"""The mailbox of a site without a mail server: everybody reads their own mails, and nothing in them runs."""

from pathlib import Path

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.channels import Letter
from accounts.channels import email as channel
from accounts.models import Event, User
from accounts.selectors.mailbox import PLAYER, mails_of
from accounts.services import mails as account_mails
from accounts.services.farewell import delete_account
from saboteur_site.outgoing import mailfolder
from tests.accounts.conftest import PASSWORD

SLY = "<script>alert(1)</script>"


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.EMAIL_BACKEND = "saboteur_site.outgoing.mailfolder.EmailBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")
    return tmp_path / "mail"


def write(to: User, subject: str = "Your turn", html: str = "<p>Words.</p>") -> None:
    text = f"Words for {to}. {SLY} http://localhost:8000/t/x/"
    channel.send(Letter(to, (Event.TURN,), subject, text, html, "turn.1"))


@pytest.fixture
def mails(ann: User, bo: User, cy: User) -> None:
    """One mail to Ann and one to Bo; Cy has no address."""
    for person in (ann, bo):
        person.email = f"{person.username.lower()}@mail.example"
        person.save()
        write(person, f"For {person.username}")


def links(browser: Client) -> list[str]:
    page = browser.get("/mailbox/").content.decode()
    return [part.partition('"')[0] for part in page.split('href="')[1:] if part.startswith("/mailbox/0")]


def test_everybody_reads_the_mails_to_their_own_address(mails: None, as_ann: Client, as_bo: Client) -> None:
    assert [len(links(browser)) for browser in (as_ann, as_bo)] == [1, 1]
    page = as_ann.get(links(as_ann)[0]).content.decode()
    assert "For Ann" in page
    assert "Words for" in page
    assert 'href="http://localhost:8000/t/x/"' in page


@pytest.mark.parametrize("ending", ["", "html"])
def test_mail_of_another_user_is_a_404(mails: None, as_ann: Client, as_bo: Client, ending: str) -> None:
    assert as_bo.get(links(as_ann)[0] + ending).status_code == 404
    assert as_ann.get(links(as_ann)[0] + ending).status_code == 200


def test_reused_mail_address_shows_no_older_mail(
    mails: None, as_ann: Client, as_bo: Client, ann: User, bo: User, cy: User
) -> None:
    old = links(as_ann)[0]
    given_up = ann.email
    User.objects.filter(pk=ann.pk).update(email="elsewhere@mail.example")
    User.objects.filter(pk=bo.pk).update(email=given_up)
    assert (links(as_ann), links(as_bo)) == ([], [])
    assert [as_bo.get(old + ending).status_code for ending in ("", "html")] == [404, 404]
    bo.refresh_from_db()
    write(bo, "For Bo, there")
    assert [mail.subject for mail in mails_of(bo)] == ["For Bo, there"]


def test_next_user_of_a_deleted_address_sees_no_old_mail(mails: None, ann: User, cy: User) -> None:
    given_up = ann.email
    delete_account(ann)
    cy.email = given_up
    cy.save()
    assert mails_of(cy) == []


def test_account_mails_are_found_by_their_user(
    mails: None, stranger: Client, as_bo: Client, as_cy: Client, ann: User, cy: User
) -> None:
    ann.set_password(PASSWORD)
    ann.save()
    stranger.post(reverse("account_reset_password"), {"email": ann.email})
    as_cy.post(reverse("account_email"), {"email": "cy@mail.example", "action_add": ""})
    account_mails.send_due()
    assert ["/password/reset/key/" in mail.text for mail in mails_of(ann)] == [True, False]
    assert len(links(as_bo)) == 1
    assert ["/confirm-email/" in mail.text for mail in mails_of(cy)] == [True]


def test_mail_without_a_recipient_is_shown_to_no_user(mails: None, as_ann: Client, ann: User) -> None:
    mail.send_mail("Test from here", "Words.", None, [ann.email])
    assert len(mails_of(ann)) == 1


def test_mails_of_a_site_with_a_mail_server_hold_no_key_of_a_player(
    settings: Settings, stranger: Client, ann: User
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    ann.email = "ann@mail.example"
    ann.set_password(PASSWORD)
    ann.save()
    write(ann)
    stranger.post(reverse("account_reset_password"), {"email": ann.email})
    account_mails.send_due()
    assert [PLAYER in one.message() for one in mail.outbox] == [False, False]


def test_user_without_an_address_reads_no_mail(mails: None, as_cy: Client, stranger: Client) -> None:
    assert links(as_cy) == []
    assert stranger.get("/mailbox/").status_code == 302


def test_staff_read_no_mails_of_other_users(mails: None, as_ann: Client, as_cy: Client, cy: User) -> None:
    User.objects.filter(pk=cy.pk).update(is_staff=True, is_superuser=True)
    assert links(as_cy) == []
    assert [as_cy.get(links(as_ann)[0] + ending).status_code for ending in ("", "html")] == [404, 404]


def test_nothing_in_a_mail_runs(mails: None, as_ann: Client, ann: User) -> None:
    write(ann, SLY, f"<p>{SLY}<img src=http://elsewhere.example/a.png></p>")
    newest = links(as_ann)[0]
    page = as_ann.get(newest)
    assert SLY not in page.content.decode()
    assert SLY not in as_ann.get("/mailbox/").content.decode()
    alone = as_ann.get(f"{newest}html")
    policy = alone["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "allow-scripts" not in policy


@pytest.mark.parametrize("name", ["..", "x", "0" * 20 + "-" + "a" * 32, "%2e%2e%2fsecret_key"])
def test_no_other_file_is_read(mails: None, as_ann: Client, ann: User, folder: Path, name: str) -> None:
    (folder.parent / "secret_key.eml").write_text(f"To: {ann.email}\n{PLAYER}: {ann.pk}\n\nsecret")
    assert as_ann.get(f"/mailbox/{name}/").status_code == 404


def test_a_site_with_a_mail_server_has_no_mailbox(mails: None, as_ann: Client, settings: Settings) -> None:
    address = links(as_ann)[0]
    assert 'href="/mailbox/"' in as_ann.get("/me/").content.decode()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert 'href="/mailbox/"' not in as_ann.get("/me/").content.decode()
    assert [as_ann.get(one).status_code for one in ("/mailbox/", address, f"{address}html")] == [404] * 3


def test_the_folder_keeps_the_newest_mails_for_their_owner_alone(
    mails: None, ann: User, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailfolder, "MOST", 3)
    for number in range(4):
        write(ann, f"Mail {number}")
    assert {"Mail 0", "Mail 3"} <= {mail.subject for mail in mails_of(ann)}
    assert mailfolder.tidy(folder) > 0
    assert [mail.subject for mail in mails_of(ann)] == ["Mail 3", "Mail 2", "Mail 1"]
    assert {path.stat().st_mode & 0o077 for path in [folder, *folder.iterdir()]} == {0}
