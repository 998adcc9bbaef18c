"""The small mine on the first page, the last event beside it, and the number of unread messages."""

import re

import pytest

from accounts.models import User
from games import clock
from games.models import Game, Seat, Status, Word
from games.rows import store
from games.rules import codec
from games.rules.state import LastLaid
from games.rules.steps import Sketch
from games.selectors.glance import glances_at
from games.selectors.talk import MOST_UNREAD
from games.services import talk
from games.tableau.thumbnail import START, thumbnail_of
from games.wording import event_words
from tests.games.pages import get
from tests.games.tables import browser_of, do, in_position

pytestmark = pytest.mark.django_db


def paths(sketch: Sketch) -> dict[str, str]:
    return dict(re.findall(r'<path class="(\w)" d="([^"]*)"/>', thumbnail_of(sketch)))


def test_a_tunnel_is_drawn_as_a_line_to_each_of_its_open_sides() -> None:
    mine = {"0,0": "start", "1,0": "EW", "2,0": "NE", "2,1": "NE~"}
    drawn = paths(Sketch(mine, {"8,0": "goal"}, LastLaid(None, "2,0")))
    assert drawn["t"] == "M1 0v2M0 1h2" + "M2 1h2" + "M5 0v1M5 1h1" + "M5 3v1M4 3h1"
    assert drawn["r"] == "M0 0h6v2h-6z" + "M4 2h2v2h-2z"
    assert drawn["g"] == "M17 1h0"
    assert drawn["l"] == "M5 1h0"


def test_a_small_mine_stands_in_the_middle_and_a_large_one_is_shown_whole() -> None:
    frame = re.compile(r'viewBox="([^"]*)"')
    small = thumbnail_of(Sketch({"0,0": "start"}, {}))
    large = thumbnail_of(Sketch({"0,0": "start", "-3,0": "EW"}, {"8,-4": "goal", "8,4": "goal"}))
    assert frame.findall(small) == ["-8 -4 18 10"]
    assert frame.findall(large) == ["-6 -8 24 18"]


@pytest.mark.parametrize("mine", [{}, {"0,0": "no card"}, {"x": "EW"}])
def test_a_mine_that_cannot_be_drawn_is_left_out(mine: dict[str, str]) -> None:
    assert thumbnail_of(Sketch(mine, {})) == ""


def test_of_a_state_only_the_mine_is_read_whatever_its_schema() -> None:
    game = in_position(3, hands={"A": ["EW"]})
    do(game, "A lay EW 1,0")
    game.refresh_from_db()
    public = store.public(game)
    assert codec.decode_sketch(game.public) == Sketch(public.mine, public.face_down, public.last_laid)
    assert public.last_laid == LastLaid(0, "1,0")
    assert store.sketch("", game.pk) is None
    assert store.sketch("{", game.pk) is None
    assert store.sketch(game.public.replace('"schema":', '"schema":9'), game.pk) is None


def test_home_shows_the_mine_and_the_last_event_for_its_reader() -> None:
    game = in_position(3, hands={"A": ["EW", "NS"], "B": ["NS"]})
    do(game, "A lay EW 1,0")
    seen_by_ann, seen_by_bo = (get(browser_of(name), "/") for name in ("Ann", "Bo"))
    sketch, (laid, *_more) = glances_at([game.pk])[game.pk]
    told_to_bo = event_words(laid, ["Ann", "Bo", "Cy"], 1) or ""
    assert told_to_bo.startswith("Ann laid")
    assert told_to_bo in seen_by_bo.words
    assert "Waiting for Bo" in seen_by_ann.words
    assert sketch is not None
    assert all(str(thumbnail_of(sketch)) in page.markup for page in (seen_by_ann, seen_by_bo))


def test_table_with_an_unreadable_mine_shows_one_without_cards() -> None:
    good, bad = in_position(3, hands={"A": ["EW"]}), in_position(3, hands={"A": ["EW"]})
    Game.objects.filter(pk=bad.pk).update(public="junk")
    page = get(browser_of("Ann"), "/")
    assert page.status == 200
    assert page.markup.count(str(START)) == 2
    assert f'href="/t/{good.code}/"' in page.markup
    assert f'href="/t/{bad.code}/"' in page.markup


def test_unread_messages_are_counted_beside_the_name() -> None:
    game = in_position(3, hands={"A": ["EW"]})
    for text in ("Good morning", "Anybody here?"):
        talk.say(user=User.objects.get(username="Ann"), code=game.code, text=text, after=0)
    assert "2 new messages" in get(browser_of("Bo"), "/").words
    assert "new message" not in get(browser_of("Ann"), "/").words


def test_unread_messages_are_counted_up_to_the_most() -> None:
    game = in_position(3, hands={"A": ["EW"]})
    ann = User.objects.get(username="Ann")
    about = {"game": game, "user": ann, "seat": 0, "seq": 0, "round": 1, "text": "x"}
    Word.objects.bulk_create(Word(number=number, after=number, **about) for number in range(1, MOST_UNREAD + 30))
    assert f"{MOST_UNREAD} new messages" in get(browser_of("Bo"), "/").words


def test_finished_game_with_unread_messages_stands_among_the_running_ones() -> None:
    game = in_position(3, hands={"A": ["EW"]})
    talk.say(user=User.objects.get(username="Ann"), code=game.code, text="Well played", after=0)
    Game.objects.filter(pk=game.pk).update(status=Status.OVER, over_at=clock.now())
    Seat.objects.filter(game=game).update(seen_round=9)
    assert game.name in get(browser_of("Bo"), "/").words
    assert game.name not in get(browser_of("Ann"), "/").words
    assert game.name in get(browser_of("Ann"), "/?over=1").words
