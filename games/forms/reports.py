"""The forms of reports, decisions and answers. Texts are normalized to one plain line."""

from django import forms
from django.utils.translation import gettext

from games.forms.lobby import shown_name
from games.forms.talk import PlainField
from games.models import Measure
from games.services.moderation import LONGEST


class ReportForm(forms.Form):
    """A report of a player or a table, or of their name, with a reason."""

    what = forms.ChoiceField(choices=[("name", ""), ("whole", "")])
    reason = PlainField(required=False, max_length=LONGEST)


class DecisionForm(forms.Form):
    """What a moderator does about a report."""

    act = forms.ChoiceField(choices=Measure.choices)
    reason = PlainField(required=False, max_length=LONGEST)
    days = forms.IntegerField(required=False, min_value=0, max_value=10_000)
    name = forms.CharField(required=False, max_length=200)

    def clean_name(self) -> str:
        """Return the new name with plain spaces, "" for none."""
        typed: str = self.cleaned_data["name"]
        return shown_name(typed, empty=gettext("Write the new name.")) if typed else ""


class AnswerForm(forms.Form):
    """The answer to a decision."""

    decision = forms.IntegerField(min_value=1, max_value=2**62)
    answer = PlainField(required=False, max_length=LONGEST)
