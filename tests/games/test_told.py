"""Unreachable players: the host alone sees them in the lobby and at the table."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.urls import reverse

from accounts.models import Digest, Event, Muted, User
from games import clock
from games.models import Game
from tests.games.comparing import TOKENS
from tests.games.costs import statements
from tests.games.pages import HX
from tests.games.post import give_addresses
from tests.games.tables import browser_of, open_game, running_game

pytestmark = pytest.mark.django_db
UNTOLD, ASKED = "gets no messages", "How should we tell you it’s your turn?"
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
    assert UNTOLD not in seen("Ann", game)
    take_away("Bo", "no address")
    page = seen("Ann", game)
    assert page.count(UNTOLD) == 1
    assert page.index(">Bo<") < page.index(UNTOLD) < page.index(">Cy<")
    assert UNTOLD not in seen("Bo", game) + seen("Cy", game)


@pytest.mark.parametrize("stage", STAGES)
def test_the_host_is_not_shown_to_themselves(stage: str) -> None:
    game = table(stage)
    take_away("Ann", "no address")
    page = seen("Ann", game)
    assert UNTOLD not in page
    assert ASKED in page


def test_bots_are_no_people_who_could_be_told() -> None:
    game = running_game(3)
    give_addresses()
    User.objects.filter(username="Bo").update(is_bot=True, email="")
    assert UNTOLD not in seen("Ann", game)


@pytest.mark.parametrize("stage", STAGES)
def test_two_worlds_private_reason_reaches_no_other(stage: str) -> None:
    game = table(stage)
    cy = seen("Cy", game)
    told = seen("Ann", game)
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
    assert told not in hosts


@pytest.mark.parametrize("stage", STAGES)
def test_two_worlds_bounced_letters_are_told_to_their_reader_alone(stage: str) -> None:
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
def test_guest_is_asked_at_the_table_and_led_back_to_it(stage: str) -> None:
    game = table(stage)
    take_away("Bo", "no address")
    page = seen("Bo", game)
    assert ASKED in page
    assert f'name="next" value="{reverse("games:table", args=[game.code])}"' in page
    take_away("Bo", "declined")
    assert ASKED not in seen("Bo", game)


def test_user_without_a_seat_is_not_asked_on_the_link_page() -> None:
    game = open_game(2, wanted=4, joining="anyone")
    User.objects.create(username="Zed")
    assert ASKED not in seen("Zed", game)
    browser_of("Zed").post(reverse("games:join", args=[game.code]))
    assert ASKED in seen("Zed", game)
