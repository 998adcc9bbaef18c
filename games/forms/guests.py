"""The forms of a practice round, and of the host about the seat of a guest."""

from django import forms

from games.forms.motions import MOST_SEATS
from games.rules.roles import DIGGER, SABOTEUR
from games.services.guests import ANY_ROLE


class PracticeForm(forms.Form):
    """The role that the player gets; by default that of a digger."""

    role = forms.ChoiceField(required=False, choices=[(name, name) for name in (DIGGER, SABOTEUR, ANY_ROLE)])

    def clean_role(self) -> str:
        """Return the role."""
        return self.cleaned_data["role"] or DIGGER


class SeatForm(forms.Form):
    """A seat by its number."""

    seat = forms.IntegerField(min_value=0, max_value=MOST_SEATS)
