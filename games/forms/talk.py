"""The forms of chat messages: free text, a quick message, a reason. Text is normalized to one plain line."""

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _

from accounts.forms.friends import PersonForm
from games.rules.claims import Claim, parse
from games.rules.errors import Malformed
from games.rules.notation import SEATS
from games.services.talk import LONGEST
from games.wording import square_at

_JOINERS = "\u200c\u200d"
"""Invisible characters that are parts of words and emoji."""
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that are blank although their category is letters or symbols."""
_MOST_MARKS = 3
"""The maximum of combining marks on a letter. More would overlap other lines."""
_HIGHEST = 2**31 - 1


def plain(text: str) -> str:
    """Return a text in one line, without invisible characters, overrides of direction and piles of combining marks; ""
    if nothing visible is left.

    >>> plain(" I\\n dig.\\u202e\\x00 ")
    'I dig.'
    >>> plain("\\u3164\\ufe0f\\u200d")
    ''
    """
    shown: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", " ".join(text.split())):
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= _MOST_MARKS and (kind[0] != "C" or char in _JOINERS):
            shown.append(char)
    seen = any(unicodedata.category(char)[0] in "LNPS" and char not in _BLANKS for char in shown)
    return " ".join("".join(shown).split()) if seen else ""


class PlainField(forms.CharField):
    """A text in one plain line."""

    def to_python(self, value: Any) -> Any:
        """Return the normalized text. Far too long input is not normalized."""
        text = super().to_python(value) or ""
        if len(text) > 4 * LONGEST:
            raise ValidationError(_("Keep it to %(most)s characters.") % {"most": LONGEST})
        return plain(text)


class SayForm(forms.Form):
    """A chat message, as free text or by the name of a quick one; `after` is the last message on the page."""

    text = PlainField(required=False, max_length=LONGEST, strip=True)
    quick = forms.SlugField(required=False, max_length=20)
    after = forms.IntegerField(required=False, min_value=0, max_value=_HIGHEST)

    def clean(self) -> dict[str, Any]:
        """Add an error if there is no message."""
        sent = super().clean() or {}
        if not self.errors and not sent.get("text") and not sent.get("quick"):
            raise ValidationError(_("Write something first."))
        return sent

    @property
    def trouble(self) -> str:
        """Return why the message is invalid, in a sentence."""
        if "text" in self.errors:
            return _("Keep it to %(most)s characters.") % {"most": LONGEST}
        return " ".join(map(str, self.non_field_errors())) or _("That isn’t one of the quick messages.")


class AboutWordForm(forms.Form):
    """An action on a message: `remove` it, or `report` it with a reason."""

    deed = forms.ChoiceField(choices=[("remove", ""), ("report", "")])
    reason = PlainField(required=False, max_length=LONGEST)


class MuteForm(PersonForm):
    """The player to mute or unmute."""

    hear = forms.BooleanField(required=False)


def read_about(query: QueryDict) -> str:
    """Return the subject of the requested claims: the square of a goal, the letter of a seat; "" for all."""
    named = query.get("about", "")
    if len(named) == 1 and named in SEATS:
        return named
    try:
        return square_at(named) if len(named) < 10 else ""
    except ValueError:
        return ""


def read_claim(form: QueryDict) -> Claim | None:
    """Return the claim in a form, with the reason that is chosen beside it; None if there is none."""
    text = form.get("claim", "")
    why = form.get(f"{text.rpartition(' ')[2]}-because", "")
    try:
        return parse(f"{text} {why}" if why else text)
    except Malformed:
        return None
