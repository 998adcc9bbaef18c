"""The days of a vacation."""

from django import forms
from django.utils.translation import gettext_lazy as _


class VacationForm(forms.Form):
    """The first and the last day of a vacation."""

    first = forms.DateField(label=_("First day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
