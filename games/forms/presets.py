"""What a form for a table begins with: a preset, or a table that there is already. And what a tap on a preset changes.

A preset brings rules, and as many seats as they are meant for. The last table of a host is a preset too: it brings what
else was chosen for it. Nothing of this ever replaces what a person has typed or chosen by hand.
"""

from collections.abc import Mapping

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.clocks.presets import PACES, pace_of
from games.models import BotLevel, Game, Joining, Ladder, Talk
from games.rows import store
from games.rows.disorder import OutOfOrder
from games.sheets import MODULES
from games.sheets.presets import PRESETS, Preset

DEFAULT_PACE = "days"
OWN = "own"
"""The pace whose numbers the host says."""
OWN_NUMBERS: Mapping[str, int | str] = {"bank_hours": 48, "turn_hours": 8, "ladder": Ladder.CLOCK}
LAST = "last"
"""The name of the preset that is the last table of a host."""
BY_BOOKS = ("next_starter", "own_doors", "joined_ladders")
"""Options on which the printed rules of Saboteur 2 differ (R25, R34, R36)."""
RULES = ("rules", "modules", "rounds", "gold_draft", "chests", "veto_window", *BY_BOOKS)
"""The fields that are rules."""
_WHERE_THEY_MATTER = ("gold_draft", "chests", "veto_window", *BY_BOOKS)
"""The rules that a form asks for only where they matter."""

Value = str | int | list[str]
"""What a field begins with. A box to tick begins with a bool, which is an int."""
Start = Mapping[str, Value]
"""The values of the fields of a form, as it begins."""


def start_of(preset: Preset) -> Start:
    """What a form begins with by a preset."""
    return {
        "rules": preset.rules,
        "modules": sorted(preset.modules),
        "rounds": preset.rounds,
        "gold_draft": "auto",
        "chests": "corners",
        "veto_window": "",
        "next_starter": "layer",
        "own_doors": False,
        "joined_ladders": False,
        "seats": preset.seats,
        "joining": Joining.FRIENDS,
        "bots_fill": True,
        "bot_level": BotLevel.NORMAL,
        "guests_welcome": True,
        "talk": Talk.ON,
        "pace": DEFAULT_PACE,
        **OWN_NUMBERS,
        "vacations": True,
        "aids": True,
        "by_sun": False,
    }


def start_of_table(game: Game) -> Start:
    """What a form begins with by a table. OutOfOrder when its rules cannot be read."""
    ruleset = store.ruleset(game)
    pace = pace_of(game.bank_hours, game.turn_hours, game.ladder)
    has_window = any(MODULES[name].option == "veto_window" for name in ruleset.modules)
    own: Mapping[str, int | str] = {"bank_hours": game.bank_hours, "turn_hours": game.turn_hours, "ladder": game.ladder}
    return {
        "rules": ruleset.rules,
        "modules": sorted([*ruleset.modules, *ruleset.variants]),
        "rounds": ruleset.rounds,
        "gold_draft": ruleset.gold_draft,
        "chests": ruleset.chests,
        "veto_window": ruleset.veto_window if has_window else "",
        "next_starter": ruleset.next_starter,
        "own_doors": ruleset.own_doors,
        "joined_ladders": ruleset.joined_ladders,
        "seats": game.seats_wanted,
        "joining": game.joining,
        "bots_fill": game.bots_fill,
        "bot_level": game.bot_level,
        "guests_welcome": game.guests_welcome,
        "talk": game.talk,
        "pace": pace.name if pace else OWN,
        **(OWN_NUMBERS if pace else own),
        "vacations": game.vacations,
        "aids": game.aids,
        "by_sun": game.by_sun,
    }


def presets_of(last: Game | None) -> dict[str, Preset]:
    """The presets that somebody can choose, with that of their last table if it can be read."""
    known = dict(PRESETS)
    if last is None:
        return known
    try:
        ruleset = store.ruleset(last)
    except OutOfOrder:
        return known
    modules = (*ruleset.modules, *ruleset.variants)
    line = _("The options of your last table.")
    known[LAST] = Preset(LAST, _("As last time"), line, ruleset.rules, modules, last.seats_wanted, ruleset.rounds)
    return known


def applied(sent: QueryDict, starts: Mapping[str, Start]) -> QueryDict:
    """What was sent with a form, with the preset in force that was chosen in it, if that is another than before.

    A field still has the value that the preset before gave it: then it takes that of the new one. Else it was changed
    by hand, and stays. Where no preset was in force, all rules are the new ones and nothing else changes.
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
    """The preset whose game and expansions are chosen, that of before if it is one of them; "" when none is."""
    chosen = sorted(map(str, modules)) if isinstance(modules, list | tuple) else []
    found = [name for name, one in names.items() if one.rules == rules and sorted(one.modules) == chosen]
    return was if was in found else next(iter(found), "")


def _sent(value: Value) -> list[str]:
    """A value as browsers send it."""
    if isinstance(value, bool):
        return ["on"] if value else []
    return sorted(map(str, value)) if isinstance(value, list) else [str(value)]


def veto_hours(pace: str, turn_hours: int) -> int:
    """How long a card waits for a veto where nothing else was chosen, in hours: as fits the pace of a table (R93)."""
    turn = PACES[pace].turn_hours if pace in PACES else turn_hours
    if pace == "none" or turn >= 24:
        return 24
    return 12 if turn > 2 else 1


def is_offered(preset: Preset, offered: frozenset[str]) -> bool:
    """Whether all that a preset names can be chosen, and goes together."""
    return {preset.rules, *preset.modules} <= offered
