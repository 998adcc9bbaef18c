"""The form for an invitation that a player pastes."""

import re
from typing import Any

from django import forms
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

_IN_LINK = re.compile(r"/(join|seat|t)/([A-Za-z0-9_-]+)")
_BY_FOLDER = {"join": "games:door", "seat": "games:seat", "t": "games:table"}
_CODE = re.compile(r"[A-Za-z0-9_-]+")
_LONGEST_CODE = 16
"""The greatest length of a table's code; anything longer is the end of an invitation link."""


class LinkForm(forms.Form):
    """A link to a table, the message around it, or the code at its end. `link` becomes the address on this site."""

    link = forms.CharField(
        label=_("Invitation link or code"),
        max_length=2000,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"required": _("Paste the link you were sent.")},
    )

    def clean_link(self) -> str:
        """Return the address on this site to which the link leads; ValidationError if it is none."""
        text = self.cleaned_data["link"].strip()
        if address := _address(text):
            return address
        raise forms.ValidationError(_("That isn’t an invitation. Copy the whole link, or the code at its end."))


def _address(text: str) -> str:
    named: Any = _IN_LINK.search(text)
    folder, code = named.groups() if named else ("t" if len(text) <= _LONGEST_CODE else "join", text)
    try:
        return reverse(_BY_FOLDER[folder], args=[code]) if _CODE.fullmatch(code) else ""
    except NoReverseMatch:
        return ""
