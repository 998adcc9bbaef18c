"""Circles in the admin: rows are found and looked at, nothing is changed, and no link that lets people in is shown."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from circles.models import Answer, Circle, CircleLink, CircleMember, CircleTable, Season
from games import clock
from games.models import Game
from tests.circles.scene import circle_of, with_season, with_table
from tests.factories import UserFactory
from tests.games.tables import browser_of, finished_game, open_game, people

pytestmark = pytest.mark.django_db

MODELS = (Circle, CircleMember, CircleLink, CircleTable, Season)
TOKEN, SHARED = "the-key-to-the-circle", "the-key-to-the-season"


@pytest.fixture
def circle() -> Circle:
    """A circle of three with a link, an announced game that two members answered, a finished one, and a season."""
    ann, bo, cy = members = people(3)
    made = circle_of(members, code="the-circle")
    CircleLink.objects.create(circle=made, token=TOKEN, by=ann, expires_at=clock.now() + timedelta(days=1))
    evening = open_game([ann], wanted=3, name="Friday's mine")
    Game.objects.filter(pk=evening.pk).update(starts_at=clock.now() + timedelta(hours=3))
    table = with_table(made, evening)
    for user, reply in ((bo, "maybe"), (cy, "no")):
        Answer.objects.create(table=table, user=user, reply=reply)
    with_table(made, finished_game(members, name="The last one"))
    with_season(made, SHARED)
    return made


@pytest.fixture
def staff() -> Client:
    """A staff member who may view circles and nothing else."""
    user = UserFactory.create(username="Looker", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="circles"))
    return browser_of(user)


def listed(model: type) -> str:
    return reverse(f"admin:circles_{model.__name__.lower()}_changelist")


def found(client: Client, model: type, **asked: str) -> list[str]:
    return [str(row) for row in client.get(listed(model), asked).context["cl"].result_list]


def pages() -> list[str]:
    """The lists, and the page and the history of a row of each."""
    rows = [(model.__name__.lower(), model._default_manager.latest("pk").pk) for model in MODELS]
    ways = [reverse(f"admin:circles_{name}_{what}", args=[pk]) for name, pk in rows for what in ("change", "history")]
    return [*map(listed, MODELS), *ways]


def test_pages_of_circles_show_no_key_that_lets_people_in(circle: Circle, staff: Client) -> None:
    for address in pages():
        answer = staff.get(address)
        assert answer.status_code == 200, address
        text = answer.content.decode()
        assert TOKEN not in text, address
        assert SHARED not in text, address
    assert circle.name in staff.get(listed(CircleLink)).content.decode()


def test_pages_of_circles_read_no_key_that_lets_people_in(circle: Circle, staff: Client) -> None:
    addresses = pages()
    with CaptureQueriesContext(connection) as asked:
        for address in addresses:
            staff.get(address)
    read = [one["sql"].split(" FROM ")[0] for one in asked if "circles_" in one["sql"]]
    assert read
    assert not [sql for sql in read if '"token"' in sql or '"circles_season"."shared",' in sql]


def test_rows_of_circles_cannot_be_added_changed_or_deleted(circle: Circle, staff: Client) -> None:
    root = browser_of(UserFactory.create(username="Root", is_staff=True, is_superuser=True))
    for client in (staff, root):
        for model in MODELS:
            name, pk = f"admin:circles_{model.__name__.lower()}", model._default_manager.latest("pk").pk
            assert client.get(reverse(f"{name}_add")).status_code == 403
            assert client.post(reverse(f"{name}_change", args=[pk]), {"name": "X"}).status_code == 403
            assert client.post(reverse(f"{name}_delete", args=[pk]), {"post": "yes"}).status_code == 403
            assert model._default_manager.filter(pk=pk).exists()


def test_staff_without_the_permission_see_no_circles(circle: Circle) -> None:
    other = browser_of(UserFactory.create(username="Other", is_staff=True))
    assert [other.get(address).status_code for address in pages()] == [403] * len(pages())


def test_circle_is_found_by_name_code_and_member(circle: Circle, staff: Client) -> None:
    circle_of([UserFactory.create(username="Zed")], name="Sunday dwarves")
    for word in ("friday", "the-circle", "bo"):
        assert found(staff, Circle, q=word) == [circle.name], word
    assert found(staff, Circle, q="zed") == ["Sunday dwarves"]
    assert found(staff, Circle, q="dwarves") == []


def test_list_of_circles_tells_host_and_size(circle: Circle, staff: Client) -> None:
    CircleMember.objects.filter(user__username="Cy").update(left_at=clock.now())
    text = staff.get(listed(Circle)).content.decode()
    assert '<td class="field-host">Ann</td>' in text
    assert '<td class="field-size">2</td>' in text
    assert len(found(staff, CircleMember, left_at__isempty="0")) == 1
    assert len(found(staff, CircleMember, q="friday")) == 3


def test_evenings_are_tables_with_an_hour_and_answers(circle: Circle, staff: Client) -> None:
    assert len(found(staff, CircleTable)) == 2
    text = staff.get(listed(CircleTable), {"game__starts_at__isempty": "0"}).content.decode()
    assert "Friday&#x27;s mine" in text
    assert "The last one" not in text
    assert '<td class="field-maybe">1</td>' in text
    assert '<td class="field-no">1</td>' in text
    assert (
        len(found(staff, CircleTable, q="The last")) == len(found(staff, CircleTable, circle=str(circle.pk))) - 1 == 1
    )


def test_season_tells_its_days_and_that_it_is_shared(circle: Circle, staff: Client) -> None:
    text = staff.get(listed(Season), {"q": "friday"}).content.decode()
    assert "This year" in text
    assert 'class="field-public"><img src="/static/admin/img/icon-yes.svg"' in text


def test_lists_of_circles_cost_the_same_for_few_and_many_rows(circle: Circle, staff: Client) -> None:
    def costs() -> list[int]:
        counted = []
        for model in MODELS:
            with CaptureQueriesContext(connection) as asked:
                staff.get(listed(model))
            counted.append(len(asked))
        return counted

    costs()
    few = costs()
    for number in range(5):
        other = circle_of(UserFactory.create_batch(3), name=f"Circle {number}")
        CircleLink.objects.create(circle=other, by=UserFactory.create(), expires_at=clock.now())
        with_table(other, open_game(UserFactory.create_batch(2), wanted=3))
        with_season(other)
    assert costs() == few
    assert max(few) <= 10
