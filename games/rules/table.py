"""Public values of a table, also used outside of a state: its rules, and the results of its rounds."""

from msgspec import Struct

DRAWS = 1
"""The version of the lists from which new games draw tempers by their key: `games.bots.manner.LISTS`."""


class Ruleset(Struct, frozen=True, omit_defaults=True):
    """Which rules are in force: names only, sorted, so that equal tables have equal rulesets (``docs/notation.md``)."""

    rules: str = "base"
    modules: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    rounds: int = 3
    gold_draft: str = "auto"
    veto_window: int = 0
    chests: str = "corners"
    # Who begins the next round (R25): "layer", "mover" or "turn".
    next_starter: str = "layer"
    # Blue and green diggers lay only doors of their own colour (R36).
    own_doors: bool = False
    # A ladder card must be joined to another tunnel card (R34).
    joined_ladders: bool = False


class PayReason(Struct, frozen=True, omit_defaults=True):
    """The reason of a payout: a code of the module that pays, and the subjects of its sentence."""

    code: str
    count: int = 0
    share: int = 0
    seats: tuple[int, ...] = ()


class RoundResult(Struct, frozen=True, omit_defaults=True):
    """The public result of a finished round (R24): roles and goals, the connector, the winners, the payout in nuggets.

    ``before`` are the cards that lay before players at its end, each with the seat. ``pay_facts`` are the payout
    reasons of the whole round, ``pay_reasons`` those of each seat.
    """

    round: int
    reason: str
    connector: int | None
    winners: tuple[int, ...]
    roles: tuple[str, ...]
    goals: dict[str, str]
    paid: tuple[int, ...] = ()
    mine: dict[str, str] = {}
    before: tuple[tuple[int, str], ...] = ()
    pay_facts: tuple[PayReason, ...] = ()
    pay_reasons: tuple[tuple[PayReason, ...], ...] = ()
