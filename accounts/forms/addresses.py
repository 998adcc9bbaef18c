"""The mail address of a guest, for notifications or for a log-in link."""

from django import forms
from django.utils.translation import gettext_lazy as _


class AddressForm(forms.Form):
    """A mail address, in lower case."""

    email = forms.EmailField(
        label=_("Your mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "inputmode": "email", "spellcheck": "false"}),
        error_messages={"required": _("Type your mail address.")},
    )

    def clean_email(self) -> str:
        """The normalized address."""
        email: str = self.cleaned_data["email"]
        return email.lower()
