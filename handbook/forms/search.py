"""The search form of the rule book."""

from django import forms

LONGEST = 200
"""The greatest length of a question."""


class SearchForm(forms.Form):
    """A question, a few words, or the number of a rule. Invalid if it is too long, or contains null characters."""

    q = forms.CharField(required=False, max_length=LONGEST)
