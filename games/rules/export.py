"""A finished game as a record (``docs/notation.md``): its table, its deals, and the public results of its rounds."""

from typing import Any

from games.rules.cards import START
from games.rules.fairness import seal
from games.rules.notation import letter
from games.rules.setup import DealtRound
from games.rules.state import PublicState
from games.rules.table import RoundResult, Ruleset

ALWAYS = ("first", "roles", "goals", "hands", "pile")
"""The parts of a deal that are written even if they are empty."""


def game_written(
    ruleset: Ruleset, names: list[str], rounds: list[dict[str, Any]], chance: dict[str, Any]
) -> dict[str, Any]:
    """The record of a finished game, sealed; ``chance`` is its ``fairness`` part. Those of scheme 1 have no seal."""
    written = {
        "format": "saboteur-record/1",
        "table": table_written(ruleset),
        "seats": names,
        "rounds": rounds,
        "fairness": chance,
    }
    return {**written, "fairness": {**chance, "seal": seal(written)}} if "scheme" in chance else written


def table_written(ruleset: Ruleset) -> dict[str, Any]:
    """The table of a record: rules, modules, variants and options."""
    options: dict[str, Any] = {"rounds": ruleset.rounds, "gold_draft": ruleset.gold_draft}
    # Only what differs from the default: the key of a game is made over its table, also that of an earlier version.
    if ruleset.veto_window:
        options["veto_window"] = ruleset.veto_window
    if ruleset.next_starter != "layer":
        options["next_starter"] = ruleset.next_starter
    if ruleset.own_doors:
        options["own_doors"] = True
    if ruleset.joined_ladders:
        options["joined_ladders"] = True
    return {
        "rules": ruleset.rules,
        "modules": list(ruleset.modules),
        "variants": list(ruleset.variants),
        "options": options,
    }


def deal_written(dealt: DealtRound) -> dict[str, Any]:
    """A deal with every pile in full, so that a reader has nothing to fill in."""
    parts: dict[str, Any] = {
        "first": letter(dealt.first),
        "roles": {letter(seat): role for seat, role in enumerate(dealt.roles)},
        "spare_roles": list(dealt.spare_roles),
        "goals": dealt.goals,
        "goals_left": list(dealt.goals_left),
        "hands": {letter(seat): list(hand) for seat, hand in enumerate(dealt.hands)},
        "pile": list(dealt.pile),
        "aside": list(dealt.aside),
        "gold_cards": list(dealt.gold_cards),
        "chests": {at: list(laid) for at, laid in dealt.chests.items()},
        "fixed": dealt.fixed,
    }
    return {key: part for key, part in parts.items() if part or key in ALWAYS}


def round_written(dealt: DealtRound, lines: list[str]) -> dict[str, Any]:
    """One round: its deal, and the lines of its moves and random draws."""
    return {**deal_written(dealt), "moves": lines}


def ends_written(public: PublicState[Any]) -> list[dict[str, Any]]:
    """What a record expects at the end of each round of a finished game: what was public there (R24, R26).

    After the last round that is the gold of all players, all hands, the pile and the discards.
    """
    ends = [_end_of_round(result, public.seats) for result in public.results]
    opened = public.revealed
    if opened is not None:
        ends[-1] |= {
            "game_over": True,
            "gold": _by_seat(opened.gold),
            "hand": _by_seat([list(hand) for hand in opened.hands]),
            "pile": len(opened.pile),
            "discards": len(opened.discards),
            "discard_top": opened.discards[-1] if opened.discards else None,
        }
    return ends


def _end_of_round(result: RoundResult, seats: int) -> dict[str, Any]:
    before: dict[str, list[str]] = {letter(seat): [] for seat in range(seats)}
    for seat, card in result.before:
        before[letter(seat)].append(card)
    return {
        "round_over": True,
        "winners": [letter(seat) for seat in result.winners],
        "connector": None if result.connector is None else letter(result.connector),
        "role": _by_seat(result.roles),
        "open": {at: card for at, card in result.mine.items() if card != START},
        "before": before,
    }


def _by_seat(values: Any) -> dict[str, Any]:
    return {letter(seat): value for seat, value in enumerate(values)}
