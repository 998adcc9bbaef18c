"""The form of a table's pace: a preset, or custom hours."""

from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from games.clocks.presets import PACES, PacePreset
from games.clocks.words import ladder_line, pace_line
from games.forms.presets import DEFAULT_PACE, OWN
from games.models import Ladder
from games.services.gifts import MOST

LONGEST_BANK, LONGEST_TURN = 720, 168
"""The maximum in hours: a month, a week."""


class Radio(NamedTuple):
    """A radio button with a line of explanation."""

    value: str
    label: str
    line: str
    on: bool


def _hours(label: Any, words: Any, *, least: int, most: int) -> forms.IntegerField:
    messages = {"min_value": words, "max_value": words, "invalid": words}
    return forms.IntegerField(label=label, min_value=least, max_value=most, required=False, error_messages=messages)


class PaceForm(forms.Form):
    """The clock of a new table. Hours and the ladder apply to a custom pace only."""

    pace = forms.ChoiceField(
        label=_("Pace"),
        choices=[*((name, pace.label) for name, pace in PACES.items()), (OWN, _("My own numbers"))],
        required=False,
    )
    bank_hours = _hours(_("Hours in the bank"), _("A bank holds between 1 and 720 hours."), least=1, most=LONGEST_BANK)
    turn_hours = _hours(_("Hours a turn adds"), _("A turn adds between 0 and 168 hours."), least=0, most=LONGEST_TURN)
    ladder = forms.ChoiceField(label=_("When time runs out"), choices=Ladder.choices, required=False)
    vacations = forms.BooleanField(
        label=_("Vacation days count"),
        widget=forms.CheckboxInput(attrs={"role": "switch"}),
        help_text=_("If a player’s time runs out, one of their vacation days is used, as long as they have any left."),
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        """Check the custom hours; ignore them for a preset."""
        chosen = super().clean() or self.cleaned_data
        if chosen.get("pace") != OWN:
            for name in ("bank_hours", "turn_hours", "ladder"):
                self.errors.pop(name, None)
            return chosen
        bank, turn = chosen.get("bank_hours"), chosen.get("turn_hours")
        if bank is None and not self.has_error("bank_hours"):
            self.add_error("bank_hours", _("Enter how many hours a full bank holds."))
        if turn is None and not self.has_error("turn_hours"):
            self.add_error("turn_hours", _("Enter how many hours every turn adds, or 0."))
        if bank is not None and turn is not None and turn > bank:
            self.add_error("turn_hours", _("A turn can’t add more than a full bank holds."))
        return chosen

    def clock(self) -> dict[str, Any]:
        """Return the clock options of a valid form."""
        chosen = self.cleaned_data
        pace = PACES.get(chosen["pace"] or DEFAULT_PACE)
        if pace is None:
            ladder = chosen["ladder"] or Ladder.CLOCK
            pace = PacePreset(OWN, _("My own numbers"), chosen["bank_hours"], chosen["turn_hours"], ladder)
        hours = {"bank_hours": pace.bank_hours, "turn_hours": pace.turn_hours}
        return {**hours, "ladder": pace.ladder, "vacations": chosen["vacations"]}

    def hours(self) -> tuple[int, int] | None:
        """Return the hours in a bank and of a turn, of a form as it is filled in; None for invalid numbers."""
        pace = PACES.get(str(self["pace"].value() or ""))
        if pace is not None:
            return pace.bank_hours, pace.turn_hours
        bank, turn = (str(self[name].value() or 0) for name in ("bank_hours", "turn_hours"))
        if not (bank.isdecimal() and turn.isdecimal() and len(bank) < 4 and len(turn) < 4 and int(bank)):
            return None
        return int(bank), int(turn)

    @property
    def is_own(self) -> bool:
        """Return whether the pace is a custom one."""
        return bool(self["pace"].value() == OWN)

    def paces(self) -> list[Radio]:
        """Return the paces, one row each."""
        value = self["pace"].value() or DEFAULT_PACE
        rows = [Radio(name, str(pace.label), _line(pace), name == value) for name, pace in PACES.items()]
        own = _("Set the hours below.")
        return [*rows, Radio(OWN, str(_("My own numbers")), str(own), value == OWN)]


def _line(pace: PacePreset) -> str:
    words = pace_line(pace.bank_hours, pace.turn_hours)
    return f"{words} {ladder_line(pace.ladder)}" if pace.ladder == Ladder.FRIENDS else words


class GiftForm(forms.Form):
    """Time that the host gives: the seat, the hours, and the state of the table that the host saw."""

    seat = forms.IntegerField(min_value=0, max_value=20)
    hours = forms.IntegerField(min_value=1, max_value=MOST)
    seq = forms.IntegerField(min_value=0, max_value=2**31)
