"""The search form of the rule book."""

from django import forms

LONGEST = 100
"""The greatest length of a query."""


class SearchForm(forms.Form):
    """A few words, or the number of a rule. Invalid if it is too long, or contains null characters."""

    q = forms.CharField(required=False, max_length=LONGEST)
