"""The person to ask, accept, remove, block or unblock."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from accounts.selectors import people as people_selectors


class PersonForm(forms.Form):
    """The name of another person."""

    # Longer than any name, so that composed and decomposed spellings of one name fit.
    name = forms.CharField(
        label=_("Name"),
        max_length=4 * names.LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_name(self) -> User:
        """Return the player; raise ValidationError if no player has that name."""
        typed: str = self.cleaned_data["name"]
        person = people_selectors.person_named(typed)
        if person is None:
            raise ValidationError(_("There’s no player called %(name)s."), code="nobody", params={"name": typed})
        return person
