"""A plan in words: whatever the rules take into a standing order for a turn can be said to its player (R93, R95)."""

from collections.abc import Iterator

import pytest

from games.rules import engine
from games.rules.cards import CARDS, TOOLS
from games.rules.commands import Order
from games.rules.errors import Malformed, Refused
from games.rules.notation import parse
from games.rules.table import Ruleset
from games.wording import planned_words
from tests.rules.rounds import begin

NAMES = ("Ann", "Bo", "Cy")
EVERYWHERE = ("0,0", "8,-2", "-300,999", "8,0~")
ABOUT = ("", " A", " B", " L", " $B", " $L", *(f" C {tool}" for tool in TOOLS))


def everything_parsed() -> Iterator[str]:
    """Commands of every kind with every card, sensible or not."""
    for card in CARDS:
        yield from (f"lay {card} {at}{who}" for at in EVERYWHERE for who in ("", " $C", " $D"))
        yield from (f"{card}{about}" for about in ABOUT)
        yield from (f"{card} {at}" for at in (*EVERYWHERE, "3,1 4,1", "8,-2 8,0 8,2", "B 3,1 $A"))
        yield from (f"pass {card}", f"pass {card} {card} map", f"miner {card} 4,0", f"miner {card} -70,0")
        yield from (f"trade EW NS {card}", f"trade {card} break:cart", f"trade {card} {card} theft")


def taken(text: str) -> Order | None:
    """The order for a turn that tries a command, if it is one and the rules take it at a table of three."""
    try:
        order = parse(f"order turn {text}")
        assert isinstance(order, Order)
        engine.check(PUBLIC, OWN, order)
    except (Malformed, Refused):
        return None
    return order


STATE = begin(Ruleset(rules="saboteur2", modules=("tunnel-toll", "guide")), 3, key=b"a plan in words").state
PUBLIC, OWN = STATE.public, STATE.seats[0]


def test_whatever_the_rules_take_into_an_order_can_be_said() -> None:
    said = {}
    for text in everything_parsed():
        order = taken(text)
        if order is not None:
            said[text] = planned_words(order.then[0], NAMES, 0)
    assert said["lay ESW 8,-2 $C"] == "Lay the three-way tunnel at K8; Cy pays the toll"
    assert said["lay map 8,-2"] == "Map, at K8"
    assert len(said) > 1000
    assert not [words for words in said.values() if not words or "%" in words]


@pytest.mark.parametrize(
    "text",
    ["lay EW 3,0", "lay EW 3,0 $C", "miner map 4,0", "pass EW map", "trade EW NS break:cart", "trade EW NS theft",
     "break:cart C", "repair:pickaxe+cart A cart", "rockfall 3,1", "map 8,0", "swap-goals 8,-2 8,0", "detour 3,1~",
     "theft", "reverse", "guide", "treasury", "lay map 3,0", "trade EW NS map"],
)  # fmt: skip
def test_every_kind_of_command_may_be_tried(text: str) -> None:
    """What cannot be done here is passed over when the turn begins; which it is may change until then."""
    assert taken(text) == parse(f"order turn {text}")


@pytest.mark.parametrize("text", ["break:cart L", "lay EW 3,0 $D", "detour 3,1 $L"])
def test_absent_player_is_refused_anywhere_in_the_order(text: str) -> None:
    for order in (text, f"{text} | pass EW", f"pass EW | {text}"):
        with pytest.raises(Refused, match="no-player"):
            engine.check(PUBLIC, OWN, parse(f"order turn {order}"))
