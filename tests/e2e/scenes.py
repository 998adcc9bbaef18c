"""Every card, chest and decision in the hands of people: positions, who plays what there, and what they read then."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from games.rules.cards import CHESTS
from games.rules.table import Ruleset


class Scene(NamedTuple):
    """A position of Ann, Bo and Cy, the moves they make by their pages, and what who moved reads after each.

    ``script`` has the keys of a record's round, the moves are its lines (`docs/notation.md`).
    """

    said: str
    course: tuple[tuple[str, str], ...]
    ruleset: Ruleset = Ruleset()
    script: Mapping[str, Any] = MappingProxyType({})


def two(*modules: str, **options: Any) -> Ruleset:
    """Saboteur 2 with modules."""
    return Ruleset("saboteur2", tuple(sorted(modules)), **options)


def base(*modules: str, **options: Any) -> Ruleset:
    """The base game with modules."""
    return Ruleset("base", tuple(sorted(modules)), **options)


THREE_GOALS = {"8,-2": "stone-a", "8,0": "gold", "8,2": "stone-b"}
NEARLY = {f"{x},0": "NESW" for x in range(1, 5)} | {"5,0": "EW", "6,0": "EW"}
"""The mine one card away from the gold."""

BASE = (
    Scene(
        "broken tools, mended with one card each",
        (
            ("A break:pickaxe B", "You broke Bo’s pickaxe."),
            ("B break:lantern C", "You broke Cy’s lantern."),
            ("C break:cart A", "You broke Ann’s cart."),
            ("A repair:pickaxe B", "You repaired Bo’s pickaxe."),
            ("B repair:lantern C", "You repaired Cy’s lantern."),
            ("C repair:cart A", "You repaired Ann’s cart."),
            ("A lay NE 1,0~", "You laid"),
        ),
        script={
            "hands": {
                "A": ["NE", "break:pickaxe", "repair:pickaxe"],
                "B": ["break:lantern", "repair:lantern"],
                "C": ["break:cart", "repair:cart"],
            }
        },
    ),
    Scene(
        "one of two broken tools, a rockfall, a map, a discarded card",
        (
            ("A repair:pickaxe+lantern B lantern", "You repaired Bo’s lantern."),
            ("B repair:pickaxe+cart C cart", "You repaired Cy’s cart."),
            ("C repair:lantern+cart A lantern", "You repaired Ann’s lantern."),
            ("A rockfall 1,0", "You removed the card at M1 with a rockfall."),
            ("B map 8,0", "Only you see this: You saw what lies at M8: Gold."),
            ("C pass N", "You discarded, unseen by the others: "),
        ),
        script={
            "hands": {
                "A": ["repair:pickaxe+lantern", "rockfall"],
                "B": ["repair:pickaxe+cart", "map"],
                "C": ["repair:lantern+cart", "N"],
            },
            "before": {
                "A": ["break:lantern", "break:cart"],
                "B": ["break:pickaxe", "break:lantern"],
                "C": ["break:cart", "break:pickaxe"],
            },
            "goals": THREE_GOALS,
            "mine": {"1,0": "EW"},
        },
    ),
    Scene(
        "gold cards taken by hand",
        (("A lay NESW 7,0", "Take one of the gold cards."), ("A choose 3", "Your gold card shows 3 nuggets.")),
        base(gold_draft="hand"),
        {
            "hands": {"A": ["NESW"]},
            "roles": {"A": "digger", "B": "saboteur", "C": "digger"},
            "goals": THREE_GOALS,
            "gold_cards": [1, 3, 2],
            "mine": NEARLY,
        },
    ),
)

SABOTEUR2 = (
    Scene(
        "the seven action cards",
        (
            ("A trapped B", "You trapped Bo."),
            ("B free B", "You freed yourself."),
            ("C theft", "You played Theft in front of you."),
            ("A hands-off C", "You removed the theft in front of Cy."),
            ("B inspection C", "Only you see this: You saw the role of Cy: Saboteur."),
            ("C swap-hats A", "You gave Ann a new role."),
            ("A swap-hands B", "Your new hand: Crossing"),
            ("B swap-hats B", "Your new role:"),
        ),
        two(),
        {
            "hands": {
                "A": ["trapped", "hands-off", "swap-hands", "swap-hats"],
                "B": ["NESW", "free", "inspection"],
                "C": ["theft", "swap-hats"],
            },
            "roles": {"A": "blue", "B": "green", "C": "saboteur"},
        },
    ),
    Scene(
        "a trade, and up to three cards discarded",
        (
            ("A trade EW NS break:cart", "You discarded two cards to remove this: broken cart."),
            ("B trade N NE trapped", "You discarded two cards to remove this: trapped."),
            ("C pass E EW NESW", "You discarded, unseen by the others: "),
            ("A pass map", "You discarded, unseen by the others: Map."),
        ),
        two(),
        {
            "hands": {"A": ["NS", "EW", "map"], "B": ["N", "NE", "map"], "C": ["NESW", "EW", "E", "theft"]},
            "before": {"A": ["break:cart"], "B": ["break:pickaxe", "trapped"]},
            "pile": ["theft"],
        },
    ),
    Scene(
        "a ladder, a door and a bridge",
        (
            ("A lay E-ladder -1,0", "You laid"),
            ("B lay NS-blue 2,-1", "You laid"),
            ("C lay NW-green 2,1", "You laid"),
        ),
        two(),
        {
            "hands": {"A": ["E-ladder"], "B": ["NS-blue"], "C": ["NW-green"]},
            "mine": {"1,0": "EW", "2,0": "NESW"},
        },
    ),
    Scene(
        "a theft that is asked for",
        (
            ("A lay NESW 7,0", "Cy is choosing a player to steal from."),
            ("C choose A", "You stole a nugget from Ann."),
        ),
        two(),
        {
            "hands": {"A": ["NESW"]},
            "roles": {"A": "blue", "B": "green", "C": "saboteur"},
            "before": {"C": ["theft"]},
            "goals": THREE_GOALS,
            "mine": NEARLY,
        },
    ),
    Scene(
        "a theft by standing order",
        (
            ("C order theft A", "Steal from Ann."),
            ("A lay NESW 7,0", "Cy stole a nugget from you."),
        ),
        two(),
        {
            "hands": {"A": ["NESW"]},
            "roles": {"A": "blue", "B": "green", "C": "saboteur"},
            "before": {"C": ["theft"]},
            "goals": THREE_GOALS,
            "mine": NEARLY,
        },
    ),
)


def _gallery(west: int, east: int, card: str) -> dict[str, str]:
    """The same tunnel card several times in the row south of the start."""
    return {f"{x},1": card for x in range(west, east + 1)}


_CARDS = ("swap-goals", "treasury", "reverse", "craftsman", "guide", "detour")

CHAMPIONSHIP = (
    Scene(
        "the cards of the world championship",
        (
            ("A swap-goals 8,-2 8,2", "Swap the two goals, or leave them?"),
            ("A choose swap", "You swapped the two goals."),
            ("B treasury", "Choose a card to keep."),
            ("B choose map", "You kept one of the cards you were offered."),
            ("C reverse", "You reversed the order of play."),
            ("B guide", "Lay the next tunnel card."),
            ("B lay EW 1,0", "Lay the next tunnel card."),
            ("B lay NE 2,0~", "You laid"),
            ("A detour -1,0", "You moved the last tunnel card from M2 to M-1."),
            ("C repair:pickaxe+lantern+cart C cart", "You repaired your own cart."),
        ),
        base(*_CARDS),
        {
            "hands": {
                "A": ["swap-goals", "detour"],
                "B": ["treasury", "guide", "EW", "NE"],
                "C": ["reverse", "repair:pickaxe+lantern+cart"],
            },
            "before": {"C": ["break:lantern", "break:cart"]},
            "discards": ["map", "EW", "rockfall"],
        },
    ),
    Scene(
        "a veto in the time for vetoes",
        (
            ("C order pass", "Make no veto, and don’t ask me."),
            ("C order none", "If I hold a veto"),
            ("A lay NESW 1,0", "Every other player with cards is asked whether to veto it."),
            ("C choose none", "You have answered."),
            ("B veto", "You vetoed"),
        ),
        two("veto", veto_window=1),
        {"hands": {"A": ["NESW"], "B": ["veto"], "C": ["map"]}},
    ),
    Scene(
        "a veto by standing order",
        (
            ("B order veto rockfall any", "Veto the next of these that any player plays: Rockfall."),
            ("A rockfall 1,0", "Bo vetoed your card: Rockfall."),
        ),
        base("veto"),
        {"hands": {"A": ["rockfall"], "B": ["veto"], "C": ["map"]}, "mine": {"1,0": "EW"}},
    ),
)

EXPANSIONS = (
    Scene(
        "miners, a toll and an offer to pay it",
        (
            ("A miner map 1,0", "You discarded a card and put a miner on M1."),
            ("C offer B", "You offer to pay for Bo."),
            ("B lay EW 1,0 $C", "Cy paid the toll"),
            ("C miner map 2,0", "You discarded a card and put a miner on M2."),
            ("A lay NESW 2,0", "You paid Cy a nugget for M2."),
        ),
        base("tunnel-toll"),
        {"hands": {"A": ["map", "NESW"], "B": ["EW"], "C": ["map"]}, "nuggets": {"A": 1, "B": 0, "C": 1}},
    ),
    Scene(
        "the costume department and the tunnel party",
        (("A lay NESW 4,0", "Your new role:"),),
        base("costume-department", "tunnel-party"),
        {"hands": {"A": ["NESW"]}, "mine": {"1,0": "EW", "2,0": "EW", "3,0": "EW"}},
    ),
    Scene(
        "which of two new goals is turned up first",
        (("A lay NESW 8,1", "Choose what to turn up first."), ("A choose 8,2", "You took 2 nuggets.")),
        base("new-goals"),
        {
            "hands": {"A": ["NESW"]},
            "goals": {"8,-4": "stone-a", "8,-2": "stone-b", "8,0": "stone-c", "8,2": "sack-2", "8,4": "gold"},
            "mine": {"1,0": "NESW", "1,1": "NES", **_gallery(2, 4, "EW"), **_gallery(5, 7, "NESW")},
        },
    ),
)

_REST = ("no-maps", "no-draw", "landslide", "extra-draw")
_OF_CHESTS: dict[str, tuple[tuple[str, str], ...]] = {
    "nugget": (("A lay NW 2,0", "You took 1 nugget."),),
    "no-maps": (("A lay NW 2,0", "You opened the chest at L2: No more maps."),),
    "no-draw": (("A lay NW 2,0", "You opened the chest at L2: No draw."),),
    "extra-draw": (("A lay NW 2,0", "You drew: Theft, Straight tunnel."),),
    "far-goal": (("A lay NW 2,0", "Choose the goal that moves."), ("A choose 8,0", "The goal at M8 moved to M9.")),
    "grab": (("A lay NW 2,0", "Choose a player."), ("A choose B", "You took a card out of Bo’s hand")),
    "choose-3": (("A lay NW 2,0", "Choose a card to keep."), ("A choose theft", "You drew: Theft.")),
    "spy": (("A lay NW 2,0", "Choose a player."), ("A choose C", "You saw the role of Cy: Saboteur.")),
    "recycle": (("A lay NW 2,0", "Choose a card to keep."), ("A choose map", "You drew: Map.")),
    "landslide": (("A lay NW 2,0", "You opened the chest at L2: Landslide."),),
}


def of_chest(chest: str) -> Scene:
    """Ann opens a chest."""
    others = [other for other in _REST if other != chest]
    script = {
        "hands": {"A": ["NW"], "B": ["map"], "C": ["E"]},
        "roles": {"A": "blue", "B": "green", "C": "saboteur"},
        "chests": {
            "2,-1": ["ESW", chest],
            "2,1": ["NE", others[0]],
            "6,-1": ["NS", others[1]],
            "6,1": ["EW", others[2]],
        },
        "pile": ["theft", "EW", "NS"],
        "discards": ["map", "EW"],
        "mine": {"1,0": "EW"},
    }
    return Scene(f"the chest {chest}", _OF_CHESTS[chest], two("treasure-chests"), script)


CHEST_SCENES = tuple(map(of_chest, CHESTS))

GROUPS = {
    "base": BASE,
    "saboteur2": SABOTEUR2,
    "championship": CHAMPIONSHIP,
    "expansions": EXPANSIONS,
    "chests": CHEST_SCENES,
}
"""All scenes, by where their cards come from."""

DECISIONS = (SABOTEUR2[1], SABOTEUR2[3], CHAMPIONSHIP[1])
"""A scene for each way to answer that is no card on a square or a player: trades, thefts, orders, vetoes."""
