"""An open page names the regions it holds and gets those that differ, each of which replaces its own element."""

import re
from typing import Any

import pytest
from django.template import Context, Template
from django.test import Client, RequestFactory

from games.models import Game
from games.templatetags import regions
from tests.games.pages import HX
from tests.games.tables import browser_of, do, in_position

pytestmark = [pytest.mark.quick, pytest.mark.django_db]

HANDS = {"A": ["NESW", "map"], "B": ["NS", "EW"], "C": ["EW", "NS"]}


@pytest.fixture
def game() -> Game:
    return in_position(3, code="part", hands=HANDS, roles={"A": "digger", "B": "saboteur", "C": "digger"})


def held(markup: str) -> dict[str, str]:
    """The regions of a page, each with its mark."""
    return dict(re.findall(r'id="([a-z0-9-]+)"[^>]*? data-is="([0-9a-f]+)"', markup))


def named(marks: dict[str, str]) -> dict[str, str]:
    """The headers of a request of a page that holds these."""
    return {**HX, regions.HEADER: " ".join(f"{name}.{mark}" for name, mark in marks.items())}


def page(client: Client) -> dict[str, str]:
    return held(client.get("/t/part/").content.decode())


def update(client: Client, marks: dict[str, str]) -> Any:
    """The answer to a page that holds regions with these marks."""
    return client.get("/t/part/", headers=named(marks))


def sent(answer: Any) -> set[str]:
    """The regions of an answer; each names the element that it replaces."""
    markup = answer.content.decode()
    assert markup.count("hx-swap-oob") >= len(held(markup))
    return set(held(markup))


def test_page_that_holds_everything_gets_no_region(game: Game) -> None:
    ann = browser_of("Ann")
    answer = update(ann, page(ann))

    assert answer.headers["HX-Reswap"] == "none"
    assert sent(answer) == set()
    assert 'id="pulse" hx-swap-oob="true"' in answer.content.decode()


def test_move_of_another_player_changes_what_it_touches_and_nothing_else(game: Game) -> None:
    ann = browser_of("Ann")
    do(game, "A pass map")
    before = page(ann)
    do(game, "B lay EW 1,0")
    changed = sent(update(ann, before))

    assert changed >= {"plate-1", "plate-2", "mine", "play", "clock", "words"}
    assert not changed & {"plate-0", "hand", "in-about", "role", "to-talk", "round"}


def test_regions_of_an_update_are_those_of_a_reloaded_page(game: Game) -> None:
    ann = browser_of("Ann")
    before = page(ann)
    do(game, "A pass map", "B lay EW 1,0", "C pass NS")
    after = held(ann.get("/t/part/?led=1").content.decode())  # this marks nothing as seen, so the same card is new
    new = held(update(ann, before).content.decode())

    assert {name: mark for name, mark in after.items() if before.get(name) != mark} == new
    assert {**before, **new} == after


def test_every_region_of_the_page_can_be_sent_alone(game: Game) -> None:
    ann = browser_of("Ann")
    marks = page(ann)
    answer = update(ann, {name: mark if name == "table" else "0" for name, mark in marks.items()})

    assert sent(answer) == marks.keys() - {"table"}


@pytest.mark.parametrize("table", ["", "0", "zz"])
def test_page_with_another_frame_gets_the_table_as_a_whole(game: Game, table: str) -> None:
    ann = browser_of("Ann")
    answer = update(ann, {**page(ann), "table": table})

    assert "HX-Reswap" not in answer.headers
    assert 'id="table"' in answer.content.decode()


def test_refused_move_is_explained_in_the_region_of_the_move(game: Game) -> None:
    ann = browser_of("Ann")
    markup = ann.get("/t/part/").content.decode()
    fields = {name: re.findall(f'name="{name}" value="([^"]+)"', markup)[0] for name in ("seq", "key")}
    do(game, "A pass map", "B pass NS", "C pass NS")
    answer = ann.post("/t/part/move", {**fields, "mode": "discard"}, headers=named(held(markup)))

    assert answer.status_code == 422
    assert "play" in sent(answer)
    assert 'class="line bad"' in answer.content.decode()


def test_forged_marks_are_left_out() -> None:
    request = RequestFactory().get("/", headers={regions.HEADER: "mine.12ab x.y <b>.1 plate-0.g play.123456789 hand.1"})

    assert regions.held_by(request) == {"mine": "12ab", "hand": "1"}


def test_tokens_of_forms_leave_the_mark_of_a_region_alone() -> None:
    form = '<form id="a"><input type="hidden" name="csrfmiddlewaretoken" value="{}"></form>'
    assert regions.mark_of(form.format("one")) == regions.mark_of(form.format("two"))
    assert regions.mark_of(form.format("one")) != regions.mark_of(form.format("one") + " ")


def test_region_apart_replaces_its_element_in_every_part_of_a_page() -> None:
    template = Template('{% load regions %}{% region "a" apart %}<p id="a">1</p>{% endregion %}')

    assert "hx-swap-oob" not in template.render(Context({"part": False}))
    assert "hx-swap-oob" in template.render(Context({"part": True}))
    assert "hx-swap-oob" in template.render(Context({"held": {}}))
