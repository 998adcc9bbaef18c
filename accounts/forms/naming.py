"""The form with which players change their names."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts import names


class NameForm(forms.Form):
    """The new name."""

    name = forms.CharField(
        label=_("New name"),
        max_length=names.LONGEST,
        help_text=_("2 to 24 characters. Everyone at your tables sees it."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "autocapitalize": "none", "spellcheck": "false"}),
    )
