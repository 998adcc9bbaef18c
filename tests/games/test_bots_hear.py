"""Bots hear claims: they believe with doubt, and trust their eyes above all. They claim before they think."""

import pytest
from msgspec.structs import replace

from accounts.models import User
from games import bots
from games.bots.hearsay import chances_after, faith_in, odds_after
from games.bots.knowledge import Knowledge
from games.bots.situation import Situation
from games.models import Game, Seat, Talk, Word
from games.rules.claims import Claim, parse
from games.rules.sights import GoalSight
from games.rules.state import SeatSecret, Sighting
from games.rules.view import view
from games.services import bot_turns, leaving, talk
from tests.factories import UserFactory
from tests.games.tables import in_position, let_choose, loaded, running_game, seat_of

GOALS = {(8, -2): 1 / 3, (8, 0): 1 / 3, (8, 2): 1 / 3}
NONE_KNOWN = (0.3, 0.3, 0.3)


def claims(*lines: str) -> list[tuple[int, Claim]]:
    return [("ABC".index(line[0]), parse(line[2:])) for line in lines]


def test_goal_claim_shifts_the_odds_and_is_never_certain() -> None:
    after = chances_after(GOALS, claims("B goal 8,0 gold"), NONE_KNOWN, 0)
    assert 1 / 3 < after[8, 0] < 1
    assert sum(after.values()) == pytest.approx(1)
    assert chances_after(GOALS, claims("B goal 8,0 stone"), NONE_KNOWN, 0)[8, 0] < 1 / 3
    assert chances_after(GOALS, claims("A goal 8,0 gold", "B goal 8,0 silent"), NONE_KNOWN, 0) == GOALS


def test_saboteur_is_distrusted_and_a_digger_is_trusted() -> None:
    claim = claims("B goal 8,0 gold")
    bad, good = chances_after(GOALS, claim, (0, 1, 0), 0), chances_after(GOALS, claim, (0, 0, 0), 0)
    assert bad == pytest.approx(GOALS)
    assert 1 > good[8, 0] > chances_after(GOALS, claim, NONE_KNOWN, 0)[8, 0]
    assert faith_in(0) < 1


def test_claim_never_overrides_my_own_sighting() -> None:
    known = {(8, -2): 0.0, (8, 0): 1.0, (8, 2): 0.0}
    assert chances_after(known, claims("B goal 8,0 stone", "C goal 8,2 gold"), NONE_KNOWN, 0) == known


@pytest.mark.django_db
def test_known_lie_is_evidence_and_a_rumour_counts_a_little() -> None:
    game = in_position(3)
    state = loaded(game).state
    own = SeatSecret(seat=0, role="digger", hand=(), sightings=(Sighting(GoalSight("8,0", "gold"), move=1),))
    knowledge = Knowledge(view(state.public, own), [])
    odds = odds_after(claims("B goal 8,0 stone", "C goal 8,0 gold"), knowledge, 0, NONE_KNOWN)
    assert odds[1] > 2 > 1 > odds[2]
    nothing = Knowledge(view(state.public, own))
    belief_odds = odds_after(claims("C player B suspect", "B player C trust"), nothing, 0, NONE_KNOWN)
    assert 2 > belief_odds[1] > 1 > belief_odds[2] > 0.5
    assert odds_after(claims("C player B suspect"), nothing, 0, (0, 0, 1)) == {1: 1.0}
    assert odds_after(claims("B goal 8,0 stone", "B player C suspect"), knowledge, 0, NONE_KNOWN).keys() == {1}
    assert odds_after(claims("B player A suspect"), knowledge, 0, NONE_KNOWN) == {}


@pytest.mark.django_db
def test_player_who_lies_about_my_sighting_is_a_suspect() -> None:
    game = in_position(3, roles={"A": "digger"}, hands={"A": ["EW"], "B": ["EW"], "C": ["EW"]})
    state = loaded(game).state
    saw = replace(state.seats[0], sightings=(Sighting(GoalSight("8,0", "gold"), move=1),))
    mine = view(state.public, saw)
    silent, lied = Situation(mine, ()), Situation(mine, (), claimed=claims("B goal 8,0 stone"))
    assert lied.beliefs.harms[1] > silent.beliefs.harms[1] > lied.beliefs.harms[2]
    assert lied.suspects == {1}
    assert silent.suspects == set()


