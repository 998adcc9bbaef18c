"""The form that continues from the end of a round."""

from django import forms


class OnForm(forms.Form):
    """The number of the last round whose end was shown."""

    round = forms.IntegerField(min_value=1, max_value=99)
