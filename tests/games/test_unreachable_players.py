"""Unreachable players: the host alone sees them in the lobby and at the table."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.urls import reverse

from accounts.models import Digest, Event, Muted, User
from games import clock
from games.models import Game
from tests.factories import UserFactory
from tests.games.comparing import TOKENS
from tests.games.costs import statements
from tests.games.pages import HX
from tests.games.post import give_addresses
from tests.games.tables import browser_of, open_game, running_game

pytestmark = pytest.mark.django_db
UNTOLD = re.compile("gets no (?:turn )?notifications", re.IGNORECASE)
ASKED = "How should we notify you when it’s your turn?"
STAGES = ["lobby", "table"]


def table(stage: str) -> Game:
    """A table of Ann, the host, Bo and Cy, all of them reachable."""
    game = open_game(3, wanted=4) if stage == "lobby" else running_game(3)
    give_addresses()
    return game


def seen(who: str, game: Game, **headers: str) -> str:
    """The page of a table without its tokens."""
    address = reverse("games:table", args=[game.code])
    found = browser_of(who).get(address, headers=headers or None).content
    return re.sub(r"[?;]s=[^&\"]+|pulse/[^?\"]+", "", TOKENS.sub(rb"\1", found).decode())


def take_away(name: str, reason: str) -> None:
    """Make a player unreachable for one of many reasons."""
    person = User.objects.filter(username=name)
    if reason in ("no address", "declined", "claimed"):
        person.update(email="")
    if reason == "declined":
        person.update(declined_at=clock.now() - timedelta(days=1))
    if reason in ("unconfirmed", "claimed"):
        EmailAddress.objects.create(user=person.get(), email=f"{name.lower()}@mail.example", verified=False)
    if reason == "summary":
        person.update(digest=Digest.ALONE)
    if reason == "muted":
        Muted.objects.create(user=person.get(), channel="email", event=Event.TURN)


REASONS = ["no address", "declined", "unconfirmed", "claimed", "muted", "summary"]


@pytest.mark.parametrize("stage", STAGES)
def test_host_alone_sees_unreachable_players(stage: str) -> None:
    game = table(stage)
    assert not UNTOLD.search(seen("Ann", game))
    take_away("Bo", "no address")
    page = seen("Ann", game)
    [untold] = UNTOLD.finditer(page)
    assert page.index(">Bo<") < untold.start() < page.index(">Cy<")
    assert not UNTOLD.search(seen("Bo", game) + seen("Cy", game))


@pytest.mark.parametrize("stage", STAGES)
def test_the_host_is_not_shown_to_themselves(stage: str) -> None:
    game = table(stage)
    take_away("Ann", "no address")
    page = seen("Ann", game)
    assert not UNTOLD.search(page)
    assert ASKED not in page


def test_bots_do_not_count_as_unreachable() -> None:
    game = running_game(3)
    give_addresses()
    User.objects.filter(username="Bo").update(is_bot=True, email="")
    assert not UNTOLD.search(seen("Ann", game))


@pytest.mark.parametrize("stage", STAGES)
def test_two_worlds_private_reason_reaches_no_other(stage: str) -> None:
    game = table(stage)
    cy = seen("Cy", game)
    shown = seen("Ann", game)
    hosts = set()
    for reason in REASONS:
        EmailAddress.objects.all().delete()
        Muted.objects.all().delete()
        User.objects.update(declined_at=None, digest=Digest.NONE)
        give_addresses()
        take_away("Bo", reason)
        hosts.add(seen("Ann", game))
        assert seen("Cy", game) == cy
    assert len(hosts) == 1
    assert shown not in hosts


@pytest.mark.parametrize("stage", STAGES)
def test_two_worlds_bounced_letters_are_shown_to_their_reader_alone(stage: str) -> None:
    game = table(stage)
    before = [seen(who, game) for who in ("Ann", "Cy")]
    User.objects.filter(username="Bo").update(troubles={"email": "refused"})
    assert [seen(who, game) for who in ("Ann", "Cy")] == before


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("headers", [{}, HX])
def test_it_costs_no_statement(stage: str, headers: dict[str, str]) -> None:
    game = table(stage)
    address = reverse("games:table" if stage == "table" or not headers else "games:seats", args=[game.code])
    browser = browser_of("Ann")
    browser.get(address)  # the first look at news is remembered
    costs = [len(statements(browser, address, headers=headers))]
    for name in ("Bo", "Cy", "Ann"):
        take_away(name, "unconfirmed")
        costs.append(len(statements(browser, address, headers=headers)))
    assert len(set(costs)) == 1
    assert stage == "lobby" or costs[0] == 6


@pytest.mark.parametrize("stage", STAGES)
def test_table_does_not_ask_player_without_a_channel(stage: str) -> None:
    game = table(stage)
    take_away("Bo", "no address")
    assert ASKED not in seen("Bo", game)
    settings = browser_of("Bo").get(reverse("games:told", args=[game.code])).content.decode()
    assert f"{reverse('accounts:told')}?next=" in settings


@pytest.mark.parametrize("headers", [{}, HX])
def test_player_without_a_channel_is_asked_once_after_sitting_down(headers: dict[str, str]) -> None:
    game = open_game(2, wanted=4, joining="anyone")
    User.objects.create(username="Zed")
    assert ASKED not in seen("Zed", game)
    zed, there = browser_of("Zed"), reverse("games:seated", args=[game.code])
    answer = zed.post(reverse("games:join", args=[game.code]), headers=headers)
    assert answer.headers.get("HX-Redirect" if headers else "Location") == there
    page = zed.get(there).content.decode()
    assert ASKED in page
    assert page.index("You’re in, Zed.") < page.index(ASKED)
    assert zed.post(there, {"next": reverse("games:table", args=[game.code])}).status_code == 302
    other = open_game([UserFactory.create()], wanted=4, joining="anyone", code="other")
    answer = zed.post(reverse("games:join", args=[other.code]), headers=headers)
    assert "HX-Redirect" not in answer.headers
    assert answer.headers.get("Location") in (None, reverse("games:table", args=[other.code]))


def test_player_with_a_channel_is_not_asked_after_sitting_down() -> None:
    game = open_game(2, wanted=4, joining="anyone")
    User.objects.create(username="Zed", email="zed@mail.example")
    answer = browser_of("Zed").post(reverse("games:join", args=[game.code]))
    assert answer["Location"] == reverse("games:table", args=[game.code])
