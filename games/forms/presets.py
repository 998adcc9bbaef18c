"""Presets of a table: options that are chosen with one tap; and the fields of the form that a preset sets.

The last table of a host is a preset too. A preset never replaces what a user has typed or chosen by hand.
"""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.clocks.presets import PACES, pace_of
from games.models import Ladder, TableOptions
from games.rules.ruleset import MODULES, VARIANTS, compiled
from games.rules.table import Ruleset
from games.sheets import MODULES as SHEETS

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

DEFAULT_PACE = "days"
OWN = "own"
"""The pace with custom hours."""
OWN_NUMBERS: Mapping[str, int | str] = {"bank_hours": 48, "turn_hours": 8, "ladder": Ladder.CLOCK}
LAST = "last"
"""The name of the preset that is the host's last table."""
BY_BOOKS = ("next_starter", "own_doors", "joined_ladders")
"""Options on which the printed rules of Saboteur 2 differ (R25, R34, R36)."""
RULES = ("rules", "modules", "rounds", "gold_draft", "chests", "veto_window", *BY_BOOKS)
"""The fields that are rules."""
_WHERE_THEY_MATTER = ("gold_draft", "chests", "veto_window", *BY_BOOKS)
"""The rules that a form asks for only if they matter."""

Value = str | int | list[str]
"""The initial value of a field. That of a check box is a bool, which is an int."""
Start = Mapping[str, Value]
"""The initial values of the fields of a form."""


class Preset(NamedTuple):
    """A preset: its name, its description, its picture, and its options. `exact`: for its number of seats alone."""

    name: str
    label: "StrPromise"
    line: "StrPromise"
    picture: str
    options: TableOptions
    exact: bool = False

    @property
    def modules(self) -> list[str]:
        """Return the expansions, cards and variants, sorted."""
        return sorted([*self.options.ruleset.modules, *self.options.ruleset.variants])

    @property
    def players(self) -> str:
        """Return for how many players it is, as its rules say: `3–10`."""
        if self.exact:
            return str(self.options.seats)
        seats = compiled(self.options.ruleset).seats
        return f"{seats[0]}–{seats[-1]}"


def ruleset_of(rules: str, modules: Iterable[str] = (), rounds: int = 3) -> Ruleset:
    """Return the rules from the names of all modules, sorted, so that equal tables have equal rules."""
    added = set(modules)
    # msgspec leaves out a default by its identity; what a browser sends is equal to it, but another object.
    return Ruleset(
        rules=sys.intern(rules),
        modules=tuple(sorted(added & MODULES.keys())),
        variants=tuple(sorted(added & VARIANTS.keys())),
        rounds=rounds,
    )


PRESETS = {
    preset.name: preset
    for preset in (
        Preset("classic", _("Classic"), _("Diggers against saboteurs. The best start."), "m-base", TableOptions()),
        Preset(
            "saboteur2",
            _("Saboteur 2"),
            _("Two teams, doors, ladders and thieves."),
            "m-saboteur2",
            TableOptions(ruleset=ruleset_of("saboteur2"), seats=6),
        ),
        Preset(
            "anniversary",
            _("Anniversary evening"),
            _("Saboteur 2 and nine extras, for old hands."),
            "m-new-goals",
            TableOptions(
                ruleset=ruleset_of(
                    "saboteur2",
                    (
                        "swap-goals", "treasury", "reverse", "craftsman", "guide", "detour",
                        "new-goals", "treasure-chests", "tunnel-party",
                    ),
                ),
                seats=6,
            ),
        ),
        Preset(
            "tournament",
            _("Tournament"),
            _("Open scores, and one dwarf wants it all."),
            "m-tournament",
            TableOptions(ruleset=ruleset_of("base", ("tournament",)), seats=6),
        ),
        Preset(
            "two",
            _("Quick game for two"),
            _("One round of Saboteur 2, just you two."),
            "m-detour",
            TableOptions(ruleset=ruleset_of("saboteur2", rounds=1), seats=2),
            exact=True,
        ),
    )
}  # fmt: skip


def presets_of(last: TableOptions | None) -> dict[str, Preset]:
    """Return the presets that a host can choose, first the options of their last table if there is one."""
    if last is None:
        return PRESETS
    picture = f"m-{last.ruleset.rules}"
    return {LAST: Preset(LAST, _("Same as last time"), _("The options of your last table."), picture, last), **PRESETS}


def start_of(options: TableOptions) -> Start:
    """Return the initial values of a form for some options, without a name."""
    ruleset = options.ruleset
    plain = {field.name: getattr(options, field.name) for field in fields(options)}
    del plain["name"], plain["ruleset"]
    pace = pace_of(options.bank_hours, options.turn_hours, options.ladder)
    has_window = any(SHEETS[name].option == "veto_window" for name in ruleset.modules)
    return {
        **plain,
        "rules": ruleset.rules,
        "modules": sorted([*ruleset.modules, *ruleset.variants]),
        "rounds": ruleset.rounds,
        "gold_draft": ruleset.gold_draft,
        "chests": ruleset.chests,
        "veto_window": ruleset.veto_window if has_window else "",
        **{name: getattr(ruleset, name) for name in BY_BOOKS},
        "pace": pace.name if pace else OWN,
        **(OWN_NUMBERS if pace else {}),
    }


def applied(sent: QueryDict, starts: Mapping[str, Start]) -> QueryDict:
    """Return the input of a form, with the chosen preset applied if it is another than before.

    A field that still has the value of the previous preset gets that of the new one. Otherwise it was changed by hand,
    and is not touched. If no preset was in force, all rules are replaced and nothing else changes.
    """
    now, was = sent.get("preset", ""), sent.get("was", "")
    if now not in starts or now == was:
        return sent
    changed, before = sent.copy(), starts.get(was)
    for field, value in starts[now].items():
        if before is None:
            by_hand = field not in RULES
        else:
            is_asked = field in sent or field not in _WHERE_THEY_MATTER
            by_hand = is_asked and sorted(sent.getlist(field)) != _sent(before[field])
        if not by_hand:
            changed.setlist(field, _sent(value))
    changed["was"] = now
    return changed


def in_force(names: Mapping[str, Preset], rules: object, modules: object, was: str) -> str:
    """Return the preset whose game and expansions are chosen, preferably the previous one; "" when none is."""
    chosen = sorted(map(str, modules)) if isinstance(modules, list | tuple) else []
    found = [name for name, one in names.items() if one.options.ruleset.rules == rules and one.modules == chosen]
    return was if was in found else next(iter(found), "")


def _sent(value: Value) -> list[str]:
    """Return a value as browsers send it."""
    if isinstance(value, bool):
        return ["on"] if value else []
    return sorted(map(str, value)) if isinstance(value, list) else [str(value)]


def veto_hours(pace: str, turn_hours: int) -> int:
    """Return how long a card waits for a veto by default, in hours, as fits the pace of a table (R93)."""
    turn = PACES[pace].turn_hours if pace in PACES else turn_hours
    if pace == "none" or turn >= 24:
        return 24
    return 12 if turn > 2 else 1


def is_offered(preset: Preset, offered: frozenset[str]) -> bool:
    """Return whether all modules of a preset can be chosen."""
    return {preset.options.ruleset.rules, *preset.modules} <= offered
