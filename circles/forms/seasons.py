"""The form of a season: its name and its days."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from circles.models import Season
from games.forms.lobby import shown_name

LONGEST = timedelta(days=400)
"""The longest season."""


class SeasonForm(forms.Form):
    """A season of a circle."""

    name = forms.CharField(label=_("Name of the season"), max_length=Season._meta.get_field("name").max_length)
    begins = forms.DateField(label=_("First day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
    ends = forms.DateField(label=_("Last day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))

    def clean_name(self) -> str:
        """Return the name with plain spaces."""
        return shown_name(self.cleaned_data["name"], empty=gettext("Give the season a name with visible letters."))

    def clean(self) -> dict[str, Any]:
        """Check that the days are in order, and not too far apart."""
        cleaned = super().clean() or {}
        begins, ends = cleaned.get("begins"), cleaned.get("ends")
        if isinstance(begins, date) and isinstance(ends, date):
            if ends < begins:
                self.add_error("ends", gettext("The last day is before the first one."))
            elif ends - begins > LONGEST:
                self.add_error("ends", gettext("A season lasts about a year at most."))
        return cleaned
