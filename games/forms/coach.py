"""The form that lets the coach speak, or silences it."""

from django import forms


class CoachForm(forms.Form):
    """Whether the coach speaks."""

    coach = forms.TypedChoiceField(
        choices=[("on", "on"), ("off", "off")], coerce=lambda value: value == "on", empty_value=None
    )
