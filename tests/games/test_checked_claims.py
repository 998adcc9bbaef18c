"""Claims are checked against the truth once a round is over (R24), and a believed lie is a turning point."""

from datetime import UTC, datetime

import pytest

from games.models import Game, Word
from games.rules.claims import parse
from games.rules.events import GoalMoved, GoalTurned, PublicEvent, RoundBegan, RoundEnded, Swapped
from games.rules.table import RoundResult, Ruleset
from games.selectors.course import CommandEvents
from games.selectors.talk import Spoken, claims_made
from games.services import talk
from games.tableau.checked_claims import checked_claims
from games.tableau.turning_points import turning_points_of
from tests.games.costs import statements
from tests.games.pages import get
from tests.games.tables import browser_of, do, in_position, seat_of, seats_of, seen_by_all

NAMES = ("Ann", "Bo", "Cy")
GOALS = {"8,-2": "stone-a", "8,0": "gold", "8,2": "stone-b"}
RESULT = RoundResult(1, "gold", 0, (0,), ("digger", "saboteur", "digger"), GOALS)


def told_of(*events: PublicEvent) -> list[CommandEvents]:
    """A round with these events, each by a command of its own."""
    ended = RoundEnded(round=1, reason="gold", connector=0, winners=(0,), roles=RESULT.roles)
    return [CommandEvents(seq, (event,)) for seq, event in enumerate((RoundBegan(round=1, first=0), *events, ended))]


def spoken(seat: int, text: str, seq: int = 0) -> Spoken:
    return Spoken(1, seq, seat, "claim", text, datetime(2031, 5, 17, tzinfo=UTC), seat, NAMES[seat], bot=False)


def beside(text: str, *events: PublicEvent, seq: int = 0) -> list[str]:
    """The truth about a claim of Bo."""
    return [one.truth for one in checked_claims([spoken(1, text, seq)], told_of(*events), RESULT, NAMES)]


def test_r24_a_claim_about_a_goal_is_true_or_false() -> None:
    assert beside("goal 8,0 gold") == ["That was true: Gold."]
    assert beside("goal 8,0 stone") == ["That was false: Gold."]
    assert beside("goal 8,2 gold")[0].startswith("That was false: Stone")
    assert beside("goal 8,2 stone")[0].startswith("That was true: Stone")


def test_r24_claim_about_a_player_shows_their_role() -> None:
    assert beside("player B trust") == ["In truth: Saboteur."]
    assert beside("player A suspect") == ["In truth: Digger."]


def test_claim_without_a_commitment_has_no_truth() -> None:
    others = ("ask B saboteur", "tool cart mend", "hand nothing", "aim 8,0 here", "player L trust")
    for text in ("goal 8,0 silent", *others):
        assert beside(text) == []


def test_r61_goal_claim_is_checked_against_its_time_or_not_at_all() -> None:
    moved = GoalMoved(seat=2, was="8,4", at="8,0")
    assert beside("goal 8,4 gold", moved) == ["That was true: Gold."]
    assert beside("goal 8,0 gold", moved) == []
    assert beside("goal 8,0 gold", moved, seq=1) == ["That was true: Gold."]
    assert beside("goal 8,0 gold", Swapped(seat=2, at=("8,0", "8,2"))) == []


# -- the lie that was believed


def believed(claims: list[Spoken], *events: PublicEvent) -> list[int]:
    """The steps at which a false claim was believed."""
    found = turning_points_of(told_of(*events), RESULT, Ruleset(), NAMES, None, claims)
    return [one.seq for one in found if one.name == "The false claim that was believed"]


WRONG = GoalTurned(seat=0, at="8,2", goal="stone-b")


def test_false_gold_claim_is_a_believed_lie() -> None:
    assert believed([spoken(1, "goal 8,2 gold")], WRONG) == [1]


