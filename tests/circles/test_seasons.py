"""Seasons of a circle: their sums, their standing with ties, and the page that is shared."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import Http404
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.services import farewell
from circles.forms.seasons import SeasonForm
from circles.models import Circle, CircleTable, Season, SeasonPlayer
from circles.selectors import seasons as selectors
from circles.services import seasons
from games import clock
from games.models import Game
from results import counts
from results.models import SeatResult
from results.services import recording
from results.services.hiding import hide
from tests.circles.scene import circle_of, with_table
from tests.factories import UserFactory
from tests.games.tables import browser_of, finished_game
from tests.results.evenings import played

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

YEAR = timedelta(days=365)


def circle_with(games: int = 10) -> tuple[Circle, list[User]]:
    """A circle of four who have played some games at its tables."""
    circle = circle_of(4)
    people = [member.user for member in circle.members.order_by("pk").select_related("user")]
    of_circle(circle, played(people, games))
    return circle, people


def of_circle(circle: Circle, games: list[Game]) -> None:
    """Let tables belong to a circle."""
    CircleTable.objects.bulk_create(CircleTable(circle=circle, game=game) for game in games)


def season_of(circle: Circle, host: User, days: int = 365) -> Season:
    """A season of the last days."""
    today = clock.now().date()
    made = seasons.make(
        host=host, code=circle.code, name="Autumn", begins=today - timedelta(days=days), ends=today + timedelta(days=1)
    )
    made.refresh_from_db()
    return made


def sums(season: Season) -> dict[int | None, dict[str, Any]]:
    """The sums of all players."""
    return {row.user_id: counts.of(row.sums) for row in SeasonPlayer.objects.filter(season=season)}


def test_season_sums_its_games_and_no_other() -> None:
    circle, people = circle_with()
    played(people, 3, seed=9)
    today = clock.now().date()
    season = season_of(circle, people[0], days=6)
    parts = SeatResult.objects.filter(counted__game__circle_table__circle=circle, day__gte=today - timedelta(days=6))
    gold, diggers = Counter[int](), Counter[int]()
    for person, role, won, many in parts.values_list("person", "role", "won", "gold"):
        gold[person] += many
        diggers[person] += won and role == "digger"
    days = set(parts.values_list("day", flat=True))
    assert (season.evenings, season.games) == (len(days), parts.values("counted").distinct().count())
    page = selectors.page(season, people[0])
    assert {row.user.pk: row.gold for row in page.rows if row.user} == dict(gold)
    assert {row.user.pk: row.digger.won for row in page.rows if row.user} == dict(diggers)
    assert [row.gold for row in page.rows] == sorted(gold.values(), reverse=True)


def test_game_is_added_once_it_is_over_and_a_recount_changes_nothing() -> None:
    circle, people = circle_with(2)
    season = season_of(circle, people[0])
    game = finished_game(people[:3], 11)
    with_table(circle, game)
    recording.work_off()
    season.refresh_from_db()
    assert season.games == 3
    first = (sums(season), season.records, season.evenings)
    seasons.sum_up(season.pk)
    season.refresh_from_db()
    assert (sums(season), season.records, season.evenings) == first
    recording.have_counted([game.pk])
    recording.work_off()
    assert Season.objects.filter(stale=True).exists()
    seasons.chores_due()
    season.refresh_from_db()
    assert not Season.objects.filter(stale=True).exists()
    assert (sums(season), season.records, season.evenings) == first


def test_ties_share_a_place() -> None:
    circle, people = circle_with(1)
    season = season_of(circle, people[0])
    for person, gold in zip(people, (5, 5, 3, 1), strict=True):
        row, _made = SeasonPlayer.objects.get_or_create(season=season, user=person)
        row.sums = counts.text_of({"games": 1, "gold": gold})
        row.save()
    page = selectors.page(season, people[0])
    assert [(row.place, row.gold) for row in page.rows] == [(1, 5), (1, 5), (3, 3), (4, 1)]
    assert [row.place for row in page.podium] == [1, 1, 3]


def test_hidden_player_has_no_row_for_others_and_a_deleted_one_no_name() -> None:
    circle, people = circle_with()
    season = season_of(circle, people[0])
    hide(people[1], hidden=True)
    assert people[1] not in [row.user for row in selectors.page(season, people[0]).rows]
    assert people[1] in [row.user for row in selectors.page(season, people[1]).rows]
    assert all(people[1] not in record.users for record in selectors.page(season, people[0]).records)
    farewell.delete_account(people[2])
    found = selectors.page(season, people[0]).rows
    assert [row for row in found if row.user is None and not row.is_bots]
    answer = browser_of(people[0]).get(reverse("circles:season", args=[circle.code, season.pk]))
    assert f"Former player {people[2].pk}" not in answer.content.decode()


def test_shared_page_names_those_who_agreed_alone() -> None:
    circle, people = circle_with()
    season = season_of(circle, people[0])
    address = reverse("circles:season-shared", args=["x" * 24])
    assert Client().get(address).status_code == 404
    seasons.share(host=people[0], code=circle.code, season=season.pk, shared=True)
    seasons.name_me(user=people[1], code=circle.code, season=season.pk, named=True)
    season.refresh_from_db()
    address = reverse("circles:season-shared", args=[season.shared])
    markup = Client().get(address).content.decode()
    assert people[1].username in markup
    assert all(f">{person.username}<" not in markup.replace("\n", "") for person in (people[0], people[2], people[3]))
    assert "A friend" in markup
    seasons.share(host=people[0], code=circle.code, season=season.pk, shared=False)
    assert Client().get(address).status_code == 404


def test_host_alone_makes_and_changes_seasons() -> None:
    circle, people = circle_with(1)
    season = season_of(circle, people[0])
    today = clock.now().date()
    days: dict[str, Any] = {"name": "Winter", "begins": today, "ends": today}
    with pytest.raises(PermissionDenied):
        seasons.make(host=people[1], code=circle.code, **days)
    with pytest.raises(PermissionDenied):
        seasons.share(host=people[1], code=circle.code, season=season.pk, shared=True)
    with pytest.raises(Http404):
        seasons.change(host=UserFactory.create(), code=circle.code, season=season.pk, **days)
    seasons.change(host=people[0], code=circle.code, season=season.pk, **days)
    season.refresh_from_db()
    assert (season.name, season.games) == ("Winter", 1)


@pytest.mark.parametrize(
    ("begins", "ends"), [("2026-11-02", "2026-11-01"), ("2024-01-01", "2026-01-01"), ("soon", "2026-01-01"), ("", "")]
)
def test_senseless_days_are_refused(begins: str, ends: str) -> None:
    assert not SeasonForm({"name": "Autumn", "begins": begins, "ends": ends}).is_valid()


def test_season_page_costs_few_statements_and_shows_the_standing() -> None:
    circle, people = circle_with(40)
    season = season_of(circle, people[0])
    browser = browser_of(people[1])
    address = reverse("circles:season", args=[circle.code, season.pk])
    browser.get(address)
    with CaptureQueriesContext(connection) as made:
        markup = browser.get(address).content.decode()
    assert len(made) <= 7
    for record in ("Longest tunnel", "Fastest gold", "Best lie"):
        assert record in markup
    listed = browser.get(reverse("circles:seasons", args=[circle.code])).content.decode()
    assert "Autumn" in listed


def page_of(circle: Circle, reader: User) -> str:
    return browser_of(reader).get(reverse("circles:circle", args=[circle.code])).content.decode()


def test_page_of_a_circle_has_the_standing_of_its_current_season() -> None:
    circle, people = circle_with(9)
    season = season_of(circle, people[0])
    markup = page_of(circle, people[1])
    assert season.name in markup
    assert "9 games since" in " ".join(markup.split())
    assert all(markup.count(f'href="{reverse("results:person", args=[one.pk])}"') == 2 for one in people)
    for record in ("Longest tunnel", "Fastest gold", "Best lie"):
        assert record in markup
    assert reverse("circles:season", args=[circle.code, season.pk]) in markup


@pytest.mark.parametrize(("begins", "ends"), [(-9, -1), (1, 9)])
def test_page_of_a_circle_has_no_standing_of_another_season(begins: int, ends: int) -> None:
    circle, people = circle_with(1)
    today = clock.now().date()
    days = {"begins": today + timedelta(days=begins), "ends": today + timedelta(days=ends)}
    seasons.make(host=people[0], code=circle.code, name="Another", **days)
    assert "Another" not in page_of(circle, people[0])
    assert selectors.now(circle, today, people[0]) is None


def test_page_of_a_circle_has_no_standing_before_the_first_game() -> None:
    circle = circle_of(3)
    host = circle.members.get(role="host").user
    season_of(circle, host)
    assert 'id="standing"' not in page_of(circle, host)


def test_standing_on_the_page_of_a_circle_is_that_of_the_season() -> None:
    circle, people = circle_with()
    today = clock.now().date()
    seasons.make(host=people[0], code=circle.code, name="Longer", begins=today - YEAR, ends=today)
    season = season_of(circle, people[0], days=300)
    hide(people[1], hidden=True)
    UserFactory.create()
    for viewer in people:
        found = selectors.now(circle, today, viewer)
        assert found == selectors.page(season, viewer)
        assert found
        assert found.pages == {one.pk for one in people if one != people[1] or viewer == people[1]}


def test_page_of_a_circle_with_a_standing_costs_few_statements() -> None:
    circle, people = circle_with(40)
    season_of(circle, people[0])
    browser, address = browser_of(people[1]), reverse("circles:circle", args=[circle.code])
    browser.get(address)
    with CaptureQueriesContext(connection) as made:
        assert 'id="standing"' in browser.get(address).content.decode()
    around = [one["sql"] for one in made if "sessi" in one["sql"] or "SAVEPOINT" in one["sql"]]
    assert len(made) - len(around) <= 8, [one["sql"][:150] for one in made]


def test_season_is_made_by_its_form() -> None:
    circle, people = circle_with(2)
    browser = browser_of(people[0])
    address = reverse("circles:seasons", args=[circle.code])
    today = clock.now().date()
    answer = browser.post(address, {"name": "Autumn", "begins": str(today - YEAR), "ends": str(today)})
    assert answer.status_code == 303
    assert Season.objects.get().games == 2
    assert browser.post(address, {"name": "", "begins": "", "ends": ""}).status_code == 422
    assert browser_of(people[1]).post(address, {}).status_code == 403


def test_members_lead_to_players_whose_results_the_reader_may_see() -> None:
    circle, (ann, bo, cy, dee) = circle_with(6)
    season = season_of(circle, ann)
    hide(cy, hidden=True)
    about = browser_of(ann).get(reverse("circles:about", args=[circle.code])).content.decode()
    standing = browser_of(ann).get(reverse("circles:season", args=[circle.code, season.pk])).content.decode()
    person = {user: reverse("results:person", args=[user.pk]) for user in (bo, cy, dee)}
    pair = {user: reverse("results:pair", args=[ann.pk, user.pk]) for user in (bo, cy, dee)}
    for user in (bo, dee):
        assert f'"{person[user]}"' in about
        assert f'"{pair[user]}"' in about
        assert f'"{person[user]}"' in standing
    assert person[cy] not in about + standing
    assert pair[cy] not in about


def test_shared_season_leads_to_no_player() -> None:
    circle, (ann, *_others) = circle_with(6)
    season = season_of(circle, ann)
    SeasonPlayer.objects.update(named=True)
    Season.objects.update(shared="a-link")
    page = browser_of(ann).get(reverse("circles:season-shared", args=["a-link"])).content.decode()
    assert "Ann" in page
    assert "/players/" not in page
    assert season.players.exists()
