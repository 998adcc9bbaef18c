"""One table speaks several languages at once: page, log, mail and notification, each in its reader's own."""

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from django.core import mail
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.models import Device, User
from games.mail import outbox
from games.models import Game, Notice
from saboteur_site.outgoing import webpush
from tests.accounts.push_service import Browser, Service, push_service
from tests.games.pages import Page, get
from tests.games.post import give_addresses, parts_of
from tests.games.tables import browser_of, do, in_position

pytestmark = pytest.mark.django_db

HANDS = {"A": ["EW", "NS"], "B": ["ESW", "NE"], "C": ["NESW", "map"]}


@pytest.fixture
def service(settings: Settings) -> Iterator[Service]:
    settings.VAPID_KEY = webpush.new_key()
    with push_service(settings) as found:
        yield found


@pytest.fixture
def game() -> Game:
    """Ann reads Spanish, Bo Ukrainian, Cy English. It is Ann's turn, and nothing is left to be told."""
    game = in_position(3, hands=HANDS, first="A", code="all")
    for name, language in (("Ann", "es"), ("Bo", "uk"), ("Cy", "en")):
        User.objects.filter(username=name).update(language=language)
    give_addresses()
    Notice.objects.all().delete()
    return game


def seen(name: str, game: Game) -> Page:
    """The page of the table as a player has it."""
    return get(browser_of(name), reverse("games:table", args=[game.code]))


def test_one_table_and_its_log_are_read_in_two_languages(game: Game) -> None:
    do(game, "A lay EW 1,0", "B lay ESW 2,0")
    spanish, ukrainian, english = (seen(name, game) for name in ("Ann", "Bo", "Cy"))
    assert re.findall(r'<html lang="(\w+)"', spanish.markup + ukrainian.markup) == ["es", "uk"]
    assert "Bo colocó una bifurcación en M2." in spanish.words
    assert "Colocaste un túnel recto en M1." in spanish.words
    assert "Ann кладе прямий тунель на M1." in ukrainian.words
    assert "Ти кладеш розвилку на M2." in ukrainian.words
    assert "Bo laid the three-way tunnel at M2." in english.words
    for page, others in ((spanish, ("кладе", "laid")), (ukrainian, ("colocó", "laid")), (english, ("colocó", "кладе"))):
        assert not any(word in page.words for word in others)


def test_whose_turn_it_is_is_written_to_each_in_their_language(game: Game, service: Service) -> None:
    phones = {name: phone_of(name, service) for name in ("Ann", "Bo")}
    do(game, "A lay EW 1,0")
    outbox.send_due()
    do(game, "B lay ESW 2,0", "C pass map")
    outbox.send_due()
    mails = {one.to[0].partition("@")[0].lower(): read(one) for one in mail.outbox}
    assert words_of(mails["bo"]) == ("uk", "Твій хід: Friday dwarves")
    assert words_of(mails["ann"]) == ("es", "Te toca: Friday dwarves")
    pushed = {name: notified(phone, service) for name, phone in phones.items()}
    assert pushed == {
        "Ann": [("Te toca: Friday dwarves", "Te toca en la mesa «Friday dwarves».")],
        "Bo": [("Твій хід: Friday dwarves", "Твій хід за столом «Friday dwarves».")],
    }


def phone_of(name: str, service: Service) -> Browser:
    """A player's device for push notifications."""
    browser = service.browser(name)
    Device.objects.create(user=User.objects.get(username=name), name="Firefox", **browser.subscription._asdict())
    return browser


def notified(browser: Browser, service: Service) -> list[tuple[str, str]]:
    """The titles and words of what came to a device."""
    return [(said["title"], said["body"]) for said in (browser.read(came.body) for came in service.to(browser))]


def read(sent: mail.EmailMessage) -> EmailMessage:
    """A mail as the receiver's program reads it."""
    return message_from_bytes(sent.message().as_bytes(), policy=policy.default)


def words_of(message: EmailMessage) -> tuple[str, str]:
    """The language of a mail, as its page says it, and its subject."""
    _text, html = parts_of(message)
    found = re.search(r'<html lang="(\w+)"', html)
    assert found
    return found[1], str(message["Subject"])
