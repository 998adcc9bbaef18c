"""The form that goes on from the end of a round."""

from django import forms


class OnForm(forms.Form):
    """Up to which round its end was shown."""

    round = forms.IntegerField(min_value=1, max_value=99)
