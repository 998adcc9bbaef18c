"""What people send to a table, read into choices and commands, whatever the rules say to it then."""

import pytest
from django.http import QueryDict

from games.forms.moves import UnreadableError, read_choice, read_move
from games.rules.commands import Lay, Offer, Order, Pass, PlayCard, PutMiner, SeatCommand
from games.tableau.links import card_token

CODE, PERSON = "forms", 7


def sent(*cards: str, **fields: str) -> QueryDict:
    """A form with cards of the hand and other fields."""
    query = QueryDict(mutable=True)
    query.setlist("card", [card_token(CODE, PERSON, card) for card in cards])
    for name, value in {"seq": "1", "key": "k", **fields}.items():
        query[name] = value
    return query


def command(*cards: str, **fields: str) -> SeatCommand:
    """The command that such a form holds."""
    return read_move(sent(*cards, **fields), CODE, PERSON).command


def test_last_chosen_of_several_cards_is_played() -> None:
    assert read_choice(sent("NS", "EW"), CODE, PERSON).card == "EW"
    assert command("NS", "EW", at="M1") == Lay("EW", "1,0")


def test_of_several_cards_all_count_where_they_are_ticked() -> None:
    choice = read_choice(sent("NS", "EW", mode="discard"), CODE, PERSON)
    assert (choice.card, choice.ticked) == ("", ("NS", "EW"))
    assert command("NS", "EW", mode="discard") == Pass(("EW", "NS"))


@pytest.mark.parametrize(
    ("card", "tool", "named"),
    [
        ("repair:cart", "", ""),
        ("repair:cart", "cart", ""),
        ("repair:cart", "lantern", "lantern"),
        ("repair:pickaxe+cart", "cart", "cart"),
        ("repair:pickaxe+cart", "lantern", "lantern"),
        ("break:cart", "cart", ""),
        ("break:cart", "pickaxe", "pickaxe"),
        ("map", "cart", "cart"),
    ],
)
def test_tool_of_a_repair_is_asked_and_wrong_ones_reach_the_rules(card: str, tool: str, named: str) -> None:
    assert command(card, who="B", tool=tool) == PlayCard(card, 1, named)


def test_two_goals_are_listed_north_to_south_in_any_choice_order() -> None:
    assert command("swap-goals", at="M8", also="K8") == PlayCard("swap-goals", at=("8,-2", "8,0"))


def test_turned_card_is_marked_behind_its_square_and_a_toll_by_payer() -> None:
    assert command("NE", at="M2~", pay="C") == Lay("NE", "2,0", True, 2)
    assert command("detour", at="M2~", pay="C") == PlayCard("detour", at=("2,0",), turned=True, payer=2)
    assert command("map", at="M2", mode="miner") == PutMiner("map", "2,0")


@pytest.mark.parametrize(
    ("fields", "order"),
    [
        ({"order": "veto", "what": "goal", "who": "B"}, Order("veto", "goal", 1)),
        ({"order": "veto", "who": "any"}, Order("veto", "any")),
        ({"order": "theft", "who": "none"}, Order("theft")),
        ({"order": "offer", "who": "C"}, Offer(2)),
        ({"order": "offer", "who": ""}, Offer()),
        ({"order": "none"}, Order("none")),
    ],
)
def test_standing_orders_and_offers(fields: dict[str, str], order: SeatCommand) -> None:
    assert command(**fields) == order


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"order": "veto", "what": "gold"}, "no such order"),
        ({"order": "offer", "who": "Z"}, "That seat is empty"),
        ({"seq": "one"}, "The form isn’t complete"),
        ({"at": "M9999"}, "no such square"),
        ({"tool": "axe"}, "no such tool"),
        ({"lift": "map"}, "That card isn’t in front of you"),
        ({"mode": "dance"}, "leads nowhere"),
        ({}, "You didn’t choose a card"),
    ],
)
def test_invalid_move_is_refused_in_a_sentence(fields: dict[str, str], words: str) -> None:
    with pytest.raises(UnreadableError, match=words):
        command(**fields)