@pytest.mark.parametrize(
    ("seat", "text", "seq"),
    [(0, "goal 8,2 gold", 0), (1, "goal 8,-2 gold", 0), (1, "goal 8,2 stone", 0), (1, "aim 8,2 here", 0),
     (1, "goal 8,2 gold", 1)],
)  # fmt: skip
def test_lie_counts_as_believed_only_if_another_claimed_it_first(seat: int, text: str, seq: int) -> None:
    assert believed([spoken(seat, text, seq)], WRONG) == []


def test_claim_that_was_true_when_made_is_no_lie() -> None:
    moved = (GoalMoved(seat=2, was="8,4", at="8,0"), GoalMoved(seat=2, was="8,0", at="8,2"))
    assert believed([spoken(1, "goal 8,0 gold")], GoalTurned(seat=0, at="8,0", goal="gold")) == []
    assert believed([spoken(1, "goal 8,2 gold")], *moved, WRONG) == []


# -- at a table


pytest_db = pytest.mark.django_db
WAY = dict(zip([f"{x},0" for x in range(1, 7)], ["NESW", "EW"] * 2 + ["NESW", "NESW"], strict=True))


def claim(game: Game, name: str, text: str) -> None:
    talk.claim(user=seat_of(game, name).user, code=game.code, claim=parse(text))


@pytest.fixture
def game() -> Game:
    """One card before the gold; the round after it is dealt at once."""
    hands = {"A": ["EW", "NS"], "B": ["NS", "NW"], "C": ["NS"]}
    roles = {"A": "digger", "B": "saboteur", "C": "digger"}
    return in_position(3, hands=hands, mine=WAY, goals={"8,0": "gold"}, roles=roles, first="A", code="truth")


@pytest_db
def test_last_claim_of_each_player_about_a_subject_counts(game: Game) -> None:
    claim(game, "Bo", "goal 8,0 gold")
    claim(game, "Bo", "goal 8,0 stone")
    claim(game, "Cy", "player B trust")
    claim(game, "Cy", "player B back")
    claim(game, "Ann", "player B suspect")
    Word.objects.update(stands=False)
    game.refresh_from_db()
    made = [(one.name, one.text) for one in claims_made(game, 1)]
    assert made == [("Bo", "goal 8,0 stone"), ("Ann", "player B suspect")]
    assert claims_made(game, 2) == []


@pytest_db
def test_end_of_a_round_shows_its_claims_beside_the_truth(game: Game) -> None:
    claim(game, "Bo", "goal 8,0 stone")
    claim(game, "Cy", "player B trust")
    do(game, "A lay EW 7,0")
    seen_by_all(game)
    claim(game, "Cy", "player A suspect")
    shown = [" ".join(item.text.split()) for item in get(browser_of("Ann"), "/t/truth/round/1/").items]
    assert any(words.startswith("Bo") and words.endswith("That was false: Gold.") for words in shown)
    assert any(words.startswith("Cy I trust Bo.") and words.endswith("In truth: Saboteur.") for words in shown)
    assert not any("I suspect Ann." in words for words in shown)


@pytest_db
def test_running_round_has_no_page_of_its_end(game: Game) -> None:
    claim(game, "Bo", "goal 8,0 stone")
    assert browser_of("Ann").get("/t/truth/round/1/").status_code == 404


@pytest_db
def test_claims_cost_the_end_of_a_round_one_statement(game: Game) -> None:
    do(game, "A lay EW 7,0")
    seen_by_all(game)
    none = len(statements(browser_of("Ann"), "/t/truth/round/1/"))
    common = {"game": game, "seat": 1, "user": seats_of(game)[1].user, "seq": 0, "round": 1, "kind": "claim"}
    Word.objects.bulk_create(
        Word(**common, number=1 + n, text="goal 8,0 gold" if n % 2 else "player A trust", after=n) for n in range(40)
    )
    Game.objects.filter(pk=game.pk).update(words=40)
    assert len(statements(browser_of("Ann"), "/t/truth/round/1/")) == none + 1