@pytest.mark.django_db
def test_a_bot_says_so_when_it_thinks_and_not_in_the_name_of_a_person() -> None:
    game = in_position(3, hands={"A": ["EW"], "B": ["EW"], "C": ["EW"]}, before={"A": ["break:cart"]})
    Seat.objects.filter(game=game, number=0).update(resting="bot")
    asked = bot_turns.bots_asked(game.pk)
    let_choose(asked.seats)
    assert not Word.objects.exists()
    ann = seat_of(game, "Ann").user
    ann.is_bot = True
    ann.save()
    let_choose(bot_turns.bots_asked(game.pk).seats)
    word = Word.objects.get()
    assert (word.text, word.user, word.stands) == ("tool cart mend", ann, True)
    assert talk.public_claims(game, 1) == [(0, parse("tool cart mend"))]
    let_choose(bot_turns.bots_asked(game.pk).seats)
    assert Word.objects.count() == 1
    assert bot_turns.play_chosen(game.pk, game.seq) == 1


@pytest.mark.django_db
def test_all_bots_claim_before_any_of_them_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = {"A": ["EW"], "B": ["EW"], "C": ["EW"]}
    games = [in_position(3, code=code, hands=hands).pk for code in ("first", "second")]
    User.objects.filter(username="Ann").update(is_bot=True)
    order, choose = list[str](), bots.choose
    monkeypatch.setattr(bots, "claim_of", lambda *_: order.append("claims"))
    monkeypatch.setattr(bots, "choose", lambda *given: order.append("thinks") or choose(*given))  # type: ignore[func-returns-value]
    monkeypatch.setattr(bot_turns, "sleep", lambda _seconds: None)
    let_choose(bot_turns.bots_asked(games[0]).seats * 2)
    assert order == ["claims", "claims", "thinks", "thinks"]
    order.clear()
    assert bot_turns.work_off(games) == 2
    assert order == ["claims", "claims", "thinks", "thinks"]


@pytest.mark.django_db
def test_bot_whose_seat_was_taken_delays_no_other_bot() -> None:
    game = in_position(3, hands={"A": ["EW"], "B": ["EW"], "C": ["EW"]}, before={"A": ["break:cart"]})
    User.objects.filter(username="Ann").update(is_bot=True)
    seats = bot_turns.bots_asked(game.pk).seats
    Seat.objects.filter(pk=seats[0].pk).update(user=UserFactory.create(username="Eve"))
    let_choose(seats)
    assert not Word.objects.exists()
    assert Seat.objects.get(pk=seats[0].pk).choice


@pytest.mark.django_db
def test_bots_ignore_claims_of_former_players() -> None:
    game = running_game(3)
    for name in ("Ann", "Bo"):
        talk.claim(user=seat_of(game, name).user, code=game.code, claim=parse("hand nothing"))
    leaving.leave(user=seat_of(game, "Bo").user, code=game.code)
    assert talk.public_claims(game, 1) == [(seat_of(game, "Ann").number, parse("hand nothing"))]


@pytest.mark.django_db
def test_bots_are_silent_at_a_silent_table() -> None:
    game = in_position(3, hands={"A": ["EW"], "B": ["EW"], "C": ["EW"]}, before={"A": ["break:cart"]})
    Game.objects.filter(pk=game.pk).update(talk=Talk.OFF)
    User.objects.filter(username="Ann").update(is_bot=True)
    let_choose(bot_turns.bots_asked(game.pk).seats)
    assert not Word.objects.exists()
    assert bot_turns.play_chosen(game.pk, game.seq) == 1


@pytest.mark.django_db
def test_same_view_and_claims_weigh_the_same() -> None:
    game = in_position(3, roles={"A": "digger"}, hands={"A": ["EW"], "B": ["EW"], "C": ["EW"]})
    mine = view(loaded(game).state.public, loaded(game).state.seats[0])
    gold = claims("B goal 8,0 gold")
    assert Situation(mine, (), claimed=gold).chances == Situation(mine, (), claimed=gold).chances
    assert Situation(mine, (), claimed=gold).chances != Situation(mine, ()).chances
    assert bots.choose(mine, lambda _n: 0, (), gold) == bots.choose(mine, lambda _n: 0, (), gold)
