"""A page of all that was played and said: every word can be reached, however many others are not read."""

import re

import pytest

from accounts.models import Unheard, User
from games.models import Game, Word
from tests.games.pages import get
from tests.games.tables import browser_of, do, in_position, seat_of
from tests.games.test_talk_page import at, many_words

pytestmark = pytest.mark.django_db


@pytest.mark.examples(2)
@pytest.mark.parametrize("hidden", [0, 50, 110, 250])
def test_words_before_many_that_are_not_read_are_reached_page_by_page(hidden: int) -> None:
    game = in_position(3, hands={"A": ["EW", "NS"], "B": ["NS"], "C": ["NS"]})
    ann, cy = seat_of(game, "Ann").user, seat_of(game, "Cy").user
    many_words(game, 130 + hidden, seq=0)
    Word.objects.filter(number__gt=130).update(user=cy)
    Unheard.objects.create(user=ann, other=cy)
    do(game, "A lay EW 1,0")
    client, query, markup = browser_of(ann), "", ""
    for _ in range(9):
        page = get(client, f"{at(game, 'log')}{query}")
        markup += page.markup
        older = page.to("before=") or page.to("said=")
        if not older:
            break
        query = older[0]
    assert not older
    assert re.findall(r'<blockquote dir="auto">word (\d+)<', markup) == [str(number) for number in range(130, 0, -1)]
    assert markup.count("You laid") == 1


def test_chat_column_keeps_its_length_for_a_muting_reader() -> None:
    game = in_position(3, hands={"A": ["EW", "NS"], "B": ["NS"], "C": ["NS"]})
    ann, cy = seat_of(game, "Ann").user, seat_of(game, "Cy").user
    many_words(game, 80, seq=0)
    Word.objects.filter(number__gt=20, number__lt=75).update(user=cy)
    assert words_beside(ann) == list(range(51, 81))
    Unheard.objects.create(user=ann, other=cy)
    assert words_beside(ann) == [*range(1, 21), *range(75, 81)]
    Word.objects.filter(number__lte=40).update(user=seat_of(game, "Bo").user)
    assert words_beside(ann) == [*range(17, 41), *range(75, 81)]


def words_beside(person: User) -> list[int]:
    """The numbers of the words beside the table."""
    table = get(browser_of(person), at(Game.objects.get())).markup
    return [int(number) for number in re.findall(r'<blockquote dir="auto">word (\d+)<', table)]


def test_an_address_beyond_the_newest_word_shows_the_newest() -> None:
    game = in_position(3, hands={"A": ["EW", "NS"], "B": ["NS"], "C": ["NS"]})
    many_words(game, 3, seq=0)
    page = get(browser_of("Ann"), f"{at(game, 'log')}?said=999999999")
    assert "word 3" in page.markup
    assert not page.to("said=")
