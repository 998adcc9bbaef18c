"""The search form of the rule book."""

from django import forms

LONGEST = 100
"""How many characters a query may have."""


class SearchForm(forms.Form):
    """A few words, or the number of a rule. It is not valid where it is too long, or holds what is no text."""

    q = forms.CharField(required=False, max_length=LONGEST)
