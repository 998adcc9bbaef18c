"""The forms that continue from the end of a round, and from the deal of one."""

from django import forms


class OnForm(forms.Form):
    """The number of the last round whose end was shown, and the replay step to be shown next, if any."""

    round = forms.IntegerField(min_value=1, max_value=99)
    step = forms.IntegerField(min_value=0, max_value=999_999_999, required=False)


class DealForm(forms.Form):
    """The number of the last round whose deal was shown."""

    round = forms.IntegerField(min_value=1, max_value=99)
