"""Rules in pictures: small mines with a legal or an illegal move, and a sentence that gives the reason.

They belong to the rules behind refusals of squares, so that a refusal leads to a picture.
`tests/handbook/test_cases.py` checks each against the rules.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.rules.board import GOAL
from games.rules.cards import START

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MINER = "x-miner"


class Case(NamedTuple):
    """A move at a square: the cards of the mine by square, the card that is played (or a miner that is put), its
    square, whether it is `allowed`, and the reason.

    `before` is a card that lies before the player. `toll` means that another player's miner is at the square: laying
    there is legal with a nugget left and illegal without one. `also` is the second square of a card with two.
    """

    allowed: bool
    mine: Mapping[str, str]
    card: str
    at: str
    words: "StrPromise"
    before: str = ""
    toll: bool = False
    also: str = ""


_BEGUN = {"0,0": START}
_DUG = {"0,0": START, "1,0": "EW"}
_DEAD_END = {"0,0": START, "1,0": "E.W"}
_FAR = {"8,0": GOAL}
_GOALS = {"8,-2": GOAL, "8,0": GOAL}

CASES: Mapping[int, tuple[Case, ...]] = {
    1: (
        Case(True, _DUG, "EW", "-1,0", _("The mine has no border: it goes on behind the start too.")),
        Case(False, _DUG, "NESW", "1,0", _("A square holds one card, and there’s already one there.")),
    ),
    13: (
        Case(True, _DUG, "EW", "2,0", _("A tunnel card goes in the mine, where it fits.")),
        Case(False, _DUG, "break:lantern", "2,0", _("An action card never goes in the mine.")),
    ),
    14: (
        Case(True, _DUG, "ESW", "2,0", _("Tunnel meets tunnel, rock meets rock, on every side that touches a card.")),
        Case(True, _BEGUN, "E.W", "1,0", _("You can join a dead end like any other tunnel.")),
        Case(False, _BEGUN, "NS", "1,0", _("This square isn’t lit: tunnel would meet rock.")),
        Case(
            False,
            _DEAD_END,
            "EW",
            "2,0",
            _("There are boulders in between: nothing behind a dead end is joined to the start."),
        ),
        Case(False, _DUG, "EW", "1,1", _("It touches a card, but no tunnel leads from one to the other.")),
        Case(
            False,
            _FAR,
            "EW",
            "7,0",
            _("A face-down goal joins nothing: the tunnel has to come from the start."),
        ),
    ),
    15: (
        Case(
            False,
            _DUG,
            "EW",
            "2,0",
            _("The tunnel would fit, but you can’t lay tunnels with a broken tool."),
            before="break:lantern",
        ),
        Case(
            True,
            _DUG,
            "rockfall",
            "1,0",
            _("You can play action cards with a broken tool too."),
            before="break:lantern",
        ),
    ),
    17: (
        Case(True, _DUG, "rockfall", "1,0", _("Any face-up tunnel card.")),
        Case(False, _DUG, "rockfall", "0,0", _("Never the start, a goal or a fixed card.")),
    ),
    18: (
        Case(True, _FAR, "map", "8,0", _("A face-down goal.")),
        Case(False, {"8,0": "stone-a"}, "map", "8,0", _("A face-up goal is no secret any more.")),
    ),
    34: (
        Case(True, _DUG, "S-ladder", "1,1", _("It doesn’t have to be joined: touching a face-up tunnel is enough.")),
        Case(False, _FAR, "S-ladder", "7,0", _("Never beside a goal, whether face up or face down.")),
        Case(False, _DUG, "S-ladder", "3,0", _("Never on its own: it has to touch a tunnel.")),
    ),
    35: (Case(True, _BEGUN, "NS.EW", "1,0", _("Joining one of the two tunnels is enough.")),),
    36: (
        Case(
            True,
            {"0,0": START, "1,0": "EW-blue"},
            "EW",
            "2,0",
            _("Doors don’t matter for laying cards. Anyone can dig on behind them."),
        ),
    ),
    38: (
        Case(
            False,
            _DUG,
            "EW",
            "2,0",
            _("The tunnel would fit, but you can’t lay any while you’re trapped."),
            before="trapped",
        ),
        Case(True, _FAR, "map", "8,0", _("While you’re trapped, you can still look at a goal."), before="trapped"),
    ),
    61: (
        Case(True, _GOALS, "swap-goals", "8,-2", _("Any two face-down goals."), also="8,0"),
        Case(
            False,
            {"8,-2": GOAL, "8,0": "stone-a"},
            "swap-goals",
            "8,-2",
            _("A face-up goal stays where it is."),
            also="8,0",
        ),
    ),
    67: (
        Case(True, _DUG, "detour", "-1,0", _("Wherever it fits once its old square is empty.")),
        Case(False, _DUG, "detour", "1,0", _("Not where it is already.")),
    ),
    70: (
        Case(True, _DUG, MINER, "2,0", _("An open end: a tunnel that is joined to the start leads there.")),
        Case(False, _DUG, MINER, "1,1", _("No open end: no tunnel leads there.")),
        Case(True, _DUG, "EW", "2,0", _("There’s a miner: its owner gets a nugget for the tunnel."), toll=True),
        Case(False, _DUG, "EW", "2,0", _("There’s a miner, and you have no nugget left to pay the toll."), toll=True),
    ),
}
"""The cases by the number of the rule; rules whose cards suffice have none."""
