"""Compile the names of a ruleset into rules, or refuse names that cannot be combined (R82)."""

from collections.abc import Callable, Mapping
from functools import cache

from msgspec import Struct

from games.rules.agenda import Rules
from games.rules.cards import ARRANGEMENTS
from games.rules.errors import Refused
from games.rules.modules import (
    championship,
    costume_department,
    new_goals,
    sabotaged_dwarf,
    saboteur2,
    tournament,
    treasure_chests,
    tunnel_party,
    tunnel_toll,
    veto,
)
from games.rules.modules.base import BASE
from games.rules.table import Ruleset


class Module(Struct, frozen=True):
    """An expansion, a card or a variant: its changes of the rules, and its conflicts.

    ``rule`` is its number; ``needs`` the games it can be added to; ``excludes`` the modules it cannot be combined with.
    """

    name: str
    rule: str
    extend: Callable[[Rules], Rules]
    needs: tuple[str, ...] = ("base", "saboteur2")
    excludes: tuple[str, ...] = ()


BASE_GAME, SABOTEUR2 = "base", "saboteur2"
BASE_ONLY = (BASE_GAME,)
GAMES: Mapping[str, Rules] = {BASE_GAME: BASE, SABOTEUR2: saboteur2.extend(BASE)}
MODULES: Mapping[str, Module] = {
    module.name: module
    for module in (
        Module("greedy", "R60", championship.greedy, needs=BASE_ONLY),
        Module("swap-goals", "R61", championship.swap_goals),
        Module("treasury", "R62", championship.treasury),
        Module("veto", "R63", veto.extend),
        Module("reverse", "R64", championship.reverse),
        Module("craftsman", "R65", championship.craftsman),
        Module("guide", "R66", championship.guide),
        Module("detour", "R67", championship.detour),
        Module("tunnel-toll", "R70", tunnel_toll.extend),
        Module("new-goals", "R72", new_goals.extend),
        Module("treasure-chests", "R73", treasure_chests.extend),
        Module("costume-department", "R71", costume_department.extend),
        Module("tunnel-party", "R71", tunnel_party.extend),
    )
}
"""In the order in which they are applied; the order of reached cards follows from it (R71)."""
VARIANTS: Mapping[str, Module] = {
    module.name: module
    for module in (
        Module("sabotaged-dwarf", "R80", sabotaged_dwarf.extend, needs=BASE_ONLY),
        Module(
            "tournament",
            "R81",
            tournament.extend,
            needs=BASE_ONLY,
            excludes=("greedy", "sabotaged-dwarf", "costume-department"),
        ),
    )
}

ROUNDS = range(1, 7)
GOLD_DRAFTS = ("auto", "hand")
VETO_WINDOWS = (0, 1, 12, 24)
NEXT_STARTERS = ("layer", "mover", "turn")


@cache
def compiled(ruleset: Ruleset) -> Rules:
    """Return the rules of a ruleset; raise Refused for unknown names and for modules that cannot be combined (R82)."""
    for code, rule, given, known in (
        ("unknown-rules", "R82", (ruleset.rules,), GAMES),
        ("unknown-module", "R82", ruleset.modules, MODULES),
        ("unknown-variant", "R82", ruleset.variants, VARIANTS),
        ("wrong-rounds", "R25", (ruleset.rounds,), ROUNDS),
        ("wrong-gold-draft", "R91", (ruleset.gold_draft,), GOLD_DRAFTS),
        ("wrong-veto-window", "R93", (ruleset.veto_window,), VETO_WINDOWS),
        ("unknown-arrangement", "R73", (ruleset.chests,), ARRANGEMENTS),
        ("wrong-next-starter", "R25", (ruleset.next_starter,), NEXT_STARTERS),
    ):
        for name in given:
            if isinstance(name, bool) or name not in known:
                raise Refused(code, rule, name=str(name))
    for code, rule, flag in (
        ("wrong-own-doors", "R36", ruleset.own_doors),
        ("wrong-joined-ladders", "R34", ruleset.joined_ladders),
    ):
        if type(flag) is not bool:
            raise Refused(code, rule, name=str(flag))
    rules = GAMES[ruleset.rules]
    added = [VARIANTS[name] for name in VARIANTS if name in ruleset.variants]
    added += [MODULES[name] for name in MODULES if name in ruleset.modules]
    names = {module.name for module in added}
    for module in added:
        if ruleset.rules not in module.needs:
            raise Refused("needs-other-rules", module.rule, name=module.name, rules=ruleset.rules)
        for other in module.excludes:
            if other in names:
                raise Refused("cannot-be-combined", module.rule, name=module.name, other=other)
        rules = module.extend(rules)
    return rules


@cache
def check_players(ruleset: Ruleset, players: int) -> Rules:
    """Return the rules for a number of players; raise Refused if they do not allow it (R10, R30, R81)."""
    rules = compiled(ruleset)
    if players not in rules.seats:
        raise Refused("wrong-number-of-players", rules.seats_rule, fewest=rules.seats[0], most=rules.seats[-1])
    return rules
