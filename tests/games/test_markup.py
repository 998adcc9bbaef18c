"""The mine, the hand and the log as markup: right for the style sheet, and safe whatever the texts are."""

from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser

import pytest
from django.utils import translation

from games.rules.cards import CARDS, GOAL_TUNNELS, START
from games.rules.tunnels import TURNED
from games.rules.view import PlayerView
from games.sheets.pictures import pictures
from games.tableau import markup
from games.tableau.hand import Held
from games.tableau.history import Line
from games.tableau.knowledge import PlayerKnowledge
from games.tableau.mine import Mine, mine_of, squares_of
from tests.games.tables import in_position, loaded

NASTY = "</span><script>alert('&')</script>\""


class Used(HTMLParser):
    """The symbols that a piece of markup uses, and whether all its elements are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.depth = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.depth += tag != "input"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids.append((dict(attrs)["href"] or "").partition("#")[2])

    def handle_endtag(self, tag: str) -> None:
        self.depth -= 1


def test_every_card_has_its_picture_on_the_sheet() -> None:
    for card in (*CARDS, *GOAL_TUNNELS, START, "goal", "chest"):
        ids = Used(markup.card_picture(card, 2)).ids
        assert ids, card
        assert set(ids) <= set(pictures()), card


def test_a_turned_card_is_drawn_turned_and_a_tunnel_has_its_wall() -> None:
    assert Used(markup.card_picture("NE", 1)).ids == ["r1", "t-NE"]
    assert 'class="picture"' in markup.card_picture("NE")
    assert 'class="picture upside-down"' in markup.card_picture("NE" + TURNED)


def held(card: str, *, href: str = "", token: str = "", chosen: bool = False) -> Held:
    return Held(card=card, words=NASTY, turned=False, chosen=chosen, href=href, token=token, about=f"/{NASTY}")


def test_texts_are_escaped_wherever_they_stand() -> None:
    pieces = [
        markup.hand([held("map"), held("NESW", href=NASTY), held("map", token=NASTY)]),
        markup.log([Line("event", NASTY, datetime.now(UTC)), Line("mark", NASTY)], datetime.now(UTC)),
        markup.picture(NASTY, css=NASTY),
    ]
    for piece in pieces:
        assert "<script" not in piece
        assert Used(piece).depth == 0


def test_a_hand_is_links_boxes_or_links_to_help() -> None:
    piece = markup.hand([held("map", href="/x?a=1&b=2", chosen=True), held("NS", token="tok"), held("rockfall")])
    assert '<a id="card-1" href="/x?a=1&amp;b=2" aria-current="true">' in piece
    assert '<input type="checkbox" id="card-2" form="play" name="card" value="tok">' in piece
    assert '<li class="action" data-about="/&lt;/span&gt;&lt;script' in piece
    assert '<a id="held-3" href="/&lt;/span&gt;&lt;script' in piece
    assert ' hx-target="#sheet"' in piece.split('id="held-3"')[1]
    assert "<label>" in piece.split('class="tunnel"')[1]


@pytest.mark.parametrize(
    ("passed", "words"),
    [(0, "now"), (59, "now"), (60, "1 min"), (3599, "59 min"), (3600, "1 h"), (47 * 3600, "47 h"), (48 * 3600, "2 d")],
)
def test_elapsed_time_is_in_the_largest_unit(passed: int, words: str) -> None:
    assert markup.ago(timedelta(seconds=passed)) == words


def plain_mine(view: PlayerView) -> Mine:
    """The mine as a spectator sees it, who has chosen nothing."""
    return mine_of(view.public, squares_of(view, (), frozenset(), PlayerKnowledge(), None))


@pytest.mark.django_db
def test_the_mine_is_one_list_in_its_frame_with_every_card_in_words() -> None:
    game = in_position(3, mine={"1,0": "EW", "2,0": "NE~", "-1,0": "EW", "4,4": "NS"})
    public = loaded(game).state.public
    view = PlayerView(public=public, own=None, asks=())
    piece = markup.mine(plain_mine(view), view)
    assert Used(piece).depth == 0
    assert 'class="mine column-11 row-7" aria-label="Mine map, 5 cards"' in piece
    assert '<li class="row-3 column-3">' in piece  # the start, at M0
    assert "M2: leads to M1 and N2." in piece
    assert "M8: goal, face down." in piece
    assert "Q4: leads to P4 and R4. The last card laid. Cut off from the start." in piece
    assert "unlit" in piece


@pytest.mark.django_db
def test_cached_pieces_keep_to_their_language() -> None:
    game = in_position(3, mine={"1,0": "EW"})
    view = PlayerView(public=loaded(game).state.public, own=None, asks=())
    with translation.override("en"):
        english = markup.mine(plain_mine(view), view)
    with translation.override("es"):
        spanish = markup.mine(plain_mine(view), view)
    assert ("Mine map" in english, "Mine map" in spanish) == (True, False)
    assert "the start" in english
    assert "el inicio" in spanish
    with translation.override("en"):
        assert markup.mine(plain_mine(view), view) == english
