"""Presets of the clock of a table, chosen with one tap when it is set up."""

from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Ladder

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class PacePreset(NamedTuple):
    """The name of a preset and its clock: hours in a full bank, and the increment per decision."""

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


def pace_of(bank_hours: int, turn_hours: int, ladder: str) -> PacePreset | None:
    """Return the preset with this clock; None for custom hours."""
    if not bank_hours:
        return PACES["none"]
    clock = (bank_hours, turn_hours, ladder)
    return next((pace for pace in PACES.values() if (pace.bank_hours, pace.turn_hours, pace.ladder) == clock), None)
