"""The pictures of rules are true: the rules are asked about each; and a refusal of a square leads to one."""

import re
from itertools import product

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from games.models import Game, Status
from games.rules import engine, record
from games.rules.board import GOAL
from games.rules.cards import CARDS, START
from games.rules.commands import Lay, PlayCard, PutMiner
from games.rules.errors import Refused
from games.rules.ruleset import compiled
from games.rules.table import Ruleset
from games.rules.view import PlayerView, view
from games.tableau.choice import Target, why_not
from games.tableau.reasons import TELLING, why_dark
from games.wording import card_name
from handbook.case_pictures import cases_of
from handbook.cases import CASES, MINER, Case
from tests.games.pages import HX, get
from tests.games.tables import browser_of, in_position

RULESET = Ruleset(rules="saboteur2", modules=("detour", "swap-goals", "tunnel-toll"))
ALL = [(rule, case) for rule, cases in CASES.items() for case in cases]


def command_of(case: Case) -> Lay | PlayCard | PutMiner:
    if case.card == MINER:
        return PutMiner("map", case.at)
    squares = (case.at, case.also) if case.also else (case.at,)
    return Lay(case.card, case.at) if CARDS[case.card].is_tunnel else PlayCard(case.card, at=squares)


def refused(case: Case) -> Refused | None:
    """What the rules say to a case, with goals face down where its picture shows none."""
    mine = {at: laid for at, laid in case.mine.items() if laid not in (GOAL, START)}
    hand = ["map"] if case.card == MINER else [case.card, "map"]
    before = {"A": [case.before]} if case.before else {}
    nuggets = {"A": int(case.allowed)} if case.toll else {}
    script = {"hands": {"A": hand}, "mine": mine, "before": before, "nuggets": nuggets, "first": "A"}
    state = record.deal_round(RULESET, 3, script, 1, None, "round 1")
    public = replace(state.public, miners={case.at: 1}) if case.toll else state.public
    try:
        engine.check(public, state.seats[0], command_of(case))
    except Refused as found:
        return found
    return None


@pytest.mark.parametrize(("rule", "case"), ALL, ids=[f"R{rule}-{case.card}-{case.at}" for rule, case in ALL])
def test_r1_r13_r14_r15_r17_r18_r34_r35_r36_r38_r61_r67_r70_cases_hold(rule: int, case: Case) -> None:
    found = refused(case)
    assert (found is None) == case.allowed
    assert found is None or found.rule == f"R{rule}"


def views(before: str, hand: list[str]) -> PlayerView:
    """What Ann sees of a mine with a miner of Bo's in it, without a nugget, with a card before her or none."""
    script = {
        "mine": {"1,0": "ESW", "2,0": "E.W", "8,-2": "stone-a"},
        "before": {"A": [before]} if before else {},
        "nuggets": {"A": 0},
        "first": "A",
    }
    state = record.deal_round(RULESET, 3, script, 1, None, "round 1")
    return view(replace(state.public, miners={"1,1": 1}), replace(state.seats[0], hand=tuple(hand)))


@pytest.mark.parametrize("before", ["", "break:cart", "trapped"])
def test_every_refusal_of_a_square_cites_a_rule_that_has_a_picture(before: str) -> None:
    """But for those that speak of a card, wherever it is tried."""
    squares = ["0,0", "1,0", "1,1", "2,1", "3,0", "-1,0", "5,5", "7,0", "8,0", "8,-2"]
    cited = set[str]()
    for card, at in product(compiled(RULESET).catalogue, squares):
        seen = views(before, [card, "map"])
        refused = why_not(seen, card, Target(at=at))
        if refused and (refused.code == "may-not-lay" or refused.code not in TELLING):
            cited.add(refused.rule)
    for hand, at in product((["EW"], ["NS", "NE"], ["map"], ["break:cart"]), squares):
        reasons = why_dark(views(before, hand), at)
        assert re.search(r"\(R\d+\)\.$", reasons) or "you can play" in reasons
        cited |= set(re.findall(r"\((R\d+)\)", reasons))
    assert cited >= {"": {"R1", "R13", "R14", "R17", "R18", "R34", "R61", "R70"}, "break:cart": {"R15"}}.get(
        before, {"R38"}
    )
    assert {rule for rule in cited if int(rule[1:]) not in CASES} == set()


