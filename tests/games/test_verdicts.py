"""What a round and a game brought their reader, in a few words."""

import pytest
from django.utils.translation import override

from games.rules.table import RoundResult
from games.wording import ending_words, verdict_words, worth_words
from games.wording.verdicts import gold_words, own_place_words, winner_words

SABOTEURS = "The saboteurs win this round."
NAMES = ("Ann", "Bo", "Cy")

pytestmark = pytest.mark.quick


def result(reason: str = "gold", winners: tuple[int, ...] = (0,), **more: object) -> RoundResult:
    usual: dict[str, object] = {
        "connector": 0 if reason == "gold" else None,
        "roles": ("digger", "saboteur", "geologist"),
    }
    return RoundResult(round=1, reason=reason, winners=winners, goals={}, **{**usual, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("winners", "me", "nuggets", "cards", "words"),
    [
        ((0,), 0, 3, 0, "You won · 3 nuggets"),
        ((0,), 0, 1, 0, "You won · 1 nugget"),
        ((0,), 0, 0, 1, "You won · 1 gold card"),
        ((0,), 0, 0, 2, "You won · 2 gold cards"),
        ((0,), 0, 0, 0, "You won"),
        ((0,), 0, -1, 0, "You won"),
        ((0,), 1, 0, 0, "You lost"),
        ((0,), 2, 2, 0, "You found 2 nuggets"),
        ((0,), 2, 0, 0, "You lost"),
        ((), 1, 0, 0, "Nobody gets gold"),
        ((), 2, 1, 0, "You found 1 nugget"),
    ],
)
def test_verdict_says_what_a_round_brought_its_reader(
    winners: tuple[int, ...], me: int, nuggets: int, cards: int, words: str
) -> None:
    with override("en"):
        assert verdict_words(result(winners=winners), me, nuggets=nuggets, cards=cards) == words


def test_verdict_for_a_spectator_says_whether_the_gold_was_found() -> None:
    with override("en"):
        assert verdict_words(result(), None, nuggets=0, cards=0) == "The gold is found"
        assert verdict_words(result("hands-empty"), None, nuggets=0, cards=0) == "Nobody reached the gold"


@pytest.mark.parametrize(
    ("reason", "winners", "me", "words"),
    [
        ("gold", (0,), 0, ("You reached the gold.", "The diggers win this round.")),
        ("gold", (0,), 1, ("Ann reached the gold.", "The diggers win this round.")),
        ("gold", (0, 2), 1, ("Ann reached the gold.",)),
        ("hands-empty", (1,), 1, ("The last card is played, and nobody reached the gold.", SABOTEURS)),
        ("nobody-can-move", (1,), 0, ("Nobody can play any more, and nobody reached the gold.", SABOTEURS)),
        ("spider", (), 0, ("The spider came, and the round was over.", "There’s no winner this round.")),
        ("ended", (), None, ("The game was ended before the gold was reached.", "There’s no winner this round.")),
    ],
)  # fmt: skip
def test_ending_says_how_it_ended_and_which_role_won(
    reason: str, winners: tuple[int, ...], me: int | None, words: tuple[str, ...]
) -> None:
    with override("en"):
        assert ending_words(result(reason, winners), NAMES, me) == words


def test_gold_reached_without_a_connector_names_no_player() -> None:
    with override("en"):
        assert ending_words(result(connector=None), NAMES, 0)[0] == "The gold was reached."


def test_end_of_a_game_names_winners_gold_and_own_place() -> None:
    with override("en"):
        assert winner_words(["Ann"], mine=True) == "You win!"
        assert winner_words(["Ann", "Bo"], mine=True) == "You share the win"
        assert winner_words(["Ann"], mine=False) == "Ann wins"
        assert winner_words(["Ann", "Bo"], mine=False) == "Ann and Bo share the win"
        assert [gold_words(1), gold_words(9)] == ["With 1 nugget.", "With 9 nuggets."]
        assert own_place_words(5, 3) == "You: place 5, with 3 nuggets."
        assert worth_words(1) == "Only you can see what it’s worth: 1 nugget."
