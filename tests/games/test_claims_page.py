"""Claims as pages: what can be claimed of what, the line and the mark of a claim, and its history."""

import pytest

from games.models import Game, Talk, Word
from games.rules.claims import parse
from games.services import talk
from saboteur_site.web import rates
from tests.factories import UserFactory
from tests.games.costs import statements
from tests.games.pages import get
from tests.games.tables import browser_of, in_position, running_game, seat_of
from tests.games.test_talk_page import at, column

pytestmark = pytest.mark.django_db


def test_a_goal_and_a_player_lead_to_what_can_be_claimed_of_them() -> None:
    game = in_position(3, before={"A": ["break:cart"]})
    ann = browser_of("Ann")
    page = get(ann, at(game))
    (goal,) = page.to("/claim/", "about=M8")
    assert [button["value"] for button in get(ann, goal).forms[at(game, "claim")].buttons] == [
        "goal 8,0 gold",
        "goal 8,0 stone",
        "goal 8,0 silent",
        "aim 8,0 here",
    ]
    (other,) = page.to("/claim/", "about=B")
    buttons = get(ann, other).forms[at(game, "claim")].buttons
    assert [button["value"] for button in buttons] == [
        "player B trust",
        "player B suspect",
        "ask B saboteur",
        "ask B digger",
    ]
    (own,) = page.to("/claim/", "about=A")
    assert [button["value"] for button in get(ann, own).forms[at(game, "claim")].buttons] == [
        "tool cart mend",
        "hand nothing",
    ]


def test_claim_line_shows_its_move_and_links_to_its_history() -> None:
    game = running_game(3)
    ann = browser_of("Ann")
    assert ann.post(at(game, "claim"), {"claim": "goal 8,0 gold"})["Location"] == at(game)
    page = get(browser_of("Bo"), at(game))
    assert "Claimed by Ann: gold." in page.words
    assert "M8 is the gold." in column(page.markup)
    ann.post(at(game, "claim"), {"claim": "goal 8,0 stone"})
    bo = get(browser_of("Bo"), at(game))
    assert "Claimed by Ann: gold." not in bo.words
    assert "Claimed by Ann: stone." in bo.words
    (there,) = bo.to("/claim/", "about=M8")
    history = get(browser_of("Bo"), there).words
    assert history.index("M8 is a stone.") < history.index("M8 is the gold.")
    mine = get(ann, there).forms[at(game, "claim")].buttons
    assert [button["value"] for button in mine if button["aria-pressed"]] == ["goal 8,0 stone"]
    assert "goal 8,0 back" in [button["value"] for button in mine]
    ann.post(at(game, "claim"), {"claim": "goal 8,0 back"})
    assert "Claimed by" not in get(browser_of("Bo"), at(game)).words


def test_marks_count_who_says_the_same_of_a_player() -> None:
    game = running_game(4)
    for name, text in (("Ann", "player D suspect"), ("Bo", "player D suspect"), ("Cy", "player D trust")):
        talk.claim(user=seat_of(game, name).user, code=game.code, claim=parse(text))
    page = get(browser_of("Dee"), at(game))
    assert "Claimed by Ann and Bo: suspected." in page.words
    assert "Claimed by Cy: trusted." in page.words
    assert "<i>!2</i><i>✓</i>" in page.markup


@pytest.mark.parametrize("text", ["", "x", "goal 8,0 silver", "player B trust now", "x" * 500])
def test_invalid_claim_gets_the_table(text: str) -> None:
    game = running_game(3)
    answer = browser_of("Ann").post(at(game, "claim"), {"claim": text})
    assert answer.status_code == 422
    assert "You can’t claim that." in answer.content.decode()


def test_a_claim_that_came_too_late_is_answered_with_the_table() -> None:
    game = running_game(3)
    answer = browser_of("Ann").post(at(game, "claim"), {"claim": "tool cart mend"})
    assert answer.status_code == 409
    assert not Word.objects.exists()


@pytest.mark.examples(3)
@pytest.mark.parametrize("about", ["", "Z", "L", "K800", "%00", "-", "x" * 99])
def test_whatever_claims_are_asked_for_the_page_has_an_answer(about: str) -> None:
    game = running_game(3)
    assert browser_of("Ann").get(f"{at(game, 'claim')}?about={about}").status_code == 200


def test_claims_are_for_those_who_sit_there_while_they_play_and_may_speak() -> None:
    game = running_game(3, joining="anyone")
    UserFactory.create(username="Eve")
    assert browser_of("Eve").get(at(game, "claim")).status_code == 404
    assert "/claim/" not in get(browser_of("Eve"), at(game)).markup
    Game.objects.filter(pk=game.pk).update(talk=Talk.OFF)
    assert browser_of("Ann").get(at(game, "claim")).status_code == 302
    assert "/claim/" not in get(browser_of("Ann"), at(game)).markup


def test_claim_limit_says_when_the_next_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = running_game(3)
    monkeypatch.setitem(rates.RATES, "words", rates.Rate(0, rates.MINUTE))
    answer = browser_of("Ann").post(at(game, "claim"), {"claim": "goal 8,0 gold"})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0


def test_a_claim_costs_six_statements_with_session_and_person() -> None:
    game = running_game(3)
    talk.claim(user=seat_of(game, "Ann").user, code=game.code, claim=parse("goal 8,0 gold"))
    cost = statements(browser_of("Ann"), at(game, "claim"), {"claim": "goal 8,0 stone"})
    assert len(cost) <= 6, "\n".join(text[:150] for text in cost)
