"""Reasons of trust and suspicion, on pages: chosen beside the claim, and said with it in one sentence."""

import pytest

from games.models import Game, Word
from games.rules.claims import REASONS, parse
from games.sheets.talk import REASONS as SHEETS
from games.wording.talk import claim_words
from tests.games.costs import statements
from tests.games.pages import Page, get
from tests.games.tables import browser_of, in_position, running_game
from tests.games.test_talk_page import at, column

pytestmark = pytest.mark.django_db


def form_about(game: Game, name: str, about: str) -> Page:
    return get(browser_of(name), f"{at(game, 'claim')}?about={about}")


def claim(game: Game, name: str, text: str, **because: str) -> int:
    sent = {"claim": text, **{f"{says}-because": why for says, why in because.items()}}
    return browser_of(name).post(at(game, "claim"), sent).status_code


def said() -> list[tuple[str, bool]]:
    return list(Word.objects.order_by("number").values_list("text", "stands"))


def test_each_reason_has_its_words_and_is_said_in_one_sentence() -> None:
    assert set(SHEETS) == {(says, why) for says, whys in REASONS.items() for why in whys}
    sentences = {claim_words(parse(f"player B {says} {why}"), ["Ann", "Bo"]) for says, why in SHEETS}
    assert len(sentences) == len(SHEETS)
    assert "I suspect Bo: they broke a tool." in sentences
    assert claim_words(parse("player B suspect"), ["Ann", "Bo"]) == "I suspect Bo."


def test_a_reason_is_chosen_beside_trust_and_suspicion_and_nowhere_else() -> None:
    game = in_position(3, before={"A": ["break:cart"]})
    other = form_about(game, "Ann", "B")
    assert other.markup.count("<select") == 2
    assert '<select name="trust-because" aria-label="Why I trust Bo">' in other.markup
    assert '<select name="suspect-because" aria-label="Why I suspect Bo">' in other.markup
    for says, whys in REASONS.items():
        assert all(f'<option value="{why}">{SHEETS[says, why].offer}</option>' in other.markup for why in whys)
    assert "-because" not in form_about(game, "Ann", "A").markup + form_about(game, "Ann", "M8").markup


def test_offered_reasons_do_not_depend_on_events() -> None:
    quiet, busy = in_position(3, code="quiet"), in_position(3, code="busy", before={"C": ["break:cart"]})
    pages = [form_about(game, "Ann", "B").markup for game in (quiet, busy)]
    assert pages[0].partition("<select")[2].count("<option") == pages[1].partition("<select")[2].count("<option") == 11


def test_claim_with_a_reason_is_public_and_replaces_the_last_one() -> None:
    game = running_game(3)
    assert claim(game, "Ann", "player B suspect") == 303
    assert claim(game, "Ann", "player B suspect", suspect="dead-end", trust="dug") == 303
    page = get(browser_of("Cy"), at(game))
    assert "I suspect Bo: they laid a dead end." in column(page.markup)
    assert "Claimed by Ann: suspected." in page.words
    mine = form_about(game, "Ann", "B")
    assert '<option value="dead-end" selected>' in mine.markup
    assert mine.markup.count(" selected>") == 1
    pressed = [button["value"] for button in mine.forms[at(game, "claim")].buttons if button["aria-pressed"]]
    assert pressed == ["player B suspect"]
    assert " selected>" not in form_about(game, "Cy", "B").markup
    assert claim(game, "Ann", "player B suspect", suspect="dead-end") == 303
    assert claim(game, "Ann", "player B trust", suspect="dead-end") == 303
    assert said() == [("player B suspect", False), ("player B suspect dead-end", False), ("player B trust", True)]
    assert claim(game, "Ann", "player B back", trust="dug") == 303
    assert said()[-2:] == [("player B trust", False), ("player B back", False)]


def test_people_may_give_a_reason_that_never_happened() -> None:
    game = running_game(3)
    assert claim(game, "Ann", "player B trust", trust="mended") == 303
    assert said() == [("player B trust mended", True)]


@pytest.mark.examples(3)
@pytest.mark.parametrize("why", ["dug", "x", "broke lied", " broke", "broke " * 50, "\x00", "because"])
def test_unfitting_reason_is_refused_and_nothing_is_claimed(why: str) -> None:
    game = running_game(3)
    answer = browser_of("Ann").post(at(game, "claim"), {"claim": "player B suspect", "suspect-because": why})
    assert answer.status_code == 422
    assert "You can’t claim that." in answer.content.decode()
    assert said() == []


def test_a_reason_costs_no_statement_more() -> None:
    game = running_game(3)
    claim(game, "Ann", "player B trust")
    cost = statements(browser_of("Ann"), at(game, "claim"), {"claim": "player B suspect", "suspect-because": "broke"})
    assert len(cost) <= 6, "\n".join(text[:150] for text in cost)
