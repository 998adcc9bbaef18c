"""The forms of a player's notebook."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.translation import ngettext_lazy

from games.services.book import LONGEST, Edit, Sent

_TOO_LONG = ngettext_lazy(
    "A note has at most %(limit_value)d character (now %(show_value)d).",
    "A note has at most %(limit_value)d characters (now %(show_value)d).",
    "limit_value",
)


class _Text(forms.CharField):
    """A text of some lines, with one character as line end."""

    def to_python(self, value: Any) -> str:
        return lines_of(super().to_python(value) or "")


def lines_of(text: str) -> str:
    """Return a text with one character as line end: browsers send two."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


class ShowForm(forms.Form):
    """Whether suspicions are shown once the game is over, with a button of its own."""

    show = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


class BookForm(forms.Form):
    """Notes on all seats, and suspicions of all seats but the player's own (`me`), each with the version shown."""

    round = forms.IntegerField(min_value=0, max_value=99)
    shown = forms.BooleanField(required=False)
    was_shown = forms.BooleanField(required=False)

    def __init__(self, data: Mapping[str, Any], seats: int, me: int) -> None:
        super().__init__(data)
        self.seats, self.me = seats, me
        for seat in range(seats):
            long = MaxLengthValidator(LONGEST, _TOO_LONG)
            self.fields[f"note-{seat}"] = _Text(required=False, validators=[long])
            self.fields[f"was-note-{seat}"] = forms.CharField(required=False, max_length=16)
            if seat != me:
                self.fields[f"guess-{seat}"] = forms.CharField(required=False, max_length=20)
                self.fields[f"was-guess-{seat}"] = forms.CharField(required=False, max_length=16)

    def sent(self) -> Sent:
        """The values to save. Fields that were not sent stay unchanged."""
        data = self.cleaned_data
        notes = {seat: Edit(data[f"was-note-{seat}"], data[f"note-{seat}"]) for seat in self._of("note")}
        guesses = {seat: Edit(data[f"was-guess-{seat}"], data[f"guess-{seat}"]) for seat in self._of("guess")}
        return Sent(notes, guesses, data["round"], data["was_shown"], data["shown"])

    def typed(self) -> "Typed":
        """The values as they were sent, valid or not, to redisplay the form."""
        notes = {seat: lines_of(self.data.get(f"note-{seat}", "")).replace("\0", "") for seat in self._of("note")}
        guesses = {seat: self.data.get(f"guess-{seat}", "") for seat in self._of("guess")}
        wrong = {seat: str(self.errors[f"note-{seat}"][0]) for seat in notes if f"note-{seat}" in self.errors}
        return Typed(notes, guesses, "shown" in self.data, wrong)

    def _of(self, kind: str) -> Iterable[int]:
        return (seat for seat in range(self.seats) if f"{kind}-{seat}" in self.data and f"{kind}-{seat}" in self.fields)


class Typed(NamedTuple):
    """The unsaved input: notes and suspicions by seat, and what is wrong with a note."""

    notes: Mapping[int, str]
    guesses: Mapping[int, str]
    shown: bool
    wrong: Mapping[int, str]
