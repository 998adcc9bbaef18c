"""Rules that go well together, and how fast a table plays, chosen with one tap when a table is set up."""

from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Ladder

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Preset(NamedTuple):
    """A name and a line for people, the names of what is played, and for how many the preset sets the table."""

    name: str
    label: "StrPromise"
    line: "StrPromise"
    rules: str
    modules: tuple[str, ...] = ()
    seats: int = 5
    rounds: int = 3


class PacePreset(NamedTuple):
    """A name for people and the clock it stands for: hours in a full bank and added by every decision."""

    name: str
    label: "StrPromise"
    bank_hours: int
    turn_hours: int
    ladder: str = Ladder.CLOCK


PACES = {
    pace.name: pace
    for pace in (
        PacePreset("hours", _("Hours"), 12, 2),
        PacePreset("days", _("Days"), 72, 12),
        PacePreset("relaxed", _("Relaxed"), 336, 48),
        PacePreset("friends", pgettext_lazy("pace", "Friends"), 72, 12, Ladder.FRIENDS),
        PacePreset("none", _("No clock"), 0, 0),
    )
}

PRESETS = {
    preset.name: preset
    for preset in (
        Preset("classic", _("Classic"), _("The base game as it is in the box."), "base"),
        Preset("saboteur2", _("Saboteur 2"), _("Two teams, doors and ladders."), "saboteur2", seats=6),
        Preset(
            "anniversary",
            _("Anniversary evening"),
            _("New goals, chests, a party and the championship cards."),
            "saboteur2",
            (
                "swap-goals", "treasury", "reverse", "craftsman", "guide", "detour",
                "new-goals", "treasure-chests", "tunnel-party",
            ),
            seats=6,
        ),
        Preset(
            "tournament",
            _("Tournament"),
            _("Nuggets, a greedy dwarf and a tunnel in the middle."),
            "base",
            ("tournament",),
            seats=6,
        ),
        Preset("two", _("Quick two-player"), _("One round of Saboteur 2 for two."), "saboteur2", seats=2, rounds=1),
    )
}  # fmt: skip


def pace_of(bank_hours: int, turn_hours: int, ladder: str) -> PacePreset | None:
    """The pace of a list that a clock is; None for numbers of one's own."""
    if not bank_hours:
        return PACES["none"]
    clock = (bank_hours, turn_hours, ladder)
    return next((pace for pace in PACES.values() if (pace.bank_hours, pace.turn_hours, pace.ladder) == clock), None)
