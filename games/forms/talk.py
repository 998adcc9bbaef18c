"""What people send to be said: their own words, a quick one, a reason. Words are brought into one plain line."""

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
"""They cannot be seen and belong to words and pictures all the same."""
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs by their kind; nothing is drawn for them."""
_MOST_MARKS = 3
"""How many marks may stand over or under one letter. More would reach into other lines."""
_HIGHEST = 2**31 - 1


def plain(text: str) -> str:
    """A text in one line, without what cannot be seen or turns others around, and without towers of marks; "" where
    nothing is left that can be seen by itself.

    >>> plain(" I\\n dig.\\u202e\\x00 ")
    'I dig.'
    >>> plain("\\u3164\\ufe0f\\u200d")
    ''
    """
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", " ".join(text.split())):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= _MOST_MARKS and (kind[0] != "C" or sign in _JOINERS):
            kept.append(sign)
    seen = any(unicodedata.category(sign)[0] in "LNPS" and sign not in _BLANKS for sign in kept)
    return " ".join("".join(kept).split()) if seen else ""


class PlainField(forms.CharField):
    """Words in one plain line."""

    def to_python(self, value: Any) -> Any:
        """The words as they are said. What is far too long is not even looked at."""
        text = super().to_python(value) or ""
        if len(text) > 4 * LONGEST:
            raise ValidationError(_("Write something of at most %(most)s characters.") % {"most": LONGEST})
        return plain(text)


class SayForm(forms.Form):
    """Something to say, in one's own words or by the name of a quick one; `after` is the last word on the page."""

    text = PlainField(required=False, max_length=LONGEST, strip=True)
    quick = forms.SlugField(required=False, max_length=20)
    after = forms.IntegerField(required=False, min_value=0, max_value=_HIGHEST)

    def clean(self) -> dict[str, Any]:
        """A sentence if there is nothing to say."""
        sent = super().clean() or {}
        if not self.errors and not sent.get("text") and not sent.get("quick"):
            raise ValidationError(_("Write something first."))
        return sent

    @property
    def trouble(self) -> str:
        """Why it cannot be said, in a sentence."""
        if "text" in self.errors:
            return _("Write something of at most %(most)s characters.") % {"most": LONGEST}
        return " ".join(map(str, self.non_field_errors())) or _("That is none of the quick words.")


class AboutWordForm(forms.Form):
    """What is done about a word: `remove` it, or `report` it with a reason."""

    deed = forms.ChoiceField(choices=[("remove", ""), ("report", "")])
    reason = PlainField(required=False, max_length=LONGEST)


class UnheardForm(PersonForm):
    """The player to mute or unmute."""

    hear = forms.BooleanField(required=False)


def read_about(query: QueryDict) -> str:
    """What claims are asked for: the square of a goal, the letter of a seat; "" for all."""
    named = query.get("about", "")
    if len(named) == 1 and named in SEATS:
        return named
    try:
        return square_at(named) if len(named) < 10 else ""
    except ValueError:
        return ""


def read_claim(form: QueryDict) -> Claim | None:
    """The claim in a form, with the reason that is chosen beside it; None where there is none."""
    text = form.get("claim", "")
    why = form.get(f"{text.rpartition(' ')[2]}-because", "")
    try:
        return parse(f"{text} {why}" if why else text)
    except Malformed:
        return None
