"""What answers a form of the table: the table itself for HTMX, in the same round trip; a redirect without it."""

import pytest
from django.test import Client

from games.models import Game
from tests.games.pages import HX, Page, get
from tests.games.tables import browser_of, in_position, seat_of

pytestmark = [pytest.mark.quick, pytest.mark.django_db]


@pytest.fixture
def game() -> Game:
    return in_position(3, code="answer", hands={"A": ["NESW", "break:cart"], "B": ["NS"], "C": ["EW"]})


@pytest.fixture
def ann(game: Game) -> Client:
    return browser_of("Ann")


def discard(ann: Client) -> dict[str, str]:
    """What Ann's form sends that discards her first card."""
    form = get(ann, get(ann, "/t/answer/?mode=discard").hand()[0]["href"]).play
    assert form is not None
    return form.values()


def test_move_by_htmx_is_answered_with_the_table_in_one_round_trip(ann: Client) -> None:
    answer = ann.post("/t/answer/move", discard(ann), headers=HX)

    assert answer.status_code == 200
    page = Page(answer)
    assert 'id="table"' in page.markup
    assert "<html" not in page.markup
    assert "Bo" in page.words
    assert page.play is None
    assert Game.objects.get().seq == 1


def test_move_without_htmx_is_answered_with_a_redirect(ann: Client) -> None:
    answer = ann.post("/t/answer/move", discard(ann))

    assert (answer.status_code, answer.headers["Location"]) == (303, "/t/answer/")


def test_htmx_move_sent_twice_is_played_once_and_shows_the_table(ann: Client) -> None:
    form = discard(ann)
    first, second = (ann.post("/t/answer/move", form, headers=HX) for _ in range(2))

    assert (first.status_code, second.status_code) == (200, 200)
    assert Game.objects.get().seq == 1
    assert 'id="table"' in second.content.decode()


def test_table_answered_to_a_move_counts_as_seen_by_its_player(game: Game, ann: Client) -> None:
    ann.post("/t/answer/move", discard(ann), headers=HX)

    assert seat_of(game, "Ann").seen_seq == 1
