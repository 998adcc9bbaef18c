"""The host's form about the seat of a guest."""

from django import forms

from games.forms.motions import MOST_SEATS


class SeatForm(forms.Form):
    """A seat by its number."""

    seat = forms.IntegerField(min_value=0, max_value=MOST_SEATS)
