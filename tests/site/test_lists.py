"""Lists of the admin: what they look at, what a search finds, the dates above them."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import clock
from games.admin import finding
from games.models import Game, Seat
from saboteur_site.web import lists
from tests.factories import UserFactory
from tests.games.tables import browser_of, open_game

pytestmark = pytest.mark.django_db
TABLES, PEOPLE = reverse("admin:games_game_changelist"), reverse("admin:accounts_user_changelist")


@pytest.fixture
def staff() -> Client:
    return browser_of(UserFactory.create(username="Root", is_staff=True, is_superuser=True))


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """Five tables of different days and names, where a list looks at three."""
    monkeypatch.setattr(lists, "MOST", 3)
    found = [open_game(3, seed=seed, name=f"{'North' if seed % 2 else 'South'} {seed}") for seed in range(5)]
    for number, game in enumerate(found):
        game.created_at = clock.now() - timedelta(days=400 * (4 - number))
        game.save()
    return found


def listed(client: Client, address: str, **asked: Any) -> list[str]:
    return [game.name for game in client.get(address, asked).context["cl"].result_list]


def test_list_shows_the_latest_rows_and_says_that_there_are_more(staff: Client, tables: list[Game]) -> None:
    assert listed(staff, TABLES) == ["South 4", "North 3", "South 2"]
    assert "This list is too long to show in full" in staff.get(TABLES).content.decode()


def test_order_of_another_column_applies_to_the_latest_rows(staff: Client, tables: list[Game]) -> None:
    assert listed(staff, TABLES, o="0") == ["North 3", "South 2", "South 4"]


def test_search_by_the_beginning_of_a_name_reaches_older_rows(staff: Client, tables: list[Game]) -> None:
    assert set(listed(staff, TABLES, q="NORTH")) == {"North 1", "North 3"}
    assert listed(staff, TABLES, q="orth") == []
    assert listed(staff, TABLES, q=tables[0].code) == ["South 0"]


def test_search_at_tables_with_many_rows_finds_the_latest(monkeypatch: pytest.MonkeyPatch, tables: list[Game]) -> None:
    monkeypatch.setattr(finding, "MOST", 2)
    seats = list(Seat.objects.filter(game__in=tables[3:]).order_by("-pk").values_list("pk", flat=True))
    Seat.objects.filter(pk=seats[-1]).update(resting="bot")  # PostgreSQL moves the row behind the others
    assert finding.latest_at(Seat.objects.all(), [game.pk for game in tables[3:]]) == seats[:3]


def test_date_above_a_list_reaches_older_rows(staff: Client, tables: list[Game]) -> None:
    day = tables[0].created_at
    assert listed(staff, TABLES, created_at__year=day.year) == ["South 0"]
    assert f"created_at__year={day.year}" in staff.get(TABLES).content.decode()


def test_filter_with_an_index_reaches_older_rows(staff: Client, tables: list[Game]) -> None:
    Game.objects.filter(pk=tables[0].pk).update(status="cancelled")
    assert listed(staff, TABLES, status__exact="cancelled") == ["South 0"]


def test_small_list_says_nothing_of_more_rows(staff: Client) -> None:
    open_game(3)
    assert "rows. Search, or choose a date, to find others" not in staff.get(TABLES).content.decode()


@pytest.mark.parametrize("junk", [{"created_at__year": "99999"}, {"created_at__year": "x"}, {"p": "9"}])
def test_junk_in_the_address_of_a_list_shows_everything(staff: Client, junk: dict[str, str]) -> None:
    assert staff.get(TABLES, junk, follow=True).status_code == 200


def test_people_are_found_by_the_beginning_of_name_and_address(staff: Client) -> None:
    UserFactory.create(username="Greta", email="mine@mail.example")
    for word, found in (("gre", True), ("MINE@", True), ("eta", False)):
        names = [one.username for one in staff.get(PEOPLE, {"q": word}).context["cl"].result_list]
        assert ("Greta" in names) is found, word
