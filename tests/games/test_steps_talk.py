"""What was said at a table stands in the replay where it was said, for who sits there and listens."""

import re

import pytest
from django.urls import reverse

from accounts.models import Unheard
from games.models import Game, Word
from games.rules.claims import parse
from games.rules.table import Ruleset
from games.services import sharing, talk
from tests.games.costs import statements
from tests.games.pages import get
from tests.games.tables import (
    browser_of,
    do,
    in_position,
    play_to_the_end,
    running_game,
    seat_of,
    seats_of,
    seen_by_all,
)

pytestmark = pytest.mark.django_db


def say(game: Game, name: str, text: str) -> None:
    after = Game.objects.values_list("words", flat=True).get(pk=game.pk)
    talk.say(user=seat_of(game, name).user, code=game.code, text=text, after=after)


def spoken(page: str) -> list[str]:
    """What was said at a step, in the order in which it stands there."""
    messages = page.partition('aria-label="Messages at that time"')[2].partition("</section>")[0]
    found = re.findall(r"<blockquote[^>]*>(.*?)</blockquote>", messages)
    return [re.sub(r"<i .*?</i> ", "", words) for words in found]


def said_at(game: Game, seq: int, name: str = "Ann", number: int = 1) -> list[str]:
    return spoken(get(browser_of(name), f"/t/{game.code}/round/{number}/{seq}").markup)


@pytest.fixture
def game() -> Game:
    """Words and a claim, before, between and after two cards."""
    game = in_position(3, hands={"A": ["EW", "NS"], "B": ["NS", "EW"], "C": ["NS"]}, code="talked")
    say(game, "Bo", "before")
    do(game, "A lay EW 1,0")
    say(game, "Cy", "between")
    talk.claim(user=seat_of(game, "Ann").user, code=game.code, claim=parse("player B trust"))
    do(game, "B pass NS")
    say(game, "Bo", "after")
    return game


def test_words_and_claims_stand_at_the_step_after_which_they_were_said(game: Game) -> None:
    assert [said_at(game, seq) for seq in (0, 1, 2)] == [["before"], ["between", "I trust Bo."], ["after"]]


def test_muted_messages_are_left_out_and_claims_stay(game: Game) -> None:
    ann, cy = seat_of(game, "Ann").user, seat_of(game, "Cy").user
    Unheard.objects.create(user=cy, other=ann)
    Unheard.objects.create(user=ann, other=cy)
    say(game, "Ann", "once more")
    assert said_at(game, 1) == ["I trust Bo."]
    assert said_at(game, 1, "Cy") == ["between", "I trust Bo."]
    assert said_at(game, 2, "Cy") == ["after"]


def test_a_step_has_no_words_of_the_round_after_it() -> None:
    game = running_game(3, seed=5, code="talked", ruleset=Ruleset(rounds=2))
    play_to_the_end(game)
    seen_by_all(game)
    dealt = game.deals.get(round=2).seq
    common = {"game": game, "seat": 0, "user": seats_of(game)[0].user, "round": 0, "kind": "text"}
    words = {1: dealt - 1, 2: dealt, 3: dealt + 1, 4: game.seq}
    Word.objects.bulk_create(
        Word(**common, number=number, text=f"word {number}", seq=seq, after=number) for number, seq in words.items()
    )
    Game.objects.filter(pk=game.pk).update(words=4)
    assert said_at(game, dealt) == ["word 2"]
    assert said_at(game, dealt, number=2) == ["word 2"]
    assert said_at(game, game.seq, number=2) == ["word 4"]


def test_reader_of_a_shared_game_sees_no_chat() -> None:
    game = running_game(3, seed=5, code="talked", ruleset=Ruleset(rounds=1))
    say(game, "Ann", "among ourselves")
    play_to_the_end(game)
    seen_by_all(game)
    for seat in seats_of(game):
        sharing.agree(user=seat.user, code=game.code, shares=True)
    token = Game.objects.values_list("shared", flat=True).get(pk=game.pk)
    shared = get(browser_of("Ann"), reverse("games:shared-step", args=[token, 1, 0]))
    assert shared.status == 200
    assert "among ourselves" not in shared.markup
    assert "among ourselves" in get(browser_of("Ann"), f"/t/{game.code}/round/1/0").markup


def test_words_cost_a_step_one_statement_however_many_they_are(game: Game) -> None:
    address = f"/t/{game.code}/round/1/2"
    common = {"game": game, "seat": 1, "user": seats_of(game)[1].user, "seq": 2, "round": 0, "kind": "text"}
    Word.objects.bulk_create(Word(**common, number=10 + n, text=f"word {n}", after=n) for n in range(40))
    many = len(statements(browser_of("Ann"), address))
    assert len(said_at(game, 2)) == 30
    Game.objects.filter(pk=game.pk).update(words=0)
    assert len(statements(browser_of("Ann"), address)) == many - 1
