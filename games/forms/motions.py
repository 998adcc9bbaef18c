"""Forms of motions and ballots."""

from django import forms

from games.clocks.presets import PACES
from games.models import Matter
from games.services.pauses import LONGEST_PAUSE

MOST_SEATS = 12


class AskForm(forms.Form):
    """A new motion: a pause of some days, the end, a pace, or one about a seat."""

    matter = forms.ChoiceField(choices=Matter.choices)
    days = forms.IntegerField(required=False, min_value=1, max_value=LONGEST_PAUSE)
    pace = forms.ChoiceField(required=False, choices=[(name, name) for name in PACES])
    seat = forms.IntegerField(required=False, min_value=0, max_value=MOST_SEATS)


class VoteForm(forms.Form):
    """A ballot: its motion and its choice."""

    motion = forms.IntegerField(min_value=1, max_value=2**31)
    choice = forms.SlugField(max_length=10)