def test_rule_page_shows_pictures_with_the_marked_square(db: None) -> None:
    for rule, cases in CASES.items():
        page = Client().get(reverse("handbook:rule", args=[rule])).content.decode()
        assert page.count('class="case"') == len(cases)
        assert len(re.findall(r'<li class="column-[0-9]+ row-[0-9]+ asked">', page)) == sum(
            1 + bool(case.also) for case in cases
        )
        assert page.count('<span class="before"') == sum(bool(case.before) for case in cases)
        assert page.count('class="right"') == sum(case.allowed for case in cases)
    assert 'class="case"' not in Client().get(reverse("handbook:rule", args=[25])).content.decode()


def test_preview_is_drawn_in_place_and_covers_no_card() -> None:
    (on_free, on_card), far = cases_of(1), cases_of(14)[-1]
    assert [(square.column, square.row, square.asked) for square in on_free.squares] == [
        (1, 1, True), (2, 1, False), (3, 1, False),
    ]  # fmt: skip
    assert [square.asked for square in on_card.squares] == [True, False]
    assert [("goal" in square.picture, square.asked) for square in far.squares] == [(False, True), (True, False)]


@pytest.mark.examples(3)
@pytest.mark.django_db
@pytest.mark.parametrize("headers", [{}, HX], ids=["no script", "htmx"])
@pytest.mark.parametrize(
    ("hand", "square", "rules", "said", "rule"),
    [
        ("EW", "L0", "base", "At L0, this card has rock where M0 has a tunnel.", 14),
        ("NESW", "M0", "base", "There’s already a card at M0.", 1),
        ("EW", "M9", "base", "At M9, this card wouldn’t be joined to the start.", 14),
        ("NE-ladder", "M7", "saboteur2", "A ladder may not touch a goal, as it would at M7.", 34),
        ("rockfall", "M0", "base", "A rockfall can’t remove what’s at M0.", 17),
        ("map", "M0", "base", "There’s nothing face down to look at on M0.", 18),
    ],
)
def test_dark_square_says_why_and_links_to_the_rules_picture(
    hand: str, square: str, rules: str, said: str, rule: int, headers: dict[str, str]
) -> None:
    game = in_position(3, hands={"A": [hand, "EW"]}, first="A", mine={"1,0": "EW"}, ruleset=Ruleset(rules=rules))
    client, address = browser_of("Ann"), reverse("games:table", args=[game.code])
    idle = get(client, address)
    chosen = next(card["href"] for card in idle.hand() if card_name(hand) in card.text)
    lit = get(client, chosen, **headers)
    if hand != "NE-ladder":  # it fits beside every card, and what lies beside a goal is out of the frame
        assert any(link.text.endswith("isn’t lit. Why?") for link in lit.squares())
    page = get(client, f"{chosen}&at={square}", **headers)
    assert said in page.words
    number = reverse("handbook:rule", args=[rule])
    assert page.to(number)
    assert 'class="case"' in client.get(number).content.decode()


@pytest.mark.examples(2)
@pytest.mark.django_db
@pytest.mark.parametrize("square", ["L0", "M7", "M9", "K7", "K8"])
def test_the_answer_depends_on_nothing_that_the_asker_may_not_know(square: str) -> None:
    reasons = set()
    for others, gold in (("NESW", "8,-2"), ("break:cart", "8,0")):
        game = in_position(3, hands={"A": ["EW"], "B": [others]}, first="A", goals={gold: "gold"})
        client, address = browser_of("Ann"), reverse("games:table", args=[game.code])
        card = get(client, address).hand()[0]["href"]
        words = get(client, f"{card}&at={square}").words
        reasons.add(words[words.index("M0: the start") :].replace(game.code, ""))
        Game.objects.filter(pk=game.pk).update(status=Status.OVER)  # so that it waits for no player
    assert len(reasons) == 1
